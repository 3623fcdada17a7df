"""The table of commands, and everything computed from it."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from gtpengine.commands import REGISTRY
from gtpengine.commands.__main__ import README, TABLE_END, TABLE_START, main, renew_table
from gtpengine.errors import Failure
from gtpengine.registry import Command, MenuEntry, Registry, Response, Show
from tests.gtpengine.gtp_talk import Talk

ENTRIES = [REGISTRY.find(name) for name in REGISTRY.names()]


def entry(usage: str) -> Command:
    return Command("x", usage, lambda session, arguments: "", Response.TEXT, (), ())


COUNTS = [
    # usage, accepted counts, refused counts
    ("", [0, 1, 9], []),
    ("COLOR", [1], [0, 2]),
    ("COLOR VERTEX", [2], [0, 1, 3]),
    ("[COUNT]", [0, 1], [2]),
    ("WIDTH [HEIGHT]", [1, 2], [0, 3]),
    ("[NAME [VALUE]]", [0, 1, 2], [3]),
    ("VERTEX VERTEX ...", [2, 3, 99], [0, 1]),
    ("NAME|JSON ...", [1, 9], [0]),
    ("A [B [C D]]", [1, 2, 3, 4], [0, 5]),
]


@pytest.mark.parametrize(("usage", "good", "bad"), COUNTS, ids=[row[0] or "none" for row in COUNTS])
def test_the_usage_says_how_many_arguments(usage: str, good: list[int], bad: list[int]) -> None:
    for count in good:
        assert len(entry(usage).read(["w"] * count)) == count
    for count in bad:
        with pytest.raises(Failure, match=rf"^syntax error: expected x .*got {count} argument{'s' * (count != 1)}\b"):
            entry(usage).read(["w"] * count)


def test_our_own_commands_without_arguments_refuse_words() -> None:
    ours = [command for command in ENTRIES if command.name.startswith("mokusan-") and not command.usage]
    assert {"mokusan-miai_map", "mokusan-ownership"} <= {command.name for command in ours}
    for command in ours:
        assert command.failures[0] == "syntax error"
        with pytest.raises(Failure) as caught:
            command.read(["3"])
        assert str(caught.value) == f"syntax error: expected {command.name}, got 1 argument (too many from '3' on)"
    lenient = [command for command in ENTRIES if not command.usage and command.argument_count() == (0, float("inf"))]
    assert all("syntax error" not in command.failures for command in lenient)


def test_lists_and_known_command_agree() -> None:
    talk = Talk()
    names = talk.ok("list_commands").split("\n")
    assert names[0] == "protocol_version"
    assert sorted(names[1:]) == names[1:]
    assert set(names) == {command.name for command in ENTRIES}
    assert all(talk.ok(f"known_command {name}") == "true" for name in names)
    assert talk.ok("known_command PLAY") == "false"
    assert talk.ok("help").count("\n") == len(names) - 1
    assert all(talk.ok(f"help {name}").startswith(name) for name in names)


@pytest.mark.parametrize("command", ENTRIES, ids=lambda command: command.name)
def test_every_command_is_declared_in_full(command: Command) -> None:
    assert command.summary.endswith((".", ":", ";")) or command.summary[-1].isalnum()
    assert 5 <= len(command.summary) < 200
    assert list(inspect.signature(command.handler).parameters) == ["session", "arguments"]
    assert command.name in command.help()
    assert all(text and text == text.strip() and "syntax error" not in text for text in command.fails)
    least, most = command.argument_count()
    assert least <= most


def test_a_name_is_declared_once() -> None:
    names = Registry()
    names.command("x")(lambda session, arguments: "")
    with pytest.raises(ValueError, match="twice"):
        names.command("x")(lambda session, arguments: "other")


def test_menu_entries_are_in_goguis_format() -> None:
    lines = Talk().ok("gogui-analyze_commands").split("\n")
    assert "dboard/Control of the board/mokusan-ownership" in lines
    fields = [line.split("/") for line in lines]
    assert all(len(three) == 3 for three in fields)
    assert len(fields) == sum(len(command.menu) for command in ENTRIES)
    assert {kind for kind, _, _ in fields} <= {show.value for show in Show}
    assert len({label for _, label, _ in fields}) == len(fields)
    for _, _, call in fields:
        name, *words = call.split(" ")
        REGISTRY.find(name).read(words)


def test_a_menu_entry_with_a_slash_is_refused() -> None:
    with pytest.raises(ValueError, match="slash"):
        MenuEntry(Show.TEXT, "count/miai")


def test_the_readme_table_has_every_command_once() -> None:
    rows = REGISTRY.markdown().split("\n")[2:]
    assert len(rows) == len(ENTRIES)
    for command in ENTRIES:
        assert sum(row.startswith((f"| `{command.name}`", f"| `{command.name} ")) for row in rows) == 1
    assert {row.replace("\\|", "").count("|") for row in rows} == {5}


def test_renewing_the_table_keeps_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(f"before\n{TABLE_START}\nold\n{TABLE_END}\nafter\n", encoding="utf-8")
    assert main([str(file)]) == 0
    renewed = file.read_text(encoding="utf-8")
    assert renewed == f"before\n{TABLE_START}\n{REGISTRY.markdown()}\n{TABLE_END}\nafter\n"
    assert renew_table(renewed) == renewed
    with pytest.raises(ValueError, match="markers"):
        renew_table("no table")


def test_the_readme_is_fresh() -> None:
    """If this fails: python -m gtpengine.commands"""
    readme = README.read_text(encoding="utf-8")
    assert renew_table(readme) == readme
