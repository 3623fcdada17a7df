"""Standard input, output and error: what Windows does in another way than other systems is evened out here."""

from __future__ import annotations

import errno
import os
import sys


def make_binary(descriptor: int) -> None:
    """Keep Windows from converting line ends and from ending the input at Ctrl-Z; other systems never do.

    A terminal keeps its conversion: there line ends need it, and Ctrl-Z is how the input ends.
    """
    if sys.platform == "win32" and not os.isatty(descriptor):
        import msvcrt

        msvcrt.setmode(descriptor, os.O_BINARY)


def is_closed_pipe(error: OSError) -> bool:
    """Return whether an error of writing says that nobody reads any more. Windows calls it an invalid argument."""
    if isinstance(error, BrokenPipeError):
        return True
    return sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None


def print_utf8() -> None:
    """Let printed text be UTF-8 in files and pipes on Windows, too, unless PYTHONIOENCODING is set.

    Otherwise it would be in the system's code page, which lacks many letters of names and settings.
    """
    if sys.platform == "win32" and not os.environ.get("PYTHONIOENCODING"):
        from io import TextIOWrapper

        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8")


__all__ = ["is_closed_pipe", "make_binary", "print_utf8"]
