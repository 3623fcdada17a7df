"""Thermographs by the definition, slowly: functions of t in Fractions, compared in the middle of every interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from analysis.values.games.forms import simplest_between
from analysis.values.thermography.thermograph import Thermograph, number_thermograph
from analysis.values.thermography.walls import Wall


class Piece(NamedTuple):
    """A function of t from `start` to the next piece's start: its value at `start`, its slope, its maker."""

    start: Fraction
    value: Fraction
    slope: Fraction
    maker: object

    def at(self, t: Fraction) -> Fraction:
        return self.value + self.slope * (t - self.start)


Pieces = list[Piece]


def pieces_of(wall: Wall) -> Pieces:
    return [Piece(*segment.start, segment.slope, segment.maker) for segment in wall.segments()]


def piece_at(pieces: Pieces, t: Fraction) -> Piece:
    """Return the piece at and just above t."""
    return [piece for piece in pieces if piece.start <= t][-1]


def taxed(pieces: Pieces, tax: int, maker: object) -> Pieces:
    """Return the function plus tax * t, its only maker `maker`."""
    return merged([Piece(t, value + tax * t, slope + tax, maker) for t, value, slope, _ in pieces])


def merged(pieces: Iterable[Piece]) -> Pieces:
    """Return the pieces, without those that go on with the slope and the maker of the one before."""
    kept: Pieces = []
    for piece in pieces:
        if not kept or piece.slope != kept[-1].slope or piece.maker is not kept[-1].maker:
            kept.append(piece)
    return kept


def turns(functions: Sequence[Pieces]) -> list[Fraction]:
    """Return the temperatures at which any function may bend, or two of them cross, from -1 upwards."""
    lines = [piece for pieces in functions for piece in pieces]
    crossings = [
        one.start + (other.at(one.start) - one.value) / (one.slope - other.slope)
        for one in lines for other in lines if one.slope != other.slope
    ]
    return sorted({t for t in (*crossings, *(piece.start for piece in lines)) if t >= -1})


def best(functions: Sequence[Pieces], sign: int) -> Pieces:
    """Return the highest (sign 1) or lowest function everywhere; of equal ones the first."""
    times = turns(functions)
    chosen = []
    for start, end in pairwise([*times, times[-1] + 2]):
        middle = (start + end) / 2
        pieces = [piece_at(function, start) for function in functions]
        value = max(sign * piece.at(middle) for piece in pieces)
        piece = next(piece for piece in pieces if sign * piece.at(middle) == value)
        chosen.append(Piece(start, piece.at(start), piece.slope, piece.maker))
    return merged(chosen)


def wall_of(pieces: Pieces) -> Wall:
    return Wall([piece[:2] for piece in pieces], [piece.maker for piece in pieces], pieces[-1].slope)


def joined(left: Pieces | None, right: Pieces | None) -> Thermograph | None:
    """Return the thermograph of two scaffolds, None for a player without a move; None if they never meet."""
    if left is None or right is None or left[0].value <= right[0].value:
        low, high = (None if side is None else side[0].value for side in (left, right))
        return number_thermograph(
            simplest_between(None if low is None else low - 1, None if high is None else high + 1)
        )
    foot = next((t for t in turns([left, right]) if piece_at(left, t).at(t) <= piece_at(right, t).at(t)), None)
    if foot is None:
        return None
    mast = Piece(foot, piece_at(left, foot).at(foot), Fraction(0), None)
    walls = [wall_of([*(piece for piece in side if piece.start < foot), mast]) for side in (left, right)]
    return Thermograph(walls[0], walls[1], mast.value, foot)
