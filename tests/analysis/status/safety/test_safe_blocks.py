"""Safety under alternating play: diagrams, exhaustive search on closed boards and regions, and invariants."""

from __future__ import annotations

import json
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Color, Grid, Position, Rules, unconditional_life
from analysis.region.region import Region, enclosed, whole_board
from analysis.region.search_budget import Budget, OutOfBudget
from analysis.region.search_state import KoRule, Objective, State, Target
from analysis.region.state_graph import solve_graph
from analysis.status.safety.safe_blocks import Safety, safe
from tests.analysis.region import plain
from tests.positions import SHARED, TRUTH, random_position, real_positions

SEEDS = st.integers(0, 2**32 - 1)
SIGNS = {(1, 0): "B", (-1, 0): "W", (0, 1): "b", (0, -1): "w", (0, 0): "."}


def picture(found: Safety) -> str:
    """Return a picture: B W safe stones, b w territory."""
    signs = [SIGNS[int(s), int(t)] for s, t in zip(found.safe, found.territory, strict=True)]
    width = found.grid.width
    return "\n".join("".join(signs[i : i + width]) for i in range(0, len(signs), width))


def replies_text(found: Safety, color: Color) -> str:
    """Return the enemy's moves with their answers, as `A1:B1/C1`."""
    name = found.grid.vertex
    return " ".join(f"{name(m)}:{'/'.join(map(name, sorted(a)))}" for m, a in found.replies[color].items())


# -- diagrams -------------------------------------------------------------------------------------------------------

# name, board, safe stones and territory, White's moves with Black's answers
TABLE = [
    ("two eyes", ".X.XO\nXXXXO\nOOOOO\n.....", "bBbBW\nBBBBW\nWWWWW\nwwwww", ""),
    ("three in a row: White kills", "...XO\nXXXXO\nOOOOO\n.....", "....W\n....W\nWWWWW\nwwwww", ""),
    ("four in a row", "....XO\nXXXXXO\nOOOOOO\n......", "bbbbBW\nBBBBBW\nWWWWWW\nwwwwww", "B4:C4 C4:B4"),
    ("White has been there", ".O..XO\nXXXXXO\nOOOOOO\n......", ".....W\n.....W\nWWWWWW\nwwwwww", ""),
    (
        "four round a corner of the wall",
        "....XO\n.XXXXO\n.XOOOO\nXXO...\nOOO...",
        "bbbbB.\nbBBBB.\nbB....\nBB....\n......",
        "B5:A4 A4:B5",
    ),
    (
        "six points: nothing splits them yet, but any answer in the middle will",
        "OOOOOOO\nOXXXXXO\nOX...XO\nOX...XO\nOXXXXXO\nOOOOOOO\n.......",
        "WWWWWWW\nWBBBBBW\nWBbbbBW\nWBbbbBW\nWBBBBBW\nWWWWWWW\nwwwwwww",
        "C5:D5/D4 D5:D4 E5:D5/D4 C4:D5/D4 D4:D5 E4:D5/D4",
    ),
    (
        "two chains with an eye each, tied by two liberties",
        ".XO....\nXX.....\nO.XX...\nOOX.X..\n..XXXO.\n.......",
        "bB.....\nBB.....\n..BB...\n..BbB..\n..BBB..\n.......",
        "C5:B4 B4:C5",
    ),
    ("tied by one liberty only", ".XO....\nXXO....\nO.XX...\nOOX.X..\n..XXXO.\n.......", None, ""),
    (
        "two stones tied to what lives, on either side; they wall in what is left",
        ".X.XXXXX\nXXXX....\n..XX.X.X\nOOXX....\n.OXXXXXX\nOOOOOOOO\n........",
        "bBbBBBBB\nBBBBbbbb\n..BBbBbB\nWWBBbbbb\nwWBBBBBB\nWWWWWWWW\nwwwwwwww",
        "F6:E5 H6:H4 E5:F6 H4:H6",
    ),
    (
        "two walls of a cross, whose middle touches neither: its arms are miai, twice",
        "XXX.XX.\nXX...XX\nXXX.XXX",
        "BBBbBBb\nBBbbbBB\nBBBbBBB",
        "D3:D1 C2:E2 E2:C2 D1:D3",
    ),
    (
        "the enemy's stones in a room that Black splits may come off: all of it must touch the wall",
        "XXXXXX\nX.O..X\nXX.OOX\nXXX..X\nXXXXXX",
        None,
        "",
    ),
]


@pytest.mark.parametrize(("name", "board", "expected", "replies"), TABLE, ids=[row[0] for row in TABLE])
def test_diagrams(name: str, board: str, expected: str | None, replies: str) -> None:
    found = safe(Position.from_diagram(board))
    assert replies_text(found, BLACK) == replies
    if expected is None:
        assert not (found.safe == BLACK).any()
    else:
        assert picture(found) == expected


