"""The state behind the commands: the game, the clock, the settings, and caches. No text is read or written here.

A command that fails leaves all of it unchanged: protocol.py takes a snapshot before each command and restores it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from analysis.board import EMPTY, PASS, Color, Game, Move, Position, Rules
from analysis.runtime.notices import notify

from . import __version__
from .clock import Clock, TimeLeft, reduce_effort, seconds_a_move, seconds_at_most
from .engine.final_status import final_status_of
from .settings import Settings

if TYPE_CHECKING:
    from analysis.endgame import LocalValueCache
    from analysis.ownership.final_status import FinalBoard
    from analysis.status import ReadingCache
    from analysis.tree_search.lines import Lookahead
    from analysis.tree_search.tree_reuse import TreeStore

    from .engine.kernel_loading import KernelLoading


@dataclass
class Session:
    """One front end's session.

    Public attributes:
      settings  -- Settings
      game      -- Game; komi and rules live in it and stay when a new game begins
      name, version -- the answers to the commands of these names
      clock     -- Clock
      time_left -- the time left as last reported, by colour
      all_alive -- whether we have passed in KGS's clean-up phase of this game: from then on no stone is dead
      reading_cache -- what was read about chains and groups of this game, shared by snapshots. It only saves time, and
                       is emptied with a new game and by `clear_cache`
      search_trees  -- the search trees of the last positions analysed, shared by snapshots, emptied likewise
      kernels   -- the kernels that are being compiled in the background; None if commands compile them
      local_values  -- the values of local games, kept on disk, shared by snapshots; it only saves time
    """

    settings: Settings = field(default_factory=Settings)
    game: Game = field(init=False)
    name: str = field(init=False)
    version: str = field(init=False)
    clock: Clock = field(default_factory=Clock)
    time_left: dict[Color, TimeLeft] = field(default_factory=dict)
    all_alive: bool = False
    kernels: KernelLoading | None = None

    @cached_property
    def reading_cache(self) -> ReadingCache:
        from analysis.status import ReadingCache

        return ReadingCache()

    @cached_property
    def local_values(self) -> LocalValueCache:
        from .engine.local_value_store import LocalValueStore

        return LocalValueStore()

    @cached_property
    def search_trees(self) -> TreeStore:
        from analysis.tree_search.tree_reuse import TreeStore

        return TreeStore()

    def __post_init__(self) -> None:
        size = self.settings.get("game.size")
        rules, komi = self.settings.rules(), self.settings.get("game.komi")
        self.game = Game(Position.empty(size, size), rules=rules, komi=komi)
        self.name = self.settings.get("gtp.name")
        self.version = self.settings.get("gtp.version") or __version__

    # -- failed means unchanged ---------------------------------------------------------------------------------

    def snapshot(self) -> Session:
        """Return an independent session in the same state."""
        twin = copy.copy(self)
        twin.settings = self.settings.copy()
        twin.game = self.game.copy()
        twin.time_left = dict(self.time_left)
        return twin

    def restore(self, before: Session) -> None:
        """Take over the state of a snapshot, which must not be used again."""
        self.__dict__.update(before.__dict__)

    # -- files ----------------------------------------------------------------------------------------------------

    @property
    def may_read_files(self) -> bool:
        """Whether the front end may name files to read."""
        return bool(self.settings.get("gtp.files") != "none")

    @property
    def may_write_files(self) -> bool:
        """Whether the front end may name files to write."""
        return bool(self.settings.get("gtp.files") == "all")

    # -- the game -----------------------------------------------------------------------------------------------

    def new_game(self, position: Position) -> None:
        """Begin a game from `position`; komi, rules and clock stay."""
        self.replace_game(Game(position, rules=self.game.rules, komi=self.game.komi))

    def replace_game(self, game: Game) -> None:
        """Continue with another game, its komi and rules included."""
        self.game = game
        self.all_alive = False
        self.time_left = {}
        self.clear_cache()

    def keep_search(self, lookahead: Lookahead | None) -> None:
        """Keep the search behind a choice of a move: it can be explained, and analyses go on from it."""
        if lookahead is None:
            return
        from analysis.tree_search.tree_lines import TreeLines

        if isinstance(lookahead, TreeLines):
            self.search_trees.put(lookahead)

    def clear_cache(self) -> None:
        """Drop what was read: the same question then gets the answer of a fresh session."""
        self.__dict__.pop("reading_cache", None)
        self.__dict__.pop("search_trees", None)

    def update_kernels(self) -> bool:
        """Use kernels that have become ready. Returns whether there are any: an analysis is then worth repeating."""
        if self.kernels is None or not self.kernels.update():
            return False
        self.clear_cache()
        return True

    def wait_for_kernels(self) -> None:
        """Wait until the kernels that the settings need are compiled."""
        if self.kernels is not None and self.kernels.field_only:
            self.kernels.wait(reading=not self.settings.get("play.control_only"))
            self.clear_cache()

    def set_rules(self, rules: Rules) -> None:
        """Play by other rules from now on; the position stays."""
        self.game.rules = rules

    def play(self, color: Color, point: int) -> None:
        """Play a move of the front end, by the rules. Raises IllegalMove.

        With gtp.forgiving a move on an empty point is executed as in a game record if ko, superko or suicide forbid it,
        with a notice.
        """
        game = self.game
        if point == PASS or not self.settings.get("gtp.forgiving") or game.position.stones[point] != EMPTY:
            game.play(color, point)
        elif reason := game.execute(color, point):
            notify(f"play {color.letter} {game.grid.vertex(point)}: illegal ({reason}), played for gtp.forgiving")

    def undo(self) -> None:
        """Take back a move. Raises CannotUndo."""
        self.game.undo()
        self.all_alive = False

    def place_handicap(self, points: Sequence[int]) -> None:
        """Put handicap stones on the empty board. Raises ValueError as Game.place_handicap."""
        self.game.place_handicap(points)
        self.all_alive = False

    def last_move(self) -> Move | None:
        """Return the last move, or None at the start."""
        moves = self.game.moves
        return moves[-1] if moves else None

    def move_settings(self, color: Color) -> Settings:
        """Return a copy of the settings for choosing a move of `color`: with little time on the clock, less effort."""
        return reduce_effort(self.settings, self.game, seconds_a_move(self.clock, self.time_left, self.game, color))

    def move_seconds(self, color: Color) -> float | None:
        """Return within how many seconds a move of `color` must be chosen; None without a clock."""
        return seconds_at_most(self.clock, self.time_left, self.game, color)

    def final(self) -> FinalBoard:
        """Return the final status of every stone and point; after our pass in the clean-up, no stone is dead."""
        if self.all_alive:
            from analysis.ownership.final_status import all_alive

            return all_alive(self.game.position, "left standing in the clean-up")
        return final_status_of(self.game, self.settings, self.reading_cache)
