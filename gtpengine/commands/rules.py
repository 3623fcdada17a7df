"""Commands about the rules, under KataGo's and KGS's names. An unsupported rule set is refused, never replaced."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from analysis.board import Rules, fields_of, parse_rules, read_object, rule_fields, with_fields

from ..arguments import Arguments
from ..errors import Failure, shown, syntax_error
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

UNSUPPORTED = "unsupported rules"


def rules_json(rules: Rules) -> str:
    """Format the rules as KataGo's one-line JSON."""
    return json.dumps(fields_of(rules), separators=(",", ":"))


@command("kata-get-rules", returns=Response.JSON)
def get_rules(session: Session, arguments: Arguments) -> str:
    """Return the rules in force as one line of KataGo's JSON."""
    return rules_json(session.game.rules)


@command("kata-set-rules", "NAME|JSON ...", fails=[UNSUPPORTED])
def set_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules: a name such as `chinese`, `Japanese rules` or `日本规则`, KataGo's compact string, or its JSON.

    The position and the komi are kept. Fields missing in the string or the JSON are those of the Tromp-Taylor rules,
    as in KataGo; a komi in it is refused, as in KataGo.
    """
    text = arguments.rest(0)
    if text.startswith("{"):
        try:
            read_object(text)
        except ValueError as error:
            raise syntax_error(f"rules: {error}") from None
    try:
        rules = parse_rules(text)
        if "komi" in rule_fields(text):
            raise ValueError("komi: expected none, as the command `komi` sets it")
        session.set_rules(rules)
    except ValueError as error:
        raise Failure(f"{UNSUPPORTED}: {str(error).removeprefix('rules: ')}") from None
    return ""


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
    """Set the rules to those of that name on KGS, in any case; the position is kept.

    KGS's Chinese rules have positional superko.
    """
    name = arguments.text(0).lower().replace("-", "_")
    if name not in KGS_RULES:
        raise Failure(f"{UNSUPPORTED}: expected {' or '.join(KGS_RULES)}, got {shown(arguments.text(0))}")
    session.set_rules(parse_rules(KGS_RULES[name]))
    return ""
