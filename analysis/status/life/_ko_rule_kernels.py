"""The ko rules of the life-and-death search: constants that kernels and modules share. No numba is loaded."""

PLAIN, OWNER_UNBOUND, ATTACKER_UNBOUND = 0, 1, 2
"""The side that may retake every ko at once: neither, or one."""
