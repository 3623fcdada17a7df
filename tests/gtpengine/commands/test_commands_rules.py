"""Rules under KataGo's and KGS's names: what is accepted, what is refused, and KataGo's JSON."""

from __future__ import annotations

import json

import pytest

from analysis.board import RULE_NAMES, Rules, with_fields
from gtpengine.commands.rules import rules_json
from tests.gtpengine.gtp_talk import Talk

FIELDS = ["hasButton", "ko", "scoring", "suicide", "tax", "whiteHandicapBonus", "friendlyPassOk"]


@pytest.fixture
def talk() -> Talk:
    talk = Talk()
    talk.ok("boardsize 9", "play b d4", "play w e5")
    return talk


def test_the_default(talk: Talk) -> None:
    assert talk.ok("kata-get-rules") == (
        '{"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"0",'
        '"friendlyPassOk":true}'
    )


@pytest.mark.parametrize("name", RULE_NAMES)
def test_names_and_json_say_the_same(talk: Talk, name: str) -> None:
    position = talk.session.game.position
    talk.ok(f"kata-set-rules {name}")
    text = talk.ok("kata-get-rules")
    assert list(json.loads(text)) == FIELDS
    assert talk.session.game.rules == Rules.named(name)
    talk.ok("kata-set-rules chinese", f"kata-set-rules {text}")
    assert talk.session.game.rules == Rules.named(name)
    assert talk.session.game.position == position
    assert with_fields(Rules(), json.loads(text)) == Rules.named(name)


@pytest.mark.parametrize(("words", "name"), [
    ("Tromp_Taylor", "tromp-taylor"), ("NEW ZEALAND", "new-zealand"), ("new zealand", "new-zealand"),
    ("newzealand", "new-zealand"), ('{"suicide": true}', "tromp-taylor"), ("Japanese Rules", "japanese"),
    ("日本规则", "japanese"), ("日本 ルール", "japanese"), ("中國規則", "chinese"), ("한국 룰", "korean"),
    ("Stone Scoring", "stone-scoring"),
    ("koPOSITIONALscoreAREAtaxNONEsui0", "koPOSITIONALscoreAREAtaxNONEsui0"),
    ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"), ('{"score":"AREA","tax":"ALL"}', "koPOSITIONALtaxALL"),
])  # fmt: skip
def test_other_spellings(talk: Talk, words: str, name: str) -> None:
    talk.ok(f"kata-set-rules {words}")
    assert talk.session.game.rules == Rules.named(name)


def test_fields_missing_in_json_are_those_of_tromp_taylor(talk: Talk) -> None:
    talk.ok('kata-set-rules {"scoring":"TERRITORY"}')
    rules = json.loads(talk.ok("kata-get-rules"))
    assert (rules["scoring"], rules["ko"], rules["suicide"], rules["tax"]) == ("TERRITORY", "POSITIONAL", True, "SEKI")


UNSUPPORTED = [
    "kata-set-rules aga-button", "kata-set-rules nonsense", "kata-set-rules goo goo",
    'kata-set-rules {"hasButton":true}', 'kata-set-rules {"hasButton":0}', 'kata-set-rules {"ko":"SPIGHT"}',
    'kata-set-rules {"ko":null}', 'kata-set-rules {"ko":[1]}', 'kata-set-rules {"scoring":"STONES"}',
    'kata-set-rules {"suicide":"yes"}', 'kata-set-rules {"suicide":1}', 'kata-set-rules {"tax":"SOME"}',
    "kata-set-rules koSIMPLEkomi6.5", 'kata-set-rules {"komi":6.5}', "kata-set-rules koSPIGHT",
    "kata-set-rules koSIMPLE!", "kata-set-rules japanese or chinese", 'kata-set-rules {"whiteHandicapBonus":"2"}',
    'kata-set-rules {"colour":"red"}', "kata-set-rule ko spight", "kata-set-rule suicide 1", "kata-set-rule tax half",
    "kata-set-rule hasButton true", "kata-set-rule x y", "kgs-rules ing",
    "kgs-rules tromp-taylor",
]  # fmt: skip


