"""The table of a game: which columns a position has, how they are computed, and their bytes as Parquet or JSON lines.

A table depends on the game's record and the plan only, so it has the same bytes wherever and whenever it is computed.
That a record is refused is part of its table. A fault of the machine or of this program (no memory, a disk error, an
unexpected exception) is not: its table says what happened, is marked as unfinished, and is computed again by the next
run.

Scores are Black's lead in points, ownership is +1 for Black, for either side to move.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..settings import SETTINGS, Settings
from .game_source import BatchError, CollectionRecord

if TYPE_CHECKING:
    from analysis.board import Game, Position
    from analysis.evaluation import Evaluation

LAYERS = ("control", "status", "endgame")
"""How far the pipeline goes. control: the raw control map of the board as it stands. status: also the status of every
chain and the control map of the settled board. endgame: also the local games."""

FORMATS = ("parquet", "jsonl")

SCHEMA = 2
"""Version of the rows, part of a plan's key. To be raised with every change of the content or meaning of a row."""

INTERNAL_ERROR = "internal error: "
"""How the error of a row begins that is due to a fault of the machine or of this program, not to the record."""

DECIMALS, OWNERSHIP_DECIMALS = 6, 4
_LONGEST_LINE = 1 << 18
"""More than the bytes of any row as JSON."""

_SETTINGS_TABLES = {"control": ("control", "game"), "status": ("status",), "endgame": ("endgame",)}
"""The tables of settings that each layer depends on, besides those of the layers before it."""

_COLORS = (("black", 1), ("white", -1))
_VERDICTS = ("safe", "alive", "critical", "dead", "seki", "unknown")
_EVIDENCE = ("proved", "read", "estimated")

COLUMNS: tuple[tuple[str, str], ...] = (
    ("file", "string"), ("game", "int32"), ("sha256", "string"), ("move", "int32"), ("moves", "int32"),
    ("height", "int16"), ("width", "int16"), ("to_move", "string"), ("komi", "float64"), ("rules", "string"),
    ("score", "float64"), ("score_with_komi", "float64"), ("winrate", "float64"), ("converged", "bool"),
    ("ownership", "list<float32>"),
    *((f"{color}_{verdict}", "int16") for color, _ in _COLORS for verdict in _VERDICTS),
    *((word, "int16") for word in _EVIDENCE),
    ("local_games", "int16"), ("not_counted", "int16"), ("hottest", "string"), ("hottest_at", "string"),
    ("notices", "string"), ("error", "string"),
)
"""The columns and their types, all of which may be null:

  file, game, sha256      -- Record's; sha256 is null if the file could not be read
  move, moves             -- number of moves played, and of moves in the game; passes count
  height, width           -- lines of the board
  to_move                 -- "B" or "W"
  komi, rules             -- White's compensation in points, the bonus of a handicap game included; by `rules_text`
  score, score_with_komi  -- Black's lead in points, without and with komi
  winrate                 -- the probability that Black wins, by analysis.tree_search.winrate; null in the layer control
  converged               -- whether the control map has converged
  ownership               -- height * width numbers from -1 to 1, row-major from the top left, +1 Black
  black_safe ... white_unknown -- number of chains with that verdict; null in the layer control
  proved, read, estimated -- number of chains whose verdict has that evidence, likewise
  local_games, not_counted -- number of local endgames evaluated and not evaluated; in the layer endgame only, as below
  hottest, hottest_at     -- the largest miai value of a local game, an exact fraction such as "13/4", and a point of it
  notices                 -- what was repaired in the record as it was read, separated by "; "; null for nothing
  error                   -- why there is nothing more in this row, in one line
"""

Row = dict[str, Any]


