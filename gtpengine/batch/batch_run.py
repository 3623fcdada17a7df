"""Evaluate a collection of games: in this process, on processes of this machine, or on a Dask cluster.

Workers compute the tables, and this process writes them atomically, one file a game: a run may be killed at any time.
The next run skips the games whose tables are finished, by the SHA-256 of the game and the key of the plan, which names
the folder. So the tables are the same after any number of runs, on any number of processes, in any order.

A game is not finished if its file could not be read, its worker died, or a fault of the machine or of this program kept
any of its positions from being evaluated. A record that is refused is finished: it would be refused again.

Memory does not grow with the collection: games are read when they are needed, and few per worker are in progress.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..files.atomic_write import atomic_writer
from ..files.file_lock import try_lock
from ..files.temporary_file import remove_leftovers
from .game_source import BatchError, CollectionRecord, FileEnd, GameSource
from .position_rows import BatchPlan, GameTable, finished_sha256, import_extra, tables_of

CHUNKS_PER_THREAD = 3
"""Chunks in progress for each thread of the workers: one being computed, the others so that it need not wait."""

CHUNK_GAMES = {"control": 16, "status": 1, "endgame": 1}
"""Games in a chunk, by layers: computing the raw control map takes less time than sending a game."""

CHUNK_BYTES = 1 << 20
"""A chunk of so many bytes gets no more games."""

RECOUNT_INTERVAL = 64
"""Chunks after which the workers are counted again, as a cluster may grow or shrink."""

CONNECT_SECONDS = 30
"""Seconds to wait for a scheduler to answer, and for its first worker."""

NO_LOGGING = logging.CRITICAL + 1
"""A level above all messages."""
_ADDRESS = re.compile(r"((tcp|tls|ucx|ws|wss)://)?[^\s:/]+:[0-9]{1,5}|(tcp|tls)://\[[0-9a-fA-F:]+\]:[0-9]{1,5}")

Chunk = list[CollectionRecord]
ChunkResult = tuple[Chunk, list[GameTable | None] | None]
"""A chunk and its tables: None for a game without a table, or for all if every worker that had the chunk died."""

ProcessChunks = Callable[[Iterable[Chunk]], Iterator[ChunkResult]]


@dataclass
class BatchCounts:
    """The progress of a run.

    Public attributes:
      games        -- games whose tables this run has written
      already_done -- games skipped, as their tables are finished
      given_up     -- games without a table: their workers died, or there was no memory for one
      faulty       -- games among `games` with a fault, which the next run computes again
      positions    -- positions evaluated
      errors       -- rows with an error
    """

    games: int = 0
    already_done: int = 0
    given_up: int = 0
    faulty: int = 0
    positions: int = 0
    errors: int = 0

    def __str__(self) -> str:
        parts = [_counted(self.games, "game"), _counted(self.positions, "position"), _counted(self.errors, "error")]
        parts += [f"{self.already_done} done before"] if self.already_done else []
        parts += [f"{self.given_up} given up"] if self.given_up else []
        parts += [f"{_counted(self.faulty, 'game')} with internal errors, to be run again"] if self.faulty else []
        return ", ".join(parts)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def run(
    source: GameSource, store: TableStore, plan: BatchPlan, process_chunks: ProcessChunks,
    show: Callable[[BatchCounts], object],
) -> BatchCounts:
    """Compute and write the missing tables; `show` is called after every chunk.

    Raises BatchError; finished tables are kept.
    """
    counts = BatchCounts()
    for chunk, tables in process_chunks(_chunks(_unfinished(source, store, counts), CHUNK_GAMES[plan.layers])):
        for record, table in zip(chunk, tables or [None] * len(chunk), strict=True):
            if table is None:
                counts.given_up += 1
                continue
            store.put(record, table.data)
            counts.games += 1
            counts.positions += table.positions
            counts.errors += table.errors
            counts.faulty += table.faults > 0
        show(counts)
    return counts


def _unfinished(source: GameSource, store: TableStore, counts: BatchCounts) -> Iterator[CollectionRecord]:
    """Yield the games without a finished table, and remove the tables of games that are gone."""
    unreadable = False
    for item in source:
        if isinstance(item, FileEnd):
            if not unreadable:  # else its games are not gone
                store.remove_surplus(item)
            continue
        unreadable = bool(item.error)
        if store.has(item):
            counts.already_done += 1
        else:
            yield item


def _chunks(records: Iterable[CollectionRecord], most: int) -> Iterator[Chunk]:
    """Group games into chunks of at most `most` games."""
    chunk: Chunk = []
    for record in records:
        chunk.append(record)
        if len(chunk) == most or sum(len(one.data) for one in chunk) >= CHUNK_BYTES:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


# -- the tables ----------------------------------------------------------------------------------------------------


class TableStore:
    """The tables of a plan: OUT/<key of the plan>/ab/abcd....parquet, named by a hash of the game's name.

    To be used with `with`, which locks the folder against other runs of the same plan. `_plan.json` says what the rows
    depend on; tools that read folders of tables skip names that begin with "_" or ".".

    Raises BatchError if the folder cannot be written, or another run is writing there.
    """

    def __init__(self, out: str | Path, plan: BatchPlan) -> None:
        self.folder = Path(out) / plan.key
        self._plan = plan
        self._lock = -1

    def __enter__(self) -> TableStore:
        with _batch_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT)
            locked = try_lock(self._lock)
        if not locked:
            os.close(self._lock)
            raise BatchError(f"{self.folder}: another run is writing there")
        remove_leftovers(self.folder)
        about = self.folder / "_plan.json"
        if not about.exists():
            self._write(about, (json.dumps(self._plan.description(), indent=2) + "\n").encode())
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._lock)

    def path(self, file: str, game: int) -> Path:
        """Return the path of a game's table, whether it exists or not."""
        key = hashlib.sha256(f"{file}\0{game}".encode()).hexdigest()[:32]
        return self.folder / key[:2] / f"{key}.{self._plan.format}"

    def has(self, record: CollectionRecord) -> bool:
        """Return whether the table of this record is finished; False for a file that could not be read now."""
        path = self.path(record.file, record.game)
        return not record.error and finished_sha256(path, self._plan) == record.sha256

    def put(self, record: CollectionRecord, data: bytes) -> None:
        """Write a table, replacing an older one."""
        path = self.path(record.file, record.game)
        with _batch_errors(path):
            path.parent.mkdir(exist_ok=True)
        self._write(path, data)

    def remove_surplus(self, end: FileEnd) -> None:
        """Remove the tables of games beyond the last of a file."""
        for number in range(end.games + 1, sys.maxsize):
            path = self.path(end.file, number)
            if not path.exists():
                return
            with _batch_errors(path):
                path.unlink()

    def _write(self, path: Path, data: bytes) -> None:
        with atomic_writer(path, BatchError, workspace=self.folder) as write:
            write(data)


