"""Thermographs, cooling and heating, and the same counts by algebra. Depends on `games`.

In order of dependency:

  walls        piecewise linear functions of the temperature t >= -1 in scaled integers, their envelopes and meetings
  thermograph  thermographs of games: mean, temperature, sente and gote
  player_terms deiri value, tally, follow-ups, privilege: a game in the words of players
  cooling      cooling, heating, overheating of canonical forms
  piecewise    count and miai value by algebra, with the steps of the calculation; independent of `thermograph`
"""
