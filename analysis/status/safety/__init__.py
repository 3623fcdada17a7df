"""Chains that are safe under alternating play, by static proof.

safe_blocks  the blocks that stand if each attack is answered, their territory, the answers
"""

from .safe_blocks import Block, Safety, safe

__all__ = ["Block", "Safety", "safe"]
