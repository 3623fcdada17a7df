"""The state behind the commands: the game, the clock, the settings. No text is read or written here.

A command that fails leaves all of it unchanged: protocol.py takes a snapshot before each command and restores it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from analysis.board import Color, Game, Move, Position, Rules

from . import __version__
from .clock import Clock, TimeLeft, in_time, seconds_a_move
from .engine.final_status import final_of
from .settings import Settings

if TYPE_CHECKING:
    from analysis.endgame import LocalValueCache
    from analysis.ownership.final_status import Final
    from analysis.status import ReadingCache


@dataclass
class Session:
    """One front end's session.

    Public attributes:
      settings  -- Settings
      game      -- Game; komi and rules live in it and stay when a new game begins
      name, version -- what the commands of these names answer
      clock     -- Clock
      time_left -- what was last heard, by colour
      all_alive -- whether we have passed in KGS's clean-up phase of this game: from then on no stone is dead
      memory    -- what was read about chains and groups of this game, copies of a session sharing it; it saves time,
                   and what was found once stands where a new search would run out of nodes. It is gone with the game,
                   or by `forget`; the moves of genmove are chosen without it
      known     -- what shapes of local games are worth, kept on disk, shared likewise; it only saves time
    """

    settings: Settings = field(default_factory=Settings)
    game: Game = field(init=False)
    name: str = field(init=False)
    version: str = field(init=False)
    clock: Clock = field(default_factory=Clock)
    time_left: dict[Color, TimeLeft] = field(default_factory=dict)
    all_alive: bool = False

    @cached_property
    def memory(self) -> ReadingCache:
        from analysis.status import ReadingCache

        return ReadingCache()

    @cached_property
    def known(self) -> LocalValueCache:
        from .engine.local_value_store import ShapeStore

        return ShapeStore()

    def __post_init__(self) -> None:
        size = self.settings.get("game.size")
        rules, komi = self.settings.rules(), self.settings.get("game.komi")
        self.game = Game(Position.empty(size, size), rules=rules, komi=komi)
        self.name = self.settings.get("gtp.name")
        self.version = self.settings.get("gtp.version") or __version__

    # -- failed means unchanged ---------------------------------------------------------------------------------

    def snapshot(self) -> Session:
        """A session of its own in the same state."""
        twin = copy.copy(self)
        twin.settings = self.settings.copy()
        twin.game = self.game.copy()
        twin.time_left = dict(self.time_left)
        return twin

    def restore(self, before: Session) -> None:
        """Take over the state of a snapshot, which must not be used again."""
        self.__dict__.update(before.__dict__)

    def state(self) -> tuple[object, ...]:
        """Everything that a command may change, to be compared."""
        game = self.game
        played = (game.start, game.moves, game.position, game.handicap, game.komi, game.rules)
        clock = (self.clock, tuple(sorted(self.time_left.items())))
        return (*played, *clock, self.all_alive, tuple(self.settings.items()), self.name, self.version)

    # -- the game -----------------------------------------------------------------------------------------------

    def new_game(self, position: Position) -> None:
        """Begin a game from `position`; komi, rules and clock stay."""
        self.replace_game(Game(position, rules=self.game.rules, komi=self.game.komi))

    def replace_game(self, game: Game) -> None:
        """Go on with another game, its komi and rules included."""
        self.game = game
        self.all_alive = False
        self.time_left = {}
        self.forget()

    def forget(self) -> None:
        """Forget what was read: the same question gets the answer of a fresh session."""
        self.__dict__.pop("memory", None)

    def set_rules(self, rules: Rules) -> None:
        """Other rules from now on; the position stays."""
        self.game.rules = rules

    def undo(self) -> None:
        """Take back a move. Raises CannotUndo."""
        self.game.undo()
        self.all_alive = False

    def place_handicap(self, points: Sequence[int]) -> None:
        """Put handicap stones on the empty board. Raises ValueError as Game.place_handicap."""
        self.game.place_handicap(points)
        self.all_alive = False

    def last_move(self) -> Move | None:
        """The last move, or None at the start."""
        moves = self.game.moves
        return moves[-1] if moves else None

    def settings_in_time(self, color: Color) -> Settings:
        """The settings for choosing a move of `color`: with little time on the clock less is looked at."""
        return in_time(self.settings, self.game, seconds_a_move(self.clock, self.time_left, self.game, color))

    def final(self) -> Final:
        """What every stone and point is at the end: after our pass in the clean-up, no stone is dead."""
        if self.all_alive:
            from analysis.ownership.final_status import as_it_stands

            return as_it_stands(self.game.position, "left standing in the clean-up")
        return final_of(self.game, self.settings, self.memory)
