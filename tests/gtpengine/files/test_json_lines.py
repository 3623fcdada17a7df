"""Files of JSON lines: numbering, limits of length, and errors of one line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from gtpengine.files.json_lines import Fields, read_file, read_lines, shown_value


class BadFileError(ValueError):
    """The exception of the reader of these files."""


def named(number: int, fields: Fields) -> tuple[int, str]:
    if "name" not in fields:
        raise ValueError("name: missing")
    return number, fields["name"]


def read(data: bytes, max_bytes: int = 100) -> list[tuple[int, str]]:
    return list(read_lines(io.BytesIO(data).readline, "FILE", named, BadFileError, max_bytes))


@pytest.mark.parametrize(("data", "found"), [
    (b"", []), (b"\n \t\r\n", []), (b'{"name": "a"}', [(1, "a")]),
    (b'\n{"name": "a"}\r\n\n{"name": "b"}\n', [(2, "a"), (4, "b")]),
    (b'\xef\xbb\xbf{"name": "\xc3\xb6"}\n', [(1, "ö")]),
    ('{"name": "a\u2028b\u0085c"}\n'.encode(), [(1, "a\u2028b\u0085c")]),  # no ends of lines in JSON
])  # fmt: skip
def test_objects_and_line_numbers(data: bytes, found: list[tuple[int, str]]) -> None:
    assert read(data) == found


@pytest.mark.parametrize(("data", "message"), [
    (b"\n{", "FILE: line 2: not JSON: "), (b"[" * 99_999, "FILE: line 1: not JSON: nested too deeply"),
    (b"\x00\xff", "FILE: line 1: not JSON: "), (b"9" * 5000, "FILE: line 1: not JSON: "),
    (b"[7]", "FILE: line 1: expected an object, got [7]"), (b"NaN", "FILE: line 1: expected an object, got nan"),
    (b"[" + b"1," * 50 + b"1]", "FILE: line 1: expected an object, got [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,..."),
    (b'{"name": 1}\n\n{}', "FILE: line 3: name: missing"),
])  # fmt: skip
def test_an_error_names_the_line(data: bytes, message: str) -> None:
    with pytest.raises(BadFileError) as caught:
        read(data, max_bytes=1 << 20)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_overlong_lines_are_not_read_whole() -> None:
    line = b'{"name": "a"}\n'
    assert read(line * 3, max_bytes=len(line)) == [(1, "a"), (2, "a"), (3, "a")]
    file = io.BytesIO(line + b" " * (3 << 20) + line)
    with pytest.raises(BadFileError, match=r"^FILE: line 2: longer than 2 MB$"):
        list(read_lines(file.readline, "FILE", named, BadFileError, 2 << 20))
    assert file.tell() == len(line) + (2 << 20) + 1


def test_lines_are_read_lazily() -> None:
    lines = read_lines(io.BytesIO(b'{"name": "a"}\n{').readline, "FILE", named, BadFileError)
    assert next(lines) == (1, "a")
    with pytest.raises(BadFileError, match="line 2"):
        next(lines)


def test_unreadable_files(tmp_path: Path) -> None:
    for name, message in (
        (tmp_path / "no", f"{tmp_path / 'no'}: cannot read: No such file or directory"),
        (tmp_path, f"{tmp_path}: cannot read: Is a directory"),
        ("a\0b", r"'a\x00b': cannot read: embedded null byte"),
    ):
        with pytest.raises(BadFileError) as caught:
            list(read_file(name, named, BadFileError))
        assert str(caught.value) == message


def test_a_read_error_after_opening() -> None:
    def broken(most: int) -> bytes:
        raise OSError(5, "Input/output error")

    with pytest.raises(BadFileError, match=r"^FILE: cannot read: Input/output error$"):
        list(read_lines(broken, "FILE", named, BadFileError))


@pytest.mark.parametrize(("value", "text"), [
    (None, "null"), (float("nan"), "nan"), (float("-inf"), "-inf"), ("a\n\x1b", '"a\\n\\u001b"'),
    ({"a": []}, '{"a": []}'), ("x" * 40, '"' + "x" * 40 + '"'), ("x" * 41, '"' + "x" * 38 + "..."),
])  # fmt: skip
def test_shown_values_are_cut(value: object, text: str) -> None:
    assert shown_value(value) == text