def test_a_block_names_its_proof() -> None:
    position = Position.from_diagram(TABLE[6][1])
    (block,) = safe(position).blocks
    name = position.grid.vertex
    assert block.color is BLACK
    assert [len(chain) for chain in block.chains] == [3, 7]
    assert [[name(p) for p in region] for region in block.regions] == [["A6"], ["D3"]]
    assert [(name(p), name(q)) for p, q in block.links] == [("C5", "B4")]
    assert (block.miai, block.anchor) == ((), None)
    assert block.stones == tuple(np.flatnonzero(safe(position).safe == BLACK))


def test_blocks_name_anchors_and_miai() -> None:
    found = safe(Position.from_diagram(TABLE[8][1]))
    anchors = [block.anchor for block in found.blocks if block.anchor]
    assert [[found.grid.vertex(p) for p in anchor] for anchor in anchors] == [["F6", "E5"], ["H6", "H4"]]
    found = safe(Position.from_diagram(TABLE[2][1]))
    assert [[found.grid.vertex(p) for p in pair] for pair in found.blocks[0].miai] == [["B4", "C4"]]


# -- exhaustive search ----------------------------------------------------------------------------------------------

MOST_STATES = 30_000


def is_captured(region: Region, position: Position, points: set[int], owner: Color, suicide: bool) -> bool | None:
    """Return whether the enemy, moving first and free to retake kos, captures a chain; None if the search is too large.
    """
    rule = KoRule.WHITE_UNBOUND if owner is BLACK else KoRule.BLACK_UNBOUND
    start = State(*region.stones(position), owner.opponent)
    target = Target(region.bits(points & set(region.vertices)), owner)
    try:
        graph = solve_graph(
            region, start, Objective.CAPTURE, suicide=suicide, target=target, ko=rule, budget=Budget(MOST_STATES)
        )
    except OutOfBudget:
        return None
    bounds = graph.bounds(start)
    return bounds.high < 0 if owner is BLACK else bounds.low > 0


def random_board(rng: random.Random) -> Position:
    """Return a full-board position with up to eight empty points, most stones of one colour."""
    grid = Grid(*rng.choice([(2, 6), (2, 8), (3, 4), (3, 5), (3, 6), (4, 4), (4, 5), (5, 5)]))
    while True:
        points = list(range(grid.area))
        rng.shuffle(points)
        stones = np.zeros(grid.area, np.int8)
        share, colour = rng.choice([0, 0.1, 0.2, 0.35]), rng.choice([1, -1])
        for point in points[rng.randint(2, 8) :]:
            stones[point] = -colour if rng.random() < share else colour
        try:
            return Position.from_stones(grid, stones)
        except ValueError:
            continue


def check_safe_stones(region: Region, position: Position, suicide: bool, seen: Counter[str]) -> None:
    """Check that no chain called safe, except walls, is captured."""
    found = safe(position, Rules(suicide=suicide))
    sure = unconditional_life(position, Rules(suicide=suicide)).alive
    done: set[int] = set()
    for point in region.vertices:
        color = int(found.safe[point])
        if not color or sure[point] or point in done:
            continue
        chain = set(position.chain_at(point))
        done |= chain
        result = is_captured(region, position, chain, Color(color), suicide)
        assert result is not True, (position.diagram(), position.grid.vertex(point), found.blocks)
        (block,) = (block for block in found.blocks if point in block.stones)
        seen["checked" if result is False else "too large"] += 1
        for kind in ("miai", "links", "anchor"):
            seen[kind] += result is False and bool(getattr(block, kind))


def check_territory(position: Position, seen: Counter[str]) -> None:
    """Check that the enemy, moving first and free to retake kos, gets nothing in safe territory."""
    found, sure = safe(position), unconditional_life(position)
    todo = {int(p) for p in np.flatnonzero((found.territory != 0) & (sure.territory == 0))}
    while todo:
        owner = Color(int(found.territory[min(todo)]))
        points, fresh = {min(todo)}, [min(todo)]
        while fresh:
            for near in map(int, position.grid.neighbours[fresh.pop()]):
                if near < position.grid.area and near not in points and found.safe[near] != owner:
                    points.add(near)
                    fresh.append(near)
        todo -= points
        if len(points) > 9:
            continue
        rule = KoRule.WHITE_UNBOUND if owner is BLACK else KoRule.BLACK_UNBOUND
        region = enclosed(position, points)
        start = State(*region.stones(position), owner.opponent)
        bounds = solve_graph(region, start, Objective.AREA, ko=rule).bounds(start)
        assert owner * bounds.value() == len(points), (position.diagram(), bounds)
        seen["territory"] += 1


