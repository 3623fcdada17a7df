"""The small-board solver for the shell and for GTP: move guessers, solutions on disk, proofs as SGF.

  guesser         move guessers: our ranking, and engines that speak GTP
  solution_store  solutions kept on disk
  solver_query    a question to the solver, answered from disk or by a search
  proof_sgf       a proof as a tree of variations in SGF
"""
