"""Explanations: what is known about a chain, and everything known about a point as lines of text.

  chain_explanation  a chain: its eyes, why each first move fails or works, what depends on it
  chain_text         that as lines of text
  reasons            all that is known about a point, its stones and a move there
"""

from .chain_explanation import ChainExplanation, FirstMove, explain_chain
from .chain_text import chain_lines
from .reasons import reasons

__all__ = ["ChainExplanation", "FirstMove", "chain_lines", "explain_chain", "reasons"]
