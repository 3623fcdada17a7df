"""Games for the tests of reports: records, also strange and hostile ones, told, or with facts made up."""

from __future__ import annotations

from pathlib import Path

import pytest
from sgfmill import sgf_grammar

from analysis.board import PASS, Rules
from analysis.runtime.jit import COMPILED
from gtpengine.report.game_record import Record
from gtpengine.report.game_report import Chain, Choice, Facts, GameReport, Lost, Place, game_report
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


def record(data: bytes) -> Record:
    return Record(data, 7.5, Rules())


def reported(data: bytes, every: int = 1, **settings: str) -> GameReport:
    chosen = Settings()
    for name, value in settings.items():
        chosen.set(name.replace("__", "."), value)
    return game_report(record(data), chosen, every)


def quick(data: bytes, every: int = 1000) -> GameReport:
    """By the field of the bare board."""
    return reported(data, every, play__control_only="true")


def sgf_text(text: str) -> bytes:
    escaped: bytes = sgf_grammar.escape_text(text.encode())
    return escaped


MADE_UP = b"(;SZ[9]KM[6.5]HA[2]RU[Chinese]PB[Ada]BR[3d]PW[Ben]WR[5k]AB[ia][ii]CR[bb];W[ee];B[ff];W[gg];B[hh])"
"""Two handicap stones: by Chinese rules White is given 6.5 + 2."""


def local(first: int, size: int, black: tuple[int, ...], white: tuple[int, ...]) -> Place:
    corners = (("0", "4"), ("3/2", "2")), (("0", "0"), ("3/2", "2"))
    return Place(tuple(range(first, first + size)), "2", "3/2", "gote", "exact", black, white, "made up", *corners)


def made_up(data: bytes = MADE_UP) -> GameReport:
    """White to move in the beginning; points on the second line from the top are 9 (A8) to 17 (J8)."""
    found = record(data)
    best = (Choice(PASS, 5.0, 1.5), Choice(9, 4.0, 0.5), Choice(10, 3.0, 0.5), Choice(11, 2.0, 0.5))
    losses = [Lost(points, Choice(12, 7.0, 3.5), Choice(14, 7.0 - points, 0.5)) for points in (0.3, 0.04, 0.07, 2.5)]
    places = (
        local(18, 9, (18,), (19,)), local(27, 8, (28,), ()), *(local(n, 1, (n,), (n,)) for n in (36, 37, 38, 39)))
    chain = Chain(-1, (40,), 3, "critical", "read", "a ] and a \\ in it", 41, 42, 50, "read")
    wins = (0.97, 0.996, 0.004, 0.5)
    facts = {
        number: Facts(-1 if number % 2 == 0 else 1, (0,) * 81, 9.5, 1.0, wins[number], (chain,), places, (), best, lost)
        for number, lost in enumerate(losses)
    }
    return GameReport(found, facts)


def hostile(moves: int = 2000) -> bytes:
    """Script in every name and comment, a comment of a megabyte, many moves, variations nested deeply."""
    evil = sgf_text(EVIL)
    points = [bytes((97 + x, 97 + y)) for y in range(0, 19, 2) for x in range(19)]
    line = b"".join(
        b";" + b"BW"[n % 2 : n % 2 + 1] + b"[" + (points[n] if n < 150 else b"") + b"]" + b"C[" * (n % 7 == 0)
        + (evil + b"]") * (n % 7 == 0) for n in range(moves)
    )
    names = b"".join(name + b"[" + evil + b"]" for name in (b"PB", b"PW", b"BR", b"EV", b"RE", b"DT", b"ZZ", b"GN"))
    deep = b"(;N[v]" * 3000 + b")" * 3000
    return b"(;GM[1]SZ[19]" + names + b"C[" + b"<b>]"[:3] * 350_000 + b"]" + line + b"(;C[end])" + deep + b")"
