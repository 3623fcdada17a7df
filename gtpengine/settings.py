"""The settings in force: `setting_table` with the values that TOML, the shell and front ends set.

A setting is named "table.key". Values come from four places, later ones winning: the defaults of the table, a TOML
file, `--set NAME=VALUE`, and the front end.

`python -m gtpengine.settings > configs/default.toml` renews that file.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .setting_table import (
    ALIASES,
    SETTINGS,
    TABLE,
    Setting,
    SettingsError,
    Value,
    find,
    is_removed,
    known_rules,
    shown_setting,
)

if TYPE_CHECKING:
    from analysis.board import Rules
    from analysis.control import ControlSettings, PropagationSettings
    from analysis.endgame import EndgameBudget
    from analysis.status import StatusBudget


class Settings:
    """The value of every setting, and which of them were set explicitly.

    A changed copy never touches its original; `set` either takes the value or raises and changes nothing.
    """

    def __init__(self) -> None:
        self._values: dict[str, Value] = {}

    @classmethod
    def load(cls, path: str | Path) -> Settings:
        """Read a TOML file. Raises SettingsError: unreadable, not TOML, unknown name, wrong type or bounds."""
        settings = cls()
        try:
            document = tomllib.loads(Path(path).read_bytes().decode("utf-8-sig"))
        except OSError as error:
            raise SettingsError(f"{path}: cannot read: {error.strerror}") from None
        except ValueError as error:
            raise SettingsError(f"{path}: not TOML: {' '.join(str(error).split())}") from None
        except RecursionError:
            raise SettingsError(f"{path}: not TOML: values are nested too deeply") from None
        try:
            settings._values = _flattened(document)
        except SettingsError as error:
            raise SettingsError(f"{path}: {error}") from None
        return settings

    def get(self, name: str) -> Any:
        """Return the value of a setting, of the type of its row. Raises SettingsError for an unknown name."""
        setting = find(name)
        return self._values.get(setting.name, setting.default)

    def set(self, name: str, text: str) -> None:
        """Set from text, as written after `--set NAME=`. Raises SettingsError and changes nothing.

        A setting that was removed is ignored, with a notice.
        """
        if is_removed(name):
            return
        setting = find(name)
        self._values[setting.name] = setting.parse(text)

    def is_set(self, name: str) -> bool:
        """Whether the value was set explicitly, rather than by default."""
        return find(name).name in self._values

    def items(self) -> Iterator[tuple[str, Value]]:
        """Return (name, value) pairs in the order of the table."""
        return ((setting.name, self._values.get(setting.name, setting.default)) for setting in SETTINGS)

    def copy(self) -> Settings:
        twin = Settings()
        twin._values = dict(self._values)
        return twin

    def __eq__(self, other: object) -> bool:
        """Equal when every value is, wherever it came from."""
        return isinstance(other, Settings) and dict(self.items()) == dict(other.items())

    __hash__ = None  # type: ignore[assignment]

    def control(self) -> ControlSettings:
        """Return the settings of the control estimator. Raises SettingsError if the values contradict each other."""
        from analysis.control import ControlSettings

        keys = {setting.key: self.get(setting.name) for setting in SETTINGS if setting.table == "control"}
        return ControlSettings(lambda_=keys.pop("lambda"), **keys)

    def propagation(self) -> PropagationSettings:
        """Return the settings of the propagating function."""
        from analysis.control import PropagationSettings

        rows = (setting for setting in SETTINGS if setting.table == "propagation")
        return PropagationSettings(**{setting.key: self.get(setting.name) for setting in rows})

    def status(self) -> StatusBudget:
        """Return the search budget for judging all chains of a board."""
        from analysis.status import StatusBudget

        usual, chain, group = StatusBudget(), self.get("status.chain_nodes"), self.get("status.group_nodes")
        more = max(1.0, chain / usual.chain, group / usual.group)
        return StatusBudget(chain, group, int(more * usual.board))

    def endgame(self) -> EndgameBudget:
        """Return the search budget for local games."""
        from analysis.endgame import EndgameBudget

        keys = (setting.key for setting in SETTINGS if setting.name.startswith("endgame.max_"))
        given, usual = {key: self.get(f"endgame.{key}") for key in keys}, EndgameBudget()
        more = max(1.0, given["max_nodes"] / usual.max_nodes)
        return EndgameBudget(**given, max_board_nodes=int(more * usual.max_board_nodes))

    @property
    def max_record_bytes(self) -> int:
        """The largest game record that is read."""
        return int(self.get("game.max_record_mb")) << 20

    def rules(self) -> Rules:
        """The rule set named by game.rules; the default rules if it is empty."""
        name = self.get("game.rules")
        if name:
            return known_rules(name)
        from analysis.board import Rules

        return Rules()

    def to_toml(self) -> str:
        """Write every setting at its present value, each below its explanation: a file that `load` reads back."""
        return _toml(dict(self.items()), comment="")


def default_toml() -> str:
    """Return the text of configs/default.toml: every setting commented out at its default."""
    head = (
        "# Every setting of Mokusan, commented out at its default. Take the # away from a line to change it.\n"
        "# Use: mokusan gtp --config FILE, or --set NAME=VALUE with the name as table.key.\n\n"
    )
    return head + _toml({setting.name: setting.default for setting in SETTINGS}, comment="#")


def help_text(width: int = 100) -> str:
    """Return the table for `--help`: name, default, allowed values, explanation."""
    import textwrap

    lines = ["settings (--set NAME=VALUE, or a TOML file):"]
    for setting in SETTINGS:
        lines.append(f"  {setting.name} = {setting.written(setting.default)}   ({setting.allowed})")
        lines.extend(textwrap.wrap(setting.doc, width, initial_indent=" " * 6, subsequent_indent=" " * 6))
    return "\n".join(lines)


def _flattened(document: dict[str, Any]) -> dict[str, Value]:
    """Flatten a TOML document to {"table.key": checked value}. Raises SettingsError."""
    values: dict[str, Value] = {}
    tables = {setting.table for setting in SETTINGS}
    for table, keys in document.items():
        if not isinstance(keys, dict):
            if table in tables:
                raise SettingsError(f"{table}: expected a table of settings, got {shown_setting(keys)}")
            find(table)
        if not keys and table not in tables:
            find(table)
        for key, value in keys.items():
            if is_removed(f"{table}.{key}"):
                continue
            setting = find(f"{table}.{key}")
            values[setting.name] = setting.check(value)
    return values


def _toml(values: dict[str, Value], comment: str) -> str:
    import textwrap

    lines: list[str] = []
    table = ""
    for setting in SETTINGS:
        if setting.table != table:
            table = setting.table
            lines += ["", f"[{table}]"] if lines else [f"[{table}]"]
        lines += textwrap.wrap(setting.doc, 108, initial_indent="# ", subsequent_indent="# ")
        lines.append(f"# Allowed: {setting.allowed}.")
        lines.append(f"{comment}{setting.key} = {setting.written(values[setting.name])}")
    return "\n".join(lines) + "\n"


__all__ = [
    "ALIASES", "SETTINGS", "TABLE", "Setting", "Settings", "SettingsError", "Value", "default_toml", "find",
    "help_text",
]

if __name__ == "__main__":
    sys.stdout.write(default_toml())
