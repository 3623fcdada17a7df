"""Trees of moves with counts at their leaves: notation and miai counting."""
