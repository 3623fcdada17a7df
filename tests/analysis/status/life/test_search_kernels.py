"""The search for the life of a group: its children against the board of the tests, its answers against a recursion."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Position
from analysis.reading.answer import Result
from analysis.runtime.jit import COMPILED
from analysis.status.life import _life_expand_kernels as expand_kernels
from analysis.status.life import _life_moves_kernels as moves_kernels
from analysis.status.life import _life_node_kernels as nodes
from analysis.status.life import group_search
from analysis.status.life._ko_rule_kernels import ATTACKER_UNBOUND, OWNER_UNBOUND, PLAIN
from analysis.status.life._life_table_kernels import PROOF
from analysis.status.life.group_search import SearchLimits, SearchResult
from analysis.status.life.groups import GroupContext, group_context
from analysis.status.reading_cache import ReadingCache
from tests import oracle
from tests.analysis.status.life.oracle import SIGN, UNSET, Case, Point, random_cases
from tests.analysis.status.life.plain_search import Node, PlainSearch, TooLong
from tests.oracle import OTHER, OracleBoard
from tests.positions import random_positions

POSITIONS = 200 if COMPILED else 30


def node_key(case: Case, stones: OracleBoard, mover: str, ko: int, retaken: int, asked: bool) -> int:
    """The hash key of a node: of its stones, the side to move, the ko point or -1, how often kos were retaken at once,
    and whether the attacker's pass led to it.
    """
    table, area = group_search._zobrist(len(case.points)), len(case.points)
    key = int(table[0, area + 1 + retaken])
    for point, side in stones.items():
        key ^= int(table[SIGN[side] % 3, case.number(point)])
    key ^= int(table[0, area]) if mover == case.owner else 0
    key ^= int(table[1, area]) if asked else 0
    return key ^ (int(table[0, ko]) if ko >= 0 else 0)


def children(
    case: Case, listed: list[Point], mover: str, ban: Point | None, retaken: int
) -> list[tuple[int, int, int]]:
    """The number, the hash key and the ko point of each legal move."""
    found = []
    for point in listed:
        after, captured, suicided = oracle.place(case.size, case.stones, point, mover)
        if suicided:
            continue
        single = len(captured) == 1 and oracle.chain(case.size, after, point) == {point}
        is_ko = single and oracle.liberties(case.size, after, point) == captured
        ko = case.number(min(captured)) if is_ko else -1
        key = node_key(case, after, OTHER[mover], ko, retaken + (point == ban), False)
        found.append((case.number(point), key, ko))
    return found


def search_at(case: Case, listed: list[Point], used: int, question: nodes.Question) -> nodes.Search:
    """A search whose root is evaluated, with these candidate moves and so many children of other nodes."""
    size, room = len(case.points) + 1, len(listed) + 3
    frames = nodes.Frames(
        np.array([case.board(), case.board()]), *np.zeros((2, 2), np.int64), np.zeros((2, 2), np.int64),
        np.zeros(2, np.uint64), np.full(2, question.to_move, np.int8), np.full(2, question.ko, np.int16),
        np.zeros(2, np.bool_), np.zeros(2, np.int16),
    )
    moves, kos, bias = np.full((3, room), UNSET, np.int16)
    rest = np.zeros((size + 63) // 64, np.uint64)
    scratch = nodes.Scratch(
        case.work(), case.numbers(listed), np.zeros(len(listed), np.int32), np.zeros((2, size), np.int32), rest
    )
    keep, table = np.zeros(4, np.uint64), np.full((4, 6), -1, np.int32)
    totals = np.zeros(nodes.TOTALS, np.int64)
    totals[nodes.USED] = used
    children = nodes.Children(moves, np.zeros(room, np.uint64), kos, bias)
    zobrist = group_search._zobrist(len(case.points))
    return nodes.Search(
        case.group(), question, zobrist, frames, children, scratch, keep, table, np.zeros((4, rest.size), np.uint64),
        totals,
    )


def test_children_are_the_legal_moves_with_the_keys_of_their_nodes() -> None:
    """From some index on, what is added to their numbers growing with every second."""
    found: Counter[str] = Counter()
    for case in random_cases(71, everywhere=True):
        rng, empty = case.rng, [point for point in case.points if case.is_empty(point)]
        listed = rng.sample(empty, min(len(empty), 12))
        mover, retaken = rng.choice("XO"), rng.randint(0, 3)
        ban = rng.choice(listed) if rng.random() < 0.3 else None
        asked = mover == case.owner and rng.random() < 0.3
        banned = -1 if ban is None else case.number(ban)
        key = node_key(case, case.stones, mover, banned, retaken, asked)
        first = rng.randint(0, 3)
        search = search_at(case, listed, first, nodes.Question(SIGN[mover], banned, PLAIN, True, 1, 1))
        search.frames.keys[0], search.frames.retaken[0] = key, retaken
        last = expand_kernels.add_children(search, 0, len(listed), asked)
        expected, made = children(case, listed, mover, ban, retaken), search.children
        columns = (column[first:last].tolist() for column in (made.moves, made.keys, made.kos))
        assert list(zip(*columns, strict=True)) == expected
        assert made.bias[first:last].tolist() == [1 + place // 2 for place in range(len(expected))]
        assert set(made.moves[:first].tolist()) | set(made.moves[last:].tolist()) <= {UNSET}
        found["illegal"] += len(expected) < len(listed)
        found["ko"] += any(ko >= 0 for _, _, ko in expected)
        found["retaken"] += banned in [move for move, _, _ in expected]
    assert min(found[kind] for kind in ("illegal", "ko", "retaken")) > 10


def test_the_capture_of_the_group_depends_on_the_liberties_of_chains_with_few() -> None:
    """Its zone: the stones taken with the points around them, and the liberties of the attacking chains beside them
    that had at most three.
    """
    found: Counter[bool] = Counter()
    for case in random_cases(72, everywhere=True):
        chain = case.rng.choice([chain for chain in case.chains if case.stones[min(chain)] == case.owner])
        search = search_at(case, [], 0, nodes.Question(SIGN[case.attacker], -1, PLAIN, True, 1, 1))
        search = search._replace(group=case.group(min(chain)))
        search.frames.boards[1][[case.number(point) for point in chain]] = 0
        expand_kernels.settle(search, 1, moves_kernels.DEAD)
        expected = {near for point in chain for near in (point, *case.near(point), *case.corners(point))}
        for other in {other for point in chain for other in case.around(point, case.attacker)}:
            few = len(case.liberties[other]) <= 3
            expected |= case.liberties[other] if few else set()
            found[few] += 1
        written = np.unpackbits(search.points[search.table[:, PROOF] == 0][0].view(np.uint8), bitorder="little")
        assert set(np.flatnonzero(written).tolist()) == {case.number(point) for point in expected}
    assert min(found.values()) > 30


def search(position: Position, context: GroupContext, mover: Color, rule: int, may_pass: bool) -> SearchResult:
    limits = SearchLimits(nodes=300, stage=300)
    return group_search.search_group(position, context, mover, rule, limits, ReadingCache(), may_pass=may_pass)


def question(position: Position, context: GroupContext, mover: Color, rule: int) -> tuple[PlainSearch, Node]:
    owner = int(context.owner)
    unbound = {OWNER_UNBOUND: owner, ATTACKER_UNBOUND: -owner}.get(rule, 0)
    ko = position.ko if mover is position.to_move else -1
    return PlainSearch(position, context, unbound, 800), Node(
        tuple(position.stones.tolist()), int(mover), ko, 0
    )


def test_answers_are_those_of_a_recursion_over_the_same_moves() -> None:
    """So is the first move that works."""
    found: Counter[tuple[bool, bool]] = Counter()
    for number, position in enumerate(random_positions(POSITIONS, 72, smallest=2, largest=5)):
        rng = np.random.default_rng(number)
        if not position.chains():
            continue
        context = group_context(position, int(rng.choice(np.flatnonzero(position.stones))))
        for mover in (BLACK, WHITE):
            rule, may_pass = int(rng.integers(3)), bool(rng.integers(2))
            result = search(position, context, mover, rule, may_pass)
            if result.outcome is Result.UNKNOWN:
                continue
            attacking, works = mover is not context.owner, result.outcome is Result.WORKS
            plain, root = question(position, context, mover, rule)
            try:
                killed = plain.kills(root, (), may_pass)
                assert killed is (works is attacking), (position.diagram(), context.target, mover, rule, may_pass)
                if works:
                    after = plain.after(root, result.move)
                    assert after is not None
                    assert plain.kills(after, (root,)) == killed
            except TooLong:
                continue
            found[attacking, works] += 1
    assert len(found) == 4
    assert sum(found.values()) > POSITIONS


@pytest.mark.parametrize(
    ("text", "target", "to_move", "killed"),
    [
        (".OOO XOO. XXXO XX.X", 8, BLACK, (False, False, True)),
        (".OOO XOO. XXXO XX.X", 8, WHITE, (True, False, True)),
        ("OO.. OO.X O..X", 0, BLACK, (True, False, True)),
        ("OX. OOX ..X", 4, BLACK, (False, False, True)),
        ("OXX. OOOO .OXX OXX.", 0, BLACK, (False, False, True)),
    ],
)
def test_answers_that_depend_on_the_ko_rule(
    text: str, target: int, to_move: Color, killed: tuple[bool, bool, bool]
) -> None:
    """Nobody, the owner, or the attacker may retake a ko at once."""
    position = Position.from_diagram("\n".join(text.split())).with_to_move(to_move)
    context = group_context(position, target)
    for rule, expected in zip((PLAIN, OWNER_UNBOUND, ATTACKER_UNBOUND), killed, strict=True):
        for may_pass in (True, False):
            works = (to_move is not context.owner) is expected
            result = search(position, context, to_move, rule, may_pass)
            assert result.outcome is (Result.WORKS if works else Result.FAILS)
            plain, root = question(position, context, to_move, rule)
            assert plain.kills(root, (), may_pass) == expected


@pytest.mark.parametrize(("text", "target"), [("XX. .XO .OO", 1), (".XOO. .XO.O XXXO.", 2)])
def test_an_owner_that_must_not_pass_may_have_to_kill_itself(text: str, target: int) -> None:
    position = Position.from_diagram("\n".join(text.split()))
    position = position.with_to_move(Color(int(position.stones[target])))
    context = group_context(position, target)
    for may_pass in (True, False):
        result = search(position, context, context.owner, PLAIN, may_pass)
        assert result.outcome is (Result.WORKS if may_pass else Result.FAILS)
        plain, root = question(position, context, context.owner, PLAIN)
        assert plain.kills(root, (), may_pass) is not may_pass
