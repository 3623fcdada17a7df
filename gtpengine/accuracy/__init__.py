"""Errors of ownership maps and scores against a truth set. In the order of imports:

  map_errors -- errors of a prediction by class of point, their statistics over groups of positions, and intervals
  truth      -- truth sets and predictions, read from files
"""
