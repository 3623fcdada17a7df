"""The configuration files shipped for other programs: they parse as those programs read them, their commands answer.

This checks what can be checked without the programs: the file format, the names of the keys, and that every command
line starts the intended engine.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gtpengine import __version__
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk

CONFIGS = Path(__file__).parents[2] / "configs"
START = "import sys; from gtpengine.cli import main; sys.exit(main(sys.argv[1:]))"


def text(name: str) -> str:
    return (CONFIGS / name).read_text(encoding="utf-8")


def run(command: str, said: str) -> list[str]:
    """Run a command line of Mokusan with `said` as input; return the lines of its standard output."""
    program, *words = shlex.split(command)
    assert program == "mokusan"
    done = subprocess.run(
        [sys.executable, "-c", START, *words], input=said, capture_output=True, text=True, timeout=120, check=False,
        cwd=CONFIGS.parent,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


def identity(command: str) -> tuple[str, str]:
    """Return the name and version a GTP engine reports."""
    name, _, version, *_ = run(command, "name\nversion\nquit\n")
    return name.removeprefix("= "), version.removeprefix("= ")


def properties(source: str) -> dict[str, str]:
    """Parse a Java properties file of plain lines: key=value, `#` begins a comment."""
    found = {}
    for line in source.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            key, sign, value = line.partition("=")
            assert sign, line
            assert "\\" not in value, "kgsGtp reads a backslash as an escape"
            assert key not in found
            found[key.strip()] = value.strip()
    return found


def options(source: str) -> dict[str, str]:
    """Parse a GoGui tool's -config file: options as on its command line, over several lines; no comments."""
    words = shlex.split(source)
    found, at = {}, 0
    while at < len(words):
        assert words[at].startswith("-"), words[at]
        flag = words[at] in ("-alternate", "-auto", "-force", "-verbose")
        found[words[at]] = "" if flag else words[at + 1]
        at += 1 if flag else 2
    return found


def test_sabaki() -> None:
    engines = json.loads(text("sabaki.json"))["engines.list"]
    assert [engine["name"] for engine in engines] == ["Mokusan", "Mokusan, raw field"]
    for engine in engines:
        assert set(engine) == {"name", "path", "args", "commands"}
        assert identity(f"{engine['path']} {engine['args']}") == ("Mokusan", __version__)


@pytest.mark.parametrize("file", ["lizzie.json", "lizzieyzy.json"])
def test_lizzie(file: str) -> None:
    """Ownership is shown to a name beginning with KataGo only, and a version must be X.Y."""
    engine: dict[str, Any] = json.loads(text(file))["leelaz"]
    command = engine["engine-command"] if file == "lizzie.json" else engine["engine-settings-list"][0]["command"]
    name, version = identity(command)
    assert name.startswith("KataGo")
    assert re.fullmatch(r"\d+\.\d+", version)
    assert float(version.split(".")[1]) > 10, "LizzieYzy asks for movesOwnership above 1.10"


def test_front_ends_that_replay_records_have_a_forgiving_engine() -> None:
    """A ko retaken at once in a record: the moves go on."""
    moves = ["play b b1", "play b a2", "play b b3", "play w c1", "play w d2", "play w c3", "play w b2", "play b c2"]
    commands = [f"{engine['path']} {engine['args']}" for engine in json.loads(text("sabaki.json"))["engines.list"]]
    commands.append(json.loads(text("lizzie.json"))["leelaz"]["engine-command"])
    commands.append(json.loads(text("lizzieyzy.json"))["leelaz"]["engine-settings-list"][0]["command"])
    for command in commands:
        talk = "\n".join(["boardsize 5", *moves, "play w b2", "play w d4", ""])
        assert not [line for line in run(command, talk) if line.startswith("?")], command


def test_lizzie_takes_the_default_name_for_leela_zero() -> None:
    """Then the number after the first point of the version must be 15 or more."""
    assert identity("mokusan gtp") == ("Mokusan", __version__)
    assert int(__version__.split(".")[1]) >= 15 or int(__version__.split(".")[0]) > 0


def test_katrain() -> None:
    engine = json.loads(text("katrain.json"))["engine"]
    assert list(engine) == ["altcommand", "max_visits", "fast_visits"]
    assert engine["max_visits"] == Settings().get("play.visits")
    assert 0 < engine["fast_visits"] < engine["max_visits"]
    query = '{"id":"1","moves":[],"rules":"chinese","komi":7,"boardXSize":5,"boardYSize":5,"analyzeTurns":[0]}\n'
    reply = json.loads(run(engine["altcommand"], query)[0])
    assert (reply["id"], reply["isDuringSearch"]) == ("1", False)


