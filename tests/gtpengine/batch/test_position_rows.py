"""Collections of games into tables: the games of files, and what is in the rows."""

from __future__ import annotations

import importlib.util
import json
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE
from gtpengine import cli
from gtpengine.batch.game_source import FileEnd, GameSource, Record, split_games
from gtpengine.batch.position_rows import COLUMNS, LAYERS, Plan, game_rows, sampled_moves, schema, table_of
from gtpengine.engine.position_analysis import evaluate_game
from gtpengine.settings import Settings
from gtpengine.sgf import load_game

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data"
ENDGAME = DATA / "endgame9.sgf"
LIGHT = ("--set", "status.chain_nodes=1", "--set", "status.group_nodes=1")

needs_arrow = pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="needs pyarrow")


def plan(layers: str = "control", every: int = 10, form: str = "jsonl") -> Plan:
    settings = Settings()
    for assignment in (*LIGHT[1::2], "endgame.points=4", "endgame.parts=100"):
        settings.set(*assignment.split("="))
    return Plan(settings, layers, every, form, compiled=True)


def little_game(seed: int, moves: int = 12) -> str:
    """A game of stones at random on 9x9 that takes nothing."""
    points = [col + row for col in "acegi" for row in "abcdefghi"]
    chosen = random.Random(seed).sample(points, moves)
    return "(;SZ[9]KM[7]" + "".join(f";{'BW'[n % 2]}[{point}]" for n, point in enumerate(chosen)) + ")"


def collection(folder: Path, count: int) -> Path:
    """So many little games, in two folders, and one record that cannot be read."""
    (folder / "more").mkdir(parents=True)
    for number in range(count):
        (folder / ("more" if number % 2 else ".") / f"game{number}.sgf").write_text(little_game(number))
    (folder / "bad.SGF").write_text("(;SZ[9];B[aa];W[aa])")
    (folder / "notes.txt").write_text("no game")
    return folder


def batch(*words: str | Path) -> None:
    assert cli.main(["batch", *map(str, words), *LIGHT]) == 0


# -- games of a file ---------------------------------------------------------------------------------------------


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
def test_games_of_a_file(data: bytes, games: list[bytes]) -> None:
    assert list(split_games(data)) == games


@given(st.text(alphabet="(;)[]\\a ").map(str.encode))
def test_no_byte_of_a_file_is_lost(data: bytes) -> None:
    games = list(split_games(data))
    assert b"".join(games) == data
    assert all(games) or not data


@given(st.lists(st.text(alphabet="(;)[]\\a \n"), min_size=1, max_size=4))
def test_whatever_is_in_a_comment_games_are_told_apart(comments: list[str]) -> None:
    escaped = [comment.replace("\\", "\\\\").replace("]", "\\]") for comment in comments]
    games = [f"(;C[{comment}];B[aa](;W[bb])(;W[cc]))".encode() for comment in escaped]
    assert list(split_games(b"".join(games))) == games


def test_names_are_told_from_the_folder_that_all_have_in_common(tmp_path: Path) -> None:
    folder = collection(tmp_path / "games", 4)
    whole = {item.file: item.games for item in GameSource([str(folder)]) if isinstance(item, FileEnd)}
    assert whole == dict.fromkeys(("game0.sgf", "more/game1.sgf", "game2.sgf", "more/game3.sgf", "bad.SGF"), 1)
    some = [item for item in GameSource([str(folder / "more"), str(folder / "game0.sgf")]) if isinstance(item, Record)]
    assert {item.file for item in some} == {"game0.sgf", "more/game1.sgf", "more/game3.sgf"}
    only = [item for item in GameSource([str(folder / "notes.txt")]) if isinstance(item, Record)]
    assert [(item.file, item.game, item.data) for item in only] == [("notes.txt", 1, b"no game")]


# -- rows --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "every", "moves"),
    [(10, 3, [3, 6, 9, 10]), (9, 3, [3, 6, 9]), (2, 3, [2]), (0, 1, [0]), (3, 1, [1, 2, 3])],
)
def test_every_so_many_moves_and_the_last(count: int, every: int, moves: list[int]) -> None:
    assert sampled_moves(count, every) == moves


