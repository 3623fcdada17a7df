"""The values of local games, kept on disk: a shape that was searched once need not be searched again.

A mapping from the keys of `analysis.endgame` to values, in memory and in an SQLite file in the user's cache folder,
which is opened at the first access. Several processes may use the file at once. Values are written as text, in the
notation of `analysis.values`, and read back as the same values; a few that are too long stay in memory. A file that
cannot be used is named once in a notice; from then on values are kept in memory only.
"""

from __future__ import annotations

import json
import time
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

FORMAT = 5
"""Part of the file's name; to be raised with every change of the file's format or of what the values mean."""

CAPACITY = 50_000
"""Shapes kept in the file and, independently, in memory; the oldest are dropped first."""

MAX_LENGTH = 20_000
"""Characters of a value that is kept on disk, at most."""

_BUSY_TIMEOUT = 1.0
"""Seconds to wait for another process that is writing, which takes milliseconds."""

_TABLE = "CREATE TABLE IF NOT EXISTS shapes (number INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, value TEXT NOT NULL)"


class LocalValueStore(MutableMapping[str, "LocalValue | str"]):
    """A mapping from shapes to their values, or to the reason why a value could not be found.

    path     -- the file; by default one in the user's cache folder, created at the first access
    capacity -- how many shapes are kept, in memory and on disk
    """

    def __init__(self, path: Path | None = None, capacity: int = CAPACITY) -> None:
        self.path = cache_folder() / f"shapes-{FORMAT}.sqlite" if path is None else path
        self._capacity = capacity
        self._memory: dict[str, LocalValue | str] = {}
        self._file: sqlite3.Connection | None = None
        self._usable = True
        self._lock = Lock()

    def __getitem__(self, key: str) -> LocalValue | str:
        with self._lock:
            if key in self._memory:
                return self._memory[key]
            rows = self._execute("SELECT value FROM shapes WHERE key = ?", key)
            value = _decoded(rows[0][0]) if rows else None
            if value is None:
                raise KeyError(key)
            self._keep_in_memory(key, value)
            return value

    def __setitem__(self, key: str, value: LocalValue | str) -> None:
        text = _encoded(value)
        with self._lock:
            self._keep_in_memory(key, value)
            if text is not None:
                self._execute("INSERT OR REPLACE INTO shapes (key, value) VALUES (?, ?)", key, text)
                self._execute("DELETE FROM shapes WHERE number <= (SELECT max(number) FROM shapes) - ?", self._capacity)

    def __delitem__(self, key: str) -> None:
        self[key]
        with self._lock:
            del self._memory[key]
            self._execute("DELETE FROM shapes WHERE key = ?", key)

    def __iter__(self) -> Iterator[str]:
        with self._lock:
            kept = self._execute("SELECT key FROM shapes ORDER BY number")
            return iter(dict.fromkeys([*self._memory, *(key for (key,) in kept)]))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _keep_in_memory(self, key: str, value: LocalValue | str) -> None:
        self._memory[key] = value
        if len(self._memory) > self._capacity:
            del self._memory[next(iter(self._memory))]

    def _execute(self, command: str, *values: str | int) -> list[tuple[Any, ...]]:
        """Execute an SQL command and return its rows; none where the file cannot be used."""
        if not self._usable:
            return []
        try:
            import sqlite3
        except ImportError:  # a Python built without it
            self._disable_file("this Python has no sqlite3")
            return []
        try:
            if self._file is None:
                self._file = self._open_file()
            return self._file.execute(command, values).fetchall()
        except (sqlite3.Error, OSError, UnicodeError) as error:  # the last for messages that quote a damaged file
            if self._file is None or not _is_busy(error):
                self._disable_file(getattr(error, "strerror", None) or str(error))
            return []

    def _open_file(self) -> sqlite3.Connection:
        """Open the file, creating it if necessary. Raises OSError, sqlite3.Error and UnicodeError.

        Of several processes that create it at once, SQLite refuses some without waiting: they try again.
        """
        import sqlite3

        self.path.parent.mkdir(parents=True, exist_ok=True)
        end = time.monotonic() + _BUSY_TIMEOUT
        while True:
            file = sqlite3.connect(self.path, timeout=_BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)
            try:
                file.execute("PRAGMA journal_mode = WAL")  # readers and a writer do not wait for each other
                file.execute("PRAGMA synchronous = NORMAL")
                file.execute(_TABLE)
            except (sqlite3.Error, UnicodeError) as error:
                file.close()
                if not _is_busy(error) or time.monotonic() > end:
                    raise
                time.sleep(0.005)
            else:
                weakref.finalize(self, file.close)
                return file

    def _disable_file(self, reason: str) -> None:
        self._usable = False
        notify_once(f"{self.path}: cannot store the values of local games in this file: {reason}")


