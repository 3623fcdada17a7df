"""Play of sums of games. Depends on `games` and `thermography`.

In order of dependency:

  strategies    hotstrat, thermostrat, sentestrat; exact best moves of small sums; adjustment of races
  stop_search   a search for the stops of a sum, proved between bounds
  optimal_play  the score of a sum under optimal play, and every move that reaches it
"""
