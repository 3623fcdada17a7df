"""Chains that are safe under alternating play, by static proof."""

from .safe_blocks import Block, Safety, safe

__all__ = ["Block", "Safety", "safe"]
