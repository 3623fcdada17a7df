"""The verbs of the `mokusan` command. In the order of imports:

  output           -- reports on stdout, messages and notices on stderr
  common_arguments -- settings, game records, and types of numbers, shared by several verbs
  report           -- the arguments --html and --sgf of `analyse`

and a module per verb, named after it. Each has `add_to(verbs, parents)`, which declares its arguments to argparse, and
`run(args)`, which returns the exit status; most have `make_report(args, ...)`, which computes without printing.

Nothing is imported here, and nothing heavy at the top of a module: `mokusan --help` answers at once.
"""
