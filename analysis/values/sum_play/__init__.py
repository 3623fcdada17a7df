"""Play of sums of games: strategies that use thermographs, and optimal play by search."""
