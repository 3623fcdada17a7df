"""Who is alive, who is dead, and the proof."""
