"""How far the table of local games agrees with a strong network late in the game, and what it costs.

    python -m tests.benchmarks.endings [--sizes 9 13 19] [--positions]

The positions are those of truth_dev (../shared/data) near the end of a game, but not at it: on 19x19 with at most 60
moves left, on smaller boards in proportion to their areas. For each size are printed:

  places    rows of places where there is something to gain, and how many of them are exact: proved, read
  best      in how many positions the network's best move lies in one of the first three rows
  wrong     rows among the first three on all points of which the network is sure of the same owner (above .9)
  pairs     pairs of the network's moves in different places whose leads differ by 1.5 points or more: the share in
            which the better one's place comes first in the table
  ms        CPU milliseconds of the table, the evaluation excluded: the median and the most

With --positions also a line for each position.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from analysis.board import BLACK, PASS, WHITE, Color, Game, Position
from analysis.endgame import EstimatedPlace, LocalGame
from analysis.status import Evidence
from gtpengine.engine.position_analysis import count_endgame, endgame_of, evaluate_game
from gtpengine.settings import Settings
from tests.positions import TRUTH

Row = LocalGame | EstimatedPlace

MOVES_LEFT = 60 / 361
"""The most moves left of a game, per point of the board."""
TOP_ROWS = 3
SURE = 0.9
"""Ownership beyond which a point is taken to be settled."""
LEAD_DIFFERENCE = 1.5
"""Points by which the leads after two moves differ at least, to call one better."""


@dataclass(frozen=True)
class Ending:
    """What the table of one position says, and how it agrees with the network.

    Public attributes:
      name     -- of the position
      rows     -- the places where there is something to gain
      proved, read -- how many of them are exact, by the evidence for their walls
      best     -- whether the best move lies in one of the first rows
      top, wrong -- the number of first rows, and of those that the network takes for settled
      pairs, right -- the pairs of moves compared, and those in the right order
      seconds  -- CPU seconds of the table
    """

    name: str
    rows: int
    proved: int
    read: int
    best: bool
    top: int
    wrong: int
    pairs: int
    right: int
    seconds: float


def late_positions(size: int) -> Iterator[dict[str, Any]]:
    """Yield the entries of truth_dev of a size that are late in the game, but not at its end."""
    for line in TRUTH.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["size"] == size and 0 < entry["game_length"] - entry["move_number"] <= MOVES_LEFT * size**2:
            yield entry


def ending(entry: dict[str, Any]) -> Ending:
    """Compare the table of a position with the network."""
    game, settings = game_of(entry), Settings()
    position = game.position
    evaluation = evaluate_game(game, position.to_move, settings)
    start = time.process_time()
    found = endgame_of(game, evaluation, count_endgame(evaluation, settings))
    seconds = time.process_time() - start
    rows = [row for row in found.rows if isinstance(row, EstimatedPlace) or row.temperature > 0]
    exact = [row.evidence for row in rows if isinstance(row, LocalGame)]
    top = rows[:TOP_ROWS]
    moves = [(position.grid.point(move), lead) for move, _, lead, _ in entry["top_moves"] if move != "pass"]
    pairs = list(ordered_pairs(rows, moves, position.to_move))
    return Ending(
        entry["id"], len(rows), exact.count(Evidence.PROVED), exact.count(Evidence.READ),
        bool(moves) and any(moves[0][0] in row.points for row in top), len(top),
        sum(is_settled(row, entry["ownership"]) for row in top), len(pairs), sum(pairs), seconds,
    )


def game_of(entry: dict[str, Any]) -> Game:
    """Return the game of an entry, its last moves played: the policy takes them into account."""
    game = Game(Position.empty(entry["size"]), komi=entry["komi"])
    for letter, vertex in entry["moves"]:
        game.execute(BLACK if letter == "B" else WHITE, PASS if vertex == "pass" else game.grid.point(vertex))
    if game.position.diagram().split("\n") != entry["rows"]:  # after a setup
        return Game(Position.from_diagram("\n".join(entry["rows"]), entry["to_move"]), komi=entry["komi"])
    return game


def is_settled(row: Row, ownership: list[float]) -> bool:
    """Return whether the network gives all points of a place to the same side, with hardly a doubt."""
    values = [ownership[point] for point in row.points]
    return min(values) > SURE or max(values) < -SURE


def ordered_pairs(rows: list[Row], moves: list[tuple[int, float]], color: Color) -> Iterator[bool]:
    """Yield for each pair of moves in different places, one clearly better, whether its place comes first."""
    rank = {point: number for number, row in enumerate(rows) for point in row.points}
    for (one, lead), (other, other_lead) in itertools.combinations(moves, 2):
        if one in rank and other in rank and rank[one] != rank[other]:
            gain = color * (lead - other_lead)
            if abs(gain) >= LEAD_DIFFERENCE:
                yield (rank[one] < rank[other]) is (gain > 0)


def summary(size: int, endings: list[Ending]) -> str:
    """Return the line of a size."""
    def total(name: str) -> int:
        return sum(getattr(one, name) for one in endings)

    milliseconds = [1000 * one.seconds for one in endings]
    return (
        f"{size}x{size}: {len(endings)} positions; places {total('rows')}, proved {total('proved')},"
        f" read {total('read')}; best {total('best')}; wrong {total('wrong')} of {total('top')};"
        f" pairs {total('right')} of {total('pairs')};"
        f" ms {statistics.median(milliseconds):.0f}, {max(milliseconds):.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", nargs="+", type=int, choices=(9, 13, 19), default=[19, 13, 9])
    parser.add_argument("--positions", action="store_true", help="a line for each position, too")
    arguments = parser.parse_args()
    ending(next(late_positions(9)))  # loads the kernels
    for size in arguments.sizes:
        endings = [ending(entry) for entry in late_positions(size)]
        if arguments.positions:
            for one in endings:
                print(one)
        print(summary(size, endings))


if __name__ == "__main__":
    main()
