"""The players of a match, engines that are restarted when they fail, and its referee."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from analysis.board import Color, Game

from ..settings import Settings
from .gtp_client import CommandFailed, EngineError, EngineStopped, GtpEngine

REFEREE_SECONDS = 300.0
_SCORE = re.compile(r"([BW])\+([0-9]+(?:\.[0-9]+)?)")


class MatchError(ValueError):
    """A match that cannot begin. The message is one line."""


@dataclass
class Player:
    """An engine of a match, and its use of time over all games.

    Public attributes:
      name, command   -- its name, and its command line
      timeout         -- seconds for an answer
      cpu_seconds     -- CPU time of its moves; None where the system does not report it
      wall_seconds    -- time of its moves by the clock
      slowest_seconds -- time of its slowest move by the clock
      moves           -- number of moves it has answered
      restarts        -- number of restarts
    """

    name: str
    command: str | Sequence[str]
    timeout: float
    cpu_seconds: float | None = 0.0
    wall_seconds: float = 0.0
    slowest_seconds: float = 0.0
    moves: int = 0
    restarts: int = 0
    _engine: GtpEngine | None = None

    def ensure_running(self) -> GtpEngine:
        """Return the engine, restarted if it has ended. Raises EngineError if that fails."""
        if self._engine is None or self._engine.ended:
            self.restarts += self._engine is not None
            self.close()
            self._engine = GtpEngine(self.command, start_seconds=self.timeout, answer_seconds=self.timeout)
        return self._engine

    def start_game(self, game: Game, rules_name: str) -> None:
        """Set up a game with its moves so far. CommandFailed rules are ignored, as the referee counts the score.

        Raises CommandFailed, and EngineStopped, also if the engine cannot be restarted.
        """
        try:
            engine = self.ensure_running()
        except EngineError as error:
            raise EngineStopped(str(error)) from None
        if "kata-set-rules" in engine.commands:
            with contextlib.suppress(CommandFailed):
                engine.ask(f"kata-set-rules {rules_name}")
        engine.set_up(game)

    def play(self, color: Color, vertex: str) -> None:
        """Play the opponent's move. Raises CommandFailed and EngineStopped."""
        self._running().play(color, vertex)

    def genmove(self, color: Color) -> str:
        """Return the first word of the answer to `genmove`, and count its time.

        Raises CommandFailed and EngineStopped.
        """
        engine = self._running()
        before, begun = engine.cpu_seconds(), time.monotonic()
        answer = engine.ask(f"genmove {color.letter}").split()
        wall, after = time.monotonic() - begun, engine.cpu_seconds()
        self.wall_seconds += wall
        self.slowest_seconds = max(self.slowest_seconds, wall)
        self.moves += 1
        used = None if before is None or after is None else after - before
        self.cpu_seconds = None if self.cpu_seconds is None or used is None else self.cpu_seconds + used
        return answer[0] if answer else ""

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()

    def _running(self) -> GtpEngine:
        assert self._engine is not None
        return self._engine


class Referee(Protocol):
    """Scores finished games."""

    def score(self, game: Game) -> float | None:
        """Return Black's lead in points, komi included; None if the game cannot be scored."""

    def close(self) -> None: ...


class OwnReferee:
    """A referee that uses our own final status, as the GTP command `final_score` does."""

    def __init__(self) -> None:
        self._settings = Settings()

    def score(self, game: Game) -> float:
        from ..engine.final_status import final_status_of

        final = final_status_of(game, self._settings)
        return game.score(final.dead, final.seki)

    def close(self) -> None:
        """Do nothing: there is no process."""


class EngineReferee:
    """A referee that sets up the game on an engine and sends `final_score`."""

    def __init__(self, command: str, rules_name: str) -> None:
        """Start the engine. Raises MatchError if that fails."""
        self._rules_name = rules_name
        self._player = Player("referee", command, REFEREE_SECONDS)
        try:
            self._player.ensure_running()
        except EngineError as error:
            raise MatchError(f"referee: {error}") from None

    def score(self, game: Game) -> float | None:
        try:
            self._player.start_game(game, self._rules_name)
            words = self._player.ensure_running().ask("final_score").split()
        except (CommandFailed, EngineStopped, EngineError):
            return None
        if words[:1] == ["0"]:
            return 0.0
        match = _SCORE.fullmatch(words[0].upper()) if words else None
        return None if match is None else float(match[2]) * (1 if match[1] == "B" else -1)

    def close(self) -> None:
        self._player.close()


__all__ = ["EngineReferee", "MatchError", "OwnReferee", "Player", "Referee"]
