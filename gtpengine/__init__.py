"""Mokusan's front ends: how people and programs use the analysis (GTP, JSON, the shell, SGF, pictures, reports).

In the order of imports:

  errors      failures of commands
  streaming   answers line by line, and the input that ends them
  settings    the table of settings
  arguments   the arguments of a command
  clock       time limits and the effort that fits into them
  sgf         game records
  render      boards, graphics and diagrams as text and SVG
  files       files written atomically, JSON lines, progress
  text        results as text and JSON
  engine      the move chosen, the position analysed, the finished board
  accuracy    errors of control maps against known ownership
  arena       matches between programs, regression suites
  batch       tables of the positions of many games
  report      a game explained move by move, as SGF and HTML
  session     the state behind the GTP commands
  solve       small boards solved and stored
  registry    the table of GTP commands
  commands    the GTP commands, a module per family
  protocol    GTP on the wire
  kata_json   KataGo's JSON analysis engine
  shell       the verbs of `mokusan`, a module each
  cli         the command line of `mokusan`
"""

__version__ = "0.15.0"
