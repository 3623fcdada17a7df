"""Standard streams on Windows, played by stand-ins, and the descriptors that the protocols take for themselves."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gtpengine import cli, protocol
from gtpengine.standard_streams import is_closed_pipe, make_binary, print_utf8

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def modes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Play Windows; return the calls of setmode."""
    calls: list[tuple[int, int]] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "O_BINARY", 0x8000, raising=False)
    stand_in = SimpleNamespace(setmode=lambda descriptor, mode: calls.append((descriptor, mode)))
    monkeypatch.setitem(sys.modules, "msvcrt", stand_in)
    return calls


def test_descriptors_are_binary_on_windows(modes: list[tuple[int, int]], tmp_path: Path) -> None:
    with open(tmp_path / "file", "wb") as file:
        make_binary(file.fileno())
        assert modes == [(file.fileno(), 0x8000)]


def test_a_terminal_stays_as_it_is(modes: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda descriptor: True)
    make_binary(0)
    assert modes == []


def test_other_systems_have_no_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setitem(sys.modules, "msvcrt", None)  # an import would fail
    make_binary(0)


@pytest.mark.parametrize(("platform", "error", "closed"), [
    ("linux", BrokenPipeError(errno.EPIPE, "Broken pipe"), True),
    ("win32", BrokenPipeError(errno.EPIPE, "Broken pipe"), True),
    ("win32", OSError(errno.EINVAL, "Invalid argument"), True),
    ("win32", OSError(errno.EINVAL, "Invalid argument", "a<b.sgf"), False),
    ("win32", OSError(errno.ENOSPC, "No space left on device"), False),
    ("linux", OSError(errno.EINVAL, "Invalid argument"), False),
])  # fmt: skip
def test_closed_pipes(monkeypatch: pytest.MonkeyPatch, platform: str, error: OSError, closed: bool) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert is_closed_pipe(error) == closed


def raising(error: OSError) -> object:
    def function(*arguments: object) -> int:
        raise error

    return function


def test_a_front_end_that_has_gone_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "write", raising(OSError(errno.EINVAL, "Invalid argument")))
    with pytest.raises(BrokenPipeError):
        protocol.write_all(1, b"= \n\n")


@pytest.mark.parametrize(("platform", "status", "message"), [
    ("win32", 0, ""), ("linux", 2, "mokusan: standard input or output: Invalid argument\n"),
])
def test_a_verb_whose_output_is_closed_on_windows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], platform: str, status: int, message: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(cli, "_run", raising(OSError(errno.EINVAL, "Invalid argument")))
    monkeypatch.setattr(cli, "_drop_stdout", lambda: None)
    assert cli.main(["settings"]) == status
    assert capsys.readouterr().err == message


@pytest.mark.parametrize(("platform", "wanted", "printed"), [
    ("win32", "", b"\xce\xbb"), ("win32", "latin-7", b"\xeb"), ("darwin", "", b"\xeb"),
])
def test_printed_text_is_utf8_on_windows(
    monkeypatch: pytest.MonkeyPatch, platform: str, wanted: str, printed: bytes
) -> None:
    data = io.BytesIO()
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("PYTHONIOENCODING", wanted)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(data, "iso8859_7"))
    monkeypatch.setattr(sys, "stderr", None)  # as in a program without a console
    print_utf8()
    sys.stdout.write("λ")
    sys.stdout.flush()
    assert data.getvalue() == printed


def test_the_input_is_taken_from_libraries_and_children() -> None:
    """What reads descriptor 0 while the engine runs finds it empty, and no command is lost."""
    program = (
        "import os, subprocess, sys\n"
        "from gtpengine import protocol, settings\n"
        "from gtpengine.commands import REGISTRY\n"
        "@REGISTRY.command('curious')\n"
        "def curious(session, arguments):\n"
        "    child = [sys.executable, '-c', 'import sys; print(len(sys.stdin.read()))']\n"
        "    return f'{os.read(0, 99)!r} {subprocess.run(child, stdout=-1, text=True).stdout}'\n"
        "sys.exit(protocol.main(settings.Settings()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=b"curious\nprotocol_version\n", capture_output=True, cwd=ROOT,
        timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"= b'' 0\n\n= 2\n\n", b"")


def test_json_takes_the_input_too() -> None:
    program = (
        "import os, sys\n"
        "from gtpengine.kata_json import analysis\n"
        "from gtpengine.settings import Settings\n"
        "status = analysis.main(Settings())\n"
        "sys.exit(status or len(os.read(0, 99)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=b'{"id": "1", "action": "query_version"}\r\n', capture_output=True,
        cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b'{"')
    assert b"\r" not in done.stdout
