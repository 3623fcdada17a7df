"""How many moves fill an eye: constants of kernels, public since `semeai` counts with them, too. No numba is loaded."""

LARGEST_EYE = 7
"""The largest number of points of an eye whose moves are counted."""
EYE_LIBERTIES = (0, 1, 2, 3, 5, 8, 12, 17)
"""The number of moves that fill a plain eye, by its number of points."""
