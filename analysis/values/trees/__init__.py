"""Trees of moves with counts at their leaves. Depends on `games` and `thermography`.

In order of dependency:

  move_tree       the tree, its traversal, its strongly connected components
  tree_text       text to tree
  miai_counting   walls, count, temperature and label of every node
  tree_drawing    the counted tree as text
  tree_multiples  the tree as a game, and copies of it played out: the method of multiples
"""
