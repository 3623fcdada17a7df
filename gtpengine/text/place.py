"""One local endgame in the words of players, as lines for GTP and a terminal: see `analysis.endgame.place_view`.

Numbers are exact fractions of points by territory, counts Black positive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from analysis.board import BLACK, WHITE
from analysis.values import FollowUp, GameKind, KoThreats, PlayerTerms

if TYPE_CHECKING:
    from analysis.board import Grid
    from analysis.endgame import KoThreatNeed, MoveInPlace, PlaceView

    Needs = tuple[KoThreatNeed, KoThreatNeed]

MOST_MOVES = 8
"""Most moves of a side in the table; the best come first."""

REGIMES = {
    KoThreats.NEUTRAL: "nobody has ko threats", KoThreats.BLACK: "Black is komaster",
    KoThreats.WHITE: "White is komaster",
}


def place_lines(view: PlaceView, grid: Grid) -> list[str]:
    """Return the lines of a local game: its words, then the table of moves, or the ko."""
    return term_lines(view.terms) + table_lines(view.moves, view.regimes, view.needs, grid)


def table_lines(
    moves: Sequence[MoveInPlace], regimes: Mapping[KoThreats, PlayerTerms | str], needs: Needs | None, grid: Grid
) -> list[str]:
    """Return the table of moves and what each loses; of a ko, where `regimes` is not empty, the ko."""
    return _ko_lines(regimes, needs) if regimes else list(_move_table(moves, grid))


def term_lines(terms: PlayerTerms) -> list[str]:
    """Return deiri value, kind, follow-ups and privilege as `name: text`, one per line."""
    return [f"{name}: {text}" for name, text in term_facts(terms)]


def term_facts(terms: PlayerTerms) -> Iterator[tuple[str, str]]:
    """Yield (name, text) for the words of players; nothing where a move gains no points."""
    if not terms.tally or terms.miai_value <= 0:
        return
    miai, tally = terms.miai_value, terms.tally
    swing = f"{terms.deiri_value}, the swing: miai value {miai} times tally {tally}"
    if terms.kind is GameKind.AMBIGUOUS:
        swing = f"{miai} with tally 1 as sente, {2 * miai} with tally 2 as gote"
    yield "deiri value", swing
    if terms.kind is None:
        return
    sente = _sente(terms)
    if sente is not None:
        yield "counted as", sente
    for name, after in (("Black", terms.black), ("White", terms.white)):
        if after is not None:
            yield f"{name} first", _follow_up(after)
    if terms.privilege is not None:
        yield "privilege", f"{terms.privilege}'s, to play here in sente"
    if terms.double_sente is not None:
        low, high = terms.double_sente
        least = f"at least {low} and " if low else ""
        yield "double sente", (
            f"so called while moves elsewhere gain {least}less than {high}, as either side's move is then answered; "
            f"theory has no double sente: at {miai}, where the move is due, it is {_short_kind(terms)}"
        )


def _short_kind(terms: PlayerTerms) -> str:
    return "gote" if terms.privilege is None else f"{terms.privilege}'s sente"


def _sente(terms: PlayerTerms) -> str | None:
    if terms.privilege is not None:
        other = "White" if terms.privilege == "Black" else "Black"
        return f"{terms.privilege}'s sente, {other}'s reverse sente, which gains {terms.miai_value}"
    undecided = terms.undecided_sente
    if undecided is not None:
        return (
            f"{undecided}'s sente or gote, with the same count: {undecided}'s move threatens {terms.miai_value}, "
            f"no more than it gains"
        )
    return None


def _follow_up(after: FollowUp) -> str:
    rest = "then settled" if after.miai_value < 0 else f"the follow-up gains {after.miai_value}"
    return f"count {after.count}, {rest}"


# -- moves ---------------------------------------------------------------------------------------------------------


def _move_table(moves: Sequence[MoveInPlace], grid: Grid) -> Iterator[str]:
    if not moves:
        return
    rows: list[tuple[str, ...]] = [("move", "count after", "next move", "loses", "loses at last")]
    left_out = 0
    for player in (BLACK, WHITE):
        own = [move for move in moves if move.player is player]
        left_out += max(0, len(own) - MOST_MOVES)
        rows += [_move_row(move, grid) for move in own[:MOST_MOVES]]
    yield from _columns(rows)
    if left_out:
        yield f"{left_out} moves that lose as much or more are left out"
    if any(move.at_most for move in moves):
        yield "<= at most, as the move leads to a ko"
    yield "loses: against the best move while moves elsewhere gain the same; at last: with nothing left elsewhere"


def _move_row(move: MoveInPlace, grid: Grid) -> tuple[str, ...]:
    bound = "<= " if move.at_most else ""
    following = "settled" if move.next_move < 0 else str(move.next_move)
    return (
        f"{move.player.letter} {grid.vertex(move.point)}", str(move.count), following, f"{bound}{move.loses}",
        f"{bound}{move.loses_last}",
    )  # fmt: skip


def _columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


# -- kos -----------------------------------------------------------------------------------------------------------


def _ko_lines(regimes: Mapping[KoThreats, PlayerTerms | str], needs: Needs | None) -> list[str]:
    rows = [("ko", "count", "miai value", "tally", "deiri value")]
    reasons = []
    for ko, terms in regimes.items():
        if isinstance(terms, str):
            reasons.append(f"if {REGIMES[ko]}: {terms}")
        else:
            swing = (str(terms.tally), str(terms.deiri_value)) if terms.tally else ("-", "-")
            rows.append((f"if {REGIMES[ko]}", str(terms.count), str(terms.miai_value), *swing))
    found = [*(_columns(rows) if len(rows) > 1 else ()), *reasons]
    if any(row[-1] == "-" for row in rows):
        found.append("-: the komaster's opponent gains nothing by playing here, so there is no swing")
    if needs is None:
        return [*found, "ko threats needed: not counted (play may go round or is too long; by territory scoring only)"]
    return found + [_need_text(need) for need in needs]


def _need_text(need: KoThreatNeed) -> str:
    first = f"{need.first.word.capitalize()} first"
    if need.if_black == need.if_white:
        return f"{first}: {need.if_black}, regardless of ko threats"
    parts = []
    for color, number, points in ((BLACK, need.black, need.if_black), (WHITE, need.white, need.if_white)):
        threats = "no ko threat" if not number else f"{number} ko threat{'s' if number > 1 else ''} more"
        parts.append(f"{color.word.capitalize()} needs {threats} to win it ({points})")
    return f"{first}: {', '.join(parts)}"


__all__ = ["place_lines", "table_lines", "term_facts", "term_lines"]
