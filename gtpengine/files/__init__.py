"""Files written atomically, JSON lines, and progress on stderr."""
