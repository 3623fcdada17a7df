"""Chains that are safe under alternating play, by static proof."""
