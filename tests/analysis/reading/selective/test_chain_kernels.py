"""Chains, what may be captured, and what belongs together: against plain Python on random boards."""

from __future__ import annotations

from collections import Counter

import numpy as np

from analysis.reading.selective import _chain_kernels as rows
from tests import oracle
from tests.analysis.reading.selective import plain_chains
from tests.analysis.reading.selective.oracle import SIGN, UNSET, random_cases, self_atari


def test_chains_of_the_zone_are_numbered_with_their_liberties() -> None:
    """Whole chains, also where they leave the zone; no others have a number."""
    unnumbered = 0
    for case in random_cases(21):
        work = np.full((rows.ROWS, len(case.points) + 1), UNSET, np.int16)
        count = rows.label_zone(case.board(), case.tables[0], case.numbers(case.extended), work)
        assert count == len(case.chains)
        expected = dict.fromkeys(case.points, -1)
        expected |= {point: k for k, chain in enumerate(case.chains) for point in chain}
        assert case.read_row(work[rows.LABEL]) == expected
        assert work[rows.LABEL, -1] == -1
        for k, chain in enumerate(case.chains):
            free = set(case.numbers(case.liberties[chain]).tolist())
            assert (work[rows.SIZE, k], work[rows.LIBERTIES, k]) == (len(chain), len(free))
            first = {int(work[rows.FIRST, k]), int(work[rows.SECOND, k])}
            assert first - {-1} <= free
            assert len(first - {-1}) == min(2, len(free))
        unnumbered += len(set(case.chain_at.values()) - set(case.chains))
    assert unnumbered > 100


def test_self_atari_by_the_estimated_liberties() -> None:
    """Where all chains beside the point are numbered, 2 is suicide, and 1 leaves one liberty."""
    found: Counter[int] = Counter()
    for case in random_cases(22):
        board, work = case.board(), case.work()
        for point in filter(case.is_empty, case.points):
            for side in "XO":
                rating = rows.self_atari(board, case.tables[0], work, case.number(point), SIGN[side])
                assert rating == self_atari(case, point, side)
                found[int(rating)] += 1
                if any(case.kind_at(near) is None for near in case.near(point) if not case.is_empty(near)):
                    continue
                after, captured, suicided = oracle.place(case.size, case.stones, point, side)
                assert (rating == 2) == bool(suicided)
                if rating == 1:
                    assert not captured
                    assert len(oracle.liberties(case.size, after, point)) == 1
    assert min(found.values()) > 100


def test_liberties_after_an_extension_are_estimated() -> None:
    """The enemy being on the other liberty of a chain with two, and on any other one of a chain with more."""
    kinds: Counter[int] = Counter()
    for case in random_cases(23):
        board, work = case.board(), case.work()
        for k, chain in enumerate(case.chains):
            free = sorted(case.liberties[chain])
            for point, barred in zip(free, free[1:] + free[:1], strict=True):
                if point == barred:
                    continue
                places, side = (case.number(point), case.number(barred)), SIGN[case.stones[min(chain)]]
                estimate = rows.extension(board, case.tables[0], work, k, *places, side)
                assert estimate == plain_chains.extended_liberties(case, chain, point, barred)
                kinds[min(4, int(estimate))] += 1
    assert min(kinds[number] for number in (1, 2, 3, 4)) > 100


def test_chains_that_may_be_captured() -> None:
    found: Counter[tuple[int, bool]] = Counter()
    for case in random_cases(24):
        board, work = case.board(), case.work()
        for k, chain in enumerate(case.chains):
            captured = rows.may_be_captured(board, case.tables[0], work, k, SIGN[case.stones[min(chain)]])
            assert captured == plain_chains.may_be_captured(case, chain)
            found[min(3, len(case.liberties[chain])), bool(captured)] += 1
    assert set(found) == {(1, True), (2, True), (2, False), (3, False)}
    assert min(found.values()) > 50


def test_chains_that_are_linked_become_of_one_kind() -> None:
    """The owner's to the dragon, the attacker's to walls, by one common liberty or by two."""
    found: Counter[tuple[int, int, bool]] = Counter()
    for case in random_cases(25):
        for side, seed, other in [
            (case.owner, rows.DRAGON, rows.FRIEND), (case.attacker, rows.WALL, rows.WEAK)
        ]:
            for most in (1, 2):
                work = case.work()
                rows.link_chains(
                    case.board(), case.tables[0], case.numbers(case.zone), work, len(case.chains), SIGN[side],
                    (seed, other), most,
                )
                kind = case.read_kinds(work)
                assert kind == plain_chains.linked(case, case.kind, side, seed, other, most)
                found[seed, most, kind != case.kind] += 1
    assert len(found) == 8
    assert min(found.values()) > 20


def test_groups_of_all_chains_of_a_side() -> None:
    sizes: Counter[int] = Counter()
    for case in random_cases(26, everywhere=True):
        work = np.full((rows.ROWS, len(case.points) + 1), UNSET, np.int16)
        together = np.zeros((len(case.chains), len(case.chains)), np.bool_)
        zone = case.numbers(case.zone)
        rows.find_groups(case.board(), case.tables[0], zone, work, SIGN[case.owner], together)
        groups = plain_chains.find_groups(case)
        for k, chain in enumerate(case.chains):
            united = {case.chains[other] for other in np.flatnonzero(together[k])}
            assert united == groups.get(chain, set())
            sizes[len(united)] += 1
    assert min(sizes[size] for size in range(4)) > 50
