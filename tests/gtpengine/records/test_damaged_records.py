"""Valid records, damaged at random, end in a game or in one line, soon and in little memory."""

from __future__ import annotations

import random
import time
import tracemalloc

import pytest

from gtpengine.batch.game_source import split_games
from gtpengine.records.encoding import decode_record
from gtpengine.sgf import SgfError, game_to_sgf, load_game

TEXTS = ("本因坊", "功許蓋", "이창호", "Jérôme", "[a]", "a\\", ":-]", ";B[aa]", "(;", "")
ENCODINGS = ("utf-8", "shift_jis", "gb18030", "big5", "euc_kr", "latin-1", "utf-16", "iso2022_jp")
PIECES = ("(", ")", ";", "[", "]", "\\", "B[", "]]", "[[", "\n", "----", "KM[", "RU[日本规则]", "SZ[", "AB[aa:zz]",
          "\0", "KO[]", "B[zz]", "B[]", "W", "CA[UTF-16]", "]B", "é", "ソ", "\\HS", "[Data]", "PMAB")  # fmt: skip


def record(chance: random.Random) -> bytes:
    """Return a valid record with names, comments and variations in one of several encodings."""
    size = chance.choice((2, 5, 9, 13, 19, 25))
    letters = "abcdefghijklmnopqrstuvwxy"[:size]

    def value() -> str:
        return chance.choice(TEXTS).replace("\\", "\\\\").replace("]", "\\]").replace("[", "\\[")

    def node(number: int) -> str:
        move = f";{'BW'[number % 2]}[{chance.choice(letters)}{chance.choice(letters)}]"
        return move + (f"C[{value()}]" if chance.random() < 0.2 else "")

    encoding = chance.choice(ENCODINGS)
    declared = f"CA[{encoding}]" if chance.random() < 0.7 else ""
    header = f"(;GM[1]FF[4]{declared}SZ[{size}]KM[6.5]RU[Japanese]PB[{value()}]PW[{value()}]"
    moves = "".join(map(node, range(chance.randrange(60))))
    tail = f"(;B[aa]C[{value()}])(;W[bb]))" if chance.random() < 0.3 else ")"
    return (header + moves + tail).encode(encoding, "replace")


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return the record after one to four changes: parts cut out, repeated, moved, put in, bytes changed."""
    for _ in range(chance.randint(1, 4)):
        begin, end = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
        end = min(end, begin + chance.choice((1, 2, 8, 10**6)))
        kind = chance.randrange(6)
        if kind == 0:
            data = data[:begin] + data[end:]
        elif kind == 1:
            data = data[:end] + data[begin:end] * chance.choice((1, 1, 30)) + data[end:]
        elif kind == 2:
            data = data[end:] + data[begin:end] + data[:begin]
        elif kind == 3:
            data = data[:begin] + chance.choice(PIECES).encode() + data[begin:]
        elif kind == 4:
            data = data[:begin] + chance.randbytes(min(end - begin, 8)) + data[end:]
        else:
            data = data[:begin]
    return data[:200_000]


def check(seed: int) -> bool:
    """Read a damaged record, and return whether it is a game."""
    chance = random.Random(seed)
    data = damaged(record(chance), chance)
    notices: list[str] = []
    joined = b"".join(split_games(data))
    assert joined == data or joined.decode("utf-8", "surrogateescape") == decode_record(data).text
    try:
        game = load_game(data, notices=notices)
    except SgfError as error:
        assert "\n" not in str(error)
        return False
    assert all(line and "\n" not in line for line in notices)
    again = load_game(game_to_sgf(game).encode(), notices=[])
    assert again.positions == game.positions
    return True


@pytest.mark.parametrize("seed", [101_555, 102_103, 104_607])
def test_damage_that_once_broke_the_reader(seed: int) -> None:
    check(seed)


def test_valid_records_need_no_repair() -> None:
    for seed in range(300):
        notices: list[str] = []
        load_game(record(random.Random(seed)), notices=notices)
        assert all("illegal" in line or "KM" in line for line in notices), (seed, notices)


def test_damaged_records() -> None:
    games = sum(map(check, range(1500)))
    assert games > 1000


@pytest.mark.slow
def test_twenty_thousand_damaged_records() -> None:
    tracemalloc.start()
    try:
        slowest = 0.0
        for seed in range(100_000, 120_000):
            begun = time.process_time()
            check(seed)
            slowest = max(slowest, time.process_time() - begun)
        assert tracemalloc.get_traced_memory()[1] < 200 << 20
    finally:
        tracemalloc.stop()
    assert slowest < 20
