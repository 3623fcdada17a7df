"""Who takes part in a match: engines that are started anew when they fail, and the referee."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from analysis.board import Color, Game, Scoring

from ..settings import Settings
from .gtp_client import EngineError, Gone, GtpEngine, Refused

REFEREE_SECONDS = 300.0
_SCORE = re.compile(r"([BW])\+([0-9]+(?:\.[0-9]+)?)")


class MatchError(ValueError):
    """A match that cannot begin. The message is one line."""


@dataclass
class Player:
    """An engine of a match, and what it used over all its games.

    Public attributes:
      name, command -- how to call and how to start it
      timeout       -- seconds for an answer
      cpu           -- processor seconds of its moves; None where the system does not tell
      wall, slowest -- seconds of all its moves, and of the slowest
      moves         -- how many it was asked for and answered
      restarts      -- how often it had to be started anew
    """

    name: str
    command: str | Sequence[str]
    timeout: float
    cpu: float | None = 0.0
    wall_seconds: float = 0.0
    slowest_seconds: float = 0.0
    moves: int = 0
    restarts: int = 0
    _engine: GtpEngine | None = None

    def ensure_running(self) -> GtpEngine:
        """The engine, started anew if it has ended. Raises EngineError if that fails."""
        if self._engine is None or self._engine.ended:
            self.restarts += self._engine is not None
            self.close()
            self._engine = GtpEngine(self.command, start_seconds=self.timeout, answer_seconds=self.timeout)
        return self._engine

    def start_game(self, game: Game, rules_name: str) -> None:
        """Have it take a game as it stands; rules that it does not take do not matter, the referee's count.

        Raises Refused and Gone, also if it cannot be started any more.
        """
        try:
            engine = self.ensure_running()
        except EngineError as error:
            raise Gone(str(error)) from None
        if "kata-set-rules" in engine.commands:
            with contextlib.suppress(Refused):
                engine.ask(f"kata-set-rules {rules_name}")
        engine.set_up(game)

    def play(self, color: Color, vertex: str) -> None:
        """Tell it a move. Raises Refused and Gone."""
        self._running().play(color, vertex)

    def genmove(self, color: Color) -> str:
        """The first word of its answer, its time taken. Raises Refused and Gone."""
        engine = self._running()
        before, begun = engine.cpu_seconds(), time.monotonic()
        answer = engine.ask(f"genmove {color.letter}").split()
        wall_seconds, after = time.monotonic() - begun, engine.cpu_seconds()
        self.wall_seconds += wall_seconds
        self.slowest_seconds = max(self.slowest_seconds, wall_seconds)
        self.moves += 1
        used = None if before is None or after is None else after - before
        self.cpu = None if self.cpu is None or used is None else self.cpu + used
        return answer[0] if answer else ""

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()

    def _running(self) -> GtpEngine:
        assert self._engine is not None
        return self._engine


class Referee(Protocol):
    """Says what the final board of a game is worth."""

    def score(self, game: Game) -> float | None:
        """Black's lead in points, komi included; None if it cannot say."""

    def close(self) -> None: ...


class OwnReferee:
    """Our own final status, as `final_score` has it."""

    def __init__(self) -> None:
        self._settings = Settings()

    def score(self, game: Game) -> float:
        from ..engine.final_status import final_of

        final = final_of(game, self._settings)
        if game.rules.scoring is Scoring.AREA:
            return float(final.score - game.compensation)
        return game.score(final.dead, final.seki)

    def close(self) -> None:
        """Nothing runs."""


class EngineReferee:
    """An engine's `final_score` on the game played again."""

    def __init__(self, command: str, rules_name: str) -> None:
        """Raises MatchError if it cannot be started."""
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
        except (Refused, Gone, EngineError):
            return None
        if words[:1] == ["0"]:
            return 0.0
        match = _SCORE.fullmatch(words[0].upper()) if words else None
        return None if match is None else float(match[2]) * (1 if match[1] == "B" else -1)

    def close(self) -> None:
        self._player.close()


__all__ = ["EngineReferee", "MatchError", "OwnReferee", "Player", "Referee"]
