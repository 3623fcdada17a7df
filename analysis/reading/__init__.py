"""Reading: one search for local goals on one board.

  answer        the types of an answer, its evidence, and its dependence on kos
  workspace     the arrays that searches work in
  local_search  one question, searched by df-pn under different numbers of ko threats
  captures      whether a chain can be captured or saved: ladders, nets, snapbacks
  connections   whether two chains can be connected or cut
"""

from .answer import Answer, Evidence, Result
from .captures import attack, defend
from .connections import connect, disconnect

__all__ = ["Answer", "Evidence", "Result", "attack", "connect", "defend", "disconnect"]
