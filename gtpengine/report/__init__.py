"""A whole game told: as a page to look at, and as comments and markup in a copy of its record.

  record        the main line of a record, step by step, and its texts
  game_report   each position evaluated once; what every move lost
  html          the page
  sgf_report    the copy of the record
  command       the words of `mokusan analyse` that ask for either
"""