@contextmanager
def _batch_errors(path: Path) -> Iterator[None]:
    """Convert an OSError of the block to BatchError."""
    try:
        yield
    except OSError as error:
        raise BatchError(f"{path}: cannot use: {error.strerror}") from None


# -- workers -------------------------------------------------------------------------------------------------------


@contextmanager
def workers(plan: BatchPlan, count: int, address: str | None = None) -> Iterator[ProcessChunks]:
    """Yield a function that computes chunks of games: in this process for a count of 0, in so many processes of this
    machine, or on the cluster whose scheduler has that address.

    Raises BatchError without dask, a scheduler or a worker; the function raises it if the cluster goes away.
    """
    if address is None and count == 0:
        yield lambda chunks: ((chunk, tables_of(chunk, plan)) for chunk in chunks)
        return
    import_extra("distributed")
    # Dask logs many lines, some after the end, about errors that are handled or reported here.
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(NO_LOGGING)
    with _client(count, address) as client:
        yield lambda chunks: _on_dask(client, chunks, plan)


@contextmanager
def _client(count: int, address: str | None) -> Iterator[Any]:
    """Yield a Dask client of a new local cluster, or of the one at the address. Raises BatchError."""
    distributed = import_extra("distributed")
    if address is None:
        # No limit of memory: Dask's default stops workers that have enough.
        with distributed.LocalCluster(
            n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0,
            silence_logs=NO_LOGGING,
        ) as cluster, distributed.Client(cluster) as client:
            yield client
        return
    if not _ADDRESS.fullmatch(address):  # Dask would try for minutes
        raise BatchError(f"--cluster: expected an address such as tcp://HOST:8786, got {address[:60]!r}")
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except OSError as error:
        raise BatchError(f"--cluster {address}: no scheduler answers: {error}") from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        client.close()
        raise BatchError(f"--cluster {address}: has no workers") from None
    try:
        yield client
    finally:
        with suppress(OSError, TimeoutError):
            client.close(timeout=5)


def _on_dask(client: Any, chunks: Iterable[Chunk], plan: BatchPlan) -> Iterator[ChunkResult]:
    """Compute chunks on Dask, with as many in progress as keep the workers busy, also if their number changes."""
    distributed = import_extra("distributed")
    pending: dict[str, Chunk] = {}
    ready = distributed.as_completed(loop=client.loop)

    def allowed() -> int:
        with _cluster_errors():
            return CHUNKS_PER_THREAD * max(1, sum(map(int, client.nthreads().values())))

    def submit_chunk(chunk: Chunk) -> None:
        with _cluster_errors():
            future = client.submit(tables_of, chunk, plan, pure=False)
            ready.add(future)
        pending[future.key] = chunk

    def next_result() -> ChunkResult:
        with _cluster_errors():
            future = next(ready)
            chunk = pending.pop(future.key)
            try:
                return chunk, future.result()
            except (distributed.KilledWorker, MemoryError):
                return chunk, None

    for number, chunk in enumerate(chunks):
        if number % RECOUNT_INTERVAL == 0:
            most = allowed()
        while len(pending) >= most:
            yield next_result()
        submit_chunk(chunk)
    while pending:
        yield next_result()


@contextmanager
def _cluster_errors() -> Iterator[None]:
    """Convert errors of a lost connection to the scheduler to BatchError."""
    from concurrent.futures import CancelledError

    try:
        yield
    except (OSError, CancelledError):
        raise BatchError(
            "the cluster has stopped; finished tables are kept: run the same command again to continue"
        ) from None
