"""A collection of games through the pipeline: in this process, on processes of this machine, or on a Dask cluster.

Each game's table is made wherever there is room and written here, one file a game, beside its place and then moved
there: a run may end at any moment. The next one passes over the games whose tables are there, by the SHA-256 of the
game and the key of the plan, which names the folder. So the tables are the same after any number of runs, on any
number of processes, in whatever order they were made.

Memory does not grow with the collection: games are read as they are needed, and few for each worker are under way.
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

from .game_source import BatchError, FileEnd, GameSource, Record
from .position_rows import GameTable, Plan, finished_sha256, import_extra, tables_of

CHUNKS_PER_THREAD = 3
"""Packs under way for each thread of the workers: one in work, the others so that it need not wait."""

CHUNK_GAMES = {"control": 16, "status": 1, "endgame": 1}
"""Games sent to a worker at once: by the bare field they take less time than the sending."""

CHUNK_BYTES = 1 << 20
RECOUNT_INTERVAL = 64
"""After so many packs the workers are counted again: there may be more of them by now, or fewer."""

CONNECT_SECONDS = 30
"""Seconds to wait for a scheduler to answer, and for its first worker."""

NO_LOGGING = logging.CRITICAL + 1
_ADDRESS = re.compile(r"((tcp|tls|ucx|ws|wss)://)?[^\s:/]+:[0-9]{1,5}|(tcp|tls)://\[[0-9a-fA-F:]+\]:[0-9]{1,5}")

Chunk = list[Record]
ChunkResult = tuple[Chunk, list[GameTable] | None]
"""A pack and its tables; None if every worker that had it died."""

ProcessChunks = Callable[[Iterable[Chunk]], Iterator[ChunkResult]]


@dataclass
class BatchCounts:
    """What a run has done so far: games finished, passed over and given up; positions judged; rows that are errors."""

    games: int = 0
    before: int = 0
    lost: int = 0
    positions: int = 0
    errors: int = 0

    def __str__(self) -> str:
        parts = [_counted(self.games, "game"), _counted(self.positions, "position"), _counted(self.errors, "error")]
        parts += [f"{self.before} done before"] if self.before else []
        parts += [f"{self.lost} given up"] if self.lost else []
        return ", ".join(parts)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def run(source: GameSource, store: TableStore, plan: Plan, process_chunks: ProcessChunks, show: Callable[[BatchCounts], object]) -> BatchCounts:
    """Judge what is not judged yet; `show` is called after every pack. Raises BatchError, what is done being kept."""
    counts = BatchCounts()
    for chunk, tables in process_chunks(_chunks(_unfinished(source, store, counts), CHUNK_GAMES[plan.layers])):
        if tables is None:
            counts.lost += len(chunk)
        else:
            for record, table in zip(chunk, tables, strict=True):
                store.put(record, table.data)
                counts.games += 1
                counts.positions += table.positions
                counts.errors += table.errors
        show(counts)
    return counts


def _unfinished(source: GameSource, store: TableStore, counts: BatchCounts) -> Iterator[Record]:
    for item in source:
        if isinstance(item, FileEnd):
            store.remove_surplus(item)
        elif store.has(item):
            counts.before += 1
        else:
            yield item


def _chunks(records: Iterable[Record], most: int) -> Iterator[Chunk]:
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
    """The tables of a plan: OUT/<key of the plan>/ab/abcd....parquet, after a hash of the game's name.

    To be used as a context: until it ends no other run of the same plan may write there. `_plan.json` says what the
    rows depend on; tools that read folders of tables pass over names that begin with "_" or ".".

    Raises BatchError: nothing can be written there, or another run writes there.
    """

    def __init__(self, out: str | Path, plan: Plan) -> None:
        self.folder = Path(out) / plan.key
        self._plan = plan
        self._lock = -1

    def __enter__(self) -> TableStore:
        with _batch_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT)
        if not _locked(self._lock):
            os.close(self._lock)
            raise BatchError(f"{self.folder}: another run is writing there")
        about = self.folder / "_plan.json"
        if not about.exists():
            self._write(about, (json.dumps(self._plan.description(), indent=2) + "\n").encode())
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._lock)

    def path(self, file: str, game: int) -> Path:
        """Where the table of a game is, or will be."""
        key = hashlib.sha256(f"{file}\0{game}".encode()).hexdigest()[:32]
        return self.folder / key[:2] / f"{key}.{self._plan.format}"

    def has(self, record: Record) -> bool:
        """Whether the table is there, of this very record. A file that could not be read is tried again."""
        path = self.path(record.file, record.game)
        with _batch_errors(path):
            return not record.error and finished_sha256(path, self._plan) == record.sha256

    def put(self, record: Record, data: bytes) -> None:
        """Write a table in the place of what is there."""
        path = self.path(record.file, record.game)
        with _batch_errors(path):
            path.parent.mkdir(exist_ok=True)
        self._write(path, data)

    def remove_surplus(self, end: FileEnd) -> None:
        """Remove the tables of games that a file no longer has."""
        for number in range(end.games + 1, sys.maxsize):
            path = self.path(end.file, number)
            if not path.exists():
                return
            with _batch_errors(path):
                path.unlink()

    def _write(self, path: Path, data: bytes) -> None:
        beside = path.with_name(f".{path.name}.part")
        with _batch_errors(path):
            beside.write_bytes(data)
            os.replace(beside, path)


def _locked(handle: int) -> bool:
    """Lock an open file until it is closed or this process ends; whether nobody else has. Only where there is flock."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def _batch_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BatchError(f"{path}: cannot use: {error.strerror}") from None


# -- who does the work ---------------------------------------------------------------------------------------------


@contextmanager
def workers(plan: Plan, count: int, address: str | None = None) -> Iterator[ProcessChunks]:
    """Who does the work, while the block runs: this process for a count of 0, so many processes of this machine, or
    the cluster whose scheduler has that address.

    Raises BatchError: no dask, no scheduler, no worker. ProcessChunks raises it if the cluster goes away.
    """
    if address is None and count == 0:
        yield lambda chunks: ((chunk, tables_of(chunk, plan)) for chunk in chunks)
        return
    import_extra("distributed")
    # Dask says in many lines, some of them after the end, what is dealt with here or told in one.
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(NO_LOGGING)
    with _client(count, address) as client:
        yield lambda chunks: _on_dask(client, chunks, plan)


@contextmanager
def _client(count: int, address: str | None) -> Iterator[Any]:
    distributed = import_extra("distributed")
    if address is None:
        # No limit of memory: Dask's own stops a worker that has enough for what it does.
        with distributed.LocalCluster(
            n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0,
            silence_logs=NO_LOGGING,
        ) as cluster, distributed.Client(cluster) as client:
            yield client
        return
    if not _ADDRESS.fullmatch(address):  # Dask would take minutes over it
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


def _on_dask(client: Any, chunks: Iterable[Chunk], plan: Plan) -> Iterator[ChunkResult]:
    """Keep the workers busy, however many there come to be, and no more games under way than that takes."""
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
            except distributed.KilledWorker:
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
    """Raises BatchError if the scheduler can no longer be talked to."""
    from concurrent.futures import CancelledError

    try:
        yield
    except (OSError, CancelledError):
        raise BatchError("the cluster has gone; what is done is kept: run the same again to go on") from None
