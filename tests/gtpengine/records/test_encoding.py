"""The encoding of a record: declared, marked, or found by evidence; bytes survive decoding and encoding."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.records.encoding import byte_order_mark, decode_record, encode_text

TEXTS = [
    ("cp932", "本因坊秀策対井上幻庵因碩"), ("cp932", "ゾ"), ("cp932", "十段戦ソ能表"),
    ("gb18030", "柯洁 古力 中国围棋"), ("gb18030", "三星杯世界围棋大师赛决赛第三局"),
    ("cp950", "功許育瑋 周俊勳"), ("cp950", "功"), ("cp949", "이창호 조훈현"), ("cp949", "삼성화재배 결승"),
    ("euc_jp", "ゾ日本"), ("euc_jp", "名人戦リーグのゲーム"), ("cp1252", "Jérôme Fränkel"),
    ("cp1252", "É"), ("utf-8", "本因坊"), ("utf-8", "Šachová"), ("iso2022_jp", "本因坊"),
]  # fmt: skip


@pytest.mark.parametrize(("encoding", "text"), TEXTS)
@pytest.mark.parametrize("declaration", ["", "CA[nonsense]", "CA[UTF-8]"])
def test_undeclared_text_is_recognised(encoding: str, text: str, declaration: str) -> None:
    data = f"(;GM[1]{declaration}PB[{text}];B[aa])".encode(encoding)
    found = decode_record(data)
    assert (found.encoding, text in found.text) == (encoding, True)
    assert bool(found.notice) == (declaration == "CA[UTF-8]" and encoding != "utf-8")


@pytest.mark.parametrize(("encoding", "text"), TEXTS)
def test_declared_text(encoding: str, text: str) -> None:
    data = f"(;GM[1]CA[{encoding}]PB[{text}];B[aa])".encode(encoding)
    assert decode_record(data) == (data.decode(encoding), encoding, "")


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [("Shift-JIS", "cp932"), ("SJIS", "cp932"), ("x-sjis", "cp932"), ("GB2312", "gb18030"), ("GBK", "gb18030"),
     ("gb", "gb18030"), ("Big5", "cp950"), ("BIG5-HKSCS", "big5hkscs"), ("EUC-KR", "cp949"), ("EUC-JP", "euc_jp"),
     ("ks_c_5601-1987", "cp949"), ("UTF8", "utf-8"), ("utf-8", "utf-8"), ("ISO-8859-1", "cp1252"),
     ("windows-1251", "cp1251")],
)  # fmt: skip
def test_names_of_encodings(declared: str, encoding: str) -> None:
    text = {"cp1252": "é", "cp1251": "Шика"}.get(encoding, "本日")
    assert decode_record(f"(;CA[{declared}]PB[{text}])".encode(encoding)).encoding == encoding


@pytest.mark.parametrize("name", ["rot13", "zlib", "punycode", "unicode_escape", "idna", "utf-7", "\0", "x" * 50])
def test_codecs_that_are_no_encodings_of_text_are_not_used(name: str) -> None:
    assert decode_record(f"(;CA[{name}]PB[abc])".encode()).encoding == "utf-8"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-8"])
def test_byte_order_marks(encoding: str) -> None:
    mark = {**{name: byte_order_mark(name) for name in (encoding,)}, "utf-8": codecs.BOM_UTF8}[encoding]
    data = mark + "(;CA[GBK]PB[目算])".encode(encoding)
    assert decode_record(data) == ("(;CA[GBK]PB[目算])", encoding, "")
    if encoding.startswith("utf-16"):
        assert decode_record(data[2:]).encoding == encoding


@pytest.mark.parametrize(("encoding", "text"), TEXTS)
def test_a_file_that_is_cut_off_keeps_its_encoding(encoding: str, text: str) -> None:
    data = f"(;GM[1]CA[{encoding}]PB[{text}]PW[{text}".encode(encoding)
    if encoding != "iso2022_jp":
        assert decode_record(data[:-1]).encoding == encoding


@given(st.binary(max_size=40))
def test_any_bytes_are_text_and_most_come_back(data: bytes) -> None:
    text, encoding, notice = decode_record(data)
    assert "\n" not in notice
    if not encoding.startswith("utf-") and encoding not in ("iso2022_jp", "hz"):
        assert encode_text(text, encoding) == data or decode_record(encode_text(text, encoding), encoding).text == text


def test_characters_that_an_encoding_lacks() -> None:
    assert encode_text("a目b", "cp1252") == b"a?b"
    assert encode_text("目\ud800é", "cp1252") == b"??\xe9"
