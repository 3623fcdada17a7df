"""The text of a record: which encoding its bytes are in.

Double-byte encodings of Chinese, Japanese and Korean have characters whose second byte is `]` or `\\`: a record is
decoded before its syntax is read, never after. The encoding is, in this order: what a byte order mark says; what the
record declares in CA, unless its bytes are clearly something else; UTF-8 if they decode; else the most likely encoding
of the text under a simple model of each: how often a character is one of the common ones, and how many these are.
Bytes that are no character of the encoding become surrogates (PEP 383) and are written back unchanged.
"""

from __future__ import annotations

import codecs
import math
import re
from collections import Counter
from typing import NamedTuple

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip

_SUPERSETS = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "big5": "cp950", "cp950": "cp950",
    "big5hkscs": "big5hkscs", "shift_jis": "cp932", "cp932": "cp932", "euc_jp": "euc_jp", "iso2022_jp": "iso2022_jp",
    "euc_kr": "cp949", "cp949": "cp949", "johab": "johab", "hz": "hz", "ascii": "utf-8", "utf-8": "utf-8",
    "iso8859-1": "cp1252", "cp1252": "cp1252", "iso8859-2": "iso8859-2", "iso8859-5": "iso8859-5",
    "iso8859-15": "iso8859-15", "cp1250": "cp1250", "cp1251": "cp1251", "koi8-r": "koi8-r", "tis-620": "tis-620",
}  # fmt: skip
"""Encodings that a record may declare, by Python's names, and the larger one by which programs really write them.
A declaration that can be read as ASCII is never in UTF-16."""

_NAMES = {
    "utf8": "utf-8", "unicode": "utf-8", "gb": "gb18030", "windows936": "gb18030", "ms936": "gb18030",
    "sjis": "cp932", "xsjis": "cp932", "xms cp932": "cp932", "windows31j": "cp932", "mskanji": "cp932",
    "xeucjp": "euc_jp", "xbig5": "cp950", "windows950": "cp950", "windows949": "cp949", "xwindows949": "cp949",
    "ksc56011987": "cp949", "ksc5601": "cp949", "euckr": "cp949", "jis": "iso2022_jp",
}  # fmt: skip
"""Names that programs declare and Python's codecs do not know, without punctuation."""

_DECLARED = re.compile(rb"\bCA\s*\[([^\]\\]{1,40})\]|^Lang=([A-Za-z0-9_-]{1,40})", re.MULTILINE)
"""CA of SGF, Lang of UGF."""
_NOT_ASCII = re.compile(rb"[^\x00-\x7f]")
_HEADER = 1 << 16
"""Bytes in which a declaration is expected."""

_SAMPLE = 1 << 18
"""Bytes from the first one beyond ASCII by which encodings are compared."""

_SEVEN_BITS = frozenset(("iso2022_jp", "hz"))
"""Encodings whose bytes are all ASCII."""


class Decoded(NamedTuple):
    """The text of a record, the Python name of its encoding, and one line where that is not the declared one, or ""."""

    text: str
    encoding: str
    notice: str


def decode_record(data: bytes, encoding: str = "") -> Decoded:
    """Decode the bytes of a record: by `encoding`, a name from an earlier call, or by what they are. Never fails."""
    if encoding:
        return Decoded(_decode(data, encoding), encoding, "")
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return Decoded(_decode(data[len(mark) :], name), name, "")
    if b"\0" in data[:2]:
        name = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
        return Decoded(_decode(data, name), name, "")
    declared = _declared(data)
    found = _encoding_of(data, declared)
    notice = ""
    if declared and found != declared:
        notice = f"CA[{_declared_text(data)}]: the text is not in this encoding: read as {found}"
    return Decoded(_decode(data, found), found, notice)


def encode_text(text: str, encoding: str) -> bytes:
    """Encode text in an encoding of `decode_record`; characters that it lacks become "?", if need be with others."""
    try:
        return text.encode(encoding, "surrogateescape")
    except UnicodeEncodeError:
        return text.encode(encoding, "ignore" if encoding in _SEVEN_BITS else "replace")


def byte_order_mark(encoding: str) -> bytes:
    """Return what a file in this encoding begins with: nothing where bytes have no order."""
    marks = {name: mark for mark, name in _BYTE_ORDER_MARKS if name != "utf-8"}
    return marks.get(encoding, b"")


def _decode(data: bytes, encoding: str) -> str:
    if not encoding.startswith("utf-16"):
        try:
            return data.decode(encoding, "surrogateescape")
        except UnicodeDecodeError:  # some stateful codecs
            pass
    return data.decode(encoding, "replace")


