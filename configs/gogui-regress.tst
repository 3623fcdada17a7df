# Does the engine answer as it should? For gogui-regress, after any change of the set-up.
# Use: gogui-regress "mokusan gtp" configs/gogui-regress.tst

boardsize 9
clear_board
komi 0.5

1 protocol_version
#? [2]

2 known_command gogui-analyze_commands
#? [true]

# The first move on the empty board is the middle point or one like it.
10 reg_genmove b
#? [[C-G][3-7]]

# Black's wall shuts White's stone in: it is dead, and the board is Black's.
gogui-setup b B1 b B2 b B3 b C4 b A4 b D1 b D2 b D3 b E4 b B4 b D4 b E1 b E2 b E3 w C2
20 final_status_list dead
#? [C2]

30 final_score
#? [B\+80\.5]
