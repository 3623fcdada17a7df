"""The one table of commands. Dispatch, `known_command`, `list_commands`, `help`, `gogui-analyze_commands` and the
table in commands/README.md are all computed from it, so they cannot disagree.

A command is declared by decorating its handler; the handler's docstring is its help text, the decorator names its
arguments, its kind of answer and its failures:

    @command("play", "COLOR VERTEX", fails=["illegal move"])
    def play(session: Session, arguments: Arguments) -> str:
        \"\"\"Play a stone or a pass. ...\"\"\"

The usage determines how many arguments are accepted: words in brackets are optional, `...` means any number more. A
command without arguments ignores words that follow it, as front ends expect, unless it is one of our own
(`mokusan-...`); any other refuses a wrong count as a syntax error.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from .arguments import Arguments
from .errors import Failure, shown, syntax_error
from .streaming import Stream

if TYPE_CHECKING:
    from .session import Session

Handler = Callable[["Session", Arguments], str | Stream]
OWN_PREFIX = "mokusan-"
"""The prefix of commands that no other engine has."""
AnyHandler = TypeVar("AnyHandler", bound=Handler)


class Response(Enum):
    """The kind of a successful answer."""

    NOTHING = "nothing"
    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "true or false"
    VERTEX = "vertex, `pass` or `resign`"
    VERTICES = "vertices"
    SCORE = "score"
    LINES = "lines"
    BOARD = "board of numbers"
    JSON = "JSON"
    SGF = "SGF"
    STREAM = "lines, streamed"


class Show(Enum):
    """How GoGui displays an answer: those types of its analyze commands that are used here."""

    NUMBERS = "dboard"
    TERRITORY = "bwboard"
    COLOURS = "cboard"
    STRINGS = "sboard"
    POINTS = "plist"
    GRAPHICS = "gfx"
    VARIATION = "varc"
    MOVES = "var"
    TEXT = "string"
    WINDOW = "hstring"
    WINDOW_WITH_POINTS = "hpstring"
    DIALOG = "param"


@dataclass(frozen=True)
class MenuEntry:
    """An entry in GoGui's menu of analyses.

    label -- text of the menu entry; words -- the arguments GoGui sends, `%p` being a point that the user picks. Neither
    may contain a slash, GoGui's field separator (ValueError).
    """

    show: Show
    label: str
    words: str = ""

    def __post_init__(self) -> None:
        if "/" in self.label + self.words or not self.label:
            raise ValueError(f"menu entry: expected a label and words without a slash, got {self}")


@dataclass(frozen=True)
class Command:
    """A row of the table.

    usage -- the arguments, as described above; returns -- the kind of answer; fails -- the failures besides `syntax
    error`, which every command has unless it ignores its words; menu -- its entries in GoGui's menu;
    reads -- whether it needs the status of chains, so that it waits for kernels that are being compiled;
    only_files -- whether it does nothing but read a file: it is not offered to front ends that may not name any.
    """

    name: str
    usage: str
    handler: Handler
    returns: Response
    fails: tuple[str, ...]
    menu: tuple[MenuEntry, ...]
    reads: bool = False
    only_files: bool = False

    @property
    def doc(self) -> str:
        """The help text: the handler's docstring."""
        return inspect.getdoc(self.handler) or ""

    @property
    def summary(self) -> str:
        """The first paragraph of `doc`, on one line."""
        return " ".join(self.doc.split("\n\n")[0].split())

    @property
    def failures(self) -> tuple[str, ...]:
        """All failures the command may answer."""
        ignores_words = not self.usage and not self.name.startswith(OWN_PREFIX)
        return (() if ignores_words else ("syntax error",)) + self.fails

    def help(self) -> str:
        """Return the full help: usage, kind of answer, failures, help text."""
        fails = ", ".join(self.failures) or "never"
        return f"{self.name} {self.usage}".rstrip() + f"\nreturns: {self.returns.value}\nfails: {fails}\n \n{self.doc}"

    def argument_count(self) -> tuple[float, float]:
        """Return the fewest and the most arguments that the usage allows.

        Without a usage: none where the command is our own, else any number, all ignored.
        """
        words = self.usage.split()
        if not words:
            return 0, 0 if self.name.startswith(OWN_PREFIX) else math.inf
        depth, least, most = 0, 0, 0.0
        for word in words:
            depth += word.count("[")
            if word.strip("[]") == "...":
                most = math.inf
            else:
                least += depth == 0
                most += 1
            depth -= word.count("]")
        return least, most

    def read(self, words: Sequence[str]) -> Arguments:
        """Return the arguments. Raises Failure if their number is wrong."""
        least, most = self.argument_count()
        if not least <= len(words) <= most:
            extra = "" if len(words) < least else f" (too many from {shown(words[int(most)])} on)"
            call = f"{self.name} {self.usage}".rstrip()
            raise syntax_error(f"expected {call}, got {len(words)} argument{'' if len(words) == 1 else 's'}{extra}")
        return Arguments(words)


class Registry:
    """Commands by name."""

    def __init__(self) -> None:
        self._commands: dict[str, Command] = {}

    def command(
        self,
        name: str,
        usage: str = "",
        *,
        returns: Response = Response.NOTHING,
        fails: Sequence[str] = (),
        menu: Sequence[MenuEntry] = (),
        reads: bool = False,
        only_files: bool = False,
    ) -> Callable[[AnyHandler], AnyHandler]:
        """Declare the decorated function as the handler of `name`. Raises ValueError if there is one already."""

        def declare(handler: AnyHandler) -> AnyHandler:
            if name in self._commands:
                raise ValueError(f"command {name}: declared twice")
            entry = Command(name, usage, handler, returns, tuple(fails), tuple(menu), reads, only_files)
            self._commands[name] = entry
            return handler

        return declare

    def names(self) -> list[str]:
        """Return all names: protocol_version first, which front ends look for, then in alphabetical order."""
        return sorted(self._commands, key=lambda name: (name != "protocol_version", name))

    def offered(self, session: Session) -> list[str]:
        """Return the names of the commands that the session's front end may use, in the same order.

        The others are known to `find` and `call`: they answer with their reason.
        """
        return [name for name in self.names() if session.may_read_files or not self._commands[name].only_files]

    def find(self, name: str) -> Command:
        """Return the command called `name`. Raises Failure "unknown command"."""
        try:
            return self._commands[name]
        except KeyError:
            raise Failure("unknown command") from None

    def call(self, session: Session, name: str, words: Sequence[str]) -> str | Stream:
        """Run a command; return its answer or the stream of its lines. Raises Failure or Quit as the command does."""
        entry = self.find(name)
        arguments = entry.read(words)
        session.update_kernels()
        if entry.reads:
            session.wait_for_kernels()
        return entry.handler(session, arguments)

    def analyze_commands(self) -> str:
        """Return GoGui's menu of analyses, a line `type/label/command` each, in the order of declaration."""
        return "\n".join(
            f"{entry.show.value}/{entry.label}/{command.name} {entry.words}".rstrip()
            for command in self._commands.values()
            for entry in command.menu
        )

    def markdown(self) -> str:
        """Return the table of the commands' README: a row per command, in the order of declaration."""
        rows = ["| command | answer | what it does | fails with |", "|---|---|---|---|"]
        for entry in self._commands.values():
            call = f"`{entry.name} {entry.usage}".rstrip() + "`"
            fails = ", ".join(f"`{text}`" for text in entry.failures)
            row = f"| {_cell(call)} | {entry.returns.value} | {_cell(entry.summary)} | {fails} |"
            rows.append(row)
        return "\n".join(rows)


REGISTRY = Registry()
command = REGISTRY.command


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
