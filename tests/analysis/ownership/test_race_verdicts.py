"""What races decide of chains: against brute force, beside what reading says, and what they leave alone.

All diagrams are ours: above Black's block its liberties, below White's block White's, around them walls with two eyes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Grid, Position, Rules, UnconditionalLife
from analysis.evaluation import evaluate
from analysis.ownership import race_verdicts
from analysis.ownership.race_verdicts import with_races
from analysis.region import OutOfBudget
from analysis.semeai import BoardRace, Races, analyse, race_finder
from analysis.status import BoardStatus, Evidence, Fate, ReadingCache, Status, StatusBudget, Verdict, board_status
from tests.analysis.semeai.boards import Board, played, random_board, read
from tests.positions import random_positions

BLIND = StatusBudget(chain=1, group=1)
"""With so little reading only proofs are left: the walls."""

def standing(region: str, liberties: int) -> Board:
    """The region above Black's block, from the top; below White's block so many plain liberties, each by itself."""
    rows = region.split("/")
    width = max(len(rows[0]), 2 * liberties, 5)
    upper = [(".O.").ljust(width, "O"), "O" * width, *(row.ljust(width, "O") for row in rows)]
    lower = [(".X" * liberties).ljust(width, "X"), "X" * width, ".X.".ljust(width, "X")]
    return read("\n".join([*upper, "B" * width, "W" * width, *lower]))


def drawn(seed: int) -> Board | None:
    """A board drawn at random whose walls have two eyes; None if a stone has no liberty."""
    rows = random_board(random.Random(seed)).rows
    place = next(number for number, row in enumerate(rows) if "B" * len(row) == row)
    eyes, width = ".O." + "O" * len(rows[0]), len(rows[0])
    upper = [eyes[:width], "O" * width, *(row.replace("X", "O") for row in rows[:place])]
    lower = [*(row.replace("O", "X") for row in rows[place + 2 :]), "X" * width, eyes.replace("O", "X")[:width]]
    board = read("\n".join([*upper, *rows[place : place + 2], *lower]))
    return board if all(board.position.liberties_at(chain[0]) for chain in board.position.chains()) else None


def fates(board: Board, status: BoardStatus) -> dict[tuple[Color, Color], Fate]:
    """What is said of each block, by its colour and who moves first."""
    found = {}
    for color in Color:
        block = status.at(board.block(color))
        assert block is not None
        found[color, color], found[color, color.opponent] = block.if_owner_first, block.if_enemy_first
    return found


def true_fates(board: Board) -> dict[tuple[Color, Color], Fate]:
    """The same by brute force: every legal move, in turns. Raises OutOfBudget."""
    found = {}
    for first in Color:
        winner = played(board, first)
        for color in Color:
            found[color, first] = {color: Fate.LIVES, color.opponent: Fate.DIES, None: Fate.SEKI}[winner]
    return found


def block(status: BoardStatus, point: int) -> Status:
    found = status.at(point)
    assert found is not None
    return found


# -- boards --------------------------------------------------------------------------------------------------------

DECIDED = [
    # the region, White's liberties, what reading alone says of Black's and White's blocks, what the race says
    ("O.OOO/OO.OO/O.x.O/O..OO", 4, "dead unknown", "dead alive"),  # the source's problem 6, H: {4|1}
    ("O.OOO/OO.OO/O.x.O/O..OO", 3, "critical critical", "critical critical"),
    ("O.OOO/OO.OO/O.x.O/O..OO", 1, "critical dead", "alive dead"),
    ("OOOOO/O...O/OxxxO/OO.OO", 3, "dead critical", "dead alive"),  # {3|0}
    ("OOOOO/O...O/OxxxO/OO.OO", 2, "critical critical", "critical critical"),
    ("O....O/OxxxxO/OO.OOO", 4, "dead critical", "dead alive"),  # problem 1: {4|0}
    ("O....O/OxxxxO/OO.OOO", 3, "critical critical", "critical critical"),
]


@pytest.mark.parametrize(("region", "liberties", "alone", "decided"), DECIDED)
def test_a_race_decides_what_reading_leaves_open(region: str, liberties: int, alone: str, decided: str) -> None:
    board = standing(region, liberties)
    status = board_status(board.position)
    merged, races = with_races(board.position, status)
    points = [board.block(color) for color in (BLACK, WHITE)]
    assert [str(block(status, point).verdict) for point in points] == alone.split()
    assert [str(block(merged, point).verdict) for point in points] == decided.split()
    (race,) = races.races
    for point, rival in zip(points, points[::-1], strict=True):
        told = block(merged, point)
        assert told.evidence is Evidence.PROVED
        assert told.reason == f"race with {board.position.grid.vertex(rival)}: {race.reason}"
        assert told.zone >= {*race.split.black, *race.split.white, *race.split.walls}
        critical = told.verdict is Verdict.CRITICAL
        moves = {told.color: told.save, told.color.opponent: told.kill}
        assert all((move in race.moves[side]) if critical else move is None for side, move in moves.items())
    try:
        assert fates(board, merged) == true_fates(board)
    except OutOfBudget:  # the largest ones, for either side first; smaller ones of the same values are compared
        assert liberties > 2


BATTERIES = [(60, 8, 2), pytest.param(360, 60, 40, marks=pytest.mark.slow)]


@pytest.mark.parametrize(("boards", "decided", "gained"), BATTERIES)
def test_races_and_status_against_brute_force(boards: int, decided: int, gained: int) -> None:
    """On drawn boards no block is wrong by a race, and more are right than by reading alone."""
    counts: Counter[str] = Counter()
    for seed in range(boards):
        board = drawn(seed)
        if board is None:
            continue
        status = board_status(board.position)
        if any(board.living[chain.chain[0]] and chain.verdict is not Verdict.SAFE for chain in status.chains):
            continue
        merged, races = with_races(board.position, status)
        try:
            truth = true_fates(board)
        except OutOfBudget:
            continue
        said = fates(board, merged)
        if block(merged, board.block(BLACK)).reason.startswith("race with"):
            assert said == truth, (seed, board.rows)
            counts["decided"] += 1
        elif any("depends on a ko" in pair.reason for pair in races.uncovered):
            assert said == fates(board, status)
        counts["right"] += sum(said[key] is truth[key] for key in truth)
        counts["right alone"] += sum(fate is truth[key] for key, fate in fates(board, status).items())
    assert counts["decided"] > decided
    assert counts["right"] > counts["right alone"] + gained


KO = "OOOOO/OBBOO/OBo.O"
"""Black's block may take a stone in a ko, which gives it one liberty for one move, and no more."""