def _is_busy(error: Exception) -> bool:
    """Return whether an error says that another process is using the file."""
    import sqlite3

    code = getattr(error, "sqlite_errorcode", 0)  # the lowest byte is the kind, the others are details
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _encoded(value: LocalValue | str) -> str | None:
    """Encode a value, or the reason why there is none, as a line of JSON; None if it is too long for the disk."""
    from analysis.values import format_value

    if isinstance(value, str):
        return json.dumps(value)
    ko = None
    if value.ko is not None:
        walls = [_encoded_wall(wall) for wall in (value.graph.left, value.graph.right)]
        ko = [value.ko, value.activity, format_value(value.high, limit=MAX_LENGTH), *walls]
    low = format_value(value.low, limit=MAX_LENGTH)
    moves = [list(value.black_moves), list(value.white_moves)]
    text = json.dumps([value.scoring.value, low, *moves, value.loops, value.nodes, ko])
    return text if len(text) <= MAX_LENGTH else None


def _encoded_wall(wall: Wall) -> list[Any]:
    """Encode a thermograph's wall: the slope above the last corner, then each corner with what makes the part above it.

    That is a game, a number or None.
    """
    from analysis.values import Value, format_value

    makers = (format_value(maker, limit=MAX_LENGTH) if isinstance(maker, Value) else maker for maker in wall.makers)
    return [str(wall.slope), *([str(t), str(x), maker] for (t, x), maker in zip(wall.points, makers, strict=True))]


def _decoded(text: str) -> LocalValue | str | None:
    """Decode what `_encoded` wrote; None if the text is nothing that it writes."""
    from analysis.board import Scoring
    from analysis.endgame import LocalValue
    from analysis.values import KoThreats, Thermograph, parse, thermograph
    from analysis.values.trees.miai_counting import KoActivity

    try:
        fields = json.loads(text)
        if isinstance(fields, str):
            return fields
        scoring, low_text, black, white, loops, parts, ko = fields
        low = high = parse(low_text)
        graph, threats, activity = thermograph(low), None, None
        if ko is not None:
            threats, activity = KoThreats(ko[0]), None if ko[1] is None else KoActivity(ko[1])
            high = parse(ko[2])
            left, right = (_decoded_wall(wall) for wall in ko[3:])
            temperature, mean = left.points[-1]
            graph = Thermograph(left, right, mean, temperature)
        return LocalValue(
            Scoring(scoring), low, high, graph, threats, activity, int(loops), tuple(map(int, black)),
            tuple(map(int, white)), int(parts),
        )
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError):
        return None


def _decoded_wall(fields: list[Any]) -> Wall:
    from analysis.values import Wall, parse

    slope, *corners = fields
    points = tuple((Fraction(t), Fraction(x)) for t, x, _ in corners)
    makers = tuple(parse(maker) if isinstance(maker, str) else maker for _, _, maker in corners)
    return Wall(points, makers, Fraction(slope))


__all__ = ["LocalValueStore"]
