"""Canonical forms of short games: their order, sums, names, notation and printing."""
