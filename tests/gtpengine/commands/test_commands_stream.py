"""The commands that stream, parsed as Sabaki and Lizzie parse them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from analysis.board import WHITE
from analysis.runtime.jit import COMPILED
from analysis.tree_search.winrate import win_probability
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk, quick

VERTEX = r"(?:pass|[A-Za-z]\d+)"
WHOLE_FORMS = ["analyze", "lz-analyze", "genmove_analyze", "lz-genmove_analyze"]
DECIMAL_FORMS = ["kata-analyze", "kata-genmove_analyze"]
ENDLESS = ["analyze", "lz-analyze", "kata-analyze"]
GENMOVES = ["genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze"]
EXPONENT = re.compile(r"\d[eE][+-]?\d|nan|inf(?!o)", re.IGNORECASE)


@dataclass(frozen=True)
class Variation:
    """A candidate as Sabaki parses it: the move, visits, the win rate in percent, the lead, the variation."""

    vertex: str
    visits: int
    winrate: float
    lead: float | None
    moves: tuple[str, ...]


def as_sabaki(line: str, command: str) -> list[Variation]:
    """Parse a line by Sabaki's rules: parts at `info`, each ending in a pv, strict pairs before it, passes dropped."""
    assert line.startswith("info ")
    found = []
    for part in re.split(r"\s*info\s+", line)[1:]:
        match = re.search(rf"^(.*?)\bpv\s+({VERTEX}(?:\s+{VERTEX})*)$", part.strip())
        if match is None:
            continue
        words = match[1].split()
        assert len(words) % 2 == 0, part
        keys = dict(zip(words[::2], words[1::2], strict=True))
        if not re.fullmatch(r"[A-Za-z]\d+", keys["move"]):
            continue
        moves = match[2].split()
        moves = moves[: moves.index("pass")] if "pass" in moves else moves
        scale = 100 if command.startswith("kata") else 0.01
        lead = float(keys["scoreLead"]) if "scoreLead" in keys else None
        found.append(Variation(keys["move"], int(keys["visits"]), scale * float(keys["winrate"]), lead, tuple(moves)))
    return found


def lines_of(talk: Talk, command: str) -> list[str]:
    """Return the lines of a streamed answer; the end of the input ends an analysis after one line."""
    answer = talk.ask(command)
    assert answer.success, answer.text
    assert answer.text.startswith("\n")
    return answer.text[1:].split("\n")


def one_line(talk: Talk, command: str) -> str:
    (line,) = lines_of(talk, command)
    return line


def numbers(line: str, key: str) -> list[float]:
    return [float(word) for word in re.findall(rf"\b{key} (\S+)", line)]


@pytest.fixture
def talk() -> Talk:
    talk = Talk()
    talk.ok("boardsize 9", "komi 6.5", "play b e5", "play w c3")
    return talk


@pytest.mark.parametrize("command", [*WHOLE_FORMS, *DECIMAL_FORMS])
@pytest.mark.parametrize("words", ["B 50", "b", "20", ""])
def test_sabaki_reads_every_candidate(talk: Talk, command: str, words: str) -> None:
    lines = lines_of(talk, f"{command} {words}")
    variations = as_sabaki(lines[0], command)
    assert 2 <= len(variations) <= lines[0].count("info ")
    assert not EXPONENT.search(lines[0])
    for variation in variations:
        assert variation.visits >= 1
        assert 0 < variation.winrate < 100
        assert variation.moves[0] == variation.vertex
        assert all(word in lines[0] for word in ("order 0", "prior", "lcb"))
    assert len({variation.vertex for variation in variations}) == len(variations)
    assert [variation.winrate for variation in variations] == sorted((v.winrate for v in variations), reverse=True)
    assert all((variation.lead is None) == command.startswith("lz") for variation in variations)
    if command in ENDLESS:
        assert len(lines) == 1
    else:
        assert lines[1] == f"play {variations[0].vertex}"


@pytest.mark.parametrize("command", WHOLE_FORMS)
def test_whole_numbers_are_whole(talk: Talk, command: str) -> None:
    line = lines_of(talk, command)[0]
    for key in ("winrate", "prior", "lcb"):
        values = re.findall(rf"\b{key} (\S+)", line)
        assert len(values) == line.count("info ") >= 2
        assert all(re.fullmatch(r"\d+", value) and int(value) <= 10000 for value in values)
    assert not re.search(r"ownership|pvVisits|rootInfo|scoreMean", line)


SCORES = ["scoreMean", "scoreStdev", "scoreLead", "scoreSelfplay"]
BOUNDS = ["prior", "lcb", "utilityLcb"]
KATA_KEYS = ["move", "visits", "edgeVisits", "utility", "winrate", *SCORES, *BOUNDS, "weight", "order"]


