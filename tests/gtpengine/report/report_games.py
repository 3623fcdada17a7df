"""Game records for the tests of reports, unusual and hostile ones too; reports on them; a report of fixed facts."""

from __future__ import annotations

from pathlib import Path

import pytest
from sgfmill import sgf_grammar

from analysis.board import PASS, Rules
from analysis.runtime.jit import COMPILED
from gtpengine.report.game_record import GameRecord
from gtpengine.report.game_report import (
    ChainFacts,
    GameReport,
    LocalGameFacts,
    MoveLoss,
    PositionFacts,
    RatedMove,
    game_report,
)
from gtpengine.settings import Settings

DATA = Path(__file__).parents[2] / "data"
Capture = pytest.CaptureFixture[str]
READ = pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read")

OPENING = (DATA / "opening9.sgf").read_bytes()
RECTANGLE = (DATA / "rectangle.sgf").read_bytes()
ENDGAME = (DATA / "endgame9.sgf").read_bytes().strip()
SETUPS = (b"(;SZ[9]KM[6.5]AB[cc];W[gg];B[cg]C[one];AE[cg]AW[ee]C[two]PL[W];W[gc];B[];AB[gd]"
          b"(;W[dd];B[ce])(;W[ff]))")
TURNS = b"(;SZ[9];B[cc];PL[B];B[dd];AE[gg];W[ee];AW[gg]PL[W];PL[B];B[ff];AW[gg]C[idle])"
TWO_IN_A_NODE = b"(;SZ[9];W[aa]B[bb];AB[ff];B[cc]W[dd])"  # not allowed; read in the order of the file
EVIL = "</script><script>window.hacked=1</script><img src=x onerror='window.hacked=2'><!-- {{ 7*7 }} {% x %}"
ORDER = ("Order of play, White first: W+1 by area; proved", "   1 W J7 tedomari 1")
"""Lines of text on the order of play."""


def record(data: bytes) -> GameRecord:
    return GameRecord(data, 7.5, Rules())


def reported(data: bytes, every: int = 1, **settings: str) -> GameReport:
    chosen = Settings()
    for name, value in settings.items():
        chosen.set(name.replace("__", "."), value)
    return game_report(record(data), chosen, every)


def quick(data: bytes, every: int = 1000) -> GameReport:
    """Return a report by the control map alone, without the status of chains."""
    return reported(data, every, play__control_only="true")


def sgf_text(text: str) -> bytes:
    escaped: bytes = sgf_grammar.escape_text(text.encode())
    return escaped


MADE_UP = b"(;SZ[9]KM[6.5]HA[2]RU[Chinese]PB[Ada]BR[3d]PW[Ben]WR[5k]AB[ia][ii]CR[bb];W[ee];B[ff];W[gg];B[hh])"
"""Two handicap stones: by Chinese rules White is given 6.5 + 2."""


def local_game(first: int, size: int, black: tuple[int, ...], white: tuple[int, ...]) -> LocalGameFacts:
    points = tuple(range(first, first + size))
    walls = (("0", "4"), ("3/2", "2")), (("0", "0"), ("3/2", "2"))
    return LocalGameFacts(points, "2", "3/2", "gote", "exact", black, white, "made up", *walls)


def made_up(data: bytes = MADE_UP) -> GameReport:
    """Return a report of fixed facts. White moves first; points 9 (A8) to 17 (J8) are the second row from the top."""
    game = record(data)
    best = (RatedMove(PASS, 5.0, 1.5), RatedMove(9, 4.0, 0.5), RatedMove(10, 3.0, 0.5), RatedMove(11, 2.0, 0.5))
    preferred = RatedMove(12, 7.0, 3.5)
    losses = [MoveLoss(points, preferred, RatedMove(14, 7.0 - points, 0.5)) for points in (0.3, 0.04, 0.07, 2.5)]
    single = (local_game(n, 1, (n,), (n,)) for n in (36, 37, 38, 39))
    games = (local_game(18, 9, (18,), (19,)), local_game(27, 8, (28,), ()), *single)
    chain = ChainFacts(-1, (40,), 3, "critical", "read", "a ] and a \\ in it", 41, 42, 50, "read", ("a note ]",))
    wins = (0.97, 0.996, 0.004, 0.5)
    facts = {
        number: PositionFacts(
            -1 if number % 2 == 0 else 1, (0,) * 81, 9.5, 1.0, wins[number], (chain,), games, (), ORDER, best, loss)
        for number, loss in enumerate(losses)
    }
    return GameReport(game, facts)


def hostile(moves: int = 2000) -> bytes:
    """Return a record with script in all names and comments, a comment of a megabyte, and deeply nested variations."""
    evil = sgf_text(EVIL)
    points = [bytes((97 + x, 97 + y)) for y in range(0, 19, 2) for x in range(19)]
    line = b"".join(
        b";" + b"BW"[n % 2 : n % 2 + 1] + b"[" + (points[n] if n < 150 else b"") + b"]" + b"C[" * (n % 7 == 0)
        + (evil + b"]") * (n % 7 == 0) for n in range(moves)
    )
    names = b"".join(name + b"[" + evil + b"]" for name in (b"PB", b"PW", b"BR", b"EV", b"RE", b"DT", b"ZZ", b"GN"))
    deep = b"(;N[v]" * 3000 + b")" * 3000
    return b"(;GM[1]SZ[19]" + names + b"C[" + b"<b>]"[:3] * 350_000 + b"]" + line + b"(;C[end])" + deep + b")"
