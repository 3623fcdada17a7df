"""The move policy: how likely players are to make each move, from fitted weights."""
