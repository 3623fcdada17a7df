"""Results as lines of text and as dicts for JSON, and the diagrams that are read from files.

  value           the value of a combinatorial game
  tree            a tree of moves with the count and temperature of every node
  local           a diagram of a local endgame and its value
  endgame         the local endgames of a position
  endgame_table   the local endgames of a position as lines, as a table, for JSON and on a board
  play_order      the order of play in the endgame
  problem         the solution of a problem of life and death, captures or connections
  place           one local endgame in the words of players
  semeai          a capturing race given by its liberty counting games
  semeai_diagram  the reader of diagrams of capturing races
  semeai_board    the capturing races of a position
  solve           the solution of a small board
  analysis        the analysis of a position
  comparison      the comparison of a control map with the truth of a file
  searched_move   one searched move on one line

A module per family of commands. Nothing here prints. The modules are imported where they are used, since each of them
loads the floors of the analysis that it reports on; so this package re-exports nothing.
"""
