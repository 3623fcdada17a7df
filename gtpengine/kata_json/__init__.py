"""KataGo's JSON analysis engine, the protocol of `katago analysis`: queries in, replies out, one JSON object a line.

  query_line      one line of input as an object, and the errors of queries
  query           queries read into positions to analyse
  turn_reply      the reply for one turn
  turn_search     the search of one turn in short steps
  worker_process  a process that searches turns
  worker_pool     these processes, seen from the engine
  analysis        the engine: it gives out the turns to be searched, writes replies, and serves standard input
"""
