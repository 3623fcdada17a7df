"""Analysis commands of Leela Zero and KataGo: lines of candidate moves until the next input, or until a move is played.

The first line shows the start of a tree search, the following ones the search as it grows. Once it is as large as that
of `genmove`, the first candidate is the move that `genmove` would play; a larger search may prefer another. That does
not hold where `genmove` does not search: on boards of at most 12 points, after a pass in a won game, or by the ranker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analysis.board import Color

from ..arguments import Arguments
from ..engine.move_choice import MoveContext, decide, start_lookahead
from ..engine.position_analysis import evaluate_game
from ..errors import Failure, shown, syntax_error
from ..registry import Response, command
from ..streaming import Stream
from .info import KATAGO, LEELA_ZERO, LEELA_ZERO_WITH_LEAD, Extras, NumberFormat, info_line
from .play import play_decision

if TYPE_CHECKING:
    from analysis.tree_search.lines import Lookahead, MoveRestriction
    from analysis.tree_search.tree_reuse import TreeStore

    from ..session import Session
    from ..settings import Settings

USAGE = "[COLOR] [INTERVAL] [KEY VALUE ...]"
DEFAULT_INTERVAL = 100.0
"""Centiseconds."""

_EXTRAS = ("ownership", "movesOwnership", "rootInfo", "pvVisits", "pvEdgeVisits")
_ONLY_FALSE = ("ownershipStdev", "movesOwnershipStdev")
_IGNORED = ("noResultValue",)
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}

PARAMETERS = {"analysisWideRootNoise": "0", "playoutDoublingAdvantage": "0"}
"""KataGo's parameters that are known here, with the one value they can have."""


@dataclass
class AnalyzeOptions:
    """The arguments of an analysis. interval -- centiseconds; min_moves, max_moves -- how many candidates."""

    color: Color
    interval: float
    min_moves: int
    max_moves: int
    restrictions: list[MoveRestriction]
    extras: Extras


def read_options(session: Session, arguments: Arguments, form: NumberFormat) -> AnalyzeOptions:
    """Read the arguments: a colour (else the side to move), an interval, then keys with their values.

    Raises Failure for anything else, for `allow` twice or beside `avoid` for one colour, and for standard deviations
    of the ownership, of which there are none.
    """
    color, interval = session.game.position.to_move, DEFAULT_INTERVAL
    min_moves, max_moves = 0, session.game.grid.area + 1
    restrictions: list[MoveRestriction] = []
    flags: dict[str, bool] = {}
    at = 0
    if at < len(arguments) and arguments.text(at).lower() in ("b", "black", "w", "white"):
        color, at = arguments.color(at), at + 1
    if at < len(arguments) and not arguments.text(at)[0].isalpha():
        interval, at = arguments.number(at, "interval", 0), at + 1
    flag_keys = (*_EXTRAS, *_ONLY_FALSE, *_IGNORED) if form.decimals else ()
    while at < len(arguments):
        key = arguments.choice(at, "key", ("interval", "minmoves", "maxmoves", "avoid", "allow", *flag_keys))
        size = 4 if key in ("avoid", "allow") else 2
        if at + size > len(arguments):
            values = "COLOR VERTEX,... DEPTH" if size == 4 else "a value"
            given = " ".join(map(shown, arguments.words[at + 1 :])) or "nothing"
            raise syntax_error(f"{key}: expected {values} after it, got {given}")
        if key == "interval":
            interval = arguments.number(at + 1, key, 0)
        elif key == "minmoves":
            min_moves = arguments.integer(at + 1, key, 0)
        elif key == "maxmoves":
            max_moves = arguments.integer(at + 1, key, 1)
        elif size == 4:
            restrictions.append(_restriction(session, arguments, at))
        else:
            flags[key] = _BOOLEANS[arguments.choice(at + 1, key, tuple(_BOOLEANS))]
        at += size
    if min_moves > max_moves:
        raise syntax_error(f"minmoves: expected at most maxmoves ({max_moves}), got {min_moves}")
    for one in restrictions:
        if one.only and any(other is not one and other.color == one.color for other in restrictions):
            raise syntax_error(f"allow: expected one allow and no avoid for {one.color.word}, got more")
    for key in _ONLY_FALSE:
        if flags.get(key):
            raise syntax_error(f"{key}: expected false, as a static estimate has no standard deviation; got true")
    extras = Extras(**{key: flags.get(key, False) for key in _EXTRAS})
    return AnalyzeOptions(color, interval, min_moves, max_moves, restrictions, extras)