@pytest.mark.parametrize("command", DECIMAL_FORMS)
def test_lizzie_reads_katagos_form(talk: Talk, command: str) -> None:
    """Lizzie: whole visits, decimals elsewhere, scoreMean, floats alone after `ownership`, which comes last."""
    words = "ownership true rootInfo true pvVisits true pvEdgeVisits true movesOwnership true noResultValue 0"
    line = lines_of(talk, f"{command} b 10 {words} ownershipStdev false")[0]
    head, _, owners = line.partition(" ownership ")
    assert len(owners.split()) == 81
    assert all(re.fullmatch(r"-?[01]\.\d{4}", word) for word in owners.split())
    infos, _, root = head.partition(" rootInfo ")
    assert root.split()[::2] == ["visits", "utility", "winrate", *SCORES, "weight"]
    parts = infos.split("info ")[1:]
    assert len(parts) >= 2
    for order, part in enumerate(parts):
        before, pv, behind = part.partition(" pv ")
        assert pv
        keys = before.split()[::2]
        assert keys == KATA_KEYS
        values = dict(zip(keys, before.split()[1::2], strict=True))
        assert int(values["visits"]) == int(values["edgeVisits"]) >= 1
        assert int(values["order"]) == order
        assert values["scoreMean"] == values["scoreLead"] == values["scoreSelfplay"]
        for key in set(KATA_KEYS) - {"move", "visits", "edgeVisits", "order"}:
            assert re.fullmatch(r"-?\d+\.\d+", values[key]), key
        moves, visits, edges, own = re.split(r" (?:pvVisits|pvEdgeVisits|movesOwnership) ", behind)
        assert len(moves.split()) == len(visits.split()) == len(edges.split())
        assert visits.split()[0] == values["visits"]
        assert len(own.split()) == 81


def test_pv_is_last_unless_more_is_asked_for(talk: Talk) -> None:
    line = one_line(talk, "kata-analyze 10 ownership false rootInfo false pvVisits false movesOwnership 0")
    assert line == one_line(talk, "kata-analyze interval 10")
    assert re.search(rf"pv( {VERTEX})+$", line)
    assert as_sabaki(one_line(talk, "kata-analyze ownership true"), "kata-analyze") == as_sabaki(
        line[: line.rindex(" info ")], "kata")


def test_values_are_from_the_side_of_the_mover(talk: Talk) -> None:
    """Either colour may be given; its own points are positive. Root and best move are on one scale."""
    black = one_line(talk, "kata-analyze b ownership true rootInfo true")
    white = one_line(talk, "kata-analyze w ownership true rootInfo true")
    own = [[float(word) for word in line.partition(" ownership ")[2].split()] for line in (black, white)]
    assert own[0] == pytest.approx([-value for value in own[1]], abs=0.2)  # the side to move makes a difference
    assert own[0][4 * 9 + 4] > 0.1  # E5 is Black's
    assert own[0][6 * 9 + 2] < -0.1  # C3 is White's
    for line in (black, white):
        leads = numbers(line, "scoreLead")
        assert leads[0] == leads[-1]  # the first move and the root
        assert numbers(line, "scoreMean") == leads
        for chance, utility in zip(numbers(line, "winrate"), numbers(line, "utility"), strict=True):
            assert utility == pytest.approx(2 * chance - 1, abs=1e-5)
    assert numbers(black, "winrate")[-1] > 1 - numbers(white, "winrate")[-1]  # moving first is an advantage


def test_komi_and_handicap_bonus_count(talk: Talk) -> None:
    before = numbers(one_line(talk, "kata-analyze b"), "scoreLead")
    talk.ok("komi 16.5")
    after = numbers(one_line(talk, "kata-analyze b"), "scoreLead")
    assert after == pytest.approx([lead - 10 for lead in before], abs=0.002)
    talk.ok("clear_board", "kata-set-rules aga", "fixed_handicap 2")
    with_bonus = numbers(one_line(talk, "kata-analyze b"), "scoreLead")
    talk.ok("kata-set-rules tromp-taylor")
    without = numbers(one_line(talk, "kata-analyze b"), "scoreLead")
    assert without == pytest.approx([lead + 1 for lead in with_bonus], abs=0.002)


def test_the_win_rate_is_that_of_the_docstring(talk: Talk) -> None:
    from analysis import evaluate

    line = one_line(talk, "kata-analyze w")
    values = evaluate(talk.session.game.position.with_to_move(WHITE)).control.values
    for lead, chance in zip(numbers(line, "scoreLead"), numbers(line, "winrate"), strict=True):
        assert chance == pytest.approx(win_probability(lead, values), abs=1e-4)


