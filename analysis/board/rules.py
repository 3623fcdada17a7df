"""Rule sets: how a board is scored, which repetitions are forbidden, whether suicide is allowed.

Names and fields follow the rule sets that front ends send. A rule set that is not supported in full is refused,
never replaced by a similar one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from .rule_text import RULE_SETS, Fields, UnknownName, rule_fields


class Scoring(Enum):
    """What counts as a point."""

    AREA = "AREA"
    """Stones on the board and the empty points they surround."""
    TERRITORY = "TERRITORY"
    """Surrounded empty points and prisoners."""


class Tax(Enum):
    """Which surrounded points do not count."""

    NONE = "NONE"
    """All of them count, also those of stones in seki."""
    SEKI = "SEKI"
    """Points that stones in seki surround do not count."""
    ALL = "ALL"
    """Those do not, and each group that lives otherwise pays two points, for its two eyes."""


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


USUAL_TAX = {Scoring.AREA: Tax.NONE, Scoring.TERRITORY: Tax.SEKI}
"""The tax of a rule set that names none."""
RULE_FIELDS = ("ko", "scoring", "suicide", "tax", "whiteHandicapBonus", "hasButton", "friendlyPassOk")
"""The fields of KataGo's JSON."""
RULE_NAMES = tuple(name for name in RULE_SETS if name not in ("aga-button", "area scoring"))
"""The names shown to users; many others are understood too."""


@dataclass(frozen=True)
class Rules:
    """A rule set. The default is area scoring, simple ko, no suicide.

    `suicide` is about several stones: suicide of a single stone is never allowed. `tax` is by default the usual one:
    none by area, in seki by territory.
    """

    scoring: Scoring = Scoring.AREA
    ko: Ko = Ko.SIMPLE
    suicide: bool = False
    handicap_bonus: HandicapBonus = HandicapBonus.NONE
    tax: Tax = None  # type: ignore[assignment] # filled in below

    def __post_init__(self) -> None:
        if self.tax is None:
            object.__setattr__(self, "tax", USUAL_TAX[self.scoring])  # type: ignore[unreachable]

    @classmethod
    def named(cls, name: str) -> Rules:
        """Return the rule set written as `name`: see `parse_rules`."""
        return parse_rules(name)


class UnsupportedRules(ValueError):
    """A rule set that is known, but not supported. `nearest` is it with the usual values of what is not supported."""

    def __init__(self, text: str, nearest: Rules) -> None:
        super().__init__(text)
        self.nearest = nearest


def parse_rules(text: str) -> Rules:
    """Return the rule set that `text` names, in the words of records, front ends and engines.

    text -- a name in use, KataGo's compact string or a JSON object of its fields (see `rule_text`). Fields missing in
            a string or an object are those of the Tromp-Taylor rules, as in KataGo; a `komi` in it is left out, as no
            part of the rules.
    Raises ValueError, "rules: ..." on one line, for other text; UnsupportedRules if it is known what the text says.
    """
    shown = repr(text if len(text) <= 40 else text[:40] + "...")
    try:
        fields = rule_fields(text)
        if fields == RULE_SETS["aga-button"]:
            reason = f"expected one of {', '.join(RULE_NAMES)}; {shown} is not supported (button)"
            raise UnsupportedRules(reason, Rules.named("aga"))
        return rules_of({field: value for field, value in fields.items() if field != "komi"})
    except UnknownName as error:
        raise ValueError(f"rules: expected one of {', '.join(RULE_NAMES)}; {shown} is {error}") from None
    except UnsupportedRules as error:
        raise UnsupportedRules(f"rules: {error}", error.nearest) from None
    except ValueError as error:
        raise ValueError(f"rules: {error}") from None


