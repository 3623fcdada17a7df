"""Finished boards: the dead, stones in seki, the owner of every point."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.board import Game, Position, Rules, area_owners, unconditional_life
from analysis.ownership.chain_families import ChainBoard
from analysis.ownership.final_status import FinalBoard, FinalStatus, Signs, all_alive, final_status, proved_final
from analysis.status import Evidence, StatusBudget, Verdict, board_status
from tests.positions import SHARED, random_positions

SMALL = StatusBudget(chain=100, group=200)
USUAL = StatusBudget(chain=2000, group=10_000)
OGS = SHARED / "data" / "ogs.jsonl"
AUTOSCORE = SHARED / "data" / "large" / "ogs_autoscore.jsonl"

# name, board, the owner of each point: small letters on dead stones, s and t on Black's and White's stones in seki
BOARDS = [
    ("both alive beyond doubt, a prisoner each",
     ".X.XO.O\nXXXXOOO\n.X.XO.O\nXXXXOOO\nOX.XO.O\n.XXXOOO\n.X.XO.X",
     "XXXXOOO\nXXXXOOO\nXXXXOOO\nXXXXOOO\nxXXXOOO\nXXXXOOO\nXXXXOOo"),
    ("three stones with one eye in the corner",
     ".OX....\nOOX.X..\nXXX....\n.......\n.......",
     "XxXXXXX\nxxXXXXX\nXXXXXXX\nXXXXXXX\nXXXXXXX"),
    ("an invader without room, a stone that only a ko takes",
     ".X....O.O\n.X..X.OO.\n.XX.XXO..\n..X..XOO.\n..X.O.XO.\n..X...XOO\n..XX.XXO.\n...XXXOO.\n....XO.O.",
     "XX....OOO\nXX..X.OOO\nXXX.XXOOO\nXXX..XOOO\nXXX...XOO\nXXX...XOO\nXXXX.XXOO\nXXXXXXOOO\nXXXXXOOOO"),
    ("one eye each and a shared liberty: seki",
     ".X.O.OX..\nXXXOOOX..\nOOOXXXX..\n..OX.....\n..OX.....\n..OX.....\n..OX.....",
     "Xs.tOtXXX\nssstttXXX\nOOOXXXXXX\nOOOXXXXXX\nOOOXXXXXX\nOOOXXXXXX\nOOOXXXXXX"),
    ("two groups with one eye, each of which could kill the other: seki",
     "XXXX.\n.XOXX\nOOOOO\nOOOO.", "ssssX\n.stss\nttttt\nttttO"),
    ("who takes the last two stones of the dead is not dead",
     "......\n..OOO.\n..OXX.\n...XX.\n...XO.", "OOOOOO\nOOOOOO\nOOOooO\nOOOooO\nOOOoOO"),
    ("one liberty for both: no seki, who moves takes",
     "OOOOOOOO\nOXXXXXXO\nOXOO.OXO\nOXXXXXXO\nOOOOOOOO\n........\n........",
     "OOOOOOOO\nOXXXXXXO\nOXOO.OXO\nOXXXXXXO\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO"),
    ("nothing", "...\n...\n...", "...\n...\n..."),
]  # fmt: skip


SEKI_WITH_EYES = """
OOOOO.O.
OOOOOOOO
OOOOOOOO
OOO.OOOO
XXXXXXXX
XXXXXXX.
XXXXXXXX
.OOXOOXX
OOOOOOOO
XX.XX..X
XXXXXXXX
XXXXXXXX
XXXXX.X.
"""
"""Black's block on A7 to A9 with an eye, White's around B6 with one: neither can take the other."""


def diagram_of(position: Position, final: FinalBoard) -> str:
    """Return the final status as a diagram, as in BOARDS."""
    signs = []
    for point in range(position.grid.area):
        chain = final.at(point)
        owner = ".XO"[final.owner[point]]
        if chain is not None and chain.status is FinalStatus.DEAD:
            owner = owner.lower()
        elif chain is not None and chain.status is FinalStatus.SEKI:
            owner = " st"[int(chain.color)]
        signs.append(owner)
    width = position.grid.width
    return "\n".join("".join(signs[k : k + width]) for k in range(0, len(signs), width))


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in BOARDS], ids=[row[0] for row in BOARDS])
def test_boards(text: str, expected: str) -> None:
    position = Position.from_diagram(text)
    assert diagram_of(position, final_status(position, budget=USUAL)) == expected


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in BOARDS], ids=[row[0] for row in BOARDS])
def test_colours_swapped(text: str, expected: str) -> None:
    swap = str.maketrans("XOxost", "OXoxts")
    position = Position.from_diagram(text.translate(swap), to_move="W")
    assert diagram_of(position, final_status(position, budget=USUAL)) == expected.translate(swap)


@pytest.fixture(scope="module")
def random_finals() -> list[tuple[Position, FinalBoard]]:
    return [(board, final_status(board, budget=SMALL)) for board in random_positions(40, seed=5, smallest=2, largest=9)]


def test_every_stone_is_in_exactly_one_chain_and_list(random_finals: list[tuple[Position, FinalBoard]]) -> None:
    for position, final in random_finals:
        assert [chain.points for chain in final.chains] == [tuple(chain) for chain in position.chains()]
        stones = sorted(int(point) for point in np.flatnonzero(position.stones))
        assert sorted([*final.dead, *final.alive, *final.seki]) == stones
        for chain in final.chains:
            assert all(position.stones[point] == chain.color for point in chain.points)
            assert chain.reason
            assert all(final.at(point) is chain for point in chain.points)


def test_the_score_is_what_removing_the_dead_stones_gives(random_finals: list[tuple[Position, FinalBoard]]) -> None:
    for position, final in random_finals:
        check_consistency(position, final)


@pytest.mark.slow  # ~200 s
def test_the_score_is_what_removing_the_dead_stones_gives_on_many_boards() -> None:
    for position in random_positions(840, seed=1, smallest=2, largest=9):
        check_consistency(position, final_status(position, budget=SMALL))


def check_consistency(position: Position, final: FinalBoard) -> None:
    """Check both scores against counting without the dead stones, and that no adjacent chains are both dead."""
    beside = position.grid.beside
    adjacent = [(p, q) for p in final.dead for q in final.dead.intersection(beside[p])]
    assert not any(position.stones[p] == -position.stones[q] for p, q in adjacent)
    stones = position.stones.copy()
    stones[list(final.dead)] = 0
    by_area = int(stones.sum())
    by_territory = position.captures[0] - position.captures[1] - int(position.stones[list(final.dead)].sum())
    for region, touched in empty_regions(position, stones):
        colors = {int(stones[point]) for point in touched}
        if len(colors) == 1:
            by_area += len(region) * min(colors)
            by_territory += len(region) * min(colors) * touched.isdisjoint(final.seki)
    assert final.score == by_area == Game(position, komi=0).score(final.dead, final.seki)
    japanese = Rules.named("japanese")
    assert by_territory == Game(position, rules=japanese, komi=0).score(final.dead, final.seki)


def empty_regions(position: Position, stones: Signs) -> Iterator[tuple[set[int], set[int]]]:
    """Yield the empty regions of a board with these stones, each with the stones that it touches."""
    rest = set(np.flatnonzero(stones == 0).tolist())
    while rest:
        region, touched = [rest.pop()], set[int]()
        for point in region:
            around = position.grid.beside[point]
            touched.update(near for near in around if stones[near])
            region.extend(rest.intersection(around))
            rest.difference_update(around)
        yield set(region), touched


def test_no_stone_is_dead_where_no_living_enemy_is_adjacent(random_finals: list[tuple[Position, FinalBoard]]) -> None:
    for position, final in random_finals:
        gone = final.dead
        for chain in final.chains:
            if chain.status is not FinalStatus.DEAD:
                continue
            part, takers = [chain.points[0]], set[int]()
            for point in part:
                for near in position.grid.beside[point]:
                    if position.stones[near] == 0 or near in gone:
                        part.extend({near}.difference(part))
                    else:
                        takers.add(int(position.stones[near]))
            assert chain.color.opponent in takers


def test_unconditional_life_and_death_is_kept_and_proved(random_finals: list[tuple[Position, FinalBoard]]) -> None:
    for position, final in random_finals:
        life = unconditional_life(position)
        assert life.dead <= final.dead
        assert not {int(point) for point in np.flatnonzero(life.alive)} & final.dead
        for chain in final.chains:
            if chain.points[0] in life.dead or life.alive[chain.points[0]]:
                assert chain.evidence is Evidence.PROVED


def test_the_side_to_move_does_not_matter(random_finals: list[tuple[Position, FinalBoard]]) -> None:
    for position, _ in random_finals:
        bare = Position(position.grid, position.stones, position.to_move)
        turned = bare.with_to_move(position.to_move.opponent)
        first, second = (final_status(board, budget=SMALL) for board in (bare, turned))
        assert (first.dead, first.seki) == (second.dead, second.seki)


def test_final_status_by_proof_alone_and_with_all_stones_alive() -> None:
    position = Position.from_diagram(BOARDS[0][1])
    proved, bare = proved_final(position), all_alive(position)
    assert proved.dead == unconditional_life(position).dead == final_status(position, budget=SMALL).dead
    assert bare.dead == bare.seki == frozenset()
    assert (bare.owner == area_owners(position)).all()
    assert {chain.evidence for chain in proved.chains if chain.points[0] in proved.dead} == {Evidence.PROVED}
    assert proved.at(2) is None
    with pytest.raises(ValueError, match="point"):
        proved.at(49)


def test_a_stone_left_in_large_territory_is_dead() -> None:
    """While the game goes on it is likely to live there."""
    rows = ["OOOOOOOO.....", "XXXXXXXO....."] + ["......XO....."] * 6
    rows[4] = "...O..XO....."
    position = Position.from_diagram("\n".join(reversed(rows)))
    stone = position.grid.at(3, 3)
    alone = board_status(position).at(stone)
    assert alone is not None
    assert alone.verdict is Verdict.ALIVE
    final = final_status(position)
    assert stone in final.dead
    assert (final.owner.reshape(8, 13)[:6, :6] == 1).all()


def test_only_small_chains_with_no_other_stones_but_the_enemys_around_are_invaders() -> None:
    rows = ["..X......", "OOX...O..", "..X......", "XXX.....X", "........X", ".XXXXXXXX", ".X.....X.", ".XOOOOOX."]
    position = Position.from_diagram("\n".join(rows))
    left = {position.grid.point(vertex) for vertex in ("A7", "B7", "G7")}
    assert ChainBoard(position).invaders() == left  # C1 to G1 are a chain of five
    open_board = Position.from_diagram("\n".join(["...X.", ".O.X.", "...X.", "...X.", "....."]))
    assert ChainBoard(open_board).invaders() == frozenset()  # most of the board


@pytest.mark.slow  # ~30 s
@pytest.mark.skipif(not OGS.is_file(), reason="../shared/data/ogs.jsonl is not there")
def test_finished_games_agree_with_human_judgement() -> None:
    """54 positions of Online-Go; counted are the points and stones that people agreed on."""
    right = points = games = 0
    for line in Path(OGS).read_text(encoding="utf-8").splitlines():
        wrong, stones_wrong, judged = differences(json.loads(line))
        points += judged
        right += judged - wrong
        games += not stones_wrong
    assert right >= 0.999 * points
    assert games == 54


@pytest.mark.slow  # ~30 s
@pytest.mark.skipif(not AUTOSCORE.is_file(), reason="../shared/data/large/ogs_autoscore.jsonl is not there")
def test_boards_to_be_scored_agree_with_human_judgement() -> None:
    """31 positions of Online-Go. Those with points to be sealed, where borders are open, are counted apart."""
    entries = [json.loads(line) for line in Path(AUTOSCORE).read_text(encoding="utf-8").splitlines()]
    right = {sealed: sum(not differences(one)[1] for one in entries if (not one["seal_points"]) is sealed)
             for sealed in (True, False)}  # fmt: skip
    assert right[True] >= 21  # of 23
    assert right[False] >= 6  # of 8


def differences(entry: dict[str, Any]) -> tuple[int, int, int]:
    """Return how many points, and stones, people judged differently, and how many points they judged."""
    position = Position.from_diagram("\n".join(entry["rows"]), entry["to_move"][0].upper())
    truth = np.array([0 if owner is None else owner for owner in entry["truth"]])
    judged = np.array(entry["judged"], bool) & np.array([owner is not None for owner in entry["truth"]])
    final = final_status(position, budget=USUAL)
    dead = np.isin(np.arange(position.grid.area), list(final.dead))
    stones = judged & (position.stones != 0)
    return (
        int((judged & (final.owner != truth)).sum()), int((stones & (dead != (truth != position.stones))).sum()),
        int(judged.sum()),
    )


def test_a_seki_that_only_counting_shows_stands_on_a_finished_board() -> None:
    position = Position.from_diagram(SEKI_WITH_EYES)
    final = final_status(position)
    sekis = {chain.points for chain in final.chains if chain.status is FinalStatus.SEKI}
    assert sekis == {tuple(position.chain_at(position.grid.point(vertex))) for vertex in ("A9", "B6")}