def check_many(count: int, seed: int) -> Counter[str]:
    rng, seen = random.Random(seed), Counter[str]()
    for k in range(count):
        suicide = k % 8 == 7
        if k % 3:
            position = random_board(rng)
            check_safe_stones(whole_board(position.grid.height, position.grid.width), position, suicide, seen)
        else:
            room, board = plain.random_room(rng, 8)
            position = room.position(board)
            check_safe_stones(room.region(board), position, suicide, seen)
        check_territory(position, seen)
    return seen


def test_no_safe_stone_is_captured() -> None:
    seen = check_many(500, 5)
    assert seen["checked"] > 50
    assert seen["territory"] > 15


@pytest.mark.slow
def test_no_safe_stone_is_captured_on_many_boards() -> None:
    seen = check_many(20_000, 6)
    assert seen["checked"] > 2000
    assert min(seen[kind] for kind in ("miai", "links", "anchor", "territory")) > 100


# -- invariants -----------------------------------------------------------------------------------------------------


def board_with_safe_stones(seed: int) -> Position:
    """Return a board on which some stones may be safe: small and full, or larger."""
    rng = random.Random(seed)
    if rng.random() < 0.7:
        return random_board(rng)
    return random_position(np.random.default_rng(seed), rng.randint(2, 9), rng.randint(2, 9))


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS, suicide=st.booleans())
def test_invariance_under_symmetries_and_colour_swap(seed: int, suicide: bool) -> None:
    position, rules = board_with_safe_stones(seed), Rules(suicide=suicide)
    before = position.stones.copy()
    found = safe(position, rules)
    assert (position.stones == before).all()
    for k, image in enumerate(position.grid.symmetries):
        turned = safe(position.transformed(k), rules)
        assert (turned.safe[image] == found.safe).all()
        assert (turned.territory[image] == found.territory).all()
    swapped = safe(position.colours_swapped(), rules)
    assert (swapped.owner == -found.owner).all()
    assert swapped.replies == {BLACK: found.replies[WHITE], WHITE: found.replies[BLACK]}
    assert safe(position.with_to_move(position.to_move.opponent), rules) is not found
    assert picture(safe(position.with_to_move(position.to_move.opponent), rules)) == picture(found)


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS, suicide=st.booleans())
@example(seed=95777, suicide=False)  # a region gives one liberty by Benson's condition, and two by answers
def test_invariants(seed: int, suicide: bool) -> None:
    """Unconditional life is included; blocks contain the safe stones; answers are empty points; suicide adds none."""
    position = board_with_safe_stones(seed)
    found, sure = safe(position, Rules(suicide=suicide)), unconditional_life(position, Rules(suicide=suicide))
    assert (found.safe[sure.alive != 0] == sure.alive[sure.alive != 0]).all()
    assert ((found.safe == 0) | (found.safe == position.stones)).all()
    assert ((found.territory == 0) | (found.territory != position.stones)).all()
    assert ((found.safe == 0) | (found.territory == 0)).all()
    assert sorted(p for block in found.blocks for p in block.stones) == list(np.flatnonzero(found.safe))
    for block in found.blocks:
        assert all(list(chain) == position.chain_at(chain[0]) for chain in block.chains)
    for replies in found.replies.values():
        for move, answers in replies.items():
            assert answers
            assert not position.stones[[move, *answers]].any()
            assert move not in answers
    assert ((safe(position, Rules(suicide=True)).safe == 0) | (safe(position).safe != 0)).all()


def test_answers_keep_safe_stones_from_capture() -> None:
    """After each enemy move and its answer no safe stone can be captured."""
    rng, checked = random.Random(3), 0
    for _ in range(250):
        position = random_board(rng)
        found = safe(position)
        for owner in (BLACK, WHITE):
            held = {tuple(position.chain_at(int(p))) for p in np.flatnonzero(found.safe == owner)}
            for move, answers in found.replies[owner].items() if held else ():
                if not position.is_legal(move, owner.opponent):
                    continue
                for answer in answers:
                    after = position.play(move, owner.opponent).play(answer, owner)
                    region, still = whole_board(after.grid.height, after.grid.width), safe(after).safe
                    for chain in held:
                        if still[chain[0]] != owner:
                            result = is_captured(region, after, set(chain), owner, False)
                            assert result is not True, (position.diagram(), move, answer)
                    checked += 1
    assert checked > 100


@pytest.mark.skipif(not TRUTH.exists(), reason="no positions with strong truth beside the project")
def test_no_safe_stone_dies_in_real_games() -> None:
    lines = [json.loads(line) for line in (SHARED / "data" / "truth_dev.jsonl").read_text().splitlines()]
    more = 0
    for position, line in zip(real_positions(), lines, strict=True):
        found, truth = safe(position), np.array(line["ownership"])
        assert not (found.owner * truth < -0.8).any(), position.diagram()
        more += int(np.count_nonzero(found.safe)) - int(np.count_nonzero(unconditional_life(position).alive))
    assert more > 500
