"""Evaluation of many positions or games, and fits of weights to them. In the order of imports:

  game_source    -- the games of files and folders, one after the other
  position_rows  -- the table of a game: columns, rows, and their bytes as Parquet or JSON lines
  batch_run      -- a collection of games on this process, on several, or on a Dask cluster
  bulk_estimates -- ownership of the positions of a file of JSON lines
  weight_fits    -- weights of life probabilities, fitted to files of positions
  move_games     -- the weights of the policy, fitted to games: lists, records, lines of JSON
"""
