"""GTP 2 on the wire: lines in, responses out (GTP 2 draft, sections 2.4 to 2.9). Nothing here knows about Go.

A line is cleaned of control characters and comments and split into an id, a name and words. A response is one
write: `=` or `?`, the id unchanged, a blank, the text, and one empty line. The text itself never contains an empty
line, whatever a command returned. An analysis answers in lines of one write each, until the next line of input; that
line is then answered in its turn. Standard output carries responses only: `main` keeps a private copy of it and turns
descriptor 1 into a second stderr before any command runs.

GoGui's `# interrupt` is a comment like any other to an idle engine. Read while a command runs, it ends the command
early: `genmove` plays the best move so far, others answer with what they have. It ends an analysis as every line does.
What a command left out, then or because a budget was used up, is said on stderr.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.runtime.work_limit import Work, limited

from .errors import Failure, Quit, shown
from .standard_streams import is_closed_pipe, make_binary
from .streaming import Inbox, Stream, read_lines

if TYPE_CHECKING:
    from .registry import Registry
    from .session import Session
    from .settings import Settings

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_INTERRUPT = re.compile(rb"\s*#\s*interrupt\s*")
_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class Request:
    """A command line. id -- its digits, or ""; name -- "" if there was only an id."""

    id: str
    name: str
    words: tuple[str, ...]


def parse_line(raw: bytes) -> Request | None:
    """Parse a line of input; None if nothing is left of it and no response is due.

    Any bytes are accepted: what is not UTF-8 is replaced, a byte order mark removed. Control characters except the tab
    are removed, `#` starts a comment.
    """
    text = _CONTROL.sub("", raw.decode("utf-8-sig", "replace"))
    words = [word for word in text.partition("#")[0].replace("\t", " ").split(" ") if word]
    if not words:
        return None
    has_id = words[0].isascii() and words[0].isdigit()
    number = words.pop(0) if has_id else ""
    return Request(number, words[0] if words else "", tuple(words[1:]))


def is_interrupt(raw: bytes) -> bool:
    """Whether a line of input is GoGui's request to end the running command."""
    return _INTERRUPT.fullmatch(raw) is not None


def format_response(success: bool, number: str, text: str) -> bytes:
    """Format a complete response.

    Empty lines of `text` get a blank, for an empty line ends the response; trailing blanks and line ends are cut; a
    failure is put on one line. Carriage returns count as line ends, other control characters are removed.
    """
    text = _INVISIBLE.sub("", re.sub(r"\r\n?", "\n", text)).rstrip()
    lines = text.split("\n") if success else [" ".join(text.split("\n"))]
    body = "\n".join([lines[0], *(line or " " for line in lines[1:])])
    return f"{'=' if success else '?'}{number} {body}\n\n".encode("utf-8", "replace")


def format_line(text: str) -> bytes:
    """Format a line of a streamed response: on one line and never empty."""
    return f"{_INVISIBLE.sub(' ', text).replace(chr(10), ' ') or ' '}\n".encode("utf-8", "replace")


