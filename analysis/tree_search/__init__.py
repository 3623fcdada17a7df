"""PUCT search over evaluations, and the lines that front ends show while it grows."""
