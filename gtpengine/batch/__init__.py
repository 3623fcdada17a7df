"""Collections of games turned into tables."""