def rules_of(fields: Fields) -> Rules:
    """Return the rules with these fields of KataGo's JSON. Missing ones are those of the Tromp-Taylor rules.

    Raises UnsupportedRules as `with_fields` does; its `nearest` has the default rules for what cannot be taken.
    """
    try:
        return with_fields(_TROMP_TAYLOR, fields)
    except UnsupportedRules as error:
        text = str(error)
    try:
        with_fields(Rules(), fields)
    except UnsupportedRules as error:
        raise UnsupportedRules(text, error.nearest) from None
    raise AssertionError("a field cannot be right for one rule set and wrong for another")


def with_fields(rules: Rules, fields: Fields) -> Rules:
    """Return `rules` changed by fields of KataGo's JSON.

    `hasButton` must be false. `friendlyPassOk` may have any value: how players agree about dead stones changes no rule
    of play. `score` is another word for `scoring`; a new scoring without `tax` has its usual tax, unless that of
    `rules` was unusual.
    Raises UnsupportedRules for other fields and values; its `nearest` has the fields that can be taken.
    """
    reason = ""
    usual = rules.tax is USUAL_TAX[rules.scoring]
    for field in sorted(fields, key=lambda name: name == "tax"):  # after the scoring
        try:
            rules = _with_field(rules, field, fields[field])
        except ValueError as error:
            reason = reason or str(error)
        if usual and field in ("scoring", "score"):
            rules = replace(rules, tax=USUAL_TAX[rules.scoring])
    if reason:
        raise UnsupportedRules(reason, rules)
    return rules


def _with_field(rules: Rules, field: str, value: object) -> Rules:
    """Return `rules` with one field changed. Raises ValueError."""
    if field == "ko":
        return replace(rules, ko=_member(Ko, field, value))
    if field in ("scoring", "score"):
        return replace(rules, scoring=_member(Scoring, field, value))
    if field == "tax":
        return replace(rules, tax=_member(Tax, field, value))
    if field == "whiteHandicapBonus":
        return replace(rules, handicap_bonus=_member(HandicapBonus, field, value))
    if field == "suicide":
        if not isinstance(value, bool):
            raise _unexpected(field, "true or false", value)
        return replace(rules, suicide=value)
    if field == "hasButton" and value is not False:
        raise _unexpected(field, "false", value)
    if field not in RULE_FIELDS:
        raise ValueError(f"expected one of {', '.join(RULE_FIELDS)}; got {str(field)[:40]!r}")
    return rules


def fields_of(rules: Rules) -> Fields:
    """Return the fields of KataGo's JSON for these rules."""
    return {
        "hasButton": False,
        "ko": rules.ko.value,
        "scoring": rules.scoring.value,
        "suicide": rules.suicide,
        "tax": rules.tax.value,
        "whiteHandicapBonus": rules.handicap_bonus.value,
        "friendlyPassOk": True,
    }


def rules_text(rules: Rules) -> str:
    """Return a text from which `parse_rules` gives these rules: a name of RULE_NAMES, else KataGo's compact string."""
    for name in RULE_NAMES:
        if parse_rules(name) == rules:
            return name
    bonus = "" if rules.handicap_bonus is HandicapBonus.NONE else f"whb{rules.handicap_bonus.value}"
    return f"ko{rules.ko.value}score{rules.scoring.value}tax{rules.tax.value}sui{int(rules.suicide)}{bonus}"


_Member = TypeVar("_Member", bound=Enum)


def _member(kind: type[_Member], field: str, value: object) -> _Member:
    """Read the value of a field by its name, in any case. Raises ValueError."""
    word = value.upper() if isinstance(value, str) else value
    for member in kind:
        if member.value == word:
            return member
    raise _unexpected(field, " or ".join(json.dumps(member.value) for member in kind), value)


def _unexpected(field: str, allowed: str, value: object) -> ValueError:
    try:
        shown = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        shown = repr(value)
    return ValueError(f"{field}: expected {allowed}, got {shown if len(shown) <= 42 else shown[:39] + '...'}")


_TROMP_TAYLOR = Rules(ko=Ko.POSITIONAL, suicide=True)