class Engine:
    """The GTP engine of one session: it answers lines of input.

    write -- takes the bytes of one response, or of one line of it; log -- takes a line for stderr.
    """

    def __init__(
        self, session: Session, registry: Registry, write: Callable[[bytes], None], log: Callable[[str], None]
    ) -> None:
        self.session = session
        self._registry = registry
        self._write = write
        self._log = log

    def feed(self, raw: bytes, inbox: Inbox) -> bool:
        """Answer one line, if an answer is due. Returns whether the session continues.

        inbox -- the source of the lines after it, of which none is taken
        """
        request = parse_line(raw)
        if request is None:
            return True
        before = self.session.snapshot()
        success, continues = True, True
        answer: str | Stream = ""
        try:
            with limited(stopped=lambda: inbox.urgent) as work:
                answer = self._registry.call(self.session, request.name, request.words)
            self._log_omissions(request, work)
        except Quit:
            continues = False
        except Failure as failure:
            success, answer = False, str(failure)
        except Exception as error:
            self._log_fault(request, error)
            success, answer = False, f"internal error: {type(error).__name__}: {shown(str(error), 200)}"
        if not success:
            self.session.restore(before)
        if isinstance(answer, Stream):
            self._stream(request, answer, inbox, before)
        else:
            self._write(format_response(success, request.id, answer))
        return continues

    def _stream(self, request: Request, stream: Stream, inbox: Inbox, before: Session) -> None:
        """Write the header, the lines and the empty line; after the header an internal error just ends the answer."""
        self._write(f"={request.id} \n".encode())
        try:
            stream.run(lambda line: self._write(format_line(line)), inbox)
        except OSError:
            raise  # the output is gone
        except Exception as error:
            self._log_fault(request, error)
            self.session.restore(before)
        self._write(b"\n")

    def _log_omissions(self, request: Request, work: Work) -> None:
        if work.omissions:
            why = "interrupted" if work.is_stopped else "as its time or budget is used up"
            self._log(f"{request.name}: less was done, {why}: {'; '.join(work.omissions)}")

    def _log_fault(self, request: Request, error: Exception) -> None:
        self._log(f"internal error in {shown(request.name)}: {type(error).__name__}: {shown(str(error), 200)}")
        for frame in traceback.extract_tb(error.__traceback__)[-5:]:
            self._log(f"  {frame.filename}:{frame.lineno} in {frame.name}")


def serve(inbox: Inbox, engine: Engine, terminal: bool = False) -> None:
    """Answer lines until they end or a command ends the session. Raises OSError if the input cannot be read.

    At a terminal Ctrl-C ends the session too, but only while the engine waits for a line.
    """
    while True:
        try:
            with _interruptible() if terminal else nullcontext():
                raw = inbox.take()
        except KeyboardInterrupt:
            return
        if raw is None or not engine.feed(raw, inbox):
            return


@contextmanager
def _interruptible() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def write_all(descriptor: int, data: bytes) -> None:
    """Write to a descriptor, unbuffered. Raises OSError, BrokenPipeError on every system if nobody reads any more."""
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(descriptor, view) :]
    except OSError as error:
        if is_closed_pipe(error):
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        raise


def log_line(text: str) -> None:
    """Write a line to stderr, if there is one. It begins so that no front end takes it for an answer."""
    with suppress(OSError):
        write_all(2, f"mokusan: {text}\n".encode("utf-8", "replace"))


def main(settings: Settings) -> int:
    """Speak GTP on standard input and output until `quit` or the end of the input. Returns the exit status.

    SIGINT is ignored: it reaches every program of a terminal's group, and a response must not be cut short.
    """
    from analysis.runtime import notices

    from .engine.kernel_loading import KernelLoading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    notices.subscribe(log_line)
    kernels = KernelLoading.start(log_line)
    from .commands import REGISTRY
    from .session import Session

    session = Session(settings, kernels=kernels)
    if sys.stdin is None:
        return 0
    try:
        output = take_standard_output()
        engine = Engine(session, REGISTRY, lambda data: write_all(output, data), log_line)
        source = take_standard_input()
        # Not through sys.stdin: a thread that waits in it holds a lock that Python wants when it exits.
        with Inbox(read_lines(lambda most: os.read(source, most)), is_urgent=is_interrupt) as inbox:
            serve(inbox, engine, os.isatty(source))
    except (BrokenPipeError, ConnectionError):
        return 0  # the front end has gone
    except OSError as error:
        log_line(f"standard input or output: {error.strerror}")
        return 1
    return 0


def take_standard_output() -> int:
    """Return a private descriptor for responses and make descriptor 1 a second stderr. Raises OSError."""
    private = os.dup(1)
    make_binary(private)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no stderr
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.close(null)
    return private


def take_standard_input() -> int:
    """Return a private descriptor of the input and make descriptor 0 an empty input. Raises OSError.

    On Windows a library that looks at descriptor 0 while a thread reads it waits for the next line of input. numpy and
    scipy do so when they are loaded, so the command that loads them would never answer (numpy issue 24290). A child
    process cannot take our input, either.
    """
    private = os.dup(0)
    make_binary(private)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    return private