@pytest.mark.parametrize(("liberties", "decided"), [(1, "critical critical"), (2, "dead alive"), (3, "dead alive")])
def test_taking_a_ko_gains_nothing_in_a_race(liberties: int, decided: str) -> None:
    width = 10
    rows = [*(row.rjust(width, "O") for row in KO.split("/")), "BBBBBBBBOO", "WWWWWWWWXX"]
    rows[2] = "O." + rows[2][2:]
    rows = [".O.".ljust(width, "O"), *rows, (".X" * liberties).ljust(width, "X"), "X" * width, ".X.".ljust(width, "X")]
    board = read("\n".join(rows))
    merged, races = with_races(board.position, board_status(board.position, budget=BLIND))
    assert len(races.races) == 1
    assert [str(block(merged, board.block(color)).verdict) for color in (BLACK, WHITE)] == decided.split()
    assert fates(board, merged) == true_fates(board)


# -- what is left alone --------------------------------------------------------------------------------------------


def test_nothing_proved_is_changed_and_nothing_besides_the_blocks() -> None:
    changed = 0
    boards = [board.position for seed in range(40) if (board := drawn(seed)) is not None]
    for position in [*boards, *random_positions(20, seed=2, smallest=7, largest=9)]:
        status = board_status(position)
        merged, races = with_races(position, status)
        blocks = {race.split.block(color) for race in races.races for color in Color}
        for before, after in zip(status.chains, merged.chains, strict=True):
            if after is not before:
                assert before.evidence is not Evidence.PROVED
                assert before.chain in blocks
                changed += 1
        assert merged.territory is status.territory
        assert merged.replies is status.replies
    assert changed > 15


def with_verdict(status: BoardStatus, point: int, verdict: Verdict, word: Evidence, fate: Fate) -> BoardStatus:
    """The status with another verdict on the chain of a point."""
    return replace(status, chains=tuple(
        replace(chain, verdict=verdict, evidence=word, if_owner_first=fate, if_enemy_first=fate)
        if point in chain.chain else chain for chain in status.chains
    ))


def by_word(board: Board, word: Evidence) -> Callable[..., Races]:
    """`analyse`, of which all that is found has that word."""

    def told(position: Position, status: BoardStatus) -> Races:
        found = analyse(position, status)
        return replace(found, races=tuple(replace(race, evidence=word) for race in found.races))

    return told


