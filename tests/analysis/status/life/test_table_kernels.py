"""The table of the search and what is read out of it: against buckets as lists, and against plain walks over random
tables.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from analysis.status.life import _life_table_kernels as table_kernels
from analysis.status.life._life_table_kernels import BUCKET, PASS

PROOF, DISPROOF, VISITS = table_kernels.PROOF, table_kernels.DISPROOF, table_kernels.VISITS
FIRST_CHILD, CHILDREN, HINT = table_kernels.FIRST_CHILD, table_kernels.CHILDREN, table_kernels.HINT
ATTACKER, OWNER = 1, -1


class Table:
    """An empty table, filled through `store`."""

    def __init__(self, size: int) -> None:
        self.keep = np.zeros(size, np.uint64)
        self.rows = np.zeros((size, table_kernels.COLUMNS), np.int32)

    def store(self, key: int, proof: int, disproof: int) -> int:
        row = table_kernels.store(self.keep, self.rows, np.uint64(key), np.int64(proof), np.int64(disproof))
        return int(row)

    def find(self, key: int) -> int:
        return int(table_kernels.find(self.keep, np.uint64(key)))


def test_a_key_is_stored_in_its_bucket_in_place_of_the_least_visited_one() -> None:
    """Numbers, visits and places, against a list for each bucket, in which the first of several comes first."""
    replaced = again = 0
    for seed in range(40):
        rng = random.Random(seed)
        size = 1 << rng.randint(2, 6)
        table = Table(size)
        buckets: dict[int, list[list[int]]] = {start: [] for start in range(0, size, BUCKET)}
        for step in range(150):
            key, proof, disproof = rng.randint(0, 1) << 62 | rng.randint(1, size), step, 2 * step
            bucket = buckets[key % size // BUCKET * BUCKET]
            known = [entry for entry in bucket if entry[0] == key]
            if known:
                known[0][1:] = [known[0][1] + 1, proof, disproof]
                again += 1
            elif len(bucket) < BUCKET:
                bucket.append([key, 1, proof, disproof])
            else:
                bucket[bucket.index(min(bucket, key=lambda entry: entry[1]))] = [key, 1, proof, disproof]
                replaced += 1
            row = table.store(key, proof, disproof)
            assert row == table.find(key)
            for start, entries in buckets.items():
                for i, entry in enumerate(entries):
                    columns = table.rows[start + i, [VISITS, PROOF, DISPROOF]].tolist()
                    assert [int(table.keep[start + i]), *columns] == entry
        assert np.count_nonzero(table.keep) == sum(map(len, buckets.values()))
    assert replaced > 500
    assert again > 100


def test_a_new_node_has_no_children_and_no_hint_and_a_known_one_keeps_them() -> None:
    table = Table(BUCKET)
    row = table.store(5, 1, 1)
    assert (table.rows[row, CHILDREN], table.rows[row, HINT]) == (-1, 0)
    table.rows[row, [FIRST_CHILD, CHILDREN, HINT]] = [7, 3, 205]
    assert table.store(5, 2, 9) == row
    assert table.rows[row].tolist() == [2, 9, 2, 7, 3, 205]
    for key in 3 * [*range(10, 9 + BUCKET)]:
        table.store(key, 1, 1)
    assert table.find(5) == row
    assert table.store(20, 1, 1) == row
    assert table.find(5) == -1
    assert (table.rows[row, CHILDREN], table.rows[row, HINT], table.rows[row, VISITS]) == (-1, 0, 1)


def test_no_key_is_found_outside_its_bucket() -> None:
    table = Table(4 * BUCKET)
    table.store(BUCKET, 1, 1)
    assert table.find(BUCKET) == BUCKET
    table.keep[2 * BUCKET], table.keep[BUCKET] = table.keep[BUCKET], 0
    assert table.find(BUCKET) == -1


def test_the_likeliest_move_has_the_best_ratio_of_the_other_sides_number_to_the_movers() -> None:
    """Of the children that are stored, the first of equal ones, never the pass; both numbers are increased by one."""
    found: Counter[str] = Counter()
    for seed in range(400):
        rng = random.Random(seed)
        table, count, first = Table(256), rng.randint(0, 6), rng.randint(0, 3)
        moves, keys = np.full(12, 99, np.int16), np.zeros(12, np.uint64)
        stored = {}
        for i in range(12):
            moves[i], keys[i] = (PASS if rng.random() < 0.2 else i), 4 * i + 1
            if rng.random() < 0.8:
                stored[i] = rng.choice([0, 1, 2, 3, 7, 1_000_000]), rng.choice([0, 1, 2, 5, 1_000_000])
                table.store(int(keys[i]), *stored[i])
        attacking = rng.random() < 0.5
        best, ratio = PASS, 0.0
        for i in range(first, first + count):
            if i in stored and moves[i] != PASS:
                proof, disproof = stored[i]
                mine, other = (proof, disproof) if attacking else (disproof, proof)
                if (other + 1) / (mine + 1) > ratio:
                    best, ratio = i, (other + 1) / (mine + 1)
        chosen = table_kernels.likeliest(table.keep, table.rows, moves, keys, first, count, attacking)
        assert chosen == best
        found["none" if best == PASS else "first" if best == first else "later"] += 1
    assert min(found[kind] for kind in ("none", "first", "later")) > 30


class Tree:
    """A random tree of nodes in a table, some of them missing, each with numbers as after a search."""

    def __init__(self, rng: random.Random, owner_first: bool) -> None:
        self.rng = rng
        self.table = Table(4096)
        self.moves, self.keys = np.zeros(2000, np.int16), np.zeros(2000, np.uint64)
        self.children: dict[int, list[tuple[int, int]]] = {}
        self.visits: dict[int, int] = {}
        self.used = self.last_key = 0
        self.root = self.grow(0, OWNER if owner_first else ATTACKER)

    def grow(self, depth: int, mover: int) -> int:
        """Add a node with what follows; return its key."""
        rng = self.rng
        self.last_key += BUCKET
        key = self.last_key
        if depth and rng.random() < 0.1:
            return key
        numbers = rng.choice([(0, 9), (0, 9), (9, 0), (9, 0), (3, 4)]) if depth else rng.choice([(0, 9), (9, 0)])
        self.visits[key] = rng.randint(1, 4)
        for _ in range(self.visits[key]):
            row = self.table.store(key, *numbers)
        if depth > 5 or rng.random() < 0.1:
            return key
        options = rng.sample(range(30), rng.randint(1, 3)) + [PASS] * rng.randint(0, 1)
        start, self.used = self.used, self.used + len(options)
        self.children[key] = [(move, self.grow(depth + 1, -mover)) for move in options]
        self.moves[start : start + len(options)] = options
        self.keys[start : start + len(options)] = [child for _, child in self.children[key]]
        self.table.rows[row, [FIRST_CHILD, CHILDREN]] = start, len(options)
        return key

    def proof(self, key: int, killed: bool) -> bool:
        """Whether a node is stored as solved, with this result."""
        row = self.table.find(key)
        return row >= 0 and self.table.rows[row, PROOF if killed else DISPROOF] == 0

    def line(self, mover: int, most: int) -> list[int]:
        """The principal variation: the winner's first move that works, the loser's most visited one."""
        killed, key, found = self.proof(self.root, True), self.root, []
        while len(found) < most:
            solved = [(move, child) for move, child in self.children.get(key, []) if self.proof(child, killed)]
            winner_moves = (mover == ATTACKER) == killed
            if mover == ATTACKER or not winner_moves:
                solved = [(move, child) for move, child in solved if move != PASS]
            if not solved:
                break
            move, key = solved[0] if winner_moves else max(solved, key=lambda option: self.visits[option[1]])
            found.append(move)
            mover = -mover
        return found


def test_the_main_line_follows_moves_that_work_and_the_most_visited_answers() -> None:
    """The attacker never passes, the owner only if that works."""
    lengths: Counter[int] = Counter()
    passes = 0
    for seed in range(200):
        rng = random.Random(seed)
        owner_first, most = rng.random() < 0.5, rng.randint(1, 8)
        tree = Tree(rng, owner_first)
        line = np.full(most, 99, np.int16)
        mover = OWNER if owner_first else ATTACKER
        count = table_kernels.main_line(
            tree.table.keep, tree.table.rows, tree.moves, tree.keys, np.uint64(tree.root), (mover, OWNER), line
        )
        expected = tree.line(mover, most)
        assert line[:count].tolist() == expected
        assert set(line[count:].tolist()) <= {99}
        lengths[len(expected)] += 1
        passes += PASS in expected
    assert min(lengths[length] for length in range(4)) > 5
    assert passes > 5
