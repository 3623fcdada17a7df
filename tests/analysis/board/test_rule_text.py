"""Rule sets as they are written in records, by front ends and by engines."""

from __future__ import annotations

import json
import random

import pytest

from analysis.board import RULE_NAMES, HandicapBonus, Ko, Rules, Scoring, Tax, UnsupportedRules, parse_rules, rules_text
from analysis.board.rule_text import _NAMES_IN_USE, RULE_SETS, _letters, rule_fields
from analysis.board.rules import fields_of, with_fields

IN_USE = {
    "japanese": [
        "Japanese", "Japanese Rules", "japanese rule", "JAPANESE", "Japan", "JP", "jp", "JPN", "Nihon Kiin",
        "Nihon Ki-in rules", "Japanese (Nihon Kiin)", "Japanese 1989", "日本规则", "日本規則", "日本ルール",
        "日本 ルール", "日本棋院規約", "日本囲碁規約", "日本", "日式", "日本式规则", "日本围棋规则", "数目法", "일본",
        "일본룰", "일본 규칙", "일본식", "ＪＡＰＡＮＥＳＥ", "Ｊａｐａｎｅｓｅ\u3000Ｒｕｌｅｓ", "  Japanese\t",
        "Japanese.", "Rules: Japanese", "Japanese rules, komi 6.5", "Japanese, 6.5目", "japanese_rules",
        "Territory scoring", "日韩规则", "Japanese/Korean", "Règles japonaises", "japanische Regeln",
        "\ufeffJapanese",
    ],
    "korean": [
        "Korean", "Korea", "KR", "kor", "ko", "Korean Rules", "Korean (KBA)", "韩国规则", "韓國規則", "韓国ルール",
        "한국", "한국룰", "한국 룰", "한국식 규칙", "한국기원",
    ],
    "chinese": [
        "Chinese", "Chinese Rules", "chinese rules 2002", "China", "CN", "CHN", "中国规则", "中國規則", "中国",
        "中国ルール", "中国围棋规则", "中式规则", "중국", "중국룰", "중국 규칙", "Chinese (area scoring)",
        "Chinese, komi 3 3/4", "ＣＨＩＮＥＳＥ", "Chinese!",
    ],
    "chinese-ogs": [
        "chinese_ogs", "Chinese OGS", "Chinese (OGS)", "ChineseOGS", "chinese-kgs",
    ],
    "aga": [
        "AGA", "AGA rules", "American Go Association", "AGA 1991", "American", "美国规则", "アメリカルール", "미국룰",
        "BGA", "French", "Règles françaises",
    ],
    "new-zealand": [
        "NZ", "New Zealand", "new_zealand", "New-Zealand rules", "New-Zeland rules", "新西兰规则",
        "ニュージーランドルール", "뉴질랜드",
    ],
    "tromp-taylor": [
        "Tromp/Taylor", "Tromp-Taylor rules", "TrompTaylor", "TT", "TT--", "Logical Rules",
    ],
    "goe": [
        "GOE", "Ing", "Ing SST", "Ing's", "Ing rules 1996", "Ing Goe", "Simplified Ing", "应氏规则", "應氏規則",
        "应昌期规则", "応氏ルール", "应氏计点制规则", "잉창치룰",
    ],
    "stone-scoring": [
        "stone_scoring", "Stone Scoring", "stone scoring rules", "Ancient", "Ancient Chinese", "Old Chinese",
        "ancient-area", "Ancient Chinese Rules", "中国古代规则", "古代中國", "中国古棋规则", "中国古棋 (还棋头)",
        "古代", "중국 고대 규칙",
    ],
    "japanese ": [
        "日本規則 (6目半)", "日本规则 贴6目半", "Japanese, (komi 6.5)", "Japanese scoring", "JPN0", "Японские правила",
        "한국룰 덤 6집반", "Korean Rule(덤 6.5)",
    ],
    " chinese": [
        "中国规则 黑贴3又3/4子", "中国规则，贴7.5目", "Chinese;komi=7.5", "Chinese Counting", "Rule: Chinese",
    ],
    "ancient-territory": [
        "ancient territory",
    ],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in IN_USE.items() for text in texts])
def test_names_in_use(name: str, text: str) -> None:
    assert parse_rules(text) == Rules.named(text) == parse_rules(name)


def test_a_name_belongs_to_one_rule_set() -> None:
    keys = [_letters(key) for name, keys in _NAMES_IN_USE.items() for key in {*keys.split(), name}]
    assert not {key for key in keys if keys.count(key) > 1}
    assert set(_NAMES_IN_USE) == set(RULE_SETS)


@pytest.mark.parametrize("name", RULE_NAMES)
def test_katagos_fields(name: str) -> None:
    """A name, its fields as KataGo's JSON and our text for the rules mean the same."""
    rules = parse_rules(name)
    assert with_fields(Rules(), fields_of(rules)) == rules
    assert parse_rules(json.dumps(fields_of(rules))) == parse_rules(rules_text(rules)) == rules
    assert fields_of(rules) == {**RULE_SETS[name], "friendlyPassOk": True}


