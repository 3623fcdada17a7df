"""Records damaged at random: cut, lines lost, doubled or moved, characters changed, noise."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

Reader = Callable[[str, list[str]], list[dict[str, list[str]]]]


def damaged(text: str, dice: random.Random) -> str:
    """Return the text with one to four injuries."""
    for _ in range(dice.randint(1, 4)):
        lines = text.splitlines(keepends=True) or [""]
        at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        where = dice.randrange(len(text) + 1)
        kind = dice.randrange(8)
        if kind == 0:
            text = text[:where]
        elif kind == 1:
            text = text[where:]
        elif kind == 2:
            text = "".join(lines[:at] + lines[at + 1:])
        elif kind == 3:
            text = "".join(lines[:at] + lines[other:other + 3] + lines[at:])
        elif kind == 4:
            char = dice.choice([*"\0\t\n\r\"(,09;AZ[\\]é一\u0661²\udc80", chr(dice.randrange(256))])
            text = text[:where] + char + text[where + 1:]
        elif kind == 5:
            text = text[:where] + text[where + dice.randint(1, 9):]
        elif kind == 6:
            text = text[:where] + "".join(chr(dice.randrange(256)) for _ in range(dice.randint(1, 60))) + text[where:]
        else:
            text = text.replace(str(dice.randrange(20)), str(dice.randrange(300)))
    return text


def assert_damage_is_survived(reader: Reader, record: str, times: int = 3000, seed: int = 7) -> None:
    """Assert that damaged records give a game of points on the board, or a ValueError of one line that names a line."""
    dice = random.Random(seed)
    games = 0
    began = time.process_time()
    for _ in range(times):
        notices: list[str] = []
        try:
            root, *moves = reader(damaged(record, dice), notices)
        except ValueError as error:
            assert str(error).startswith("line ")
            assert "\n" not in str(error)
            assert type(error) is ValueError
            continue
        games += 1
        size = int(root["SZ"][0])
        assert 1 <= size <= 25
        letters = "abcdefghijklmnopqrstuvwxy"[:size]
        for node in [{key: root[key] for key in ("AB", "AW") if key in root}, *moves]:
            for key, values in node.items():
                assert key in ("AB", "AW", "B", "W")
                assert all(value == "" or (len(value) == 2 and set(value) <= set(letters)) for value in values)
        assert all(isinstance(value, str) for values in root.values() for value in values)
        assert all(notice.startswith("line ") and "\n" not in notice and len(notice) < 300 for notice in notices)
        assert len(notices) < 12
    assert games > times // 5
    assert time.process_time() - began < times / 100
