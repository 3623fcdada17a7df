# A match against GNU Go for gomill's ringmaster.
# Use: ringmaster configs/gomill-gnugo.ctl check, then run, then report. Results are written beside this file.
# If `mokusan` is not on the PATH, write the program's full path; quote it if it holds blanks.

competition_type = 'playoff'
description = 'Mokusan against GNU Go on 9x9'

record_games = True
stderr_to_log = True

board_size = 9
komi = 7.5
alternating = True
number_of_games = 20
move_limit = 200
scorer = 'players'

players = {
    'mokusan': Player('mokusan gtp'),
    'gnugo-l1': Player('gnugo --mode=gtp --chinese-rules --capture-all-dead --level=1'),
}

matchups = [
    Matchup('mokusan', 'gnugo-l1'),
]