@pytest.mark.parametrize("layers", LAYERS)
@pytest.mark.parametrize("data", [ENDGAME.read_bytes(), little_game(3, 24).encode()], ids=["endgame", "little"])
def test_rows_say_what_the_evaluation_says(layers: str, data: bytes) -> None:
    count = len(load_game(data).moves)
    asked = plan(layers, every=max(1, count // 4))
    rows = game_rows(Record("a.sgf", 1, data), asked)
    assert [row["move"] for row in rows] == sampled_moves(count, asked.every)
    settings = asked.settings.copy()
    settings.set("play.control_only", "true" if layers == "control" else "false")
    for row in rows:
        assert list(row) == [name for name, _ in COLUMNS]
        game = load_game(data, row["move"])
        found = evaluate_game(game, game.position.to_move, settings)
        assert (row["height"], row["width"], row["to_move"]) == (9, 9, game.position.to_move.letter)
        assert np.allclose(row["ownership"], found.control.values.reshape(-1), atol=6e-5)
        assert row["score"] == pytest.approx(found.score, abs=1e-6)
        assert row["score_with_komi"] == pytest.approx(found.score - game.compensation, abs=1e-6)
        chains = [row[f"{color}_{word}"] for color in ("black", "white")
                  for word in ("safe", "alive", "critical", "dead", "seki", "unknown")]
        words = [row[word] for word in ("proved", "read", "estimated")]
        if found.status is None:
            assert chains == [None] * 12
            assert row["winrate"] is None
        else:
            assert sum(chains) == sum(words) == len(found.status.chains)
            verdicts = [(chain.color, str(chain.verdict)) for chain in found.status.chains]
            assert all(
                row[f"{name}_{word}"] == verdicts.count((color, word))
                for name, color in (("black", BLACK), ("white", WHITE)) for word in ("safe", "alive", "dead", "unknown")
            )
            assert 0 < row["winrate"] < 1
        assert (row["local_games"] is None) == (layers != "endgame")
        assert row["error"] is None


def test_a_row_does_not_hang_on_which_others_were_asked_for() -> None:
    record = Record("a.sgf", 1, little_game(5, 24).encode())
    every = {row["move"]: row for row in game_rows(record, plan("endgame", every=1))}
    assert all(row == every[row["move"]] for row in game_rows(record, plan("endgame", every=7)))


def test_komi_rules_and_the_bonus_of_a_handicap() -> None:
    data = b"(;SZ[9]KM[0.5]HA[2]RU[Chinese]AB[cg][gc];W[ee])"
    row = game_rows(Record("a.sgf", 1, data), plan())[-1]
    assert (row["komi"], row["rules"], row["to_move"]) == (2.5, "chinese", "B")


def test_stones_set_up_between_moves_do_not_shift_the_count() -> None:
    data = b"(;SZ[5];B[aa];W[bb];AB[ee][dd];W[cc])"
    rows = game_rows(Record("a.sgf", 1, data), plan(every=1))
    assert [(row["move"], row["moves"]) for row in rows] == [(1, 3), (2, 3), (3, 3)]
    for row in rows:
        game = load_game(data, row["move"])
        settings = plan().settings
        settings.set("play.control_only", "true")
        found = evaluate_game(game, game.position.to_move, settings)
        assert np.allclose(row["ownership"], found.control.values.reshape(-1), atol=6e-5)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", "sgf: the file is empty"),
        (b"hello", "sgf: not a game record: no SGF data found"),
        (b"(;SZ[99])", "sgf: board size: expected 1..25 by 1..25, got 99x99"),
        (b"(;SZ[9];B[aa];W[aa])", "sgf: move 2, W A9: illegal (occupied)"),
    ],
)
def test_a_bad_record_is_a_row_with_its_error(data: bytes, error: str) -> None:
    (row,) = game_rows(Record("a.sgf", 1, data), plan())
    assert row["error"] == error
    assert [name for name, value in row.items() if value is not None] == ["file", "game", "sha256", "error"]


def test_a_fault_of_ours_is_a_row_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("two\nlines \ud800")

    monkeypatch.setattr("analysis.evaluation.evaluate", broken)
    rows = game_rows(Record("a.sgf", 1, ENDGAME.read_bytes()), plan())
    assert {row["error"] for row in rows} == {"internal error: ZeroDivisionError: two lines \\ud800"}
    assert table_of(Record("a.sgf", 1, ENDGAME.read_bytes()), plan()).positions == 0


@needs_arrow
def test_parquet_has_the_schema_and_says_what_it_rests_on(tmp_path: Path) -> None:
    import pyarrow.dataset
    import pyarrow.parquet

    folder = collection(tmp_path / "games", 3)
    (folder / "large.sgf").write_text("(;SZ[19:13])")
    batch(folder, "--out", tmp_path / "out", "--every", "5", "--workers", "0")
    (where,) = (tmp_path / "out").iterdir()
    found = pyarrow.dataset.dataset(where).to_table()
    assert found.schema.equals(schema())
    rows = sorted(found.to_pylist(), key=lambda row: (row["file"], row["move"] or 0))
    assert [(row["file"], row["move"]) for row in rows if not row["error"]] == [
        *((name, move) for name in ("game0.sgf", "game2.sgf") for move in (5, 10, 12)), ("large.sgf", 0),
        *(("more/game1.sgf", move) for move in (5, 10, 12)),
    ]
    assert all(len(row["ownership"]) == row["height"] * row["width"] for row in rows if not row["error"])
    metadata = pyarrow.parquet.read_metadata(next(where.glob("??/*.parquet"))).metadata
    told = json.loads(metadata[b"plan.json"])
    assert metadata[b"plan"].decode() == where.name
    assert told == json.loads((where / "_plan.json").read_text("utf-8"))
    assert told["settings"]["status.chain_nodes"] == 1
    assert set(told) == {"mokusan", "schema", "layers", "every", "format", "compiled", "settings"}


def test_the_key_changes_with_what_the_rows_rest_on_and_with_nothing_else() -> None:
    keys = {plan(layers, every, form).key for layers in LAYERS for every in (1, 2) for form in ("jsonl", "parquet")}
    assert len(keys) == 12
    for name, value, same in (
        ("control.lambda", "0.3", False), ("status.chain_nodes", "7", False), ("game.komi", "5", False),
        ("endgame.points", "3", True), ("gtp.name", "x", True), ("play.breadth", "1", True),
    ):
        changed = plan("status")
        changed.settings.set(name, value)
        assert (changed.key == plan("status").key) == same, name
