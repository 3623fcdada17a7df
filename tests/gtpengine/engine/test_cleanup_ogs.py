"""KGS's clean-up on finished positions with human judgements, against an opponent who always passes.

What the engine promises: no pass while a stone that it calls dead is on the board, no stone called dead once it has
passed, and nothing of its own given up on the way. And the board at the end agrees with the human judgements.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.board import PASS, Color, Position, area_owners, true_eyes, unconditional_life
from tests.gtpengine.gtp_talk import Talk, quick

DATA = Path(__file__).parents[4] / "shared" / "data" / "ogs.jsonl"

pytestmark = pytest.mark.skipif(not DATA.is_file(), reason="../shared/data/ogs.jsonl is not there")


@cache
def positions() -> list[dict[str, Any]]:
    return [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def called_dead(talk: Talk, color: Color) -> set[int]:
    """Return the stones of `color` that the engine calls dead."""
    position = talk.session.game.position
    points = {position.grid.point(vertex) for vertex in talk.ok("final_status_list dead").split()}
    return {point for point in points if position.stones[point] == color}


def safe(talk: Talk, color: Color) -> set[int]:
    """Return the points that belong to `color` unconditionally."""
    game = talk.session.game
    return set(np.flatnonzero(unconditional_life(game.position, game.rules).owner == color).tolist())


def clean_up(talk: Talk, color: Color) -> int:
    """Play the clean-up phase to its end and check every move. Returns how many stones were captured."""
    grid = talk.session.game.grid
    for _ in range(3 * grid.area):
        before, dead, own = talk.session.game.position, called_dead(talk, color.opponent), safe(talk, color)
        answer = talk.ok(f"kgs-genmove_cleanup {color.letter}")
        move = talk.session.game.moves[-1]
        assert answer == grid.vertex(move.point), "never resigns"
        if move.point == PASS:
            assert not dead, "passes over a stone that it calls dead"
            assert talk.ok("final_status_list dead") == ""
            talk.ok(f"play {color.opponent.letter} pass")
            assert talk.ok("final_status_list dead") == ""
            captures = talk.session.game.position.captures
            return captures[0] if color is Color.BLACK else captures[1]
        assert not true_eyes(before, color)[move.point], "fills its own eye"
        assert own <= safe(talk, color), "gives up what was safe"
        talk.ok(f"play {color.opponent.letter} pass")
    raise AssertionError("the clean-up does not end")


@pytest.mark.parametrize("color", list(Color), ids=lambda color: color.word)
@pytest.mark.parametrize(
    ("rules", "step", "bare"), [("chinese", 1, "true"), ("new_zealand", 3, "true"), ("chinese", 9, "false")]
)
def test_the_clean_up_keeps_its_promises(color: Color, rules: str, step: int, bare: str) -> None:
    """With superko and with suicide; moves chosen by the bare control map and by the full evaluation."""
    settings = quick()
    settings.set("play.control_only", bare)
    taken = called = 0
    for entry in positions()[::step]:
        talk = Talk(settings)
        talk.ok(f"kgs-rules {rules}")
        talk.session.new_game(Position.from_diagram("\n".join(entry["rows"]), color.letter))
        called += len(called_dead(talk, color.opponent))
        taken += clean_up(talk, color)
    assert 0 < called <= taken, "there were dead stones, and they were captured"


@pytest.mark.parametrize("color", list(Color), ids=lambda color: color.word)
def test_the_clean_up_works_after_two_passes(color: Color) -> None:
    """The opponent disputes after two passes; kgsGtp may leave them in the record."""
    for entry in positions()[::6]:
        talk = Talk(quick())
        talk.session.new_game(Position.from_diagram("\n".join(entry["rows"]), color.letter))
        talk.ok(f"play {color.letter} pass", f"play {color.opponent.letter} pass")
        clean_up(talk, color)


@pytest.mark.slow  # ~150 s
def test_played_out_boards_agree_with_human_judgements() -> None:
    """Every dead stone is captured and no living one; the area on judged points agrees within a point."""
    as_judged = 0
    for entry in positions():
        judged = [k for k, owner in enumerate(entry["truth"]) if entry["judged"][k] and owner is not None]
        truth = np.array([entry["truth"][k] for k in judged], int)
        as_judged += all(played_out(entry, color, judged, truth) for color in Color)
    assert as_judged >= 52


def played_out(entry: dict[str, Any], color: Color, judged: list[int], truth: np.ndarray[Any, Any]) -> bool:
    """Whether the clean-up of `color` ends with a board that agrees with the human judgement."""
    talk = Talk()
    start = Position.from_diagram("\n".join(entry["rows"]), color.letter)
    talk.session.new_game(start)
    clean_up(talk, color)
    end = talk.session.game.position
    before, after = start.stones[judged], end.stones[judged]
    stands = (before != 0) & (after == before)
    if ((before != 0) & (stands != (before == truth)) & ~((before == color) & (truth == -color))).any():
        return False
    left = stands & (before == color) & (truth == -color)  # our dead: the opponent did not play
    owner = area_owners(end, [judged[k] for k in np.flatnonzero(left)])[judged]
    return abs(int(np.where(left, -color, owner).sum()) - int(truth.sum())) <= 1