COMPACT = [
    ("koSIMPLEscoreTERRITORYtaxSEKIsui0", Rules.named("japanese")),
    ("koPOSITIONALscoreAREAtaxNONEsui1", Rules.named("tromp-taylor")),
    ("koPOSITIONALscoreAREAtaxNONEsui0", Rules(ko=Ko.POSITIONAL)),
    ("koSIMPLEscoreAREAtaxNONEsui0whbN", Rules.named("chinese")),
    ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1", Rules.named("aga")),
    ("koSITUATIONALscoreAREAtaxNONEsui0button0whbN-1fpok1", Rules.named("aga")),
    ("koSIMPLEscoreAREAtaxALLsui0whb0", Rules.named("stone-scoring")),
    ("koSIMPLEscoreTERRITORYsui0komi6.5", Rules.named("japanese")),
    ("koSIMPLEscoreTERRITORYtaxNONEsui0", Rules(Scoring.TERRITORY, tax=Tax.NONE)),
    ("koSIMPLEscoreAREAsui0", Rules()),
    ("scoringTERRITORY koSIMPLE sui0", Rules.named("japanese")),
    ("taxSEKIscoreAREAkoSIMPLEsui0", Rules(tax=Tax.SEKI)),
    ("kosimplescoreareataxallsui0", Rules.named("stone-scoring")),
    ("koPOSITIONAL", Rules.named("tromp-taylor")),
]


@pytest.mark.parametrize(("text", "rules"), COMPACT)
def test_compact_strings(text: str, rules: Rules) -> None:
    assert parse_rules(text) == parse_rules(f"\n {text} ") == rules


def test_every_rule_set_is_read_back_from_its_text() -> None:
    for scoring in Scoring:
        for ko in Ko:
            for tax in Tax:
                for suicide in (False, True):
                    for bonus in HandicapBonus:
                        rules = Rules(scoring, ko, suicide, bonus, tax)
                        assert parse_rules(rules_text(rules)) == rules
                        assert parse_rules(json.dumps(fields_of(rules))) == rules


OBJECTS = [
    ('{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"hasButton":false,"whiteHandicapBonus":"0",'
     '"friendlyPassOk":false,"komi":6.5}', Rules.named("japanese")),  # with the komi, as KaTrain's RU
    ('{"scoring": "TERRITORY", "ko": "SIMPLE", "suicide": false}', Rules.named("japanese")),
    ('{"tax":"NONE","scoring":"TERRITORY","ko":"SIMPLE","suicide":false}', Rules(Scoring.TERRITORY, tax=Tax.NONE)),
    ('{"score":"AREA","tax":"ALL","ko":"SIMPLE","suicide":false}', Rules.named("stone-scoring")),
    ("{'ko': 'SIMPLE', 'scoring': 'AREA', 'suicide': False, 'whiteHandicapBonus': 'N'}", Rules.named("chinese")),
    ("{}", Rules.named("tromp-taylor")),
]


@pytest.mark.parametrize(("text", "rules"), OBJECTS)
def test_objects(text: str, rules: Rules) -> None:
    assert parse_rules(text) == parse_rules(f" {text}\r\n") == rules


@pytest.mark.parametrize("text", [
    "", " ", "rules", "規則", "nonsense", "my own rules", "?", "tromp", "area", "simple", "Not Japanese",
    "ing or japanese", "Japanese and Chinese", "中国规则/日本规则", "7.5", "x" * 5000, "{", "{" + "[" * 5000,
    "{" * 3000, '{"ko"', "[]", "{1, 2}",
    "koSIMPLEscore", "koSIMPLEfoo", "koSIMPLEsui2", "{'\\d': '\\d'", "{1 is 1}",
    '{"ko":' + "1" * 5000 + "}", "\x00", "\ud800",
])  # fmt: skip
def test_other_text_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="expected") as error:
        parse_rules(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 350
    assert not isinstance(error.value, UnsupportedRules)


@pytest.mark.parametrize(("text", "reason", "nearest"), [
    ("aga-button", "'aga-button' is not supported (button)", Rules.named("aga")),
    ('{"hasButton":true,"scoring":"TERRITORY","ko":"SIMPLE","suicide":false}', "hasButton: expected false, got true",
     Rules.named("japanese")),
    ("koSPIGHTscoreAREAtaxALLsui0", 'ko: expected "SIMPLE" or "POSITIONAL" or "SITUATIONAL", got "SPIGHT"',
     Rules.named("stone-scoring")),
    ('{"tax":"SOME","suicide":"yes"}', 'suicide: expected true or false, got "yes"', Rules()),
    ('{"colour":"red","ko":"SIMPLE"}', "'colour'", Rules()),
])  # fmt: skip
def test_unsupported_rule_sets_say_what_comes_nearest(text: str, reason: str, nearest: Rules) -> None:
    with pytest.raises(UnsupportedRules) as error:
        parse_rules(text)
    assert reason in str(error.value)
    assert error.value.nearest == nearest


def test_random_text_is_read_or_refused() -> None:
    source = random.Random(42)
    others = ["rules", "{", "}", '"', ":", "ko", "SIMPLE", "score", "sui1", "规则", "(", "/", "6.5"]
    pieces = [*_NAMES_IN_USE["japanese"].split(), *others]
    for _ in range(3000):
        text = "".join(source.choice(pieces) for _ in range(source.randint(0, 8)))
        try:
            assert isinstance(rule_fields(text), dict)
            parse_rules(text)
        except ValueError as error:
            assert "\n" not in str(error)
