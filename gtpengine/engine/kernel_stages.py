"""The stages in which all kernels that the engine uses are compiled: each calls analyses on small positions.

A stage compiles the kernels of its rooms, by the types of arguments with which the engine calls them. What Python calls
in several stages is compiled by the stages that they name in `needs`, so that stages may run beside one another in
several processes without doing the same work; kernels that these call are compiled as parts of each. The last one runs
whole evaluations and compiles what is left. A test runs them all, then a session of commands, and fails if a kernel is
compiled there.

Nothing is computed on import: numba is loaded by the functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from analysis.board import Position

_FIGHT = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . X . . X X . .
    . . X O X . . . .
    . X O O . X O . .
    . X O . O O . . .
    . . X O . . . . .
    . . . . . . . . ."""
"""Chains in contact, cuts, eye spaces that are open and groups that are not connected."""
_FIGHT_CHAIN, _FIGHT_FRIEND = "D5", "E3"

_FINISHED = """
    . X . X O . .
    X X X X O O .
    . X O O O . O
    X X X O O O O
    X O O O . O X
    O O . O O O X
    . O O X X X ."""
"""Living groups of both colours, dead stones, neutral points."""

_RACE = """
    . X O . O X .
    X X O O O X .
    X . X X O X .
    X X O X X O O
    . O O X . O .
    O O . O O O .
    . . . . . . ."""
"""Chains that race for liberties."""

_KO = "XXOOO/X.xoO/XxO.O/XXOOO"
"""A local game with a ko."""


class Stage(NamedTuple):
    """A stage.

      name  -- one word, used for files and on the command line
      title -- what it compiles, for messages
      run   -- compiles it; does nothing but call analyses
      needs -- the names of the stages to be run before it
    """

    name: str
    title: str
    run: Callable[[], None]
    needs: tuple[str, ...] = ()


def _compile_board() -> None:
    """Compile what moves, control maps and rankings need."""
    from analysis import ControlSettings, Position, Rules, estimate, rank_moves
    from analysis.board import area_owners, true_eyes, unconditional_life

    position = _position(_FIGHT)
    position = position.play(int(position.legal_points(position.to_move)[0]))
    for rules in (Rules(), Rules(suicide=True)):
        unconditional_life(position, rules)
    true_eyes(position, position.to_move)
    area_owners(position)
    position.grid.steps([0], 3)
    estimate(position)
    paper = ControlSettings(method="paper", neighbours="liberties", tolerance=1e-2)
    estimate(position, paper)
    rank_moves(position)
    rank_moves(Position.empty(13))  # the field is given read-only on boards from 13 lines
    rank_moves(Position.from_diagram(". X . / . . O / . . .".replace("/", "\n")), paper)


def _compile_safety() -> None:
    """Compile the proofs of safety."""
    from analysis.status.safety import safe

    for diagram in (_FIGHT, _FINISHED):
        safe(_position(diagram))


def _compile_reading() -> None:
    """Compile the reading of captures, connections and groups: one search for all."""
    from analysis.reading import attack, connect
    from analysis.reading.life_and_death.group_question import LIKELY_ESCAPED, GroupSearch, LifeRule
    from analysis.reading.life_and_death.group_space import group_space

    position = _position(_FIGHT)
    attack(position, position.grid.point(_FIGHT_CHAIN), nodes=20)
    chain, friend = map(position.grid.point, (_FIGHT_CHAIN, _FIGHT_FRIEND))
    connect(position, chain, friend, nodes=20)
    GroupSearch(position, [chain], True, safe=[friend], nodes=20, rule=LifeRule(estimates=LIKELY_ESCAPED)).answer()
    group_space(position, position.chain_at(chain), [friend])


def _compile_life() -> None:
    """Compile the reading of life and death on open boards; enclosed areas belong to `_compile_regions`."""
    from analysis.reading.selective.groups import candidate_moves, group_context
    from analysis.status.life_reader import attack, defend

    position = _position(_FIGHT)
    point = position.grid.point(_FIGHT_CHAIN)
    candidate_moves(position, group_context(position, point), position.to_move)
    for question in (attack, defend):
        question(position, point, nodes=20)


def _compile_regions() -> None:
    """Compile the exhaustive search of regions: tables, proofs, local games."""
    from analysis.endgame import local_value
    from analysis.region import Budget, parse_local
    from analysis.solver import Ko, Rules, solve

    solve(2, 2)
    solve(1, 4, rules=Rules(Ko.SITUATIONAL))
    solve(1, 13, budget=Budget(nodes=2000))
    diagram = parse_local(_KO)
    local_value(diagram.region, diagram.start)


def _compile_evaluation() -> None:
    """Compile what is left, by whole evaluations: ownership, policy, final status, races."""
    from analysis import ControlSettings, evaluate
    from analysis.ownership import final_status, proved_final
    from analysis.ownership.life_probability import features
    from analysis.ownership.settled_board import control_without_dead
    from analysis.policy import policy_moves
    from analysis.ranking.tactics import rank_with_tactics
    from analysis.status import board_status

    for diagram in (_FIGHT, _RACE, _FINISHED):
        evaluation = evaluate(_position(diagram))
        rank_with_tactics(evaluation, ControlSettings())
        evaluation.local_games()
    fight = _position(_FIGHT)
    status = board_status(fight)
    features(fight, status, control_without_dead(fight, status).reshape(-1))  # all of them: few chains need some
    policy_moves(fight, recent=(3, 5))
    final_status(_position(_FINISHED))
    proved_final(_position(_FINISHED))


STAGES = (
    Stage("board", "board, control, ranking", _compile_board),
    Stage("life", "life and death", _compile_life),
    Stage("regions", "regions, local games, small boards", _compile_regions),
    Stage("reading", "captures and connections", _compile_reading),
    Stage("safety", "safety", _compile_safety),
    Stage("evaluation", "evaluation, policy", _compile_evaluation, ("life", "regions", "reading", "safety")),
)
"""In the order in which they are started; all but the first need the first, too."""


def _position(diagram: str) -> Position:
    """Return the position of a diagram, Black to move."""
    from analysis.board import Position

    return Position.from_diagram(diagram, to_move="B")


__all__ = ["STAGES", "Stage"]
