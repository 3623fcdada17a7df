"""KataGo's JSON analysis engine, the protocol of `katago analysis`: queries in, replies out, one JSON object a line.

  query_line  one line of input as an object, and the errors of queries
  query       queries read into positions to analyse
  analysis    the engine: it searches the positions one after the other, writes replies, and serves standard input
"""