@dataclass(frozen=True)
class BatchPlan:
    """The settings of a batch, which name the folder of its tables.

    Public attributes:
      settings -- Settings
      layers   -- one of LAYERS
      every    -- evaluate the positions after `every` moves, twice as many, ... and the last
      format   -- one of FORMATS
      compiled -- whether kernels are compiled; without, `analysis.evaluate` searches little
    """

    settings: Settings
    layers: str
    every: int
    format: str
    compiled: bool
    version: str = __version__

    def description(self) -> dict[str, Any]:
        """Return all that the rows depend on, the records apart, for JSON."""
        tables = [table for layer in LAYERS[: LAYERS.index(self.layers) + 1] for table in _SETTINGS_TABLES[layer]]
        tables_of = {setting.name: setting.table for setting in SETTINGS}
        return {
            "mokusan": self.version, "schema": SCHEMA, "layers": self.layers, "every": self.every,
            "format": self.format, "compiled": self.compiled,
            "settings": {name: value for name, value in self.settings.items() if tables_of[name] in tables},
        }

    @property
    def key(self) -> str:
        """The first 16 hexadecimal digits of the SHA-256 of the description."""
        return hashlib.sha256(json.dumps(self.description(), sort_keys=True).encode()).hexdigest()[:16]

    def check_process(self) -> None:
        """Raise BatchError if this process has another version, or other kernels, than the one that made the plan."""
        from analysis.runtime import jit

        if self.version != __version__:
            raise BatchError(f"a worker has mokusan {__version__}, this process has {self.version}")
        if self.compiled != jit.COMPILED:
            verb = "lacks" if self.compiled else "has"
            raise BatchError(f"a worker {verb} compiled kernels (numba), unlike this process")


@dataclass(frozen=True)
class GameTable:
    """The table of a game.

    Public attributes:
      data      -- the bytes of its file
      positions -- positions evaluated
      errors    -- rows with an error
      faults    -- those of them that are due to a fault of the machine or of this program
    """

    data: bytes
    positions: int
    errors: int
    faults: int


def tables_of(records: Sequence[CollectionRecord], plan: BatchPlan) -> list[GameTable | None]:
    """Compute the tables of some games, in order: a worker's task; None for a game for which even that is impossible.

    Raises BatchError by `BatchPlan.check_process`, and if a package is missing.
    """
    plan.check_process()
    return [_table_or_fault(record, plan) for record in records]


def _table_or_fault(record: CollectionRecord, plan: BatchPlan) -> GameTable | None:
    """Compute the table of a game; if that fails, a table of one row with the fault, if possible. Raises BatchError."""
    try:
        return table_of(record, plan)
    except BatchError:
        raise
    except Exception as error:
        text = _internal_error(error)
    try:
        return _table([_row(_known(record), error=text)], record, plan)
    except Exception:
        return None


def table_of(record: CollectionRecord, plan: BatchPlan) -> GameTable:
    """Compute the table of a game; an unreadable record is a row with its error, so is a position that fails."""
    return _table(game_rows(record, plan), record, plan)


def _table(rows: Sequence[Row], record: CollectionRecord, plan: BatchPlan) -> GameTable:
    errors = [row["error"] for row in rows if row["error"] is not None]
    faults = sum(error.startswith(INTERNAL_ERROR) for error in errors)
    finished = not faults and not record.error
    data = _parquet(rows, record, plan, finished) if plan.format == "parquet" else _jsonl(rows, plan, finished)
    return GameTable(data, len(rows) - len(errors), len(errors), faults)


def sampled_moves(count: int, every: int) -> list[int]:
    """Return the numbers of moves after which a game of `count` moves is evaluated: every so many, and the last."""
    return [*range(every, count, every), count]


# -- rows ----------------------------------------------------------------------------------------------------------


