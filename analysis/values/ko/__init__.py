"""Kos: counts, miai values and thermographs under a stated assumption about ko threats."""
