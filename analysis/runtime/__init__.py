"""Compiled kernels and their cache, the cache folder of this machine, and notices to whoever runs the analysis."""
