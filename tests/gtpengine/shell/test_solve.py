"""`mokusan solve` and GTP's mokusan-solve: their answers, the cache, Ctrl-C, and errors of one line."""

from __future__ import annotations

import fnmatch
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import analysis.runtime.jit  # noqa: F401  (its folder is found before the tests move ours)
from gtpengine import cli
from gtpengine.shell import solve
from gtpengine.solve import solver_query
from tests.gtpengine.gtp_talk import Talk

ROOT = Path(__file__).parents[3]
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give each test a cache folder of its own."""
    monkeypatch.setenv("MOKUSAN_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def run(capsys: Capture, *words: str) -> str:
    assert cli.main(["solve", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str) -> str:
    assert cli.main(["solve", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert line.startswith("mokusan: ")
    return line.removeprefix("mokusan: ")


def json_answer(capsys: Capture, *words: str) -> dict[str, object]:
    answer: dict[str, object] = json.loads(run(capsys, *words, "--json"))
    return answer


# -- answers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "value"),
    [("1x3", 3), ("3x1", 3), ("2x2", 0), ("2x2 --ko situational", 1), ("3x3", 9), ("3x3 --to-move W", -9),
     ("2x3 --endless won", 6), ("2x3 --endless lost", -6)],
)  # fmt: skip
def test_values_of_small_boards(words: str, value: int, capsys: Capture) -> None:
    """FACTS of small boards; on 2x3 the value depends on what endless play counts as."""
    answer = json_answer(capsys, *words.split())
    assert (answer["value"], answer["lower"], answer["upper"], answer["proved"]) == (value, value, value, True)
    assert [answer["rows"], answer["cols"]] == [int(side) for side in words.split()[0].split("x")]


def test_json_has_exactly_these_keys(capsys: Capture) -> None:
    assert list(json_answer(capsys, "2x2")) == [
        "rows", "cols", "to_move", "passed", "rules", "komi", "value", "lower", "upper", "proved", "verdict",
        "first_moves", "variation", "kos", "nodes", "seconds", "method", "states", "from_cache", "notes",
    ]


def test_a_diagram(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "position.txt"
    path.write_text("\ufeff. X .\nO O X\n. . .\n", encoding="utf-8")
    answer = json_answer(capsys, "--diagram", str(path), "--to-move", "W")
    assert answer["value"] == -9
    answer["from_cache"] = True
    assert answer == json_answer(capsys, "3x3", "--diagram", str(path), "--to-move", "W")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b".X.\nOOX\n...")))
    assert json_answer(capsys, "--diagram", "-", "--to-move", "W") == answer


@pytest.mark.parametrize(("komi", "text"), [("8.5", "Black wins by 0.5"), ("9", "a draw"), ("-3", "Black wins by 12")])
def test_komi(komi: str, text: str, capsys: Capture) -> None:
    lines = run(capsys, "3x3", "--komi", komi).splitlines()
    assert [line.split("  ")[-1].strip().split(":")[0] for line in lines if line.startswith("komi")] == [text]


def test_out_of_nodes_gives_bounds(capsys: Capture) -> None:
    answer = json_answer(capsys, "4x5", "--nodes", "3000", "--guesser", "none")
    assert (answer["value"], answer["proved"]) == (None, False)
    assert answer["lower"] < answer["upper"]  # type: ignore[operator]
    assert "proved so far" in run(capsys, "4x5", "--nodes", "3000", "--guesser", "none")


def test_out_of_time_and_out_of_memory(capsys: Capture) -> None:
    assert json_answer(capsys, "4x5", "--seconds", "0.01", "--guesser", "none")["value"] is None
    message = refused(capsys, "4x4", "--memory", "1", "--nodes", "5000", "--guesser", "none")
    found = re.fullmatch(r"memory: expected at least (\d+) MB, of which the program itself takes (\d+), got 1 MB",
                         message)
    assert found is not None
    assert int(found[1]) > int(found[2]) > 10


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
@pytest.mark.parametrize("memory", [300, 400])
def test_the_process_keeps_to_its_memory(memory: int) -> None:
    """Three proof searches with their tables; before, finished ones kept theirs, and the code was not counted."""
    code = (
        "from gtpengine.cli import main\n"
        f"main(['solve', '4x4', '--no-cache', '--json', '--nodes', '1700000', '--memory', '{memory}'])\n"
        "print([line for line in open('/proc/self/status') if line.startswith('VmHWM')][0].split()[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=300,
                          env={name: value for name, value in os.environ.items() if name != "MOKUSAN_CACHE_DIR"})
    answer, peak = done.stdout.splitlines()
    assert int(peak) / 1024 <= 1.1 * memory  # the file has KB
    (note,) = json.loads(answer)["notes"]
    assert note.startswith("the search has ended: 1")


def test_the_proof_is_written_as_sgf(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.sgf"
    run(capsys, "3x3", "--sgf", str(path))
    first = path.read_bytes()
    assert first.startswith(b"(;FF[4]")
    run(capsys, "3x3", "--sgf", str(path))  # the cache has the answer, but not the tree
    assert path.read_bytes() == first


@pytest.mark.parametrize(("words", "reason"), [
    ("3x3 --nodes 1", "the search has ended before there was anything to show"),
    ("4x5 --nodes 50 --guesser none", "the search has proved nothing"),
])
def test_no_sgf_without_a_proof(words: str, reason: str, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.sgf"
    assert cli.main(["solve", *words.split(), "--sgf", str(path), "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["proved"] is False
    assert captured.err.endswith(f"mokusan: {path}: not written: {reason}\n")
    assert not path.exists()


def test_nodes_are_those_of_the_last_search(capsys: Capture) -> None:
    json_answer(capsys, "4x5", "--nodes", "50", "--guesser", "none")
    assert json_answer(capsys, "4x5", "--nodes", "500", "--guesser", "none")["nodes"] >= 500  # type: ignore[operator]


# -- the cache -----------------------------------------------------------------------------------------------------


def test_a_cached_answer_is_not_searched_again(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, cache_folder: Path
) -> None:
    first = json_answer(capsys, "3x3")
    assert len(list(cache_folder.rglob("*.json"))) == 1
    monkeypatch.setattr(solver_query, "solve", None)
    assert json_answer(capsys, "3x3") == {**first, "from_cache": True}
    assert "from the cache" in run(capsys, "3x3")
    other = json_answer(capsys, "3x3", "--komi", "7.5")  # the cached score answers every komi
    assert (other["komi"], other["proved"], other["value"]) == (7.5, True, 9)


def test_a_search_continues_from_cached_bounds(capsys: Capture) -> None:
    """The bounds proved for one komi are used for the score and for another komi."""
    won = json_answer(capsys, "3x5", "--komi", "14.5", "--guesser", "none")
    assert (won["lower"], won["proved"]) == (15, True)
    seen = []
    real = solver_query.solve

    def spied(*args: object, **options: object) -> object:
        seen.append(options["known"])
        return real(*args, **options)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(solver_query, "solve", spied)
        assert json_answer(capsys, "3x5")["value"] == 15
        assert seen == []
        assert json_answer(capsys, "2x5", "--nodes", "1")["value"] in (None, 10)
        json_answer(capsys, "2x5", "--komi", "3")
    assert len(seen) == 2
    assert seen[0] is None
    assert seen[1] is not None


def test_no_cache(capsys: Capture, cache_folder: Path) -> None:
    run(capsys, "2x2", "--no-cache")
    assert not cache_folder.exists()
    run(capsys, "2x2")
    assert "from the cache" not in run(capsys, "2x2", "--no-cache")


def test_a_corrupt_cache_file_is_reported_and_replaced(capsys: Capture, cache_folder: Path) -> None:
    answer = json_answer(capsys, "2x3")
    (path,) = cache_folder.rglob("*.json")
    path.write_bytes(path.read_bytes()[:50])
    assert cli.main(["solve", "2x3", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"mokusan: {path}: not a solution in this version's format, ignored\n"
    assert json.loads(captured.out)["value"] == answer["value"]
    assert "from the cache" in run(capsys, "2x3")


# -- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "expected a size such as 3x4, or --diagram FILE (see mokusan solve --help)"),
        ("3", "argument SIZE: expected ROWSxCOLUMNS such as 3x4, got '3' (see mokusan solve --help)"),
        ("0x3", "argument SIZE: expected ROWSxCOLUMNS such as 3x4, got '0x3' (see mokusan solve --help)"),
        ("3x26", "argument SIZE: expected ROWSxCOLUMNS such as 3x4, got '3x26' (see mokusan solve --help)"),
        ("9x9", "a board to solve under * has 1 to * points, got 9x9"),
        ("5x5 --ko situational", "a board to solve under *situational superko* has 1 to * points, got 5x5"),
        ("2x2 --komi x", "argument --komi: expected a number of points such as 7 or 6.5, got 'x' *"),
        ("2x2 --komi nan", "argument --komi: expected a number of points such as 7 or 6.5, got 'nan' *"),
        ("2x2 --nodes 0", "argument --nodes: expected a whole number of at least 1, got '0' *"),
        ("2x2 --memory 1e9", "argument --memory: expected a whole number of at least 1, got '1e9' *"),
        ("2x2 --seconds 0", "argument --seconds: expected a number of seconds above 0, got '0' *"),
        ("2x2 --ko super", "argument --ko: invalid choice: 'super' *"),
        ("2x2 --to-move b", "argument --to-move: invalid choice: 'b' *"),
        ("2x2 --ko positional --endless won", "--endless: no game is endless under positional superko"),
        ("--diagram {tmp}/no.txt", "{tmp}/no.txt: cannot read: No such file or directory"),
        ("--diagram {tmp}", "{tmp}: cannot read: Is a directory"),
        ("--diagram {tmp}/binary", "{tmp}/binary: not text: byte 1 is not UTF-8"),
        ("--diagram {tmp}/letters", "{tmp}/letters: diagram: row 1 holds 'A'; expected '.', 'X' or 'O'"),
        ("--diagram {tmp}/dead", "{tmp}/dead: *liberty*"),
        ("2x2 --diagram {tmp}/good", "{tmp}/good: a board of 1x3, not 2x2"),
        ("2x2 --sgf {tmp}", "{tmp}: cannot write: Is a directory"),
        ("2x2 --guesser /no/such", "guesser: cannot start '/no/such': No such file or directory"),
    ],
)
def test_errors_in_arguments(words: str, message: str, capsys: Capture, tmp_path: Path) -> None:
    for name, data in {"binary": b"\xff", "letters": b"AB", "dead": b"XO\nOX", "good": b"X.O"}.items():
        (tmp_path / name).write_bytes(data)
    answer = refused(capsys, *words.format(tmp=tmp_path).split())
    assert fnmatch.fnmatchcase(answer, message.format(tmp=tmp_path)), answer


# -- Ctrl-C --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT")
def test_ctrl_c_gives_the_bounds_proved_so_far(cache_folder: Path) -> None:
    """The search of 4x5 takes minutes; it is interrupted at its beginning, and its bounds are cached."""
    code = (
        "import sys, analysis.runtime.jit, os\n"
        f"os.environ['MOKUSAN_CACHE_DIR'] = {str(cache_folder)!r}\n"
        "from analysis.solver import solve\n"
        "solve(3, 5)\n"
        "from gtpengine import cli\n"
        "from gtpengine.solve import solver_query as solving\n"
        "real = solving.solve\n"
        "def begun(*args, **options):\n"
        "    print('begun', flush=True)\n"
        "    return real(*args, **options)\n"
        "solving.solve = begun\n"
        "sys.exit(cli.main(['solve', '4x5', '--json', '--guesser', 'none', '--memory', '256']))\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "MOKUSAN_CACHE_DIR"}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        env=environment,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    answer = json.loads(out)
    assert (answer["proved"], answer["value"]) == (False, None)
    assert "Traceback" not in err
    assert len(list(cache_folder.rglob("*.json"))) == 1


def test_a_second_ctrl_c_ends_at_once() -> None:
    before = signal.getsignal(signal.SIGINT)
    with solve._stopping() as stop:
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from gtpengine.cli import main\n"
        "try: main(['solve', '--help'])\n"
        "except SystemExit: pass\n"
        "sys.exit(str({'numpy', 'numba', 'scipy', 'sgfmill', 'analysis'} & set(sys.modules) or ''))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stderr == "\n"
    assert "--guesser" in done.stdout


def test_a_cached_answer_loads_no_kernels(capsys: Capture, cache_folder: Path) -> None:
    run(capsys, "2x2")
    code = (
        "import sys\n"
        "from gtpengine.cli import main\n"
        "main(['solve', '2x2'])\n"
        "sys.exit(str({'numba', 'scipy', 'sgfmill'} & set(sys.modules) or ''))\n"
    )
    environment = {**os.environ, "MOKUSAN_CACHE_DIR": str(cache_folder)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60, env=environment
    )
    assert done.stderr == "\n"
    assert "from the cache" in done.stdout


# -- GTP -----------------------------------------------------------------------------------------------------------


def test_gtp_reports_the_value() -> None:
    talk = Talk()
    talk.ok("boardsize 3")
    lines = talk.ok("mokusan-solve").split("\n")
    assert "value        9: Black wins by 9" in lines
    assert "              2   3   9   3" in lines
    assert [line.split()[1] for line in lines if line.startswith("variation")] == ["B2"]


def test_gtp_uses_the_side_to_move_and_the_last_pass() -> None:
    talk = Talk()
    talk.ok("boardsize 4 3", "play b b2", "play w pass")
    lines = talk.ok("mokusan-solve 500000").split("\n")
    assert lines[0].endswith("3 rows, 4 columns, Black to move, White has passed")
    talk.ok("play b pass")  # the game is over; if it goes on, nobody has passed
    assert talk.ok("mokusan-solve").split("\n")[0].endswith("White to move")


def test_gtp_errors_for_boards_that_cannot_be_solved() -> None:
    talk = Talk()
    talk.ok("boardsize 9")
    assert re.fullmatch("cannot solve: a board to solve under .* points, got 9x9", talk.fails("mokusan-solve"))
    talk.ok("boardsize 3", "kata-set-rules japanese")
    assert talk.fails("mokusan-solve").startswith("cannot solve: exact values need area scoring")
    assert talk.fails("mokusan-solve 0").startswith("syntax error")
    assert talk.fails("mokusan-solve x").startswith("syntax error")


def test_gtp_leaves_the_session_unchanged_and_repeats() -> None:
    talk = Talk()
    talk.ok("boardsize 2 3", "play b a1")
    before = talk.state()
    first = talk.ok("mokusan-solve").split("\n")
    assert talk.ok("mokusan-solve").split("\n")[:-1] == first[:-1]  # but for where the answer is from
    assert talk.state() == before


def test_gtp_stops_at_the_node_limit() -> None:
    talk = Talk()
    talk.ok("boardsize 4 5")
    assert "proved so far" in talk.ok("mokusan-solve 1000")


# -- README --------------------------------------------------------------------------------------------------------

README = ROOT / "gtpengine" / "shell" / "README.md"
EXAMPLES = re.findall(
    r"^\$ mokusan solve ([^\n]*)\n(.*?)^```", README.read_text(encoding="utf-8"), re.M | re.S)


def without_seconds(text: str) -> str:
    return re.sub(r"[\d.]+ s by", "... s by", text)


@pytest.mark.parametrize(("words", "answer"), EXAMPLES)
def test_examples_of_the_readme_are_what_is_printed(words: str, answer: str, capsys: Capture) -> None:
    assert without_seconds(run(capsys, *words.split())) == without_seconds(answer)


def test_the_readme_has_an_example() -> None:
    assert len(EXAMPLES) == 1
