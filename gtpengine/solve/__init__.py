"""The small-board solver for the shell and for GTP: move guessers, solutions on disk, proofs as SGF; and problems.

  guesser         move guessers: our ranking, and engines that speak GTP
  solution_store  solutions kept on disk
  solver_query    a question to the solver, answered from disk or by a search
  sgf_tree        what trees of variations in SGF share
  proof_sgf       a proof as a tree of variations in SGF
  problem_query   problems of life and death from records and diagrams
  problem_sgf     the solution of a problem as a tree of variations in SGF
"""
