"""Reports on a whole game: an HTML page to step through, and a copy of the record with comments and markup.

  game_record  the main line of a record, step by step, and its texts
  game_report  the evaluation of every position, and the points that every move lost
  html_report  the HTML page; its template, style and scripts are in page/
  sgf_report   the annotated copy of the record

`mokusan analyse` writes them. The modules are imported where they are used, since the page needs jinja2.
"""
