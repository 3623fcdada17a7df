"""The table of a game: its rows, errors, Parquet files, and the key of its plan."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from analysis.board import BLACK, WHITE
from gtpengine.batch.game_source import CollectionRecord, split_games
from gtpengine.batch.position_rows import COLUMNS, LAYERS, game_rows, sampled_moves, schema, table_of
from gtpengine.engine.position_analysis import evaluate_game
from gtpengine.sgf import load_game
from tests.gtpengine.batch.small_collections import ENDGAME, batch, collection, little_game, needs_arrow, plan


@pytest.mark.parametrize(
    ("count", "every", "moves"),
    [(10, 3, [3, 6, 9, 10]), (9, 3, [3, 6, 9]), (2, 3, [2]), (0, 1, [0]), (3, 1, [1, 2, 3])],
)
def test_sampled_moves(count: int, every: int, moves: list[int]) -> None:
    assert sampled_moves(count, every) == moves


@pytest.mark.parametrize("layers", LAYERS)
@pytest.mark.parametrize("data", [ENDGAME.read_bytes(), little_game(3, 24).encode()], ids=["endgame", "little"])
def test_rows_equal_the_evaluation(layers: str, data: bytes) -> None:
    count = len(load_game(data).moves)
    asked = plan(layers, every=max(1, count // 4))
    rows = game_rows(CollectionRecord("a.sgf", 1, data), asked)
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


def test_a_row_does_not_depend_on_other_rows() -> None:
    record = CollectionRecord("a.sgf", 1, little_game(5, 24).encode())
    every = {row["move"]: row for row in game_rows(record, plan("endgame", every=1))}
    assert all(row == every[row["move"]] for row in game_rows(record, plan("endgame", every=7)))


def test_komi_includes_the_handicap_bonus() -> None:
    data = b"(;SZ[9]KM[0.5]HA[2]RU[Chinese]AB[cg][gc];W[ee])"
    row = game_rows(CollectionRecord("a.sgf", 1, data), plan())[-1]
    assert (row["komi"], row["rules"], row["to_move"]) == (2.5, "chinese", "B")


def test_setup_stones_between_moves_are_not_counted() -> None:
    data = b"(;SZ[5];B[aa];W[bb];AB[ee][dd];W[cc])"
    rows = game_rows(CollectionRecord("a.sgf", 1, data), plan(every=1))
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
        (b"hello", "sgf: not a game record: expected '(;', got 'hello' (line 1, column 1)"),
        (b"(;SZ[99])", "sgf: board size: expected 1..25 by 1..25, got 99x99"),
        (b"(;SZ[9];B[aa];W[a9])",
         "sgf: move 2, W: expected a point of two lower-case letters, got 'a9' (line 1, column 14)"),
    ],
)
def test_a_bad_record_is_a_row_with_its_error(data: bytes, error: str) -> None:
    (row,) = game_rows(CollectionRecord("a.sgf", 1, data), plan())
    assert row["error"] == error
    assert [name for name, value in row.items() if value is not None] == ["file", "game", "sha256", "error"]


def test_repairs_of_a_record_are_in_its_rows() -> None:
    data = "(;SZ[9]KM[6.5目]RU[house];B[aa]PB[Mat[3d]];W[aa];B[bb]".encode()
    rows = game_rows(CollectionRecord("a.sgf", 1, data), plan(every=1))
    assert [(row["move"], row["error"]) for row in rows] == [(1, None), (2, None), (3, None)]
    assert len({row["notices"] for row in rows}) == 1
    for part in ("KM: '6.5目' is read as 6.5 points", "RU: ", "move 2, W A9: illegal (occupied)",
                 "the record ends early", "PB: unescaped brackets"):
        assert part in rows[0]["notices"]
    assert game_rows(CollectionRecord("a.sgf", 1, ENDGAME.read_bytes()), plan())[0]["notices"] is None


def test_games_of_a_file_share_its_encoding() -> None:
    """Each game would be read alone as something else, or lose a move."""
    data = "(;CA[Shift_JIS]SZ[9]PB[ソ])(;SZ[9];B[ee]C[ソ];W[cc])".encode("shift_jis")
    assert len(list(split_games(data))) == 2
    record = CollectionRecord("a.sgf", 2, list(split_games(data))[1], encoding="cp932")
    assert game_rows(record, plan())[-1]["moves"] == 2


def test_a_bug_is_a_row_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("two\nlines \ud800")

    monkeypatch.setattr("analysis.evaluation.evaluate", broken)
    rows = game_rows(CollectionRecord("a.sgf", 1, ENDGAME.read_bytes()), plan())
    assert {row["error"] for row in rows} == {"internal error: ZeroDivisionError: two lines \\ud800"}
    assert table_of(CollectionRecord("a.sgf", 1, ENDGAME.read_bytes()), plan()).positions == 0


@needs_arrow
def test_parquet_has_the_schema_and_the_plan_as_metadata(tmp_path: Path) -> None:
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
    description = json.loads(metadata[b"plan.json"])
    assert metadata[b"plan"].decode() == where.name
    assert description == json.loads((where / "_plan.json").read_text("utf-8"))
    assert description["settings"]["status.chain_nodes"] == 1
    assert set(description) == {"mokusan", "schema", "layers", "every", "format", "compiled", "settings"}


def test_the_key_depends_on_what_the_rows_depend_on_only() -> None:
    keys = {plan(layers, every, form).key for layers in LAYERS for every in (1, 2) for form in ("jsonl", "parquet")}
    assert len(keys) == 12
    for name, value, same in (
        ("control.lambda", "0.3", False), ("status.chain_nodes", "7", False), ("game.komi", "5", False),
        ("endgame.max_region_points", "3", True), ("gtp.name", "x", True), ("play.policy_moves", "1", True),
    ):
        changed = plan("status")
        changed.settings.set(name, value)
        assert (changed.key == plan("status").key) == same, name
