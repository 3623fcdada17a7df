"""The table of settings: name, type, bounds, default and meaning of each.

The defaults of control.*, propagation.* and endgame.* repeat those of the dataclasses in `analysis`, so that `--help`
answers without loading NumPy; a test keeps them equal.
"""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from analysis.board import Rules

Value = float | int | bool | str
Kind = Literal["float", "int", "bool", "choice", "text"]


class SettingsError(ValueError):
    """A settings name, value or file that cannot be used. The message is one line."""


@dataclass(frozen=True)
class Setting:
    """One row of the table.

    name -- "table.key"; kind -- the type of its values; low, high -- inclusive bounds of numbers;
    choices -- the allowed values where only some are; doc -- what it does and the reason for the default.
    """

    name: str
    kind: Kind
    default: Value
    doc: str
    low: float | None = None
    high: float | None = None
    choices: tuple[Value, ...] = ()

    @property
    def table(self) -> str:
        return self.name.partition(".")[0]

    @property
    def key(self) -> str:
        return self.name.partition(".")[2]

    @property
    def allowed(self) -> str:
        """The allowed values in words: "a number in [0, 1]"."""
        if self.choices:
            return " or ".join(str(choice) for choice in self.choices)
        if self.kind == "bool":
            return "true or false"
        if self.kind == "text":
            return "text on one line"
        noun = "a whole number" if self.kind == "int" else "a number"
        return f"{noun} in [{self.low:g}, {self.high:g}]"

    def check(self, value: object) -> Value:
        """Return the value in the setting's own type. Raises SettingsError for a wrong type or a value not allowed."""
        if self.kind == "float" and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        types = {"float": float, "int": int, "bool": bool, "choice": str, "text": str}
        good = isinstance(value, types[self.kind]) and isinstance(value, bool) == (self.kind == "bool")
        if good and isinstance(value, int | float) and self.kind in ("int", "float"):
            low, high = self.low, self.high
            good = (low is None or low <= value) and (high is None or value <= high)  # NaN fails
        if good and self.kind == "text":
            good = str(value).isprintable()
        if not good or (self.choices and value not in self.choices):
            raise SettingsError(f"{self.name}: expected {self.allowed}, got {shown_setting(value)}")
        assert isinstance(value, float | int | str)
        if self.name == "game.rules" and value:
            known_rules(str(value))
        return value

    def parse(self, text: str) -> Value:
        """Read a value as written in a shell or a GTP line. Raises SettingsError."""
        word = text.strip()
        try:
            if self.kind == "int":
                return self.check(int(word))
            if self.kind == "float":
                return self.check(float(word))
        except SettingsError:
            raise
        except ValueError:
            raise SettingsError(f"{self.name}: expected {self.allowed}, got {shown_setting(word)}") from None
        if self.kind == "bool":
            return self.check({"true": True, "false": False}.get(word.lower(), word))
        return self.check(word)

    def written(self, value: Value) -> str:
        """Format a value as TOML writes it, which is also how GTP and `--help` show it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        return repr(value)


def shown_setting(value: object) -> str:
    text = "true" if value is True else "false" if value is False else repr(value)
    return text if len(text) <= 42 else text[:39] + "..."


def known_rules(name: str) -> Rules:
    from analysis.board import Rules

    try:
        return Rules.named(name)
    except ValueError as error:
        raise SettingsError(f"game.{error}") from None


SETTINGS: tuple[Setting, ...] = (
    Setting("control.lambda", "float", 0.44,
            "How far influence reaches through empty points (Hu 2020, section 3.1). .44 is the paper's figure and "
            "the optimum measured against strong ownership; near .5 the iteration diverges.", 0.0, 1.0),
    Setting("control.kappa", "float", 0.8,
            "Weight of a chain's own aliveness against the field of an empty point there. 1 uses aliveness alone; "
            ".8 is the measured optimum.", 0.0, 1.0),
    Setting("control.stones", "choice", "chains",
            "chains: stones live or die by their neighbours. fixed: every stone counts as alive (mode A).",
            choices=("chains", "fixed")),
    Setting("control.neighbours", "choice", "all",
            "The points that a chain's aliveness depends on: all adjacent points, enemy stones included (the paper), "
            "or its liberties only.", choices=("all", "liberties")),
    Setting("control.method", "choice", "fast",
            "fast: compiled over-relaxation to the fixed point. paper: the paper's own sweeps in plain NumPy.",
            choices=("fast", "paper")),
    Setting("control.tolerance", "float", 1e-6,
            "Stop when the summed squared change of a sweep is below this. The paper's 1e-4 stops up to 2.4 points "
            "short of the fixed point; 1e-6 is within a few hundredths.", 1e-30, 1.0),
    Setting("control.max_sweeps", "int", 5000,
            "Maximum number of sweeps; beyond it the field is reported as not converged. Rare positions never "
            "converge.", 1, 1_000_000),
    Setting("propagation.first", "float", 0.5,
            "Influence of a stone on the adjacent point, in the propagating function (Hu 2020, section 2.2): "
            "halved by the first step already, or whole, which gets corridors right.", choices=(0.5, 1.0)),
    Setting("propagation.factor", "float", 0.5,
            "Factor of the influence for each further step; 1/2 as in endgame corridors.", 0.0, 1.0),
    Setting("propagation.path", "choice", "rays",
            "rays: straight lines only, as in the paper. corners: around corners too.", choices=("rays", "corners")),
    Setting("propagation.cap", "choice", "sum",
            "sum: cap the total at +-1, as in the paper's picture. colours: cap each colour before adding, which "
            "with first = 1 gets corridors right.", choices=("sum", "colours")),
    Setting("status.chain_nodes", "int", 1000,
            "Maximum number of nodes of the search whether one chain can be captured, when all chains of a board are "
            "judged.", 1, 10_000_000),
    Setting("status.group_nodes", "int", 1000,
            "Maximum number of nodes of the life-and-death search for one group, when all are judged.",
            1, 10_000_000),
    Setting("status.question_nodes", "int", 50_000,
            "Maximum number of nodes where one chain or group is asked about alone (attack, owl_attack, "
            "dragon_status, ...).", 1, 10_000_000),
    Setting("endgame.max_region_points", "int", 12,
            "Maximum number of empty points of a region that is searched for its exact value. Each point more "
            "takes some three times as long: 12 take seconds, 8 next to nothing.", 1, 20),
    Setting("endgame.max_nodes", "int", 20_000,
            "Maximum number of positions searched for one region; a region that needs more is not counted.",
            1, 10_000_000),
    Setting("endgame.max_ko_nodes", "int", 40,
            "Maximum number of ko-dependent positions searched; each takes far longer than the others.", 1, 10_000),
    Setting("endgame.ko", "choice", "neutral",
            "Who has the ko threats, where a ko matters. neutral: neither; black, white: that side can win any ko.",
            choices=("neutral", "black", "white")),
    Setting("play.pass_below", "float", 0.5,
            "genmove passes when no move gains more points than this; half a point is less than a dame by area "
            "scoring. Moves in exactly counted local games are played however small they are.",
            0.0, 100.0),
    Setting("play.pass_when_winning", "bool", True,
            "genmove answers a pass with a pass when the game, counted as it stands, is won."),
    Setting("play.visits", "int", 60,
            "Number of positions that genmove evaluates in its tree search; its time is proportional.",
            2, 100_000),
    Setting("play.policy_moves", "int", 24,
            "Number of likeliest moves by the policy that the tree search considers at each node, besides those that "
            "decide a critical group. 0: the ranker's order, one ply deep.", 0, 361),
    Setting("play.endgame", "bool", True,
            "Once three quarters of the board are decided, genmove uses the exact values of local games where the "
            "largest move is in one of them. Off, or with play.policy_moves 0: whole evaluations alone."),
    Setting("play.resign", "bool", False,
            "Whether genmove may resign; off, because an estimate is not a proof."),
    Setting("play.resign_below", "float", -40.0,
            "Resign when our lead in points, komi included, is below this; later while most of the board is open.",
            -1000.0, 0.0),
    Setting("play.control_only", "bool", False,
            "Evaluate, rank and play by the raw control field alone, without reading."),
    Setting("play.live_gfx", "bool", False,
            "While a move is chosen, draw the control field in GoGui, by lines on stderr; off, because other front "
            "ends show stderr to the user or take it for answers."),
    Setting("game.komi", "float", 7.5, "Points White gets where the game record or front end names none.",
            -1000.0, 1000.0),
    Setting("game.rules", "text", "",
            "Rule set where nothing else names one, such as \"japanese\" or \"tromp-taylor\", or whatever "
            "`kata-set-rules` reads. Empty: area scoring, simple ko, no suicide."),
    Setting("game.size", "int", 19, "Lines of the board before a front end names a size.", 1, 25),
    Setting("game.max_record_mb", "int", 16,
            "The largest game record that is read, in MB; reading takes up to some ten times that of memory.", 1, 1024),
    Setting("analyse.top_moves", "int", 10, "Number of moves that `analyse` lists.", 0, 626),
    Setting("analyse.max_visits", "int", 500,
            "Number of positions after which an analysis that runs until it is stopped ends by itself.", 2, 100_000),
    Setting("analyse.workers", "int", 0,
            "Number of turns that `mokusan json` searches at once when several are waiting, all but one in processes "
            "of their own; 0: as many as there are cores, up to 8. With 1 no process is started.", 0, 64),
    Setting("analyse.report_visits", "int", 20,
            "Number of positions that a report on a game evaluates for each of its moves: some .03 seconds each on "
            "19x19.", 1, 100_000),
    Setting("gtp.name", "text", "Mokusan",
            "The engine's name for front ends; Lizzie shows ownership only to a name beginning with KataGo."),
    Setting("gtp.version", "text", "", "The version for front ends. Empty: the program's own."),
    Setting("gtp.files", "choice", "all",
            "The files that front ends may name: all to read and write, as the user who runs the engine may; those to "
            "read; or none, for front ends on a network.", choices=("all", "read", "none")),
    Setting("gtp.forgiving", "bool", False,
            "Whether `play` accepts moves against ko, superko or the ban on suicide, which game records contain; each "
            "is said on stderr. Off, because a program that plays against another wants them refused."),
)

ALIASES = {
    "endgame.points": "endgame.max_region_points", "endgame.parts": "endgame.max_nodes",
    "endgame.kos": "endgame.max_ko_nodes", "play.boards": "play.visits",
    "play.breadth": "play.policy_moves", "analyse.boards": "analyse.max_visits",
}
"""Earlier names of settings, still understood wherever a name is read; they are not listed."""

REMOVED = frozenset({
    "endgame.max_contact_points", "endgame.max_contact_nodes", "endgame.contact", "endgame.contact_parts",
})  # fmt: skip
"""Names of earlier settings that have no effect any more: setting one is no error, so that old files can be read."""

TABLE: dict[str, Setting] = {setting.name: setting for setting in SETTINGS}


def find(name: str) -> Setting:
    """Return the row called `name`, or of which that is an earlier name.

    Raises SettingsError, with the nearest known name, if there is none.
    """
    try:
        return TABLE[ALIASES.get(name, name)]
    except KeyError:
        near = difflib.get_close_matches(name, TABLE, n=1, cutoff=0.5)
        hint = f"did you mean '{near[0]}'?" if near else "`mokusan settings` lists them"
        shown = name if name.isprintable() and len(name) <= 60 else ascii(name)[:60]
        raise SettingsError(f"unknown setting '{shown}' ({hint})") from None


def is_removed(name: str) -> bool:
    """Return whether a setting of that name once was, and send a notice that it has no effect."""
    if name not in REMOVED:
        return False
    from analysis.runtime.notices import notify_once

    notify_once(f"{name} has no effect any more")
    return True


__all__ = [
    "ALIASES", "REMOVED", "SETTINGS", "TABLE", "Setting", "SettingsError", "Value", "find", "is_removed", "known_rules",
    "shown_setting",
]
