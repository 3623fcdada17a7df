"""Commands about the rules, under KataGo's and KGS's names. An unsupported rule set is refused, never replaced."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from analysis.board import HandicapBonus, Ko, Rules, Scoring

from ..arguments import Arguments
from ..errors import Failure, shown, syntax_error
from ..files.json_lines import shown_value
from ..registry import Response, command

if TYPE_CHECKING:
    from ..session import Session

KGS_RULES = {
    "chinese": "chinese-kgs",
    "aga": "aga",
    "japanese": "japanese",
    "new_zealand": "new-zealand",
}
"""KGS's names -> ours; KGS plays Chinese rules with positional superko."""

_Member = TypeVar("_Member", bound=Enum)

UNSUPPORTED = "unsupported rules"
FIELDS = ("ko", "scoring", "suicide", "tax", "whiteHandicapBonus", "hasButton", "friendlyPassOk")
_TAX = {Scoring.AREA: "NONE", Scoring.TERRITORY: "SEKI"}


def rules_json(rules: Rules) -> str:
    """Format the rules as KataGo's one-line JSON."""
    fields = {
        "hasButton": False,
        "ko": rules.ko.value,
        "scoring": rules.scoring.value,
        "suicide": rules.suicide,
        "tax": _TAX[rules.scoring],
        "whiteHandicapBonus": rules.handicap_bonus.value,
        "friendlyPassOk": True,
    }
    return json.dumps(fields, separators=(",", ":"))


def with_fields(rules: Rules, fields: dict[str, Any]) -> Rules:
    """Return `rules` changed by fields of KataGo's JSON: ko, scoring, suicide, whiteHandicapBonus.

    `hasButton` must be false and `tax` the one that belongs to the scoring (none for area, seki for territory).
    `friendlyPassOk` may have any value: how players agree about dead stones changes no rule of play.
    Raises ValueError for other fields and values.
    """
    for field, value in fields.items():
        if field == "ko":
            rules = replace(rules, ko=_member(Ko, field, value))
        elif field == "scoring":
            rules = replace(rules, scoring=_member(Scoring, field, value))
        elif field == "whiteHandicapBonus":
            rules = replace(rules, handicap_bonus=_member(HandicapBonus, field, value))
        elif field == "suicide":
            if not isinstance(value, bool):
                raise _unexpected(field, "true or false", value)
            rules = replace(rules, suicide=value)
        elif field == "hasButton" and value is not False:
            raise _unexpected(field, "false", value)
        elif field not in FIELDS:
            raise ValueError(f"expected one of {', '.join(FIELDS)}; got {shown(field)}")
    tax = fields.get("tax", _TAX[rules.scoring])
    if str(tax).upper() != _TAX[rules.scoring]:
        raise _unexpected("tax", f"{json.dumps(_TAX[rules.scoring])} with {rules.scoring.value} scoring", tax)
    return rules


def _member(kind: type[_Member], field: str, value: object) -> _Member:
    """Read the value of a field by its name, in any case. Raises ValueError."""
    word = value.upper() if isinstance(value, str) else value
    for member in kind:
        if member.value == word:
            return member
    raise _unexpected(field, " or ".join(json.dumps(member.value) for member in kind), value)


def _unexpected(field: str, allowed: str, value: object) -> ValueError:
    return ValueError(f"{field}: expected {allowed}, got {shown_value(value)}")


@command("kata-get-rules", returns=Response.JSON)
def get_rules(session: Session, arguments: Arguments) -> str:
    """Return the rules in force as one line of KataGo's JSON."""
    return rules_json(session.game.rules)


@command("kata-set-rules", "NAME|JSON ...", fails=[UNSUPPORTED])
def set_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules: a name such as `chinese` or `tromp-taylor`, or KataGo's JSON.

    The position is kept. Fields missing in the JSON are those of the Tromp-Taylor rules, as in KataGo.
    """
    text = arguments.rest(0)
    try:
        session.set_rules(_from_json(text) if text.startswith("{") else Rules.named(text))
    except ValueError as error:
        raise Failure(f"{UNSUPPORTED}: {error}") from None
    return ""


def _from_json(text: str) -> Rules:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise syntax_error(f"rules: expected a name or a JSON object, got {shown(text)}") from None
    return with_fields(Rules.named("tromp-taylor"), fields)


@command("kata-set-rule", "FIELD VALUE", fails=[UNSUPPORTED])
def set_rule(session: Session, arguments: Arguments) -> str:
    """Set one field of the rules, named as in `kata-get-rules`; the other fields and the position are kept."""
    field, word = arguments.text(0), arguments.text(1)
    value: Any = {"true": True, "false": False}.get(word.lower(), word)
    try:
        session.set_rules(with_fields(session.game.rules, {field: value}))
    except ValueError as error:
        raise Failure(f"{UNSUPPORTED}: {error}") from None
    return ""


@command("kgs-rules", "|".join(KGS_RULES), fails=[UNSUPPORTED])
def kgs_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules to those of that name on KGS; the position is kept. KGS's Chinese rules have positional superko."""
    if arguments.text(0) not in KGS_RULES:
        raise Failure(f"{UNSUPPORTED}: expected {' or '.join(KGS_RULES)}, got {shown(arguments.text(0))}")
    session.set_rules(Rules.named(KGS_RULES[arguments.text(0)]))
    return ""
