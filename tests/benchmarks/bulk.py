"""`mokusan estimate --control-only`: positions a second, from file to file, beside the library alone.

    python -m tests.benchmarks.bulk [--rounds N]

Positions are those of the shared set, by size, repeated under other ids. For each size the file's estimate, its parts
(parsing; the library's estimate_many; formatting), and the way before blocks, one position after the other by the
modules `position_lines` and json, are measured in turn; the best of the rounds counts. CPU time of this process, the
system's included.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from analysis import estimate_many
from gtpengine.batch.board_lines import parse_boards
from gtpengine.batch.bulk_estimates import BLOCK_LINES, estimate_file
from gtpengine.batch.number_text import rounded_rows
from gtpengine.files.json_lines import read_object
from gtpengine.files.position_lines import parse_position_line
from gtpengine.settings import Settings
from tests.positions import TRUTH

FIELDS = ("id", "rows", "to_move", "komi", "rules")


def repeated(size: int | None, count: int) -> list[bytes]:
    """Return so many lines of positions of one size, or of all."""
    records = [json.loads(text) for text in TRUTH.read_text(encoding="utf-8").splitlines()]
    chosen = [record for record in records if size in (None, record["size"])]
    lines = []
    for number in range(count):
        record = chosen[number % len(chosen)]
        fields = {key: record[key] for key in FIELDS} | {"id": f"{record['id']}_{number}"}
        lines.append(json.dumps(fields).encode() + b"\n")
    return lines


def one_by_one(lines: list[bytes], settings: Settings) -> bytes:
    """Return the output for lines of one size, parsed and formatted one after the other."""
    positions = [parse_position_line(read_object(text), settings) for text in lines]
    stones = np.stack([line.position.stones for line in positions])
    maps = estimate_many(positions[0].position.grid, stones, settings.control())
    answers = []
    for line, control in zip(positions, maps, strict=True):
        values = (np.round(control.values.reshape(-1), 6) + 0.0).tolist()
        score = round(control.score - line.komi, 6)
        answers.append(json.dumps({"id": line.key, "ownership": values, "score": score}) + "\n")
    return "".join(answers).encode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    settings = Settings()
    settings.set("play.control_only", "true")
    print("positions a second          file  before  library   parsing  formatting   file:before  file:library")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.jsonl"), Path(folder, "out.jsonl")
        for size in (19, 13, 9):
            lines = repeated(size, 8 * BLOCK_LINES)
            source.write_bytes(b"".join(lines))
            block = lines[:BLOCK_LINES]
            (grid, boards), = parse_boards(block, 1, settings).items()
            stones = boards.array(grid)
            values = estimate_many(grid, stones, settings.control()).values.reshape(len(stones), -1)
            estimate_file(source, target, settings)
            assert target.read_bytes().startswith(one_by_one(block, settings))
            tasks: list[tuple[int, Callable[[], object]]] = [
                (len(lines), lambda: estimate_file(source, target, settings)),
                (BLOCK_LINES, lambda block=block: one_by_one(block, settings)),
                (BLOCK_LINES, lambda g=grid, s=stones: estimate_many(g, s, settings.control())),
                (BLOCK_LINES, lambda block=block: parse_boards(block, 1, settings)),
                (BLOCK_LINES, lambda values=values: rounded_rows(values)),
            ]
            best = [0.0] * len(tasks)
            for _ in range(rounds):
                for k, (count, task) in enumerate(tasks):
                    begun = time.process_time()
                    task()
                    best[k] = max(best[k], count / (time.process_time() - begun))
            print(f"  {size:2}x{size:<2}                  " + " ".join(f"{speed:9.0f}" for speed in best)
                  + f"   {best[0] / best[1]:9.1f} {best[0] / best[2]:13.2f}")


if __name__ == "__main__":
    main()
