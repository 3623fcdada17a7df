"""What shapes of local games are worth, kept on disk: a shape searched once is known from then on.

A mapping from the keys of `analysis.endgame` to values, in memory and in a file of sqlite3 in the user's cache, which
is opened when the first value is asked for. Several processes may use the file at once. Values are written as text, in
the notation of `analysis.values`, and read back as the same values; a few that are too long stay in memory. A file that
cannot be used is named once in a notice; then there is memory only.
"""

from __future__ import annotations

import json
import weakref
from collections.abc import Iterator, MutableMapping
from fractions import Fraction
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from analysis.runtime.cache_dir import cache_folder
from analysis.runtime.notices import notify_once

if TYPE_CHECKING:
    import sqlite3

    from analysis.endgame import LocalValue
    from analysis.values import Wall

FORMAT = 3
"""Part of the file's name. To be raised with every change of the file, and of what the analysis means by a value."""

MOST = 50_000
"""Shapes kept in the file and, apart from that, in memory; the oldest are forgotten first."""

LONGEST = 20_000
"""Characters of a value that is kept on disk, at most."""

_PATIENCE = 1.0
"""Seconds to wait for another process that writes; writing takes it milliseconds."""

_TABLE = "CREATE TABLE IF NOT EXISTS shapes (number INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, value TEXT NOT NULL)"


class ShapeStore(MutableMapping[str, "LocalValue | str"]):
    """A mapping from shapes to values, or to why they are not known. See above.

    path -- the file; by default one in the user's cache directory, made when first needed
    most -- how many shapes are kept, in memory and on disk
    """

    def __init__(self, path: Path | None = None, most: int = MOST) -> None:
        self.path = cache_folder() / f"shapes-{FORMAT}.sqlite" if path is None else path
        self._most = most
        self._near: dict[str, LocalValue | str] = {}
        self._file: sqlite3.Connection | None = None
        self._usable = True
        self._lock = Lock()

    def __getitem__(self, key: str) -> LocalValue | str:
        with self._lock:
            if key in self._near:
                return self._near[key]
            rows = self._run("SELECT value FROM shapes WHERE key = ?", key)
            value = _decoded(rows[0][0]) if rows else None
            if value is None:
                raise KeyError(key)
            self._remember(key, value)
            return value

    def __setitem__(self, key: str, value: LocalValue | str) -> None:
        text = _encoded(value)
        with self._lock:
            self._remember(key, value)
            if text is not None:
                self._run("INSERT OR REPLACE INTO shapes (key, value) VALUES (?, ?)", key, text)
                self._run("DELETE FROM shapes WHERE number <= (SELECT max(number) FROM shapes) - ?", self._most)

    def __delitem__(self, key: str) -> None:
        self[key]
        with self._lock:
            del self._near[key]
            self._run("DELETE FROM shapes WHERE key = ?", key)

    def __iter__(self) -> Iterator[str]:
        with self._lock:
            kept = self._run("SELECT key FROM shapes ORDER BY number")
            return iter(dict.fromkeys([*self._near, *(key for (key,) in kept)]))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _remember(self, key: str, value: LocalValue | str) -> None:
        self._near[key] = value
        if len(self._near) > self._most:
            del self._near[next(iter(self._near))]

    def _run(self, command: str, *values: str | int) -> list[tuple[Any, ...]]:
        """The rows that a command gives; none where the file cannot be used."""
        if not self._usable:
            return []
        try:
            import sqlite3
        except ImportError:  # a Python built without it
            self._give_up("this Python has no sqlite3")
            return []
        try:
            if self._file is None:
                self._file = self._opened()
            return self._file.execute(command, values).fetchall()
        except (sqlite3.Error, OSError) as error:
            busy = getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            if not busy or self._file is None:
                self._give_up(getattr(error, "strerror", None) or str(error))
            return []

    def _opened(self) -> sqlite3.Connection:
        """The file, made if need be. Raises OSError and sqlite3.Error."""
        import sqlite3

        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        weakref.finalize(self, file.close)
        file.execute("PRAGMA journal_mode = WAL")  # readers and a writer do not wait for each other
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute(_TABLE)
        return file

    def _give_up(self, reason: str) -> None:
        self._usable = False
        notify_once(f"{self.path}: values of shapes cannot be kept here: {reason}")


def _encoded(value: LocalValue | str) -> str | None:
    """A value as a line of JSON, or the reason why it is not known; None if it is too long to be kept on disk."""
    from analysis.values import format_value

    if isinstance(value, str):
        return json.dumps(value)
    ko = None
    if value.ko is not None:
        walls = [_encoded_wall(wall) for wall in (value.graph.left, value.graph.right)]
        ko = [value.ko, value.activity, format_value(value.high, limit=LONGEST), *walls]
    game = format_value(value.low, limit=LONGEST)
    moves = [list(value.black_moves), list(value.white_moves)]
    text = json.dumps([value.scoring.value, game, *moves, value.loops, value.parts, ko])
    return text if len(text) <= LONGEST else None


def _encoded_wall(wall: Wall) -> list[Any]:
    """The slope above the last corner, then each corner with the maker of what is above: a game, a number or None."""
    from analysis.values import Value, format_value

    makers = (format_value(maker, limit=LONGEST) if isinstance(maker, Value) else maker for maker in wall.makers)
    return [str(wall.slope), *([str(t), str(x), maker] for (t, x), maker in zip(wall.points, makers, strict=True))]


def _decoded(text: str) -> LocalValue | str | None:
    """What `_encoded` wrote down; None if it did not."""
    from analysis.board import Scoring
    from analysis.endgame import LocalValue
    from analysis.values import Thermograph, Threats, parse, thermograph
    from analysis.values.trees.miai_counting import Activity

    try:
        told = json.loads(text)
        if isinstance(told, str):
            return told
        scoring, written, black, white, loops, parts, ko = told
        low = high = parse(written)
        graph, threats, activity = thermograph(low), None, None
        if ko is not None:
            threats, activity = Threats(ko[0]), None if ko[1] is None else Activity(ko[1])
            high = parse(ko[2])
            left, right = (_decoded_wall(wall) for wall in ko[3:])
            temperature, mean = left.points[-1]
            graph = Thermograph(left, right, mean, temperature)
        return LocalValue(
            Scoring(scoring), low, high, graph, threats, activity, int(loops), tuple(map(int, black)),
            tuple(map(int, white)), int(parts),
        )
    except (ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError, RecursionError):
        return None


def _decoded_wall(written: list[Any]) -> Wall:
    from analysis.values import Wall, parse

    slope, *corners = written
    points = tuple((Fraction(t), Fraction(x)) for t, x, _ in corners)
    makers = tuple(parse(maker) if isinstance(maker, str) else maker for _, _, maker in corners)
    return Wall(points, makers, Fraction(slope))
