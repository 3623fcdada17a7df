"""The one-ply move ranker and the tactics that adjust it."""
