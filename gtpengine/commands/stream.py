"""Commands of Leela Zero and KataGo that analyse: lines of candidates until the next input, or until a move.

The first line holds what a first look at the position gives, the following ones what looking further adds. When as much
was looked at as genmove does, the first candidate is the move that it would play; more boards may speak for another.
Not so where genmove needs no boards: on boards of at most 12 points, after a pass in a won game, or by the ranker.
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
    from analysis.tree_search.lines import Limit, Lookahead

    from ..session import Session
    from ..settings import Settings

USAGE = "[COLOR] [INTERVAL] [KEY VALUE ...]"
DEFAULT_INTERVAL = 100.0
"""Centiseconds."""

_EXTRAS = ("ownership", "movesOwnership", "rootInfo", "pvVisits", "pvEdgeVisits")
_UNAVAILABLE = ("ownershipStdev", "movesOwnershipStdev")
_IGNORED = ("noResultValue",)
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}

PARAMETERS = {"analysisWideRootNoise": "0", "playoutDoublingAdvantage": "0"}
"""KataGo's parameters that mean something here, with the one value they can have."""


@dataclass
class AnalyzeOptions:
    """The arguments of an analysis. interval -- centiseconds; least, most -- how many moves."""

    color: Color
    interval: float
    least: int
    most: int
    limits: list[Limit]
    extras: Extras


def read_options(session: Session, arguments: Arguments, form: NumberFormat) -> AnalyzeOptions:
    """The arguments: a colour (else the side to move), an interval, then keys with their values.

    Raises Failure for anything else, for `allow` twice or beside `avoid` for one colour, and for standard deviations
    of the ownership, of which there are none.
    """
    color, interval = session.game.position.to_move, DEFAULT_INTERVAL
    least, most = 0, session.game.grid.area + 1
    limits: list[Limit] = []
    extras: dict[str, bool] = {}
    at = 0
    if at < len(arguments) and arguments.text(at).lower() in ("b", "black", "w", "white"):
        color, at = arguments.color(at), at + 1
    if at < len(arguments) and not arguments.text(at)[0].isalpha():
        interval, at = arguments.number(at, "interval", 0), at + 1
    flags = (*_EXTRAS, *_UNAVAILABLE, *_IGNORED) if form.decimals else ()
    while at < len(arguments):
        key = arguments.choice(at, "key", ("interval", "minmoves", "maxmoves", "avoid", "allow", *flags))
        size = 4 if key in ("avoid", "allow") else 2
        if at + size > len(arguments):
            raise syntax_error(f"{key}: expected {'COLOR VERTEX,... DEPTH' if size == 4 else 'a value'} after it")
        if key == "interval":
            interval = arguments.number(at + 1, key, 0)
        elif key == "minmoves":
            least = arguments.integer(at + 1, key, 0)
        elif key == "maxmoves":
            most = arguments.integer(at + 1, key, 1)
        elif size == 4:
            limits.append(_limit(session, arguments, at))
        else:
            extras[key] = _BOOLEANS[arguments.choice(at + 1, key, tuple(_BOOLEANS))]
        at += size
    if least > most:
        raise syntax_error(f"minmoves: expected at most maxmoves, {most}, got {least}")
    for one in limits:
        if one.only and any(other is not one and other.color == one.color for other in limits):
            raise syntax_error(f"allow: expected once for {one.color.word}, and no avoid beside it")
    for key in _UNAVAILABLE:
        if extras.get(key):
            raise syntax_error(f"{key}: expected false, for a static estimate has none; got true")
    asked = Extras(**{key: extras.get(key, False) for key in _EXTRAS})
    return AnalyzeOptions(color, interval, least, most, limits, asked)


def _limit(session: Session, arguments: Arguments, at: int) -> Limit:
    """`avoid|allow COLOR VERTEX,VERTEX,... DEPTH`, from word number `at`."""
    from analysis.tree_search.lines import Limit

    vertices = Arguments(arguments.text(at + 2).split(","))
    points = frozenset(vertices.vertex(n, session.game.grid) for n in range(len(vertices)))
    depth = arguments.integer(at + 3, "depth", 1)
    return Limit(arguments.color(at + 1), points, depth, only=arguments.text(at) == "allow")


def _start_lookahead(session: Session, options: AnalyzeOptions, settings: Settings) -> Lookahead:
    """The first look at the position, by nothing that was read before: as a move is chosen."""
    from analysis.status import ReadingCache

    game, memory = session.game, ReadingCache()
    evaluation = evaluate_game(game, options.color, settings, memory)
    turn = MoveContext.of(game, options.color, options.limits)
    return start_lookahead(evaluation, turn, settings, memory, session.local_values, options.least, options.most)


def _line(session: Session, found: Lookahead, options: AnalyzeOptions, form: NumberFormat) -> str:
    game = session.game
    komi = game.compensation
    return info_line(found, game.grid, komi, options.most, form, options.extras)


def _analysis(session: Session, arguments: Arguments, form: NumberFormat) -> Stream:
    options = read_options(session, arguments, form)
    found = _start_lookahead(session, options, session.settings)

    def lines() -> Iterator[str]:
        while True:
            yield _line(session, found, options, form)

    return Stream(lines(), until_input=True, interval=options.interval / 100, work=found.deepen)


