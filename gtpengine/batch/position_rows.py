"""The rows of a batch: what is told of a position, under which names, and as which bytes.

One game gives one table. It depends on nothing but the game's record and the plan, so it has the same bytes wherever
and whenever it is made. Scores are Black's lead in points, ownership is +1 for Black, whoever is to move.
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
from .game_source import BatchError, Record

if TYPE_CHECKING:
    from analysis.board import Game, Position
    from analysis.evaluation import Evaluation

LAYERS = ("control", "status", "endgame")
"""How far the pipeline goes. control: the field of the bare board. status: what becomes of every chain, and the field
of the settled board. endgame: local games as well."""

FORMATS = ("parquet", "jsonl")

SCHEMA = 1
"""Part of a plan's key. To be raised with every change of what is in a row, or of what is meant by it."""

DECIMALS, OWNERSHIP_DECIMALS = 6, 4
_SETTINGS_TABLES = {"control": ("control", "game"), "status": ("status",), "endgame": ("endgame",)}
"""The tables of settings that each layer looks at, besides those of the layers before it."""

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
    ("error", "string"),
)
"""The columns and their types, all of which may be null:

  file, game, sha256      -- Record's; sha256 is null if the file could not be read
  move, moves             -- how many moves have been played, and how many the game has; passes count
  height, width           -- lines of the board
  to_move                 -- "B" or "W"
  komi, rules             -- what White gets in points, the bonus of a handicap game included; a name, or ""
  score, score_with_komi  -- Black's lead in points, without and with komi
  winrate                 -- the chance that Black wins, by analysis.tree_search.winrate; null in the layer control
  converged               -- whether the control field has come to rest
  ownership               -- height * width numbers from -1 to 1, row-major from the top left, +1 Black
  black_safe ... white_unknown -- how many chains have that verdict; null in the layer control
  proved, read, estimated -- how many chains are judged by that word, likewise
  local_games, not_counted -- how many places were counted and not counted; in the layer endgame only, as those below
  hottest, hottest_at     -- the largest miai value of a local game, an exact fraction such as "13/4", and a point of it
  error                   -- why there is nothing more in this row, in one line
"""

Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What is asked of every game.

    Public attributes:
      settings -- Settings
      layers   -- one of LAYERS
      every    -- look at the positions after so many moves, twice as many, ... and the last one
      format   -- one of FORMATS
      compiled -- whether kernels are compiled: without, little is read (`analysis.evaluate`)
    """

    settings: Settings
    layers: str
    every: int
    format: str
    compiled: bool
    version: str = __version__

    def description(self) -> dict[str, Any]:
        """All that the rows depend on, for JSON."""
        tables = [table for layer in LAYERS[: LAYERS.index(self.layers) + 1] for table in _SETTINGS_TABLES[layer]]
        tables_of = {setting.name: setting.table for setting in SETTINGS}
        return {
            "mokusan": self.version, "schema": SCHEMA, "layers": self.layers, "every": self.every,
            "format": self.format, "compiled": self.compiled,
            "settings": {name: value for name, value in self.settings.items() if tables_of[name] in tables},
        }

    @property
    def key(self) -> str:
        """16 hexadecimal digits that change with all that the rows depend on, the records apart."""
        return hashlib.sha256(json.dumps(self.description(), sort_keys=True).encode()).hexdigest()[:16]

    def check_process(self) -> None:
        """Raises BatchError if this process would not answer like the one that made the plan."""
        from analysis.runtime import jit

        if self.version != __version__:
            raise BatchError(f"a worker has mokusan {__version__}, this is {self.version}")
        if self.compiled != jit.COMPILED:
            unlike = "lacks" if self.compiled else "has"
            raise BatchError(f"a worker {unlike} compiled kernels (numba), unlike this process")


@dataclass(frozen=True)
class GameTable:
    """A finished game: the bytes of its file, how many positions were judged, how many rows are errors."""

    data: bytes
    positions: int
    errors: int


def tables_of(records: Sequence[Record], plan: Plan) -> list[GameTable]:
    """The tables of some games, in their order: the work of a batch. Raises BatchError by `Plan.check_process`."""
    plan.check_process()
    return [table_of(record, plan) for record in records]


def table_of(record: Record, plan: Plan) -> GameTable:
    """The table of a game. A record that cannot be read is a row with its error, so is a position that fails."""
    rows = game_rows(record, plan)
    errors = sum(row["error"] is not None for row in rows)
    data = _parquet(rows, record, plan) if plan.format == "parquet" else _jsonl(rows, plan)
    return GameTable(data, len(rows) - errors, errors)


def sampled_moves(count: int, every: int) -> list[int]:
    """The moves after which a game of `count` is looked at: every so many, and the last."""
    return [*range(every, count, every), count]


# -- rows ----------------------------------------------------------------------------------------------------------


def game_rows(record: Record, plan: Plan) -> list[Row]:
    """A row a position, all columns in each.

    Nothing is kept from one position for the next, though that would save time: what was read before may tell another
    story, and a row would then hang on which others were asked for.
    """
    from ..sgf import SgfError

    known = {"file": record.file, "game": record.game, "sha256": record.sha256}
    if record.error:
        return [_row(known, error=record.error)]
    try:
        positions = _Positions(record.data, plan.settings)
    except SgfError as error:
        return [_row(known, error=_line(str(error)))]
    except Exception as error:  # a fault of ours: one record of a million must not end them all
        return [_row(known, error=_internal_error(error))]
    rows = []
    for move in sampled_moves(positions.count, plan.every):
        about = {**known, "move": move, "moves": positions.count}
        try:
            rows.append(_row(about, **_evaluated_columns(positions.after(move), positions.game, plan)))
        except Exception as error:
            rows.append(_row(about, error=_internal_error(error)))
    return rows


class _Positions:
    """The positions of a record by their number of moves."""

    def __init__(self, data: bytes, settings: Settings) -> None:
        from sgfmill import sgf_grammar

        self._data, self._settings = data, settings
        self.game = self._load()
        nodes = sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(data))
        self.count = sum(ident in ("B", "W") for node in nodes for ident in node)

    def after(self, move: int) -> Position:
        """The position after so many moves. Stones set up between moves begin a new Game: then it is read again."""
        if self.count == len(self.game.moves):
            return self.game.positions[move]
        return self._load(move).position

    def _load(self, move: int | None = None) -> Game:
        from ..sgf import load_game

        return load_game(self._data, move, komi=self._settings.get("game.komi"), rules=self._settings.rules())


def _row(known: Row, **more: Any) -> Row:
    return {name: None for name, _ in COLUMNS} | known | more


def _evaluated_columns(position: Position, game: Game, plan: Plan) -> Row:
    from analysis.board import RULE_NAMES, Rules
    from analysis.evaluation import evaluate

    settings = plan.settings
    evaluation = evaluate(
        position, game.rules, game.compensation, settings.control(), budget=settings.status(),
        control_only=plan.layers == "control",
    )
    row = {
        "height": position.grid.height, "width": position.grid.width, "to_move": position.to_move.letter,
        "komi": game.compensation,
        "rules": next((name for name in RULE_NAMES if Rules.named(name) == game.rules), ""),
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
    from analysis.tree_search.winrate import win_probability

    assert evaluation.status is not None
    chains = evaluation.status.chains
    chance = win_probability(evaluation.score_with_komi, evaluation.control.values)
    row: Row = {"winrate": round(chance, DECIMALS)}
    for name, color in _COLORS:
        for verdict in _VERDICTS:
            row[f"{name}_{verdict}"] = sum(chain.color == color and chain.verdict == verdict for chain in chains)
    return row | {word: sum(chain.evidence == word for chain in chains) for word in _EVIDENCE}


def _endgame_columns(evaluation: Evaluation, settings: Settings) -> Row:
    from ..engine.position_analysis import count_endgame

    games = count_endgame(evaluation, settings, {})
    row: Row = {"local_games": len(games.games), "not_counted": len(games.open)}
    if games.games:
        hottest = games.games[0]
        row |= {
            "hottest": str(hottest.temperature), "hottest_at": evaluation.position.grid.vertex(min(hottest.points))
        }
    return row


def _internal_error(error: Exception) -> str:
    return _line(f"internal error: {type(error).__name__}: {error}")


def _line(text: str) -> str:
    """Text as one line that any reader takes."""
    return " ".join(text.split()).encode("utf-8", "backslashreplace").decode("utf-8")[:500]


# -- bytes ---------------------------------------------------------------------------------------------------------


def schema() -> Any:
    """COLUMNS as a pyarrow schema. Raises BatchError without pyarrow."""
    pa = import_extra("pyarrow")
    types = {
        "string": pa.string(), "bool": pa.bool_(), "int16": pa.int16(), "int32": pa.int32(), "float64": pa.float64(),
        "list<float32>": pa.list_(pa.float32()),
    }
    return pa.schema([(name, types[kind]) for name, kind in COLUMNS])


def _parquet(rows: Iterable[Row], record: Record, plan: Plan) -> bytes:
    """With what the rows rest on in the file's metadata."""
    import io

    pa, pq = import_extra("pyarrow"), import_extra("pyarrow.parquet")
    columns = schema()
    metadata = {
        "mokusan": plan.version, "plan": plan.key, "plan.json": json.dumps(plan.description(), sort_keys=True),
        "sha256": record.sha256 or "",
    }
    sink = io.BytesIO()
    # What is switched off is of little use in a table of one game, and would be most of its bytes.
    with pq.ParquetWriter(
        sink, columns, compression="zstd", store_schema=False, write_statistics=False, use_dictionary=False
    ) as writer:
        writer.write_table(pa.GameTable.from_pylist(list(rows), columns))
        writer.add_key_value_metadata(metadata)
    return sink.getvalue()


def _jsonl(rows: Iterable[Row], plan: Plan) -> bytes:
    """As Parquet has it, a line an object, the key of the plan in each."""
    return b"".join(json.dumps({**row, "plan": plan.key}).encode() + b"\n" for row in rows)


def finished_sha256(path: Path, plan: Plan) -> str | None:
    """The SHA-256 of the game that a whole table was made of; "" if none could be read; None if there is no such table.

    Raises OSError if what is there cannot be read.
    """
    try:
        if plan.format == "parquet":
            metadata = import_extra("pyarrow.parquet").read_metadata(path).metadata or {}
            return bytes(metadata[b"sha256"]).decode()
        with open(path, "rb") as lines:
            return str(json.loads(lines.readline())["sha256"] or "")
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):  # not ours, or spoilt since (pyarrow's errors are ValueErrors)
        return None


def import_extra(module: str) -> Any:
    """A module of the extra. Raises BatchError, naming what to install, if it is missing."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        missing = error.name or module
        raise BatchError(f"{missing} is not installed: pip install 'mokusan[batch]'") from None
