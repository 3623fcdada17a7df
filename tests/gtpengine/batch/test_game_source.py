"""The games of files and folders: where they are split, and their names."""

from __future__ import annotations

import ntpath
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.batch.game_source import BatchError, CollectionRecord, FileEnd, GameSource, split_games
from tests.gtpengine.batch.small_collections import collection


@pytest.mark.parametrize(
    ("data", "games"),
    [
        (b"(;SZ[9];B[aa])", [b"(;SZ[9];B[aa])"]),
        (b"\xef\xbb\xbfjunk ( [ (;A[x]) tail", [b"\xef\xbb\xbfjunk ( [ (;A[x]) tail"]),
        (b"(;A[1])\n(;A[2])(\n;A[3])", [b"(;A[1])", b"\n(;A[2])", b"(\n;A[3])"]),
        (b"(;A[1](;B[2])(;B[3]))(;C[4])", [b"(;A[1](;B[2])(;B[3]))", b"(;C[4])"]),
        (b"(;C[a ) (;b \\] ) \\\\])(;C[(;])", [b"(;C[a ) (;b \\] ) \\\\])", b"(;C[(;])"]),
        (b"(;A[1])(;A[2]", [b"(;A[1])", b"(;A[2]"]),
        (b"(;A[1", [b"(;A[1"]),
        (b"", [b""]),
        (b"no game", [b"no game"]),
    ],
)
def test_split_games(data: bytes, games: list[bytes]) -> None:
    assert list(split_games(data)) == games


@given(st.text(alphabet="(;)[]\\a ").map(str.encode))
def test_split_games_joined_are_the_file(data: bytes) -> None:
    games = list(split_games(data))
    assert b"".join(games) == data
    assert all(games) or not data


@given(st.lists(st.text(alphabet="(;)[]\\a \n"), min_size=1, max_size=4))
def test_comments_do_not_disturb_the_split(comments: list[str]) -> None:
    escaped = [comment.replace("\\", "\\\\").replace("]", "\\]") for comment in comments]
    games = [f"(;C[{comment}];B[aa](;W[bb])(;W[cc]))".encode() for comment in escaped]
    assert list(split_games(b"".join(games))) == games


def test_names_are_relative_to_the_common_folder(tmp_path: Path) -> None:
    folder = collection(tmp_path / "games", 4)
    whole = {item.file: item.games for item in GameSource([str(folder)]) if isinstance(item, FileEnd)}
    assert whole == dict.fromkeys(("game0.sgf", "more/game1.sgf", "game2.sgf", "more/game3.sgf", "bad.SGF"), 1)
    source = GameSource([str(folder / "more"), str(folder / "game0.sgf")])
    some = [item for item in source if isinstance(item, CollectionRecord)]
    assert {item.file for item in some} == {"game0.sgf", "more/game1.sgf", "more/game3.sgf"}
    only = [item for item in GameSource([str(folder / "notes.txt")]) if isinstance(item, CollectionRecord)]
    assert [(item.file, item.game, item.data) for item in only] == [("notes.txt", 1, b"no game")]


def test_paths_on_two_drives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = iter(["C:\\games", "D:\\games"])
    monkeypatch.setattr(os.path, "abspath", lambda path: next(folders))
    monkeypatch.setattr(os.path, "exists", lambda path: True)
    monkeypatch.setattr(os.path, "isdir", lambda path: True)
    monkeypatch.setattr(os.path, "commonpath", ntpath.commonpath)
    with pytest.raises(BatchError, match="are on several drives: expected those of one drive"):
        GameSource(["one", "two"])
