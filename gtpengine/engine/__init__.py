"""What the engine does with a game: choose a move, analyse a position, judge and clean up the finished board."""
