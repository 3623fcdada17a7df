"""Pictures of positions, control maps and thermographs: as text for terminals and GTP, as SVG, for GoGui.

  board_text        boards as text: `showboard`, GoGui's board of numbers, the control map in a terminal
  svg               one board as SVG, and the parts that the other pictures are made of
  figure            several captioned boards in one SVG picture
  comparison        two control maps and their difference
  thermograph_text  a thermograph drawn in characters and described
  thermograph_svg   a thermograph as SVG
  live_gfx          GoGui's live graphics

Every function returns a string; only live_gfx writes, to stderr.
"""
