"""Rule sets as records, front ends and engines write them: text to fields.

The fields are those of KataGo's JSON: `ko`, `scoring`, `tax`, `suicide`, `whiteHandicapBonus`, `hasButton`,
`friendlyPassOk`. Three kinds of text are read: a name in use (English, Chinese, Japanese, Korean, and a few others),
KataGo's compact string (`koSIMPLEscoreTERRITORYtaxSEKIsui0`), and a JSON object, as KaTrain writes it into records.
The meaning of the fields is the business of `rules`.

Sources: KataGo's `Rules::parseRules`; SGF FF[4], property RU; what KGS, OGS, Pandanet, Tygem, Fox, CGOS, CGoban,
MultiGo, KaTrain and LizGoban write.
"""

from __future__ import annotations

import ast
import json
import re
import unicodedata
import warnings
from typing import Any

Fields = dict[str, Any]

LONGEST_NAME, LONGEST_OBJECT = 200, 4000
"""Characters of a text that is read at all."""

RULE_SETS: dict[str, Fields] = {
    name: {
        "ko": ko, "scoring": scoring, "tax": tax, "suicide": suicide, "whiteHandicapBonus": bonus, "hasButton": button,
    }
    for name, ko, scoring, tax, suicide, bonus, button in (
        ("tromp-taylor", "POSITIONAL", "AREA", "NONE", True, "0", False),
        ("chinese", "SIMPLE", "AREA", "NONE", False, "N", False),
        ("chinese-ogs", "POSITIONAL", "AREA", "NONE", False, "N", False),
        ("chinese-kgs", "POSITIONAL", "AREA", "NONE", False, "N", False),
        ("japanese", "SIMPLE", "TERRITORY", "SEKI", False, "0", False),
        ("korean", "SIMPLE", "TERRITORY", "SEKI", False, "0", False),
        ("aga", "SITUATIONAL", "AREA", "NONE", False, "N-1", False),
        ("bga", "SITUATIONAL", "AREA", "NONE", False, "N-1", False),
        ("french", "SITUATIONAL", "AREA", "NONE", False, "N-1", False),
        ("new-zealand", "SITUATIONAL", "AREA", "NONE", True, "0", False),
        ("goe", "POSITIONAL", "AREA", "NONE", True, "0", False),
        ("stone-scoring", "SIMPLE", "AREA", "ALL", False, "0", False),
        ("ancient-territory", "SIMPLE", "TERRITORY", "ALL", False, "0", False),
        ("aga-button", "SITUATIONAL", "AREA", "NONE", False, "N-1", True),
        ("area scoring", "SIMPLE", "AREA", "NONE", False, "0", False),
    )
}
"""The rule sets by KataGo's names, with the fields that KataGo's documentation gives them."""

_NAMES_IN_USE = {
    "tromp-taylor": "tt logical cgos トロンプテイラー トロンプテーラー 特朗普泰勒 川普泰勒 트롬프테일러",
    "chinese": "chinesescoring chinesecounting cn chn ch china prc chinese chineseareascoring "
               "chineseweiqiassociation chinois chinoise chinoises chinesisch chinesische chino china chinas cinese "
               "cinesi 中 中国 中國 中华 中華 大陆 大陸 중국 중국기원",
    "chinese-ogs": "ogschinese chinesesuperko chinesepositionalsuperko chinesepsk",
    "chinese-kgs": "kgschinese",
    "japanese": "japanesescoring japanesecounting jp jpn ja jap japan nihon nippon nihonkiin japonais japonaise "
                "japonaises japanisch japanische japones japonesa japonesas giapponese giapponesi японские японский "
                "territoryscoring territorycounting 日 日本 日本棋院 関西棋院 关西棋院 關西棋院 にほん にっぽん "
                "ニホン ニッポン 日韩 日韓 韩日 韓日 数目 數目 比目 일본 일본기원 한일",
    "korean": "kr kor ko korea southkorea hanguk kba koreanbaduk koreabadukassociation coreen coreenne coreennes "
              "koreanisch koreanische coreano coreana coreanas корейские 韩 韓 韩国 韓国 韓國 韩国棋院 韓國棋院 "
              "南韩 南韓 한국 한국기원 대한 대한바둑협회",
    "aga": "america american usa us usgo americangoassociation agaarea agaterritory 美国 美國 米国 アメリカ 미국",
    "bga": "british uk britishgoassociation 英国 英國 イギリス 영국",
    "french": "france ffg francais francaise francaises frenchgofederation 法国 法國 フランス 프랑스",
    "new-zealand": "nz nzl nzgs newzeland newzealandgosociety 新西兰 新西蘭 纽西兰 紐西蘭 ニュージーランド 뉴질랜드",
    "goe": "ing inggoe ings ingsst sst ingchangki ingarea 应氏 應氏 応氏 应昌期 應昌期 応昌期 应氏计点 應氏計點 "
           "计点 計點 計点 잉 잉씨 응씨 응창기 잉창치",
    "stone-scoring": "stonecounting stones ancient ancientarea ancientchinese chineseancient oldchinese chineseold "
                     "ancientstone classicalchinese historicalchinese traditionalchinese grouptax 古代 古代中国 "
                     "古代中國 中国古代 中國古代 古中国 古中國 中国古 中國古 中古 古 古棋 中国古棋 中國古棋 还棋头 "
                     "還棋頭 切り賃 切賃 고대 고대중국 중국고대",
    "ancient-territory": "",
    "aga-button": "button buttongo",
    "area scoring": "areacounting 数子 數子",
}
"""Names beside the keys: lower case, without accents, blanks and punctuation."""

