"""Matches between two GTP engines: random openings, the games, and the result with its interval.

Games come in pairs: the same opening is played once with each colour. An engine that fails loses the game and is
restarted for the next.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from analysis.board import BLACK, Color, Game, Grid, IllegalMove, Rules

from ..accuracy.map_errors import wilson_interval
from .gtp_client import CommandFailed, EngineStopped
from .match_player import Player, Referee

_EDGE_LINES = 2
"""Lines at the edge that openings avoid, on boards large enough."""


class Ending(Enum):
    """How a game ended."""

    PASSES = "score"
    """Two passes in a row."""
    MOVE_LIMIT = "move limit"
    """The limit of moves was reached; scored as the board stands."""
    RESIGNED = "resigned"
    ILLEGAL = "illegal move"
    TIMEOUT = "no answer in time"
    CRASH = "ended, or no GTP"
    REFUSED = "refused"
    """The engine answered with an error: to `genmove`, to the set-up, or to a legal move."""
    VOID = "no score"
    """The referee could not score the game, which does not count."""


_RESULT_MARKS = {Ending.RESIGNED: "R", Ending.TIMEOUT: "T"}
"""The letter after the winner in the result of a record; F (forfeit) for all endings not listed."""


@dataclass(frozen=True)
class MatchSettings:
    """The settings that hold for every game of a match.

    Public attributes:
      grid, rules, rules_name, komi -- the board and how it is scored
      opening_length -- least and greatest number of random moves before the engines take over
      seed           -- of the openings
      move_limit     -- a game ends after so many moves, the opening included
    """

    grid: Grid
    rules: Rules
    rules_name: str
    komi: float
    opening_length: tuple[int, int]
    seed: int
    move_limit: int


@dataclass(frozen=True)
class FinishedGame:
    """A finished game.

    Public attributes:
      number -- from 1; in odd ones the first engine has Black
      game   -- Game
      winner -- 0 for the first engine, 1 for the second, None for a draw or a game that does not count
      ending -- Ending
      score  -- Black's lead with komi, if the game was scored
      detail -- the loser's fault in words, or ""
    """

    number: int
    game: Game
    winner: int | None
    ending: Ending
    score: float | None = None
    detail: str = ""

    @property
    def first_is_black(self) -> bool:
        return self.number % 2 == 1

    @property
    def result(self) -> str:
        """The result as in SGF: "B+3.5", "W+R", "0", "Void"."""
        if self.ending is Ending.VOID:
            return "Void"
        if self.winner is None:
            return "0"
        letter = "B" if (self.winner == 0) == self.first_is_black else "W"
        return f"{letter}+{_RESULT_MARKS.get(self.ending, 'F') if self.score is None else f'{abs(self.score):g}'}"


def random_opening(match_settings: MatchSettings, pair: int) -> list[int]:
    """Return the points of the moves that begin both games of a pair (numbered from 0), Black's first.

    They are random legal moves, none adjacent to another stone; fewer than asked for if no such point is left.
    """
    rng = random.Random(f"{match_settings.seed}/{pair}")  # depends on the pair's number only
    grid = match_settings.grid
    edges = [0 if side <= 2 * _EDGE_LINES else _EDGE_LINES for side in (grid.height, grid.width)]
    free = {
        grid.at(row, col)
        for row in range(edges[0], grid.height - edges[0]) for col in range(edges[1], grid.width - edges[1])
    }
    points: list[int] = []
    for _ in range(rng.randint(*match_settings.opening_length)):
        if len(free) < 2:  # a last free point may be an eye, or all that is left of a tiny board
            break
        points.append(rng.choice(sorted(free)))
        free -= {points[-1], *grid.beside[points[-1]]}
    return points


def play_game(players: Sequence[Player], referee: Referee, match_settings: MatchSettings, number: int) -> FinishedGame:
    """Play game `number` (from 1) between two players and have it scored."""
    grid = match_settings.grid
    game = Game(rules=match_settings.rules, komi=match_settings.komi, size=(grid.height, grid.width))
    color = BLACK
    for point in random_opening(match_settings, (number - 1) // 2):
        game.play(color, point)
        color = color.opponent
    black = (number - 1) % 2
    sides = {BLACK: black, BLACK.opponent: 1 - black}

    def lost(loser: Color, ending: Ending, detail: str) -> FinishedGame:
        return FinishedGame(number, game, sides[loser.opponent], ending, detail=detail)

    mover = color  # who loses if a command fails
    try:
        for mover in (BLACK, BLACK.opponent):
            players[sides[mover]].start_game(game, match_settings.rules_name)
        while game.consecutive_passes < 2 and len(game.moves) < match_settings.move_limit:
            mover = color
            word = players[sides[color]].genmove(color)
            if word.lower() == "resign":
                return lost(color, Ending.RESIGNED, "")
            try:
                game.play(color, game.grid.point(word))
            except IllegalMove as error:
                return lost(color, Ending.ILLEGAL, str(error))
            except ValueError:
                return lost(color, Ending.ILLEGAL, f"{word[:20]!r} is no point of the board")
            mover = color.opponent
            players[sides[mover]].play(color, game.grid.vertex(game.last_point))
            color = mover
    except CommandFailed as error:
        return lost(mover, Ending.REFUSED, str(error))
    except EngineStopped as error:
        return lost(mover, Ending.TIMEOUT if error.timed_out else Ending.CRASH, str(error))
    score = referee.score(game)
    if score is None:
        return FinishedGame(number, game, None, Ending.VOID)
    winner = None if score == 0 else sides[BLACK if score > 0 else BLACK.opponent]
    ending = Ending.PASSES if game.consecutive_passes >= 2 else Ending.MOVE_LIMIT
    return FinishedGame(number, game, winner, ending, score)


@dataclass
class MatchResult:
    """The games of a match so far and their statistics.

    Public attributes:
      names -- of the two engines
      games -- FinishedGame, in their order
    """

    names: tuple[str, str]
    games: list[FinishedGame] = field(default_factory=list)

    @property
    def counted(self) -> int:
        """The number of games won, lost or drawn."""
        return sum(finished.ending is not Ending.VOID for finished in self.games)

    @property
    def points(self) -> float:
        """The first engine's wins; a draw is half a win."""
        drawn = sum(finished.winner is None and finished.ending is not Ending.VOID for finished in self.games)
        return sum(finished.winner == 0 for finished in self.games) + drawn / 2

    @property
    def lead(self) -> float | None:
        """The mean score of the first engine in points, komi included, over the games that were scored."""
        leads = [game.score if game.first_is_black else -game.score for game in self.games if game.score is not None]
        return sum(leads) / len(leads) if leads else None

    def payload(self, players: Sequence[Player]) -> dict[str, Any]:
        """Return an object for JSON: the rate with Wilson's 95 % interval, endings, time per move, every game."""
        return {
            "games": len(self.games), "counted": self.counted, "points": self.points,
            "rate": self.points / self.counted if self.counted else None,
            "interval": list(wilson_interval(self.points, self.counted)), "lead": self.lead,
            "endings": dict(Counter(finished.ending.value for finished in self.games)),
            "engines": [_engine_payload(player) for player in players],
            "played": [
                {
                    "game": finished.number, "black": self.names[not finished.first_is_black],
                    "result": finished.result,
                    "winner": None if finished.winner is None else self.names[finished.winner],
                    "ending": finished.ending.value, "detail": finished.detail, "moves": len(finished.game.moves),
                }
                for finished in self.games
            ],
        }

    def lines(self, players: Sequence[Player]) -> list[str]:
        """Return the same as text, without the single games."""
        if not self.counted:
            return ["no game counts"]
        low, high = wilson_interval(self.points, self.counted)
        lead = "" if self.lead is None else f", mean score {self.lead:+.1f}"
        lines = [
            f"{self.names[0]} against {self.names[1]}: {self.points:g} of {self.counted}, "
            f"{100 * self.points / self.counted:.1f} % [{100 * low:.1f}, {100 * high:.1f}]{lead}"
        ]
        ends = Counter(finished.ending.value for finished in self.games)
        lines.append("ends: " + ", ".join(f"{name} {count}" for name, count in ends.most_common()))
        for player in players:
            usage = _engine_payload(player)
            cpu, wall, slowest = (usage[name] for name in ("cpu_ms", "wall_ms", "slowest_ms"))
            used = "CPU unknown" if cpu is None else f"{cpu:.1f} ms CPU a move"
            times = "no moves" if wall is None else f"{used}, {wall:.1f} ms wall, slowest {slowest:.0f} ms"
            lines.append(f"{player.name}: {times}, restarts {usage['restarts']}")
        return lines


def _engine_payload(player: Player) -> dict[str, Any]:
    """Return an engine's use of time, in milliseconds per move; None where it is not known."""
    moves = player.moves

    def per_move(seconds: float | None) -> float | None:
        return None if seconds is None or not moves else round(1000 * seconds / moves, 3)

    return {
        "name": player.name, "command": player.command, "moves": moves, "cpu_ms": per_move(player.cpu_seconds),
        "wall_ms": per_move(player.wall_seconds),
        "slowest_ms": round(1000 * player.slowest_seconds, 3) if moves else None,
        "restarts": player.restarts,
    }


__all__ = ["Ending", "FinishedGame", "MatchResult", "MatchSettings", "play_game", "random_opening"]