@pytest.mark.parametrize("line", UNSUPPORTED)
def test_unsupported_rules_are_refused(talk: Talk, line: str) -> None:
    assert talk.fails(line).startswith("unsupported rules: ")


@pytest.mark.parametrize(("line", "text"), [
    ("kata-set-rule ko FOO", 'ko: expected "SIMPLE" or "POSITIONAL" or "SITUATIONAL", got "FOO"'),
    ("kata-set-rules koSIMPLEsui0komi6.5", "komi: expected none, as the command `komi` sets it"),
    ('kata-set-rules {"scoring":1}', 'scoring: expected "AREA" or "TERRITORY", got 1'),
    ('kata-set-rules {"whiteHandicapBonus":"X"}', 'whiteHandicapBonus: expected "0" or "N" or "N-1", got "X"'),
    ("kata-set-rule suicide maybe", 'suicide: expected true or false, got "maybe"'),
    ("kata-set-rule hasButton true", "hasButton: expected false, got true"),
    ("kata-set-rule tax half", 'tax: expected "NONE" or "SEKI" or "ALL", got "half"'),
    ("kata-set-rule foo bar",
     "expected one of ko, scoring, suicide, tax, whiteHandicapBonus, hasButton, friendlyPassOk; got 'foo'"),
])  # fmt: skip
def test_refusals_say_what_was_received_and_what_is_allowed(line: str, text: str, talk: Talk) -> None:
    assert talk.fails(line) == f"unsupported rules: {text}"


SYNTAX_ERRORS = [
    "kata-set-rules", 'kata-set-rules {"ko"', "kata-set-rules {" + "[" * 5000, 'kata-set-rules {"ko":' + "[" * 99999,
    "kata-set-rule ko", "kata-set-rule a b c", "kgs-rules", "kgs-rules japanese now",
]


@pytest.mark.parametrize("line", SYNTAX_ERRORS, ids=lambda line: line[:24])
def test_syntax_errors(talk: Talk, line: str) -> None:
    text = talk.fails(line)
    assert text.startswith("syntax error: ")
    assert len(text) < 150


def test_one_field_at_a_time(talk: Talk) -> None:
    talk.ok("kata-set-rule ko positional", "kata-set-rule suicide true", "kata-set-rule whiteHandicapBonus N-1")
    talk.ok("kata-set-rule friendlyPassOk false", "kata-set-rule hasButton false", "kata-set-rule tax NONE")
    rules = json.loads(talk.ok("kata-get-rules"))
    assert (rules["ko"], rules["suicide"], rules["whiteHandicapBonus"]) == ("POSITIONAL", True, "N-1")
    talk.ok("kata-set-rule scoring TERRITORY")
    assert '"tax":"SEKI"' in talk.ok("kata-get-rules")
    talk.ok("kata-set-rule tax all", "kata-set-rule scoring AREA")
    assert '"tax":"ALL"' in talk.ok("kata-get-rules")


@pytest.mark.parametrize(
    ("name", "ko", "scoring"),
    [
        ("chinese", "POSITIONAL", "AREA"),
        ("japanese", "SIMPLE", "TERRITORY"),
        ("aga", "SITUATIONAL", "AREA"),
        ("new_zealand", "SITUATIONAL", "AREA"),
        ("New-Zealand", "SITUATIONAL", "AREA"),
        ("Chinese", "POSITIONAL", "AREA"),
    ],
)
def test_kgs_rules(talk: Talk, name: str, ko: str, scoring: str) -> None:
    talk.ok(f"kgs-rules {name}")
    rules = json.loads(rules_json(talk.session.game.rules))
    assert (rules["ko"], rules["scoring"]) == (ko, scoring)
    assert len(talk.session.game.moves) == 2


def test_game_over(talk: Talk) -> None:
    before = talk.state()
    assert talk.ok("kgs-game_over") == ""
    assert talk.state() == before


def test_a_board_is_not_solved_under_rules_with_a_tax(talk: Talk) -> None:
    """The solver counts stones and the points they surround, nothing else."""
    talk.ok("boardsize 2", "kata-set-rules stone-scoring")
    assert talk.fails("mokusan-solve").endswith("exact values need rules without a tax, the rules in force have ALL")