def _restriction(session: Session, arguments: Arguments, at: int) -> MoveRestriction:
    """Read `avoid|allow COLOR VERTEX,VERTEX,... DEPTH`, from argument number `at`."""
    from analysis.tree_search.lines import MoveRestriction

    vertices = Arguments(arguments.text(at + 2).split(","))
    points = frozenset(vertices.vertex(n, session.game.grid) for n in range(len(vertices)))
    depth = arguments.integer(at + 3, "depth", 1)
    return MoveRestriction(arguments.color(at + 1), points, depth, only=arguments.text(at) == "allow")


def _start_lookahead(
    session: Session, options: AnalyzeOptions, settings: Settings, trees: TreeStore | None = None
) -> Lookahead:
    """Begin a search of the position as for a choice of a move, or one that goes on from earlier trees."""
    game, cache = session.game, session.reading_cache
    evaluation = evaluate_game(game, options.color, settings, cache)
    context = MoveContext.of(game, options.color, options.restrictions)
    return start_lookahead(
        evaluation, context, settings, cache, session.local_values, options.min_moves, options.max_moves, trees
    )


def _line(session: Session, lookahead: Lookahead, options: AnalyzeOptions, form: NumberFormat) -> str:
    game = session.game
    return info_line(lookahead, game.grid, game.compensation, options.max_moves, form, options.extras)


def _analysis(session: Session, arguments: Arguments, form: NumberFormat) -> Stream:
    options = read_options(session, arguments, form)
    lookahead = _start_lookahead(session, options, session.settings, session.search_trees)

    def lines() -> Iterator[str]:
        while True:
            yield _line(session, lookahead, options, form)

    def work() -> bool:
        nonlocal lookahead
        if session.update_kernels():
            lookahead = _start_lookahead(session, options, session.settings, session.search_trees)
            return True
        return lookahead.deepen()

    return Stream(lines(), until_input=True, interval=options.interval / 100, work=work)


def _genmove(session: Session, arguments: Arguments, form: NumberFormat) -> Stream:
    from analysis.tree_search.lines import MoveRestriction

    options = read_options(session, arguments, form)
    settings = session.move_settings(options.color)
    decision = decide(
        session.game, options.color, settings, session.local_values, options.restrictions,
        seconds=session.move_seconds(options.color), reading_cache=session.reading_cache,
    )  # fmt: skip
    if decision.hurried:
        settings.set("play.control_only", "true")
    lookahead = decision.lookahead or _start_lookahead(session, options, settings)
    if lookahead.lines[0].point != decision.points[0] and not decision.resign:  # chosen without a search
        chosen = [MoveRestriction(options.color, frozenset(decision.points[:1]), 1, only=True)]
        lookahead = _start_lookahead(session, replace(options, restrictions=chosen, min_moves=0), settings)
    line = _line(session, lookahead, options, form)
    return Stream((line, f"play {play_decision(session, options.color, decision)}"))


@command("analyze", USAGE, returns=Response.STREAM)
def analyze(session: Session, arguments: Arguments) -> Stream:
    """Analyse the position until the next line of input, with whole numbers; the command that Sabaki prefers.

    A line is written at once and then every INTERVAL centiseconds (default 100; at most 20 lines a second), with a part
    `info move ... pv ...` for each candidate: winrate, prior and lcb in ten-thousandths, scoreLead in points, all from
    the side of COLOR (default: the side to move). visits is the number of positions evaluated after the move, prior the
    probability that a player makes it. The first candidate is the move to be played, and has the highest winrate: the
    values of moves with fewer visits are at the lower end of their uncertainty, and never above the first. The
    candidates are in the order of their winrates. An analysis goes on from the tree of the last one if moves of it were
    played since.

    Keys: interval N; minmoves N and maxmoves N, the least and the greatest number of candidates; avoid or allow COLOR
    VERTEX,... DEPTH, the moves that COLOR may not play, or the only ones that it may, within the next DEPTH moves.
    """
    return _analysis(session, arguments, LEELA_ZERO_WITH_LEAD)


