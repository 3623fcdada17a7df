"""How soon a player gets what is proved for him: whoever always lowers that number comes to the end of the game."""

from __future__ import annotations

from ..board import BLACK, Color
from ..search.graph import State
from .knowledge import FromProofs, FromTable, Knowledge


def plies_left(knowledge: Knowledge, state: State, player: Color) -> int | None:
    """Within how many plies the player forces his end of `knowledge.bracket(state)`: Black the lower, White the upper.

    0 where the board shows it, or where it is the worst there can be. None where he relies on endless play for it, and
    where the number is not known; under superko it is not needed, since every game ends.
    """
    bracket = knowledge.bracket(state)
    goal = bracket.lower if player is BLACK else -bracket.upper
    if isinstance(knowledge, FromTable):
        low, high = knowledge._graph.bounds(state)
        return knowledge._graph.distance(state, player) if goal == (low if player is BLACK else -high) else None
    if isinstance(knowledge, FromProofs):
        provers = [prover for prover in knowledge._provers if (prover.player, prover.goal) == (player, goal)]
        return min((plies for prover in provers if (plies := prover.known(state)) is not None), default=None)
    return None
