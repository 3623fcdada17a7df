"""The settings table, and the files made from it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.board import Rules
from analysis.control import ControlSettings, PropagationSettings
from analysis.endgame import EndgameBudget
from analysis.runtime import notices
from gtpengine.setting_table import REMOVED
from gtpengine.settings import ALIASES, SETTINGS, Settings, SettingsError, default_toml, find, help_text

CONFIGS = Path(__file__).parents[2] / "configs"


def test_defaults_are_those_of_the_analysis() -> None:
    assert Settings().control() == ControlSettings()
    assert Settings().propagation() == PropagationSettings()
    assert Settings().endgame() == EndgameBudget()
    assert Settings().rules() == Rules()


def test_default_toml_is_fresh() -> None:
    """If this fails: python -m gtpengine.settings > configs/default.toml"""
    assert (CONFIGS / "default.toml").read_text(encoding="utf-8") == default_toml()


def test_the_module_prints_default_toml() -> None:
    command = [sys.executable, "-m", "gtpengine.settings"]
    done = subprocess.run(command, capture_output=True, cwd=CONFIGS.parent, timeout=60, check=True)
    assert done.stdout.decode("utf-8") == default_toml()


def test_default_toml_uncommented_sets_every_key_to_its_default(tmp_path: Path) -> None:
    text = re.sub(r"^#(?=\w)", "", default_toml(), flags=re.MULTILINE)
    path = tmp_path / "all.toml"
    path.write_text(text, encoding="utf-8")
    settings = Settings.load(path)
    assert settings == Settings()
    assert all(settings.is_set(setting.name) for setting in SETTINGS)


def test_default_toml_as_shipped_sets_nothing() -> None:
    settings = Settings.load(CONFIGS / "default.toml")
    assert not any(settings.is_set(setting.name) for setting in SETTINGS)


def test_paper_toml_is_mode_d_with_the_papers_method() -> None:
    settings = Settings.load(CONFIGS / "paper.toml")
    assert settings.control() == ControlSettings.mode("D", method="paper", tolerance=1e-4)
    assert settings.propagation() == PropagationSettings(first=0.5, factor=0.5, path="rays", cap="sum")
    assert settings.get("play.control_only") is True


@pytest.mark.parametrize("mode", ["A", "B", "C"])
def test_paper_toml_shows_the_other_modes(mode: str, tmp_path: Path) -> None:
    text = (CONFIGS / "paper.toml").read_text(encoding="utf-8")
    block = text.partition(f"# Mode {mode} ")[2].partition("\n#\n")[0]
    lines = re.findall(r"^#   (\w.*)$", block.partition("\n\n")[0], flags=re.MULTILINE)
    path = tmp_path / "mode.toml"
    path.write_text("[control]\n" + "\n".join(lines), encoding="utf-8")
    wanted, got = ControlSettings.mode(mode), Settings.load(path).control()
    assert (got.stones, got.lambda_) == (wanted.stones, wanted.lambda_)
    assert got.kappa == wanted.kappa or got.stones == "fixed"


def test_endgame_limits_come_from_the_settings() -> None:
    settings = Settings()
    for name, text in {"points": "8", "parts": "100", "kos": "7"}.items():
        settings.set(f"endgame.{name}", text)
    assert settings.endgame() == EndgameBudget(max_region_points=8, max_nodes=100, max_ko_nodes=7)


@pytest.mark.parametrize("name", sorted(REMOVED))
def test_removed_settings_are_ignored_with_a_notice(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(notices, "notify_once", said.append)
    table, key = name.split(".")
    path = tmp_path / "old.toml"
    path.write_text(f"[{table}]\n{key} = 4\nmax_nodes = 100\n")
    assert Settings.load(path).get("endgame.max_nodes") == 100
    settings = Settings()
    settings.set(name, "4")
    assert settings == Settings()
    assert said == [f"{name} has no effect any more"] * 2
    with pytest.raises(SettingsError, match="unknown setting"):
        settings.get(name)


def test_dump_reads_back(tmp_path: Path) -> None:
    settings = Settings()
    changes = {"control.lambda": "0.3", "control.method": "paper", "play.resign": "true", "game.size": "9",
               "game.rules": "japanese", "gtp.name": 'a "name" \\ 目算', "control.tolerance": "1e-24"}
    for name, text in changes.items():
        settings.set(name, text)
    path = tmp_path / "dump.toml"
    path.write_text(settings.to_toml(), encoding="utf-8")
    assert Settings.load(path) == settings
    assert settings != Settings()


def test_help_names_every_setting_and_its_default() -> None:
    text = help_text()
    for setting in SETTINGS:
        assert f"{setting.name} = {setting.written(setting.default)}" in text


def test_defaults_pass_their_own_check() -> None:
    for setting in SETTINGS:
        assert setting.parse(setting.written(setting.default).strip('"')) == setting.default
        assert type(setting.check(setting.default)) is type(setting.default)


@pytest.mark.parametrize(("old", "new"), ALIASES.items())
def test_earlier_names_are_understood_and_not_listed(old: str, new: str, tmp_path: Path) -> None:
    settings, value = Settings(), find(new).default
    assert isinstance(value, int)
    settings.set(old, str(value - 1))
    assert settings.get(old) == settings.get(new) == value - 1
    assert settings.is_set(old)
    assert old not in dict(settings.items())
    assert f"{old} =" not in help_text()
    table, _, key = old.partition(".")
    (tmp_path / "old.toml").write_text(f"[{table}]\n{key} = {value - 1}\n")
    assert Settings.load(tmp_path / "old.toml") == settings


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("control.lambda", "nan", "control.lambda: expected a number in [0, 1], got nan"),
        ("control.lambda", "inf", "control.lambda: expected a number in [0, 1], got inf"),
        ("control.lambda", "1.5", "control.lambda: expected a number in [0, 1], got 1.5"),
        ("control.lambda", "six", "control.lambda: expected a number in [0, 1], got 'six'"),
        ("control.stones", "dead", "control.stones: expected chains or fixed, got 'dead'"),
        ("control.max_sweeps", "0", "control.max_sweeps: expected a whole number in [1, 1e+06], got 0"),
        ("control.tolerance", "0", "control.tolerance: expected a number in [1e-30, 1], got 0.0"),
        ("propagation.first", "0.7", "propagation.first: expected 0.5 or 1.0, got 0.7"),
        ("endgame.max_region_points", "0", "endgame.max_region_points: expected a whole number in [1, 20], got 0"),
        ("endgame.ko", "both", "endgame.ko: expected neutral or black or white, got 'both'"),
        ("play.resign", "1", "play.resign: expected true or false, got '1'"),
        ("game.size", "26", "game.size: expected a whole number in [1, 25], got 26"),
        ("game.size", "9.0", "game.size: expected a whole number in [1, 25], got '9.0'"),
        ("gtp.name", "two\nlines", r"gtp.name: expected text on one line, got 'two\nlines'"),
        ("control.lamda", "0.4", "unknown setting 'control.lamda' (did you mean 'control.lambda'?)"),
        ("lambda", "0.4", "unknown setting 'lambda' (did you mean 'control.lambda'?)"),
        ("qqqq", "0.4", "unknown setting 'qqqq' (`mokusan settings` lists them)"),
    ],
)
def test_bad_values_are_refused_and_change_nothing(name: str, text: str, message: str) -> None:
    settings = Settings()
    with pytest.raises(SettingsError) as caught:
        settings.set(name, text)
    assert str(caught.value) == message
    assert settings == Settings()
    assert not any(settings.is_set(setting.name) for setting in SETTINGS)


def test_unknown_rules_are_refused_at_once() -> None:
    with pytest.raises(SettingsError, match=r"^game\.rules: expected one of .*'calvinball' is unknown$"):
        Settings().set("game.rules", "calvinball")


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("[control]\nlamda = 0.4", "unknown setting 'control.lamda' (did you mean 'control.lambda'?)"),
        ("[controls]\nlambda = 0.4", "unknown setting 'controls.lambda' (did you mean 'control.lambda'?)"),
        ("lambda = 0.4", "unknown setting 'lambda' (did you mean 'control.lambda'?)"),
        ("[qqqq]", "unknown setting 'qqqq' (`mokusan settings` lists them)"),
        ("control = 3", "control: expected a table of settings, got 3"),
        ("[control]\nlambda = nan", "control.lambda: expected a number in [0, 1], got nan"),
        ("[control]\nlambda = true", "control.lambda: expected a number in [0, 1], got true"),
        ("[control]\nlambda = '0.4'", "control.lambda: expected a number in [0, 1], got '0.4'"),
        ("[control]\nmax_sweeps = 5.0", "control.max_sweeps: expected a whole number in [1, 1e+06], got 5.0"),
        ("[control]\nmax_sweeps = true", "control.max_sweeps: expected a whole number in [1, 1e+06], got true"),
        ("[play]\nresign = 1", "play.resign: expected true or false, got 1"),
        ("[game]\nrules = 3", "game.rules: expected text on one line, got 3"),
        ("[control]\nlambda = {x = 1}", "control.lambda: expected a number in [0, 1], got {'x': 1}"),
    ],
)
def test_bad_files_are_refused_in_one_line(toml: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(toml, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        Settings.load(path)
    assert str(caught.value) == f"{path}: {message}"


def test_a_whole_number_is_accepted_as_a_number(tmp_path: Path) -> None:
    path = tmp_path / "komi.toml"
    path.write_text("[game]\nkomi = 7\n", encoding="utf-8")
    komi = Settings.load(path).get("game.komi")
    assert (komi, type(komi)) == (7.0, float)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot read: No such file"):
        Settings.load(tmp_path / "missing.toml")
    with pytest.raises(SettingsError, match="cannot read: Is a directory"):
        Settings.load(tmp_path)
    path = tmp_path / "bad.toml"
    path.write_bytes(b"[control\n")
    with pytest.raises(SettingsError, match="not TOML") as caught:
        Settings.load(path)
    assert "\n" not in str(caught.value)
    for opening in (b"[", b"{a = "):
        path.write_bytes(b"x = " + opening * 5000)
        with pytest.raises(SettingsError, match="nested too deeply") as caught:
            Settings.load(path)
        assert "\n" not in str(caught.value)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="not TOML"):
        Settings.load(path)


def test_a_file_of_windows(tmp_path: Path) -> None:
    """Notepad may put a byte order mark before the text, and ends lines in its way."""
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf[control]\r\nlambda = 0.4\r\n")
    assert Settings.load(path).get("control.lambda") == 0.4


def test_a_copy_is_independent() -> None:
    settings = Settings()
    twin = settings.copy()
    twin.set("control.lambda", "0.1")
    assert settings.get("control.lambda") == 0.44
    assert twin.get("control.lambda") == 0.1
    assert find("control.lambda").default == 0.44