def test_how_many_moves(talk: Talk) -> None:
    for words, least, most in (
        ("maxmoves 3", 3, 3), ("minmoves 15", 15, 81), ("", 3, 30), ("minmoves 4 maxmoves 4", 4, 4),
    ):
        assert least <= one_line(talk, f"analyze {words}").count("info ") <= most
    settings = Settings()
    settings.set("analyse.top_moves", "1")
    assert one_line(Talk(settings), "analyze").count("info ") <= 3


def test_avoid_and_allow(talk: Talk) -> None:
    first = [variation.vertex for variation in as_sabaki(one_line(talk, "analyze b minmoves 6"), "analyze")]
    avoided = as_sabaki(one_line(talk, f"analyze b avoid b {first[0]},{first[2]},pass 1 avoid B {first[1]} 9"), "a")
    assert not {variation.vertex for variation in avoided} & set(first[:3])
    allowed = as_sabaki(one_line(talk, f"lz-analyze b 10 allow b {first[3]},{first[2].lower()} 1"), "lz")
    assert {variation.vertex for variation in allowed} == {first[2], first[3]}
    others = as_sabaki(one_line(talk, f"analyze b avoid w {first[0]} 5 allow b {first[0]},{first[1]} 3"), "analyze")
    assert {variation.vertex for variation in others} == set(first[:2])
    eye = as_sabaki(one_line(talk, "analyze b allow b A1 1"), "analyze")
    assert [variation.vertex for variation in eye] == ["A1"]  # an unlikely move


@pytest.mark.parametrize("command", GENMOVES)
def test_genmove_plays_what_genmove_plays(talk: Talk, command: str) -> None:
    """Throughout a short game, the passes at its end included."""
    talk.ok("boardsize 5", "komi 0.5", "mokusan-settings play.policy_moves 2", "mokusan-settings play.visits 4")
    for turn in range(100):
        color = "bw"[turn % 2]
        vertex = talk.ok(f"reg_genmove {color}")
        said = lines_of(talk, f"{command} {color} 10")
        assert said[0].startswith("info move ")
        assert said[1:] == [f"play {vertex}"]
        assert len(talk.session.game.moves) == turn + 1
        if talk.session.game.consecutive_passes == 2:
            break
    assert talk.session.game.consecutive_passes == 2


@pytest.mark.parametrize("command", GENMOVES)
def test_the_move_played_is_the_first_candidate_without_a_search_too(command: str) -> None:
    """With hardly any time, by perfect play on a tiny board, and by a pass that wins."""
    hurried, tiny, won = Talk(), Talk(), Talk()
    hurried.ok("boardsize 9", "play b e5", "time_settings 10 0 0", "time_left w 1 0")
    tiny.ok("boardsize 3", "play b b2")
    won.ok("boardsize 5", "komi 0", *(f"play b {column}3" for column in "abcde"), "play w pass")
    for talk, color in ((hurried, "w"), (tiny, "w"), (won, "b")):
        line, played = lines_of(talk, f"{command} {color}")
        shown = re.match(r"info move (\S+) ", line)
        assert shown
        assert played == f"play {shown[1]}"


def test_genmove_respects_restrictions_and_resigns(talk: Talk) -> None:
    best = talk.ok("reg_genmove b")
    assert lines_of(talk, f"genmove_analyze b avoid b {best} 1")[1] != f"play {best}"
    assert lines_of(talk, "genmove_analyze w allow w J9,A1 1")[1] in ("play J9", "play A1", "play pass")
    assert lines_of(talk, "kata-genmove_analyze b allow b e5 1")[1] == "play pass"
    talk.session.settings.set("play.resign", "true")
    talk.ok("komi 300")
    moves = talk.session.game.moves
    assert lines_of(talk, "genmove_analyze b")[1] == "play resign"
    assert talk.session.game.moves == moves


KO = ["b c4", "b b3", "b c2", "w d4", "w e3", "w d2", "w c3", "b d3", "w pass", "b pass"]


def test_superko_points_are_no_candidates(talk: Talk) -> None:
    """After two passes only superko forbids the retake; genmove avoids earlier boards under any rule."""
    talk.ok("boardsize 5", *(f"play {move}" for move in KO))
    for rule in ("SIMPLE", "POSITIONAL"):
        talk.ok(f"kata-set-rule ko {rule}")
        assert "C3" not in {v.vertex for v in as_sabaki(one_line(talk, "analyze w minmoves 25"), "analyze")}
    assert lines_of(talk, "genmove_analyze w allow w C3 1")[1] == "play pass"