def _genmove(session: Session, arguments: Arguments, form: NumberFormat) -> Stream:
    from analysis.tree_search.lines import Limit

    options = read_options(session, arguments, form)
    settings = session.move_settings(options.color)
    decision = decide(session.game, options.color, settings, session.local_values, options.limits)
    found = decision.seen or _start_lookahead(session, options, settings)
    if found.lines[0].point != decision.points[0] and not decision.resign:  # no boards were needed to choose it
        named = [Limit(options.color, frozenset(decision.points[:1]), 1, only=True)]
        found = _start_lookahead(session, replace(options, limits=named, least=0), settings)
    line = _line(session, found, options, form)
    return Stream((line, f"play {play_decision(session, options.color, decision)}"))


@command("analyze", USAGE, returns=Response.STREAM)
def analyze(session: Session, arguments: Arguments) -> Stream:
    """Analyse the position until the next line of input, with whole numbers: Sabaki's choice.

    A line at once and then every INTERVAL centiseconds (100 by default, at most 20 lines a second), a part
    `info move ... pv ...` for each candidate: winrate, prior and lcb in ten-thousandths, scoreLead in points, all for
    the side to move (COLOR); visits counts the boards evaluated behind the move, prior says how likely a player is to
    make it. The first candidate is the move to be played, though another one's winrate may be higher: a few boards
    are easily wrong, and more may speak for another move.

    Keys: interval, minmoves, maxmoves; avoid or allow with a colour, vertices with commas and the number of moves
    from here that it holds for.
    """
    return _analysis(session, arguments, LEELA_ZERO_WITH_LEAD)


@command("lz-analyze", USAGE, returns=Response.STREAM)
def lz_analyze(session: Session, arguments: Arguments) -> Stream:
    """Analyse until the next line of input as Leela Zero does: `analyze` without scoreLead."""
    return _analysis(session, arguments, LEELA_ZERO)


@command("kata-analyze", USAGE, returns=Response.STREAM)
def kata_analyze(session: Session, arguments: Arguments) -> Stream:
    """Analyse until the next line of input as KataGo does: decimals, and ownership and more on request.

    Keys besides those of `analyze`, with true or false: ownership, movesOwnership (+1: owned by the side to move),
    rootInfo, pvVisits, pvEdgeVisits. noResultValue changes nothing; ownershipStdev and movesOwnershipStdev can only
    be false, for a static estimate has no spread.
    """
    return _analysis(session, arguments, KATAGO)


@command("genmove_analyze", USAGE, returns=Response.STREAM)
def genmove_analyze(session: Session, arguments: Arguments) -> Stream:
    """Play the move that `genmove` would: a line as of `analyze`, then `play` and the move.

    The points that avoid and allow leave out are not played; a pass may be. minmoves adds nothing here.
    """
    return _genmove(session, arguments, LEELA_ZERO_WITH_LEAD)


@command("lz-genmove_analyze", USAGE, returns=Response.STREAM)
def lz_genmove_analyze(session: Session, arguments: Arguments) -> Stream:
    """Play the move that `genmove` would: a line as of `lz-analyze`, then `play` and the move."""
    return _genmove(session, arguments, LEELA_ZERO)


@command("kata-genmove_analyze", USAGE, returns=Response.STREAM)
def kata_genmove_analyze(session: Session, arguments: Arguments) -> Stream:
    """Play the move that `genmove` would: a line as of `kata-analyze`, then `play` and the move."""
    return _genmove(session, arguments, KATAGO)


@command("stop")
def stop(session: Session, arguments: Arguments) -> str:
    """End an analysis, as any other line of input does."""
    return ""


@command("gogui-interrupt")
def interrupt(session: Session, arguments: Arguments) -> str:
    """Promise that a line `# interrupt` ends an analysis; otherwise it is a comment."""
    return ""


@command("clear_cache")
def clear_cache(session: Session, arguments: Arguments) -> str:
    """Forget what was read of this game: answers are then those of a fresh session. Moves are always chosen afresh."""
    session.clear_cache()
    return ""


@command("kata-get-param", "NAME", returns=Response.NUMBER, fails=["unknown parameter"])
def get_param(session: Session, arguments: Arguments) -> str:
    """The value of one of KataGo's parameters that mean something here."""
    return PARAMETERS[_parameter(arguments)]


@command("kata-set-param", "NAME VALUE", fails=["unknown parameter", "unsupported value"])
def set_param(session: Session, arguments: Arguments) -> str:
    """Set one of KataGo's parameters; each can have one value only, that of `kata-get-param`."""
    value = PARAMETERS[_parameter(arguments)]
    if arguments.number(1, "value") != float(value):
        raise Failure(f"unsupported value: expected {value}, got {shown(arguments.text(1))}")
    return ""


@command("kata-list-params", returns=Response.TEXT)
def list_params(session: Session, arguments: Arguments) -> str:
    """The names of KataGo's parameters that mean something here."""
    return " ".join(PARAMETERS)


@command("kata-get-params", returns=Response.JSON)
def get_params(session: Session, arguments: Arguments) -> str:
    """KataGo's parameters that mean something here, as one line of JSON."""
    return "{" + ",".join(f'"{name}":{value}' for name, value in PARAMETERS.items()) + "}"


def _parameter(arguments: Arguments) -> str:
    name = arguments.text(0)
    if name not in PARAMETERS:
        raise Failure(f"unknown parameter: expected {' or '.join(PARAMETERS)}, got {shown(name)}")
    return name
