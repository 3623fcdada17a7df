"""Races found on whole boards: their blocks, their walls, and the reasons for those that are not covered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.semeai import RaceError, analyse, race_between
from analysis.semeai.counted_races import races
from analysis.semeai.race_finder import living_stones
from analysis.status import Evidence, StatusBudget, Verdict, board_status
from tests.analysis.semeai.diagrams import board_of
from tests.positions import real_positions

ONE = board_of(["{4|0}"], ["3"])
PAIR = ((["{4|0}"], ["3"]), (["{4|1}"], ["4"]))


def two() -> Position:
    """Return two races beside each other, between them living stones of White above, of Black below."""
    left, right = (board_of(*games).rows for games in PAIR)
    middle = len(left) - next(place for place, row in enumerate(reversed(left)) if "B" in row)
    rows = [
        a + ("O" if place < middle else "X") + b for place, (a, b) in enumerate(zip(left, right, strict=True))
    ]
    return Position.from_diagram("\n".join(rows).translate(str.maketrans("BWxo", "XOXO")), "B")


def test_a_race_is_found_with_its_walls() -> None:
    found = analyse(ONE.position)
    (race,) = found.races
    assert not found.uncovered
    grid = ONE.position.grid
    assert [grid.vertex(point) for point in race.moves[BLACK]] == ["B6"]
    assert race.layout.walls
    assert all(ONE.letters[point] in "XO" for point in race.layout.walls)
    assert found.at(race.layout.black[0]) == found.at(race.games[0].region.points[0]) == (race,)
    assert found.at(grid.point("A10")) == ()


def test_a_given_status_and_a_single_block() -> None:
    status = board_status(ONE.position)
    black, white = ONE.block(BLACK), ONE.block(WHITE)
    assert analyse(ONE.position, status, black).races == analyse(ONE.position, status).races
    assert analyse(ONE.position, status, 0).races == ()
    direct = race_between(ONE.position, white, black, status)
    assert direct.winner == analyse(ONE.position, status).races[0].winner
    living, proved = living_stones(ONE.position, status)
    assert living.tolist() == [letter in "XO" for letter in ONE.letters]
    assert proved[living].all()
    assert direct.evidence is Evidence.PROVED


def test_race_between_blocks_with_the_verdict_alive() -> None:
    """Blocks are no walls of their own race, whatever their status."""
    status = board_status(ONE.position)
    blocks = {ONE.block(BLACK), ONE.block(WHITE)}
    alive = replace(status, chains=tuple(
        replace(chain, verdict=Verdict.ALIVE) if blocks & set(chain.chain) else chain for chain in status.chains
    ))
    assert race_between(ONE.position, *blocks, alive) == race_between(ONE.position, *blocks, status)


def test_errors() -> None:
    with pytest.raises(ValueError, match="expected a stone, the point is empty"):
        analyse(ONE.position, point=1)
    with pytest.raises(ValueError, match="race: expected a black and a white stone, got "):
        race_between(ONE.position, ONE.block(BLACK), ONE.block(BLACK))
    with pytest.raises(ValueError, match="race: expected a black and a white stone, got "):
        race_between(ONE.position, ONE.block(BLACK), 1)


def test_two_races_on_one_board_equal_each_alone() -> None:
    found = analyse(two())
    assert len(found.races) == 2
    assert [len(race.games) for race in found.races] == [2, 2]
    assert len({race.layout.black for race in found.races}) == 2
    for race, alone in zip(found.races, PAIR, strict=True):
        (same,) = analyse(board_of(*alone).position).races
        assert race.reason == same.reason


def test_races_not_covered_have_a_reason() -> None:
    """Two chains in the open that share liberties with everything, as if nothing were known of them."""
    position = Position.from_diagram(
        ".......\n.......\n..XXO..\n..XOO..\n..OXX..\n.......\n.......", "B")
    status = board_status(position)
    unknown = tuple(replace(chain, verdict=Verdict.UNKNOWN) for chain in status.chains)
    found = analyse(position, replace(status, chains=unknown))
    assert found.races == ()
    assert found.uncovered
    for pair in found.uncovered:
        assert position.stones[pair.black] == BLACK
        assert position.stones[pair.white] == WHITE
        assert pair.reason
        assert "\n" not in pair.reason
        with pytest.raises(RaceError):
            race_between(position, pair.black, pair.white, replace(status, chains=unknown))


def test_of_two_living_blocks_only_a_seki_is_a_race() -> None:
    """Else every pair of living chains with few liberties would be listed as not covered."""
    drawn = Position.from_diagram(".X.O.OX..\nXXXOOOX..\nOOOXXXX..\nXXOX..X..\n.OOX.....\n..OX.....")
    sekis = 0
    for position in (drawn, *real_positions()[1::3]):
        read = board_status(position, budget=StatusBudget(25, 25))
        racing = {racer.chain[0] for race in races(position) for racer in (race.black, race.white)}
        read_to_live = {chain.chain[0] for chain in read.having(Verdict.ALIVE)} - racing
        found = analyse(position, read)
        assert not any({race.black, race.white} <= read_to_live for race in found.uncovered)
        for race in found.races:
            if {race.layout.black[0], race.layout.white[0]} <= read_to_live:
                assert set(race.winner.values()) == {None}
                sekis += 1
    assert sekis == 1


def test_a_single_stone_races_only_if_it_is_asked_about() -> None:
    position = Position.from_diagram(
        ".......\n.......\n..XXO..\n..XOO..\n..OXX..\n.......\n.......", "B")
    stone, status = position.grid.point("C3"), board_status(position)
    assert position.chain_at(stone) == [stone]
    assert not any(stone in (pair.black, pair.white) for pair in analyse(position, status).uncovered)
    named = analyse(position, status, stone)
    pairs = [(race.layout.black[0], race.layout.white[0]) for race in named.races]
    pairs += [(pair.black, pair.white) for pair in named.uncovered]
    assert pairs
    assert {white for _, white in pairs} == {stone}
    for black, _ in pairs:
        assert len(position.chain_at(black)) > 1