@pytest.mark.parametrize("size", ["1", "1 2", "2", *(["19", "25", "25 1"] if COMPILED else [])])
def test_every_board_has_a_line(size: str) -> None:
    talk = Talk()
    talk.ok(f"boardsize {size}")
    for command in [*ENDLESS, *GENMOVES]:
        line = lines_of(talk, command)[0]
        assert line.startswith("info move ")
        assert min(numbers(line, "visits")) >= 1
        assert re.search(rf"pv( {VERTEX})+$", line)


WRONG = [
    "analyze red", "analyze b w", "analyze b -1", "analyze b nan", "analyze 10 20", "analyze b 10 maxmoves",
    "analyze interval", "analyze interval x", "analyze maxmoves 0", "analyze maxmoves 1.5", "analyze minmoves -1",
    "analyze minmoves 5 maxmoves 4", "analyze ownership true", "lz-analyze rootInfo true", "analyze 10 MAXMOVES 3",
    "kata-analyze ownership yes", "kata-analyze ownership", "kata-analyze ownershipStdev true", "kata-analyze 1e999",
    "kata-analyze movesOwnershipStdev 1", "kata-analyze avoid b D4", "analyze avoid", "analyze avoid x D4 1",
    "analyze avoid b D4 0", "analyze avoid b Z99 1", "analyze avoid b D4,,E5 1", "analyze allow b D4 1 avoid b E5 1",
    "analyze allow b D4 1 allow b E5 1", "analyze allow b I5 1", "genmove_analyze green", "genmove_analyze b 10 what",
    "kata-genmove_analyze b ownershipStdev 1", "lz-genmove_analyze b avoid b D4 x",
]


@pytest.mark.parametrize("line", WRONG)
def test_arguments_are_refused_before_the_header(talk: Talk, line: str) -> None:
    assert talk.fails(line).startswith("syntax error: ")
    assert talk.said[-1].startswith(b"? ")
    assert b"=" not in talk.said[-1][:2]


def test_the_answer_is_written_line_by_line(talk: Talk) -> None:
    talk.said.clear()
    talk.send(b"7 analyze\n8 genmove_analyze b\n\n9 name\n")
    said = [data[:5] for data in talk.said]
    assert said == [b"=7 \n", b"info ", b"\n", b"=8 \n", b"info ", b"play ", b"\n", b"=9 Mo"]


def test_every_kind_of_line_ends_an_analysis_and_is_then_answered(talk: Talk) -> None:
    for line, count in [(b"", 0), (b"# interrupt", 0), (b"# other", 0), (b"\x01", 0), (b"stop", 1), (b"nonsense", 1)]:
        answers = talk.send(b"1 kata-analyze 10\n" + line + b"\n2 name\n")
        assert [answer.id for answer in answers] == ["1", *[""] * count, "2"]
    assert [answer.id for answer in talk.send(b"1 analyze\n2 lz-analyze\n3 quit\n4 name\n")] == ["1", "2", "3"]


def test_the_game_is_as_before_an_analysis(talk: Talk) -> None:
    before = talk.state()
    for command in ENDLESS:
        one_line(talk, f"{command} w 10 avoid w d4 3")
    assert talk.state() == before


def test_the_reading_cache_is_dropped_with_the_game_or_by_clear_cache(tmp_path: Path) -> None:
    talk, record = Talk(quick()), tmp_path / "game.sgf"
    record.write_text("(;GM[1]SZ[7];B[dd];W[cc])")
    for line in ("clear_cache", "clear_board", "boardsize 7", f"loadsgf {record}"):
        talk.ok("mokusan-score")
        before = talk.session.reading_cache
        talk.ok("mokusan-score")
        assert talk.session.reading_cache is before
        talk.ok(line)
        assert talk.session.reading_cache is not before


def test_small_commands(talk: Talk) -> None:
    for line in ("stop", "clear_cache", "gogui-interrupt", "kata-set-param analysisWideRootNoise 0.0"):
        assert talk.ok(line) == ""
    assert talk.ok("kata-get-param playoutDoublingAdvantage") == "0"
    assert talk.ok("kata-list-params") == "analysisWideRootNoise playoutDoublingAdvantage"
    assert talk.ok("kata-get-params") == '{"analysisWideRootNoise":0,"playoutDoublingAdvantage":0}'
    assert talk.fails("kata-get-param maxVisits").startswith("unknown parameter: ")
    assert talk.fails("kata-set-param maxVisits 5").startswith("unknown parameter: ")
    assert talk.fails("kata-set-param analysisWideRootNoise 0.1").startswith("unsupported value: ")
    assert talk.fails("kata-set-param analysisWideRootNoise x").startswith("syntax error: ")
    assert talk.ok("known_command kata-raw-nn") == "false"
