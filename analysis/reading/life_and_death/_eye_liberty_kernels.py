"""Constants of kernels: how many moves fill an eye. `semeai` counts with them, too; importing this loads no numba."""

LARGEST_EYE = 7
"""The largest number of points of an eye whose moves are counted."""
EYE_LIBERTIES = (0, 1, 2, 3, 5, 8, 12, 17)
"""The number of moves that fill a plain eye, by its number of points."""
