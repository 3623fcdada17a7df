"""How good the moves are that the policy proposes, beside a strong network and the ends of games.

    python -m tests.benchmarks.policy [--sizes 9 19] [--breadth 24 ...] [--finished GAMES SIZE] [--games FILE SIZE]

On the positions of truth_dev (../shared/data):

    list     how often the network's best move is in the tree's list: the likeliest moves, the pass, decisive moves
    near     how often a move is there that the network thinks at most half a point worse
    misses   the best moves that are not, with their place among the likeliest moves, the network's prior, what the best
             move of the list loses by the network, and what kind of move they are

With --finished FILE SIZE, how often the pass is the likeliest move at the ends of 200 counted games of a list of games
that the fit kept back: as it was played, after a pass, and without known last moves. With --games FILE SIZE, how well
all moves of the games of a list are predicted.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

from analysis.board import PASS, Position
from analysis.evaluation import evaluate
from analysis.policy import fit, policy_moves
from analysis.policy.model import default_weights
from analysis.tree_search.puct_tree import PuctTree
from gtpengine.batch.move_games import game_of_line
from tests.positions import TRUTH

FINISHED_BOARDS = 200
NEAR = 0.5
"""Points by which a move may be worse than the best one to be as good."""


def _entries(size: int) -> list[dict[str, object]]:
    lines = TRUTH.read_text(encoding="utf-8").splitlines()
    return [entry for entry in map(json.loads, lines) if entry["size"] == size and entry["top_moves"]]


def _point(position: Position, vertex: str) -> int:
    return PASS if vertex.lower() == "pass" else position.grid.point(vertex)


def kind_of(position: Position, point: int, recent: tuple[int, ...]) -> str:
    """Return what a move does: the first that applies."""
    if point == PASS:
        return "pass"
    after = position.play(point)
    beside = [int(position.stones[near]) for near in position.grid.beside[point]]
    if np.count_nonzero(after.stones) <= np.count_nonzero(position.stones):
        return "capture"
    own, enemy = int(position.to_move), -int(position.to_move)
    around = {near: len(position.liberties_at(near)) for near in position.grid.beside[point] if position.stones[near]}
    if any(free == 1 and position.stones[near] == own for near, free in around.items()):
        return "saves stones in atari"
    if any(free == 2 and position.stones[near] == enemy for near, free in around.items()):
        return "atari"
    far = not recent or recent[-1] < 0 or _distance(position, point, recent[-1]) > 6
    place = "far from the last move" if far else "near the last move"
    return f"{'contact' if enemy in beside else 'extension' if own in beside else 'open point'}, {place}"


def _distance(position: Position, one: int, other: int) -> int:
    (r, c), (row, col) = position.grid.row_col(one), position.grid.row_col(other)
    return max(abs(r - row), abs(c - col))


def compare_lists(size: int, breadths: list[int]) -> None:
    """Print how often the best move is in the list, by breadth, and the misses of the first breadth."""
    found: Counter[tuple[str, int]] = Counter()
    kinds: Counter[str] = Counter()
    entries = _entries(size)
    for entry in entries:
        position = Position.from_diagram("\n".join(entry["rows"]), entry["to_move"])  # type: ignore[arg-type]
        moves = entry["last_moves"]
        recent = tuple(_point(position, vertex) for _, vertex in moves[-2:])  # type: ignore[index]
        sign = int(position.to_move)
        top = {_point(position, move): (sign * lead, prior) for move, _, lead, prior in entry["top_moves"]}  # type: ignore[attr-defined]
        best = next(iter(top))
        most = top[best][0]
        evaluation = evaluate(position)
        for breadth in breadths:
            listed = set(PuctTree(evaluation, recent=recent, breadth=breadth).root.edges)
            found["list", breadth] += best in listed
            leads = [top[point][0] for point in listed if point in top]
            found["near", breadth] += best in listed or (bool(leads) and max(leads) >= most - NEAR)
            if best in listed or breadth != breadths[0]:
                continue
            order = [move.point for move in policy_moves(position, recent=recent)]
            kind = kind_of(position, best, recent)
            kinds[kind] += 1
            loss = f"{top[best][0] - max(leads):.1f} points" if leads else "not searched"
            print(f"  {entry['id']} {position.grid.vertex(best)}: {order.index(best) + 1}th, prior {top[best][1]:.2f}, "
                  f"the list loses {loss}, {kind}")
    for breadth in breadths:
        shares = [f"{name} {100 * found[name, breadth] / len(entries):.1f} %" for name in ("list", "near")]
        print(f"{size}x{size}, {len(entries)} positions, the {breadth} likeliest: {', '.join(shares)}")
    print("  misses by kind: " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()), flush=True)


def _games(file: str, size: int) -> list[fit.GameMoves]:
    data = Path(file).read_bytes()
    text = (gzip.decompress(data) if file.endswith(".gz") else data).decode("ascii")
    return [game_of_line(line) for line in text.splitlines() if line.split()[0] == str(size)]


def finished_boards(file: str, size: int) -> None:
    """Print how often the pass is the likeliest move where counted games ended."""
    wins: Counter[str] = Counter()
    count = 0
    for game in _games(file, size)[fit.KEPT :: 3]:
        points = game.points.tolist()
        while points and points[-1] == PASS:
            points.pop()
        if not points or len(points) == game.points.size or count == FINISHED_BOARDS:
            continue
        position = Position.empty(size)
        for point in points:
            position = position.play(point)
        count += 1
        for history, board, recent in (
            ("as played", position, points[-2:]), ("after a pass", position.play(PASS), [points[-1], PASS]),
            ("without last moves", position, []),
        ):
            wins[history] += policy_moves(board, recent=recent)[0].point == PASS
    print(f"{size}x{size}: the pass is likeliest on " + ", ".join(f"{n} {name}" for name, n in wins.items())
          + f", of {count} finished boards")


def predictions(file: str, size: int) -> None:
    """Print how well the moves of games are predicted, by the weights for the size and by both sets alone."""
    weights, games = default_weights(), _games(file, size)
    for name, tried in (
        ("as the size asks", weights), ("large boards' alone", replace(weights, small=weights.large)),
        ("small boards' alone", replace(weights, large=weights.small)),
    ):
        print(f"{size}x{size}, {name}: {fit.measure(tried, games)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="*", choices=(9, 13, 19), default=[19])
    parser.add_argument("--breadth", type=int, nargs="+", default=[24], metavar="N")
    parser.add_argument("--finished", nargs=2, action="append", default=[], metavar=("FILE", "SIZE"))
    parser.add_argument("--games", nargs=2, action="append", default=[], metavar=("FILE", "SIZE"))
    arguments = parser.parse_args()
    for file, size in arguments.finished:
        finished_boards(file, int(size))
    for file, size in arguments.games:
        predictions(file, int(size))
    for size in arguments.sizes:
        compare_lists(size, arguments.breadth)


if __name__ == "__main__":
    main()
