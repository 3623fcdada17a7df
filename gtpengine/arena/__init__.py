"""Matches and regression suites for GTP engines that run as programs. In the order of imports:

  gtp_client   -- an engine as a process: commands, answers, time limits
  match_player -- the players and the referee of a match
  match        -- games between two engines, and the result of the match
  timed_match  -- regular expressions matched within a limit of time
  suite        -- regression suites: positions, questions and expected answers
"""
