"""Who stands, and why. So far what is proved without looking ahead: safety under alternating play, and eye spaces.

  safety  blocks that stand if each attack is answered, their territory, the answers
  eyes    what eyes a closed space is good for, by a table; real, half and false eyes
"""

from .eyes import Eye, EyeSpace, eye_at, eye_spaces
from .safety import Block, Safety, safe

__all__ = ["Block", "Eye", "EyeSpace", "Safety", "eye_at", "eye_spaces", "safe"]