def _decodes(data: bytes, encoding: str) -> bool:
    """Return whether all bytes are characters of the encoding, the last one perhaps cut off."""
    try:
        codecs.getincrementaldecoder(encoding)().decode(data)
    except UnicodeDecodeError:
        return False
    return True


def _declared_text(data: bytes) -> str:
    match = _DECLARED.search(data[:_HEADER])
    return "".join((match[1] or match[2]).decode("ascii", "replace").split()) if match else ""


def _declared(data: bytes) -> str:
    """Return the Python name of the declared encoding; "" if there is none, or none that is known."""
    text = _declared_text(data)
    key = re.sub(r"[^a-z0-9]", "", text.lower())
    if key in _NAMES:
        return _NAMES[key]
    try:
        name = codecs.lookup(text).name if text else ""
    except (LookupError, ValueError):
        return ""
    return _SUPERSETS.get(name, "")


# -- evidence --------------------------------------------------------------------------------------------------------

_MODELS = {
    "gb18030": ((0xA1, 0xA9, 0.1, 700), (0xB0, 0xD7, 0.85, 3755), (0xD8, 0xF7, 0.04, 3008)),
    "cp950": ((0xA1, 0xA3, 0.1, 408), (0xA4, 0xC6, 0.85, 5401), (0xC9, 0xF9, 0.04, 7652)),
    "cp932": ((0x81, 0x81, 0.08, 147), (0x82, 0x83, 0.47, 260), (0x88, 0x97, 0.42, 2965), (0x98, 0x9F, 0.02, 1504),
              (0xE0, 0xEA, 0.02, 1886), (0xA1, 0xDF, 0.01, 63)),
    "euc_jp": ((0xA1, 0xA3, 0.09, 282), (0xA4, 0xA5, 0.47, 169), (0xB0, 0xCF, 0.42, 2965), (0xD0, 0xF4, 0.02, 3390)),
    "cp949": ((0xA1, 0xA3, 0.1, 282), (0xB0, 0xC8, 0.88, 2350), (0xCA, 0xFD, 0.01, 4888)),
    "cp1252": ((0xC0, 0xFF, 0.9, 64), (0xA0, 0xBF, 0.08, 32)),
    "utf-8": ((0xC2, 0xDF, 0.5, 512), (0xE2, 0xED, 0.48, 8000)),
}  # fmt: skip
"""For each encoding, classes of its characters beyond ASCII by their first byte: the lowest and the highest one, the
share of a text that the class makes up, and the number of its characters (of the national standards)."""

_OTHER = math.log(0.01 / 20000)
_BROKEN = -25.0
_ASCII = -math.log(60)
_PAIR_OF_LETTERS = math.log(0.1)
"""Of Latin text: a letter beyond ASCII rarely follows another one."""

_DECLARED_BONUS = 30.0
"""How much likelier, as a logarithm, the declared encoding is than others before the text is seen."""


def _encoding_of(data: bytes, declared: str) -> str:
    first = _NOT_ASCII.search(data)
    if first is None:
        if declared in _SEVEN_BITS:
            return declared
        return "iso2022_jp" if b"\x1b$" in data and _decodes(data, "iso2022_jp") else declared or "utf-8"
    fits = bool(declared) and _decodes(data, declared)
    utf8 = _decodes(data, "utf-8")
    if utf8 and not fits:
        return "utf-8"
    candidates = [*_MODELS, *([declared] if declared and declared not in _MODELS else [])]
    if fits and declared != "cp1252":
        candidates = [declared, "utf-8"] if utf8 else [declared]
    sample = data[first.start() : first.start() + _SAMPLE]
    bonus = {declared: _DECLARED_BONUS if fits or declared != "utf-8" else 0.0}
    return max(candidates, key=lambda name: _likelihood(sample, name) + bonus.get(name, 0.0))


def _likelihood(sample: bytes, encoding: str) -> float:
    """Return the logarithm of the likelihood of these bytes as text of an encoding."""
    text = _decode(sample, encoding)
    total = 0.0
    for letter, count in Counter(text).items():
        total += count * (_ASCII if letter < "\x80" else _letter_likelihood(letter, encoding))
    if encoding == "cp1252":
        total += _PAIR_OF_LETTERS * len(re.findall(r"[^\x00-\x7f](?=[^\x00-\x7f])", text))
    return total


def _letter_likelihood(letter: str, encoding: str) -> float:
    if "\udc80" <= letter <= "\udcff" or letter == "\ufffd":
        return _BROKEN
    try:
        lead = letter.encode(encoding)[0]
    except UnicodeEncodeError:  # decoded by a codec that does not encode it
        return _OTHER
    for low, high, share, size in _MODELS.get(encoding, ()):
        if low <= lead <= high:
            return math.log(share / size)
    return _OTHER


__all__ = ["Decoded", "byte_order_mark", "decode_record", "encode_text"]
