"""Files that several verbs read or write, with errors of one line that name the file. In the order of imports:

  path_checks    -- the files and folders named on the command line
  file_lock      -- locks against other processes
  temporary_file -- temporary files, and the removal of those whose writers were killed
  atomic_write   -- files written whole or not at all
  text_files     -- whole files named by the user, "-" for standard input
  json_lines     -- files of JSON objects, one a line
  position_lines -- positions as lines of JSON
  progress       -- progress of a long computation on stderr

Nothing is imported here, so that the shell starts fast.
"""