@command("lz-analyze", USAGE, returns=Response.STREAM)
def lz_analyze(session: Session, arguments: Arguments) -> Stream:
    """Analyse until the next line of input in Leela Zero's format: like `analyze`, but without scoreLead."""
    return _analysis(session, arguments, LEELA_ZERO)


@command("kata-analyze", USAGE, returns=Response.STREAM)
def kata_analyze(session: Session, arguments: Arguments) -> Stream:
    """Analyse until the next line of input in KataGo's format: decimal numbers; ownership and more on request.

    Keys besides those of `analyze`, with true or false: ownership, movesOwnership (+1: owned by the side to move),
    rootInfo, pvVisits, pvEdgeVisits. noResultValue has no effect; ownershipStdev and movesOwnershipStdev can only be
    false, as a static estimate has no standard deviation.
    """
    return _analysis(session, arguments, KATAGO)


@command("genmove_analyze", USAGE, returns=Response.STREAM, reads=True)
def genmove_analyze(session: Session, arguments: Arguments) -> Stream:
    """Play the move that `genmove` would: a line as in `analyze`, then `play` and the move.

    Moves that avoid and allow exclude are not played, except that a pass may be. minmoves adds no candidates here.
    """
    return _genmove(session, arguments, LEELA_ZERO_WITH_LEAD)


@command("lz-genmove_analyze", USAGE, returns=Response.STREAM, reads=True)
def lz_genmove_analyze(session: Session, arguments: Arguments) -> Stream:
    """Play the move that `genmove` would: a line as in `lz-analyze`, then `play` and the move."""
    return _genmove(session, arguments, LEELA_ZERO)


@command("kata-genmove_analyze", USAGE, returns=Response.STREAM, reads=True)
def kata_genmove_analyze(session: Session, arguments: Arguments) -> Stream:
    """Play the move that `genmove` would: a line as in `kata-analyze`, then `play` and the move."""
    return _genmove(session, arguments, KATAGO)


@command("stop")
def stop(session: Session, arguments: Arguments) -> str:
    """End a running analysis, as any other line of input does."""
    return ""


@command("gogui-interrupt")
def interrupt(session: Session, arguments: Arguments) -> str:
    """Confirm that a line `# interrupt` ends a running command early; at other times that line is a comment.

    The command answers as usual, by what it has found: `genmove` plays the best move so far.
    """
    return ""


@command("clear_cache")
def clear_cache(session: Session, arguments: Arguments) -> str:
    """Discard what was read about this game; answers are then those of a new session. Moves never depend on it."""
    session.clear_cache()
    return ""


@command("kata-get-param", "NAME", returns=Response.NUMBER, fails=["unknown parameter"])
def get_param(session: Session, arguments: Arguments) -> str:
    """Return the value of a supported KataGo parameter; `kata-list-params` lists them."""
    return PARAMETERS[_parameter(arguments)]


@command("kata-set-param", "NAME VALUE", fails=["unknown parameter", "unsupported value"])
def set_param(session: Session, arguments: Arguments) -> str:
    """Set a supported KataGo parameter; each has one allowed value only, that of `kata-get-param`."""
    value = PARAMETERS[_parameter(arguments)]
    if arguments.number(1, "value") != float(value):
        raise Failure(f"unsupported value: expected {value}, got {shown(arguments.text(1))}")
    return ""


@command("kata-list-params", returns=Response.TEXT)
def list_params(session: Session, arguments: Arguments) -> str:
    """List the names of the supported KataGo parameters, on one line."""
    return " ".join(PARAMETERS)


@command("kata-get-params", returns=Response.JSON)
def get_params(session: Session, arguments: Arguments) -> str:
    """Return the supported KataGo parameters with their values, as one line of JSON."""
    return "{" + ",".join(f'"{name}":{value}' for name, value in PARAMETERS.items()) + "}"


def _parameter(arguments: Arguments) -> str:
    name = arguments.text(0)
    if name not in PARAMETERS:
        raise Failure(f"unknown parameter: expected {' or '.join(PARAMETERS)}, got {shown(name)}")
    return name