def test_kgs() -> None:
    found = properties(text("kgsGtp.properties"))
    assert set(found) == {
        "engine", "name", "password", "room", "mode", "gameNotes", "rules", "rules.boardSize", "rules.time", "undo",
        "reconnect",
    }  # fmt: skip
    assert found["name"] == found["password"] == ""
    assert identity(found["engine"])[0] == "Mokusan"
    assert run(found["engine"], "loadsgf x\nprintsgf x\n")[:-1:2] == [
        f"? cannot {verb} file: forbidden by the setting gtp.files = none" for verb in ("load", "write")]
    talk = Talk()
    talk.ok(f"boardsize {found['rules.boardSize']}", f"kgs-rules {found['rules']}")
    main, periods, seconds = re.fullmatch(r"(\d+):00\+(\d+)x0:(\d+)", found["rules.time"]).groups()  # type: ignore[union-attr]
    talk.ok(f"kgs-time_settings byoyomi {60 * int(main)} {seconds} {periods}")
    needed = ["list_commands", "final_status_list", "place_free_handicap", "time_left", "undo", "kgs-genmove_cleanup"]
    assert all(talk.ok(f"known_command {name}") == "true" for name in [*needed, "kgs-game_over"])


def test_gomill() -> None:
    """A control file is Python, read with the names Player and Matchup in it."""
    names: dict[str, Any] = {"Player": lambda command: command, "Matchup": lambda first, second: (first, second)}
    exec(compile(text("gomill-gnugo.ctl"), "gomill-gnugo.ctl", "exec"), names)
    settings = {key: value for key, value in names.items() if not key.startswith("__")}
    players = settings["players"]
    assert settings["competition_type"] == "playoff"
    assert set(settings) - {"Player", "Matchup", "competition_type", "players", "matchups"} == {
        "description", "record_games", "stderr_to_log", "board_size", "komi", "alternating", "number_of_games",
        "move_limit", "scorer",
    }  # fmt: skip
    assert all(code in players for matchup in settings["matchups"] for code in matchup)
    assert identity(players["mokusan"])[0] == "Mokusan"
    talk = Talk()
    talk.ok(f"boardsize {settings['board_size']}", f"komi {settings['komi']}")
    needed = ["gomill-describe_engine", "gomill-explain_last_move", "gomill-cpu_time", "final_score", "fixed_handicap"]
    assert all(talk.ok(f"known_command {name}") == "true" for name in needed)


def test_dockerfile() -> None:
    """The order that matters: installed by root, compiled by the user who runs it, into a folder of that user."""
    steps = [line.strip() for line in text("Dockerfile").replace("\\\n", " ").splitlines() if line[:1] not in ("#", "")]
    words = [step.partition(" ")[0] for step in steps]
    copied = [word for step in steps[1:4] for word in step.split()[1:-1]]
    assert all((CONFIGS.parent / name).exists() for name in copied)
    assert words == ["FROM", "COPY", "COPY", "COPY", "RUN", "ENV", "USER", "WORKDIR", "RUN", "ENTRYPOINT", "CMD"]
    assert "install -d -o mokusan /cache" in steps[4]
    assert steps[5:7] == ["ENV MOKUSAN_CACHE_DIR=/cache", "USER mokusan"]
    assert [json.loads(step.partition(" ")[2]) for step in steps[-2:]] == [["mokusan"], ["gtp"]]


def test_gogui_twogtp() -> None:
    found = options(text("gogui-twogtp.txt"))
    assert set(found) == {
        "-black", "-white", "-referee", "-size", "-komi", "-games", "-alternate", "-maxmoves", "-auto", "-sgffile",
    }  # fmt: skip
    assert identity(found["-black"])[0] == "Mokusan"
    Talk().ok(f"boardsize {found['-size']}", f"komi {found['-komi']}", "cputime")


def test_gogui_regress() -> None:
    """As gogui-regress runs it: a command with a number, then `#? [REGEX]` for the whole of its answer."""
    talk = Talk()
    lines = text("gogui-regress.tst").splitlines()
    checked = 0
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if not line.strip() or line.startswith("#"):
            continue
        assert (line[0].isdigit()) == after.startswith("#?"), "a test has a number"
        answer = talk.ok(line)
        if after.startswith("#?"):
            expected = re.fullmatch(r"#\? \[(.*)\]", after)
            assert expected, after
            assert re.fullmatch(expected[1], answer, re.DOTALL), f"{line}: {answer}"
            checked += 1
    assert checked == 5


def test_every_config_file_is_tested_and_named_in_the_readme() -> None:
    files = {path.name for path in CONFIGS.iterdir() if path.is_file()} - {"README.md"}
    assert files == {
        "default.toml", "paper.toml", "sabaki.json", "lizzie.json", "lizzieyzy.json", "katrain.json",
        "kgsGtp.properties", "gomill-gnugo.ctl", "gogui-twogtp.txt", "gogui-regress.tst", "Dockerfile",
    }  # fmt: skip
    readme = (CONFIGS / "README.md").read_text(encoding="utf-8")
    assert all(f"configs/{name}" in readme for name in files)


COMMENTED = sorted(
    path.name for path in CONFIGS.iterdir() if path.is_file() and path.suffix not in (".json", ".txt", ".md")
)


@pytest.mark.parametrize("name", COMMENTED)
def test_commented_files_say_how_to_use_them(name: str) -> None:
    head = text(name).split("\n\n")[0]
    assert all(line.startswith("#") for line in head.splitlines())
    assert "Use: " in head