def game_rows(record: CollectionRecord, plan: BatchPlan) -> list[Row]:
    """Compute a row for each sampled position, with all columns.

    Nothing is reused from one position for the next, though that would save time: the results of earlier searches may
    change later ones, and a row would then depend on which others were computed.
    """
    from ..sgf import SgfError

    known = _known(record)
    if record.error:
        return [_row(known, error=record.error)]
    try:
        positions = _Positions(record, plan.settings)
    except SgfError as error:
        return [_row(known, error=_line(str(error)))]
    except Exception as error:  # a bug: one record of a million must not end the run
        return [_row(known, error=_internal_error(error))]
    rows = []
    for move in sampled_moves(positions.count, plan.every):
        about = {**known, "move": move, "moves": positions.count, "notices": _notices(positions.notices)}
        try:
            rows.append(_row(about, **_evaluated_columns(positions.after(move), positions.game, plan)))
        except SgfError as error:
            rows.append(_row(about, error=_line(str(error))))
        except Exception as error:
            rows.append(_row(about, error=_internal_error(error)))
    return rows


class _Positions:
    """The positions of a record by number of moves."""

    def __init__(self, record: CollectionRecord, settings: Settings) -> None:
        self._record, self._settings = record, settings
        self.notices: list[str] = []
        self.game = self._load(notices=self.notices)
        self.count = len(self.game.moves) + self.game.moves_before_start

    def after(self, move: int) -> Position:
        """Return the position after so many moves; the record is read again if stones are set up between moves."""
        if self.count == len(self.game.moves):
            return self.game.positions[move]
        return self._load(move).position

    def _load(self, move: int | None = None, notices: list[str] | None = None) -> Game:
        from ..sgf import load_game

        return load_game(
            self._record.data, move, komi=self._settings.get("game.komi"), rules=self._settings.rules(),
            encoding=self._record.encoding, notices=[] if notices is None else notices,
        )


def _known(record: CollectionRecord) -> Row:
    """Return what every row of a record has."""
    return {"file": record.file, "game": record.game, "sha256": record.sha256}


def _row(known: Row, **more: Any) -> Row:
    """Return a row with all columns, null where nothing is given."""
    return {name: None for name, _ in COLUMNS} | known | more


def _evaluated_columns(position: Position, game: Game, plan: BatchPlan) -> Row:
    """Evaluate a position by the layers of the plan."""
    from analysis.board import rules_text
    from analysis.evaluation import evaluate

    settings = plan.settings
    evaluation = evaluate(
        position, game.rules, game.compensation, settings.control(), budget=settings.status(),
        control_only=plan.layers == "control",
    )
    row = {
        "height": position.grid.height, "width": position.grid.width, "to_move": position.to_move.letter,
        "komi": game.compensation,
        "rules": rules_text(game.rules),
        "score": round(evaluation.score, DECIMALS) + 0.0,  # no -0.0
        "score_with_komi": round(evaluation.score_with_komi, DECIMALS) + 0.0,
        "converged": evaluation.control.converged,
        "ownership": (evaluation.control.values.reshape(-1).round(OWNERSHIP_DECIMALS) + 0.0).tolist(),
    }
    if evaluation.status is not None:
        row |= _chain_columns(evaluation)
    if plan.layers == "endgame" and evaluation.status is not None:
        row |= _endgame_columns(evaluation, settings)
    return row


def _chain_columns(evaluation: Evaluation) -> Row:
    """Return the win probability and the numbers of chains by verdict and by evidence."""
    from analysis.tree_search.winrate import win_probability

    assert evaluation.status is not None
    chains = evaluation.status.chains
    probability = win_probability(evaluation.score_with_komi, evaluation.control.values)
    row: Row = {"winrate": round(probability, DECIMALS)}
    for name, color in _COLORS:
        for verdict in _VERDICTS:
            row[f"{name}_{verdict}"] = sum(chain.color == color and chain.verdict == verdict for chain in chains)
    return row | {name: sum(chain.evidence == name for chain in chains) for name in _EVIDENCE}


def _endgame_columns(evaluation: Evaluation, settings: Settings) -> Row:
    """Return the number of local games and the hottest of them."""
    from ..engine.position_analysis import count_endgame

    games = count_endgame(evaluation, settings, {})
    row: Row = {"local_games": len(games.games), "not_counted": len(games.unvalued)}
    if games.games:
        hottest = games.games[0]
        row |= {
            "hottest": str(hottest.temperature), "hottest_at": evaluation.position.grid.vertex(min(hottest.points))
        }
    return row


