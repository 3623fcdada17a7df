"""Rule sets: how a board is scored, which repetitions are forbidden, whether suicide is allowed.

Names and fields follow the rule sets that front ends send. A rule set that is not supported in full is refused,
never replaced by a similar one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Scoring(Enum):
    """What counts as a point."""

    AREA = "AREA"
    """Stones on the board and the empty points they surround."""
    TERRITORY = "TERRITORY"
    """Surrounded empty points and prisoners; none in seki."""


class Ko(Enum):
    """Which repetitions are forbidden."""

    SIMPLE = "SIMPLE"
    """Only the immediate recapture of a single stone is forbidden."""
    POSITIONAL = "POSITIONAL"
    """No move may bring back an earlier board."""
    SITUATIONAL = "SITUATIONAL"
    """No move may bring back an earlier board with the same side to move."""


class HandicapBonus(Enum):
    """Points that White gets in a handicap game of N stones."""

    NONE = "0"
    N = "N"
    N_MINUS_1 = "N-1"

    def points(self, stones: int) -> int:
        """Return the bonus for `stones` handicap stones, 0 or more."""
        return {"0": 0, "N": stones, "N-1": max(0, stones - 1)}[self.value]


@dataclass(frozen=True)
class Rules:
    """A rule set. The default is area scoring, simple ko, no suicide.

    `suicide` is about several stones: suicide of a single stone is never allowed.
    """

    scoring: Scoring = Scoring.AREA
    ko: Ko = Ko.SIMPLE
    suicide: bool = False
    handicap_bonus: HandicapBonus = HandicapBonus.NONE

    @classmethod
    def named(cls, name: str) -> Rules:
        """Return the rule set called `name`, in any case, with `-`, `_`, a blank or nothing between words.

        Raises ValueError for unknown names and for rule sets with a button or a group tax.
        """
        key = re.sub(r"[-_ ]", "", name.lower())
        if key in _NAMED:
            return _NAMED[key]
        shown = name if len(name) <= 40 else name[:40] + "..."
        why = "not supported (button or group tax)" if key in _REFUSED else "unknown"
        raise ValueError(f"rules: expected one of {', '.join(RULE_NAMES)}; {shown!r} is {why}")


_CHINESE = Rules(handicap_bonus=HandicapBonus.N)
_CHINESE_SUPERKO = Rules(ko=Ko.POSITIONAL, handicap_bonus=HandicapBonus.N)
_JAPANESE = Rules(scoring=Scoring.TERRITORY)
_AGA = Rules(ko=Ko.SITUATIONAL, handicap_bonus=HandicapBonus.N_MINUS_1)
_NEW_ZEALAND = Rules(ko=Ko.SITUATIONAL, suicide=True)
_TROMP_TAYLOR = Rules(ko=Ko.POSITIONAL, suicide=True)

_NAMED = {
    "tromptaylor": _TROMP_TAYLOR,
    "chinese": _CHINESE,
    "chineseogs": _CHINESE_SUPERKO,
    "chinesekgs": _CHINESE_SUPERKO,
    "japanese": _JAPANESE,
    "korean": _JAPANESE,
    "aga": _AGA,
    "bga": _AGA,
    "french": _AGA,
    "newzealand": _NEW_ZEALAND,
    "nz": _NEW_ZEALAND,
    "goe": _TROMP_TAYLOR,
    "ing": _TROMP_TAYLOR,
}
_REFUSED = {"stonescoring", "ancientarea", "ancientterritory", "agabutton"}

RULE_NAMES = (
    "tromp-taylor", "chinese", "chinese-ogs", "chinese-kgs", "japanese", "korean",
    "aga", "bga", "french", "new-zealand", "goe",
)
"""The names shown to users; `nz`, `ing` and other spellings are understood too."""