@pytest.mark.parametrize(("word", "known", "decides"), [
    (Evidence.PROVED, Evidence.READ, True), (Evidence.READ, Evidence.READ, False),
    (Evidence.READ, Evidence.ESTIMATED, True),
])
def test_who_is_surer_decides(word: Evidence, known: Evidence, decides: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Black wins; that White's block is in seki, or dead, is read, or estimated."""
    board = standing("O...O", 1)
    monkeypatch.setattr(race_verdicts, "analyse", by_word(board, word))
    blind = board_status(board.position, budget=BLIND)
    black, white = (board.block(color) for color in (BLACK, WHITE))
    if block(blind, black).evidence is Evidence.PROVED:
        blind = with_verdict(blind, black, Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN)
    wrong = with_verdict(blind, white, Verdict.SEKI, known, Fate.SEKI)
    merged, _ = with_races(board.position, wrong)
    assert (block(merged, white).verdict is Verdict.DEAD) is decides
    assert (block(merged, black).verdict is Verdict.ALIVE) is decides
    right = with_verdict(blind, white, Verdict.DEAD, Evidence.READ, Fate.DIES)
    merged, _ = with_races(board.position, right)
    assert block(merged, black).verdict is Verdict.ALIVE


def test_a_proof_stands_against_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    board = standing("O...O", 1)
    black, white = (board.block(color) for color in (BLACK, WHITE))
    read = board_status(board.position, budget=BLIND)
    blind = with_verdict(read, black, Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN)
    found = analyse(board.position, with_verdict(blind, white, Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN))
    monkeypatch.setattr(race_verdicts, "analyse", lambda position, status: found)
    proved = with_verdict(blind, white, Verdict.SEKI, Evidence.PROVED, Fate.SEKI)
    merged, _ = with_races(board.position, proved)
    assert merged is proved


def test_races_that_disagree_decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    board = standing("O...O", 1)
    blind = board_status(board.position, budget=BLIND)
    blind = with_verdict(blind, board.block(BLACK), Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN)
    blind = with_verdict(blind, board.block(WHITE), Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN)
    (race,) = analyse(board.position, blind).races
    other: BoardRace = replace(race, winner=dict.fromkeys(Color, WHITE))
    monkeypatch.setattr(race_verdicts, "analyse", lambda position, status: Races(position, (race, other), ()))
    merged, races = with_races(board.position, blind)
    assert merged is blind
    assert len(races.races) == 2
    monkeypatch.setattr(race_verdicts, "analyse", lambda position, status: Races(position, (race, race), ()))
    assert block(with_races(board.position, blind)[0], board.block(BLACK)).verdict is Verdict.ALIVE


# -- words ---------------------------------------------------------------------------------------------------------


def test_no_proof_where_suicide_is_legal_or_a_wall_needs_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    board = standing("OOOOO/O...O/OxxxO/OO.OO", 3)
    position, white = board.position, board.block(WHITE)
    status = board_status(position, budget=BLIND)
    assert block(with_races(position, status)[0], white).evidence is Evidence.PROVED
    assert block(with_races(position, status, Rules(suicide=True))[0], white).evidence is Evidence.READ
    liberty, corner = next(point for point, letter in enumerate(board.letters) if letter == "x") - 5, 0
    answered = {**status.replies, WHITE: {liberty: (corner,)}}
    found = with_races(position, replace(status, replies=answered))[0]
    assert block(found, white).evidence is Evidence.PROVED  # walls stand
    nothing = np.zeros(position.grid.area, np.int8)
    mortal = UnconditionalLife(position.grid, nothing, nothing, frozenset())
    monkeypatch.setattr(race_finder, "unconditional", lambda board: mortal)
    assert block(with_races(position, replace(status, replies=answered))[0], white).evidence is Evidence.READ
    far = {**status.replies, WHITE: {corner: (2,)}}
    assert block(with_races(position, replace(status, replies=far))[0], white).evidence is Evidence.PROVED


def only_read(status: BoardStatus) -> BoardStatus:
    """The status with all that is safe only read to live."""
    return replace(status, chains=tuple(
        replace(chain, verdict=Verdict.ALIVE, evidence=Evidence.READ) if chain.verdict is Verdict.SAFE else chain
        for chain in status.chains
    ))


def test_walls_that_are_read_to_live_are_named() -> None:
    board = standing("OOOOO/O...O/OxxxO/OO.OO", 3)
    status = only_read(board_status(board.position, budget=BLIND))
    told = block(with_races(board.position, status)[0], board.block(WHITE))
    assert told.evidence is Evidence.READ
    assert told.reason.endswith("; if B11 B3 live")


@pytest.mark.parametrize(("chains", "named"), [(1, "lives"), (2, "live"), (3, "live"), (4, "and 1 more live")])
def test_few_walls_are_named_each_by_its_first_point(chains: int, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stones of them the race rests on; one of the walls has two here."""
    board = standing("O....O/OxxxxO/OO.OOO", 3)
    walls = sorted(board.position.chains())[:chains]
    stones = tuple(point for chain in walls for point in {chain[0], chain[-1]})

    def resting(position: Position, status: BoardStatus) -> Races:
        found = analyse(position, status)
        return replace(found, races=tuple(replace(race, assumed=stones) for race in found.races))

    monkeypatch.setattr(race_verdicts, "analyse", resting)
    told = block(with_races(board.position, board_status(board.position, budget=BLIND))[0], board.block(WHITE))
    firsts = " ".join(board.position.grid.vertex(min(chain)) for chain in walls[:3])
    assert told.reason.endswith(f"; if {firsts} {named}")


def test_what_is_told_of_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Either side's own move, the block's liberties, and all points on which the race hangs."""
    board = standing("O....O/OxxxxO/OO.OOO", 3)
    moves = {BLACK: (26, 12), WHITE: (1,)}

    def moved(position: Position, status: BoardStatus) -> Races:
        found = analyse(position, status)
        return replace(found, races=tuple(replace(race, moves=moves) for race in found.races))

    monkeypatch.setattr(race_verdicts, "analyse", moved)
    status, found = with_races(board.position, board_status(board.position, budget=BLIND))
    black, white = (block(status, board.block(color)) for color in (BLACK, WHITE))
    assert (black.save, black.kill, black.liberties) == (26, 1, 1)
    assert (white.save, white.kill, white.liberties) == (1, 26, 3)
    (race,) = found.races
    split = race.split
    in_regions = {point for region in split.regions for point in region.points}
    assert {26, 42, 44, 46} <= in_regions
    assert black.zone == white.zone == in_regions | {*split.black, *split.white, *split.walls}
    assert not in_regions <= {*split.black, *split.white, *split.walls}


def test_a_wall_in_atari_but_for_the_race_is_no_wall() -> None:
    """White's wall is said to live, with one liberty besides those where Black moves in the race."""
    board = standing("OOOOO/O...O/OxxxO/OO.OO", 3)
    stones = board.position.stones.copy()
    stones[0] = WHITE
    position = Position(board.position.grid, stones)
    status = only_read(board_status(board.position, budget=BLIND))
    chains = tuple(replace(chain, chain=tuple(position.chain_at(chain.chain[0]))) for chain in status.chains)
    read = replace(status, chains=chains)
    merged, races = with_races(position, read)
    assert not races.races
    assert "may fall first" in races.uncovered[0].reason
    assert merged is read


# -- the same whichever way the board is turned --------------------------------------------------------------------


def turned(position: Position, transform: int, swap: bool) -> tuple[Position, np.ndarray]:
    """The board turned, with colours changed; also where each point comes from."""
    grid = position.grid
    points = np.arange(grid.area).reshape(grid.height, grid.width)
    points = np.rot90(points.T if transform & 4 else points, transform & 3)
    stones = position.stones[points.reshape(-1)] * np.int8(-1 if swap else 1)
    return Position(Grid(*points.shape), stones), points.reshape(-1)


@pytest.mark.parametrize(("boards", "least"), [(4, 30), pytest.param(12, 100, marks=pytest.mark.slow)])
def test_turned_boards_are_decided_alike(boards: int, least: int) -> None:
    decided = 0
    for seed in range(boards):
        board = drawn(seed)
        if board is None:
            continue
        merged, _ = with_races(board.position, board_status(board.position, budget=BLIND))
        for transform in range(8):
            for swap in (False, True):
                other, origin = turned(board.position, transform, swap)
                again, _ = with_races(other, board_status(other, budget=BLIND))
                for chain in again.chains:
                    same = block(merged, int(origin[chain.chain[0]]))
                    told = (chain.verdict, chain.evidence, chain.if_owner_first, chain.if_enemy_first)
                    assert told == (same.verdict, same.evidence, same.if_owner_first, same.if_enemy_first)
                    assert (chain.kill is None, chain.save is None) == (same.kill is None, same.save is None)
                    decided += chain.reason.startswith("race with")
    assert decided > least


# -- in the evaluation ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("liberties", [1, 3, 4])
def test_an_evaluation_with_memory_is_the_same(liberties: int) -> None:
    position = standing("O.OOO/OO.OO/O.x.O/O..OO", liberties).position
    memory = ReadingCache()
    first = evaluate(position)
    for other in (evaluate(position, memory=memory), evaluate(position, memory=memory)):
        assert first.status is not None
        assert other.status is not None
        assert other.status.chains == first.status.chains
        assert (other.control.values == first.control.values).all()


def test_the_loser_of_a_proved_race_is_off_the_board_and_its_place_settled() -> None:
    board = standing("O.OOO/OO.OO/O.x.O/O..OO", 4)
    found = evaluate(board.position)
    assert found.settled is not None
    assert found.races is not None
    assert len(found.races.races) == 1
    assert set(found.races.races[0].split.black) <= found.settled.removed
    place = next(place for place in found.local_games().settled if board.block(BLACK) in place.points)
    assert place.owner is WHITE
    assert place.surrounded() == -(2 * (8 + 1) + 5)  # the block, the stone above it, empty points


def test_without_the_status_there_are_no_races() -> None:
    assert evaluate(Position.empty(5), control_only=True).races is None