def _notices(lines: Sequence[str]) -> str | None:
    """Return notices as one text for the column `notices`."""
    return _line("; ".join(lines)) or None


def _internal_error(error: Exception) -> str:
    """Return the text of a bug's exception for the column `error`."""
    return _line(f"{INTERNAL_ERROR}{type(error).__name__}: {error}").removesuffix(":")


def _line(text: str) -> str:
    """Return a text as one line of valid UTF-8, at most 500 characters."""
    return " ".join(text.split()).encode("utf-8", "backslashreplace").decode("utf-8")[:500]


# -- bytes ---------------------------------------------------------------------------------------------------------


def schema() -> Any:
    """Return COLUMNS as a pyarrow schema. Raises BatchError without pyarrow."""
    pa = import_extra("pyarrow")
    types = {
        "string": pa.string(), "bool": pa.bool_(), "int16": pa.int16(), "int32": pa.int32(), "float64": pa.float64(),
        "list<float32>": pa.list_(pa.float32()),
    }
    return pa.schema([(name, types[kind]) for name, kind in COLUMNS])


def _parquet(rows: Iterable[Row], record: CollectionRecord, plan: BatchPlan, finished: bool) -> bytes:
    """Return the rows as a Parquet file, with the plan, the record's SHA-256 and `finished` in its metadata."""
    import io

    pa, pq = import_extra("pyarrow"), import_extra("pyarrow.parquet")
    columns = schema()
    metadata = {
        "mokusan": plan.version, "plan": plan.key, "plan.json": json.dumps(plan.description(), sort_keys=True),
        "sha256": record.sha256 or "", "finished": json.dumps(finished),
    }
    sink = io.BytesIO()
    # Statistics, dictionaries and the stored schema would be most of the bytes of a table of one game.
    with pq.ParquetWriter(
        sink, columns, compression="zstd", store_schema=False, write_statistics=False, use_dictionary=False
    ) as writer:
        writer.write_table(pa.Table.from_pylist(list(rows), columns))
        writer.add_key_value_metadata(metadata)
    return sink.getvalue()


def _jsonl(rows: Iterable[Row], plan: BatchPlan, finished: bool) -> bytes:
    """Return the rows as JSON lines, the key of the plan and `finished` in each."""
    return b"".join(json.dumps({**row, "plan": plan.key, "finished": finished}).encode() + b"\n" for row in rows)


def finished_sha256(path: Path, plan: BatchPlan) -> str | None:
    """Return the SHA-256 of a finished table's game; None without a table, and for one to be computed again.

    That is one marked as unfinished, one that is damaged, and one that the disk does not give back.
    """
    try:
        if plan.format == "parquet":
            metadata = import_extra("pyarrow.parquet").read_metadata(path).metadata or {}
            return bytes(metadata[b"sha256"]).decode() if json.loads(metadata[b"finished"]) is True else None
        row, last = _first_and_last_line(path)
        return str(row["sha256"]) if row["finished"] is True and last["move"] == last["moves"] else None
    except BatchError:  # a package is missing
        raise
    except (OSError, ValueError, KeyError, TypeError):  # pyarrow's errors are ValueErrors and OSErrors
        return None


def _first_and_last_line(path: Path) -> tuple[Row, Row]:
    """Read the first and the last row of JSON lines. Raises OSError, and ValueError if one is damaged or cut."""
    with open(path, "rb") as file:
        first = json.loads(file.readline())
        file.seek(max(0, path.stat().st_size - _LONGEST_LINE))
        *_, last, rest = file.read().rsplit(b"\n", 2)
    if rest:
        raise ValueError(f"{path}: the last line has no end")
    return first, json.loads(last)


def import_extra(module: str) -> Any:
    """Import a module of the extra `batch`. Raises BatchError, naming what to install, if it is missing."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        missing = error.name or module
        raise BatchError(f"{missing} is not installed: pip install 'mokusan[batch]'") from None