_FILLERS = re.compile(
    r"(?<![a-z])(?:the|of|go|rules?|ruleset|set|style|system|official|standard|modern|simplified|regles?|regeln"
    r"|reglas|regole|komi|points?|moku|version|ed|edition|правила)(?![a-z])"
    r"|规则集|规则|規則|规定|規定|规程|規程|規約|规约|棋[规規](?![则則])|ルールセット|ルール|るーる|룰|규칙|규정|바둑"
    r"|围棋|圍棋|囲碁|囲棋"
    r"|竞赛|競賽|比赛|比賽|标准|標準|方式|黑?[贴貼]目?|コミ|덤|[法式制规規の식又]"
)
"""Words of a name that say nothing about which rule set it is."""
_NUMBERS = re.compile(r"-?\d+(?:[.,/]\d+)*[目点點子집年년집]?[半반]?")
_PARTS = re.compile(r"[(),;/+&|。、]|\bor\b|\band\b")

_FIELD_OF = {
    "ko": "ko", "score": "scoring", "scoring": "scoring", "tax": "tax", "sui": "suicide", "button": "hasButton",
    "whb": "whiteHandicapBonus", "fpok": "friendlyPassOk", "komi": "komi",
}
_COMPACT = re.compile(
    r"(?:(ko)(SIMPLE|POSITIONAL|SITUATIONAL|SPIGHT)|(score|scoring)(AREA|TERRITORY)|(tax)(NONE|SEKI|ALL)"
    r"|(sui|button|fpok)([01])|(whb)(0|N-1|N)|(komi)(-?\d+(?:\.\d+)?))\s*",
    re.IGNORECASE,
)
"""A field of KataGo's compact string: its name and its value."""


class UnknownName(ValueError):
    """A name that is no rule set's; the text says why, as a predicate."""


def rule_fields(text: str) -> Fields:
    """Return the fields of the rule set written as `text`; in a string or an object only those that it contains.

    Case, full-width letters, blanks, punctuation, words such as "rules" and years do not matter in a name.
    A `komi` in a string or an object is returned among the fields. Values are not checked.
    Raises ValueError for other text: UnknownName unless it is a string or an object.
    """
    text = text.strip().strip("\ufeff\x00").strip()
    if text.startswith("{"):
        return read_object(text)
    if len(text) > LONGEST_NAME:
        raise UnknownName("unknown")
    plain = unicodedata.normalize("NFKC", text)
    if _COMPACT.match(plain):
        return _compact(plain)
    return dict(RULE_SETS[_set_name(plain)])


def read_object(text: str) -> Fields:
    """Read a JSON object; single quotes, as Python writes a dictionary, are accepted."""
    if len(text) > LONGEST_OBJECT:
        raise ValueError(f"expected a JSON object of at most {LONGEST_OBJECT} characters, got {len(text)}")
    for read in (json.loads, _python_literal):
        try:
            value = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        if isinstance(value, dict):
            return value
    raise ValueError(f"expected a name or a JSON object, got {text[:40]!r}")


def _python_literal(text: str) -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about unknown escapes
        return ast.literal_eval(text)


def _compact(text: str) -> Fields:
    """Read KataGo's compact string. Raises ValueError."""
    fields: Fields = {}
    at = 0
    while at < len(text):
        part = _COMPACT.match(text, at)
        if not part:
            raise ValueError(f"expected a string of KataGo's rules, got {text[at:at + 40]!r} in it")
        name, value = (group for group in part.groups() if group)
        field = _FIELD_OF[name.lower()]
        fields[field] = value == "1" if value in "01" and field != "whiteHandicapBonus" else value.upper()
        at = part.end()
    return fields


def _set_name(text: str) -> str:
    """Return the key in RULE_SETS of a name in use. Raises UnknownName, also for two different names."""
    text = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not "\u0300" <= c <= "\u036f")
    text = unicodedata.normalize("NFKC", text)
    found = _lookup(text)
    if found:
        return found
    names = [_lookup(part) for part in _PARTS.split(text) if _core(part)]
    if not names or None in names:
        raise UnknownName("unknown")
    first = str(names[0])
    for name in names[1:]:
        if RULE_SETS[str(name)]["scoring"] != RULE_SETS[first]["scoring"]:
            raise UnknownName(f"{first} and {name} at once")
    return first


def _lookup(text: str) -> str | None:
    """Return the rule set that a name stands for, with or without its filling words; None if it is unknown."""
    return _SET_OF.get(_letters(text)) or _SET_OF.get(_core(text))


def _core(text: str) -> str:
    """Return the letters of a name without filling words and numbers."""
    return _letters(_FILLERS.sub("", _NUMBERS.sub(" ", text)))


def _letters(text: str) -> str:
    """Return the letters of a text; blanks, digits and punctuation are left out."""
    return "".join(c for c in text if c.isalpha())


_SET_OF = {
    _letters(key): name for name, keys in _NAMES_IN_USE.items() for key in (*keys.split(), name)
}

__all__ = ["RULE_SETS", "Fields", "UnknownName", "read_object", "rule_fields"]
