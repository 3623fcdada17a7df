"""KataGo's JSON analysis engine: every turn is answered once, in order, on one scale; the process ends quietly."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from analysis.board import BLACK, WHITE, Game, Grid, Position
from analysis.evaluation import evaluate
from analysis.tree_search.puct_tree import PuctTree
from analysis.tree_search.tree_lines import FIRST
from analysis.tree_search.tree_values import shown_values
from gtpengine import cli
from gtpengine.engine.move_choice import decide
from gtpengine.kata_json import analysis, turn_search
from gtpengine.kata_json.analysis import MAX_LINE_BYTES, AnalysisEngine, split_lines
from gtpengine.settings import Settings
from tests.gtpengine.json_talk import Client, Fields, check_reply, final, query

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = [sys.executable, "-m", "gtpengine.cli", "json"]


@pytest.fixture
def client() -> Client:
    return Client()


# -- replies -----------------------------------------------------------------------------------------------------


def test_a_reply_has_the_requested_fields_only(client: Client) -> None:
    plain = client.answer(boardXSize=6)
    assert list(plain) == ["id", "isDuringSearch", "turnNumber", "rootInfo", "moveInfos"]
    assert set(plain["moveInfos"][0]) == {
        "move", "order", "visits", "winrate", "utility", "scoreLead", "scoreMean", "scoreSelfplay", "scoreStdev",
        "prior", "pv",
    }
    assert set(plain["rootInfo"]) == {
        "visits", "currentPlayer", "winrate", "utility", "scoreLead", "scoreMean", "scoreSelfplay", "scoreStdev",
    }
    check_reply(plain, 6, 5)
    flags = ("includeOwnership", "includeMovesOwnership", "includePolicy", "includePVVisits")
    full = client.answer(boardXSize=6, **dict.fromkeys(flags, True))
    assert set(full) - set(plain) == {"ownership", "policy"}
    assert set(full["moveInfos"][0]) - set(plain["moveInfos"][0]) == {"ownership", "pvVisits"}
    check_reply(full, 6, 5)
    assert (plain["id"], plain["isDuringSearch"], plain["turnNumber"]) == ("q", False, 3)
    assert plain["rootInfo"]["currentPlayer"] == "W"


def test_rows_come_from_the_top_and_illegal_points_have_policy_minus_one(client: Client) -> None:
    """A 7x5 board, Black above with two eyes, White likewise below: stones cannot be played on."""
    stones = [["B", f"{column}5"] for column in "BDEFG"] + [["B", f"{column}4"] for column in "ABCDEF"]
    stones += [["W", f"{column}1"] for column in "BDEFG"] + [["W", f"{column}2"] for column in "ABCDEFG"]
    reply = client.answer(
        boardXSize=7, boardYSize=5, initialStones=stones, moves=[], initialPlayer="B",
        includeOwnership=True, includePolicy=True,
    )
    assert min(reply["ownership"][:13]) > 0.3
    assert max(reply["ownership"][21:]) < -0.3
    assert reply["policy"][7:13] == [-1] * 6
    assert reply["policy"][21:28] == [-1] * 7
    assert min(reply["policy"][13:21]) > 0


def test_numbers_are_those_of_mokusan_analyse(
    client: Client, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ownership is the control map; leads and visits are the tree search's, priors the move probabilities."""
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[5]KM[0.5];B[cc];W[cd];B[bd])")
    assert cli.main(["analyse", str(record), "--json"]) == 0
    shell = json.loads(capsys.readouterr().out)
    reply = client.answer(includeOwnership=True, includePolicy=True)
    assert reply["ownership"] == pytest.approx(shell["ownership"], abs=1e-5)
    evaluation = evaluate(Position.from_diagram(".....\n.....\n..X..\n.XO..\n.....", "W"), komi=0.5)
    tree = PuctTree(evaluation, recent=[evaluation.position.grid.point(vertex) for vertex in ("C2", "B2")])
    for _ in islice(tree.run(60), FIRST):
        pass
    moves = {evaluation.position.grid.vertex(move.point): move for move in tree.root_moves()}
    assert {info["move"] for info in reply["moveInfos"]} == set(moves)
    best = reply["moveInfos"][0]
    assert best["scoreLead"] == pytest.approx(reply["rootInfo"]["scoreLead"], abs=1e-5)
    _, leads = shown_values(tree.root_moves(), moves[best["move"]].point, WHITE, evaluation.open_points / 25)
    for info in reply["moveInfos"]:
        move = moves[info["move"]]
        assert info["visits"] == move.visits
        assert info["scoreLead"] == pytest.approx(leads[move.point] - 0.5, abs=1e-5)
        assert info["prior"] == pytest.approx(move.probability, rel=1e-3)


def test_komi_and_handicap_bonus_are_in_the_lead(client: Client) -> None:
    stones = [["B", "B2"], ["B", "D4"]]
    lead = {
        (komi, bonus): client.answer(initialStones=stones, moves=[], komi=komi, rules="japanese", **bonus_field)[
            "rootInfo"]["scoreLead"]
        for komi in (0, 6.5)
        for bonus, bonus_field in ((0, {}), (1, {"whiteHandicapBonus": "N-1"}), (2, {"whiteHandicapBonus": "N"}))
    }
    for (komi, bonus), value in lead.items():
        assert value == pytest.approx(lead[0, 0] - komi - bonus, abs=1e-5)
    chinese = client.answer(initialStones=stones, moves=[], komi=0)["rootInfo"]["scoreLead"]
    assert chinese == pytest.approx(lead[0, 2])
    one_white, without = (  # of engines without a tree of the other question
        Client().answer(initialStones=[*stones, ["W", "C3"]], moves=[], komi=0, **bonus)["rootInfo"]["scoreLead"]
        for bonus in ({}, {"whiteHandicapBonus": "0"})
    )
    assert one_white == pytest.approx(without, abs=1e-5)  # not a handicap game, which would be 2 points


@pytest.mark.parametrize(("rules", "komi"), [("japanese", 6.5), ("chinese", 7.5)])
def test_default_komi(rules: str, komi: float) -> None:
    given, default = (Client().answer(rules=rules, komi=value) for value in (komi, None))
    assert given == default
    by_setting = Client(game_komi="3.5").answer(rules=rules, komi=None)
    assert by_setting["rootInfo"]["scoreLead"] == pytest.approx(given["rootInfo"]["scoreLead"] + komi - 3.5)


def test_who_moves_first(client: Client) -> None:
    def mover(**changes: Any) -> str:
        return str(client.answer(analyzeTurns=[0], **changes)["rootInfo"]["currentPlayer"])

    assert mover() == "B"
    assert mover(moves=[["W", "C3"]]) == "W"
    assert mover(moves=[]) == "B"
    assert mover(moves=[], initialStones=[["B", "B2"], ["B", "D4"]]) == "W"
    assert mover(moves=[], initialStones=[["B", "B2"], ["B", "D4"]], initialPlayer="b") == "B"
    assert mover(moves=[["W", "C3"]], initialPlayer="BLACK") == "B"


def flipped(reply: Fields) -> Fields:
    """Return the reply from the other side's perspective."""
    twin: Fields = json.loads(json.dumps(reply))
    for info in (twin["rootInfo"], *twin["moveInfos"]):
        info["winrate"] = 1 - info["winrate"]
        for key in ("utility", "scoreLead", "scoreMean", "scoreSelfplay"):
            info[key] = -info[key]
        if "ownership" in info:
            info["ownership"] = [-value for value in info["ownership"]]
    twin["ownership"] = [-value for value in twin["ownership"]]
    return twin


def same(one: object, other: object) -> bool:
    """Whether two replies agree to the last decimal but one."""
    if isinstance(one, float) and isinstance(other, float):
        return one == pytest.approx(other, abs=3e-6)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def test_whose_values_are_reported(client: Client) -> None:
    def reply(turn: int, **override: str) -> Fields:
        return client.answer(
            analyzeTurns=[turn], includeOwnership=True, includeMovesOwnership=True, includePolicy=True,
            overrideSettings=override,
        )

    for turn, mover in ((2, "BLACK"), (3, "WHITE")):
        black, white = reply(turn, reportAnalysisWinratesAs="BLACK"), reply(turn, reportAnalysisWinratesAs="white")
        assert reply(turn) == black
        assert same(flipped(black), white)
        assert black != white
        to_move = reply(turn, reportAnalysisWinratesAs="SIDETOMOVE")
        assert to_move == (black if mover == "BLACK" else white)
    # The first move is the best for the side to move.
    chances = [info["winrate"] for info in to_move["moveInfos"]]
    assert chances == sorted(chances, reverse=True)


def test_colours_exchanged(client: Client) -> None:
    """The same game with colours and komi exchanged: Black's values become White's."""
    moves = [["W", "C3"], ["B", "C2"], ["W", "B2"]]
    here = client.answer(includeOwnership=True, rules="japanese")
    there = client.answer(includeOwnership=True, rules="japanese", komi=-0.5, moves=moves)
    there["rootInfo"]["currentPlayer"] = "W"
    assert same(flipped(there), here)


# -- turns, order, ends ------------------------------------------------------------------------------------------


def test_several_turns_each_once_as_if_asked_alone(client: Client) -> None:
    said = client.ask(query(analyzeTurns=[3, 0, 1, 0]))
    assert final(said) == [("q", 0), ("q", 1), ("q", 3)]
    assert said == [Client().answer(analyzeTurns=[turn]) for turn in (0, 1, 3)]
    assert client.answer() == said[-1], "what was asked together is not gone on from"


def test_the_tree_of_a_position_goes_on_after_its_move() -> None:
    client, fresh = Client(), Client()
    first = client.answer(moves=[], maxVisits=60)
    best = first["moveInfos"][0]
    moves = [["B", best["move"]]]
    after, alone = client.answer(moves=moves, maxVisits=60), fresh.answer(moves=moves, maxVisits=60)
    reused = after["rootInfo"]["visits"] - alone["rootInfo"]["visits"]
    assert 0 < reused <= best["visits"]
    assert sum(info["visits"] for info in after["moveInfos"]) == after["rootInfo"]["visits"] - 1
    client.ask({"id": "c", "action": "clear_cache"})
    assert client.answer(moves=moves, maxVisits=60) == alone
    assert client.answer(moves=moves, maxVisits=60) == alone, "the same position again is not searched further"


def test_order_score_and_winrate_agree(client: Client) -> None:
    for turn in range(4):
        for visits in (1, 30, 200):
            reply = client.answer(analyzeTurns=[turn], maxVisits=visits, overrideSettings={
                "reportAnalysisWinratesAs": "SIDETOMOVE"})
            infos = reply["moveInfos"]
            for name in ("scoreLead", "winrate"):
                values = [info[name] for info in infos]
                assert values == sorted(values, reverse=True)
                assert values[0] == reply["rootInfo"][name]


def test_priorities(client: Client) -> None:
    lines = [
        query("low", priority=-1),
        query("none"),
        query("high", priority=2),
        query("also none"),
        query("mixed", analyzeTurns=[2, 0, 1], priorities=[3, 1, -5]),
    ]
    assert [name for name, _ in final(client.ask(*lines))] == [
        "mixed", "high", "mixed", "none", "also none", "low", "mixed",
    ]
    assert [turn for _, turn in final(client.ask(lines[-1]))] == [2, 0, 1]


def test_the_current_query_is_finished_first(client: Client) -> None:
    client.send(query("first", maxVisits=10**6))
    client.engine.step()
    assert final(client.ask(query("urgent", priority=9))) == [("first", 3), ("urgent", 3)]


def test_visits_grow_with_max_visits_until_the_search_ends(client: Client) -> None:
    replies = [client.answer(maxVisits=visits) for visits in (1, 20, 70, 10**7, 2**50)]
    counts = [reply["rootInfo"]["visits"] for reply in replies]
    assert counts[0] < counts[1] < counts[2] < counts[3] == counts[4]
    assert counts[1] >= 20
    assert counts[2] >= 70
    of_best = [reply["moveInfos"][0]["visits"] for reply in replies]
    assert of_best == sorted(of_best)
    assert of_best[0] < of_best[3]
    leads = [reply["rootInfo"]["scoreLead"] for reply in replies]
    assert len(set(leads)) == 4
    assert abs(leads[3] - leads[2]) < 3  # points, on a board of 25


@pytest.mark.parametrize("boards", [12, 30])
def test_with_play_visits_the_first_move_is_that_of_genmove(boards: int) -> None:
    client, settings = Client(play_visits=str(boards)), Settings()
    settings.set("play.visits", str(boards))
    game = Game(Position.empty(5), komi=0.5)
    moves = [["B", "C3"], ["W", "C2"], ["B", "B2"], ["W", "D3"], ["B", "D4"]]
    for turn, (letter, vertex) in enumerate(moves):
        best = decide(game, game.position.to_move, settings).points[0]
        client.ask({"id": "c", "action": "clear_cache"})  # genmove begins without the tree of the last position
        reply = client.answer(moves=moves[:turn], maxVisits=boards)
        assert reply["moveInfos"][0]["move"] == game.grid.vertex(best)
        game.play(BLACK if letter == "B" else WHITE, game.grid.point(vertex))


def test_reports_during_search() -> None:
    client = Client(tick=0.4)
    said = client.ask(query(maxVisits=10**7, reportDuringSearchEvery=1))
    assert len(said) > 3
    assert [reply["isDuringSearch"] for reply in said] == [True] * (len(said) - 1) + [False]
    visits = [reply["rootInfo"]["visits"] for reply in said]
    assert visits == sorted(visits)
    assert visits[0] < visits[-1]
    for reply in said:
        check_reply(reply, 5, 5)


def test_max_time() -> None:
    client = Client(tick=0.1)
    long, short = (
        client.answer(maxVisits=10**7, overrideSettings={"maxTime": seconds}) for seconds in (10**6, 1)
    )
    assert short["rootInfo"]["visits"] < long["rootInfo"]["visits"]


def test_terminate_the_current_query(client: Client) -> None:
    client.send(query("long", maxVisits=10**7), query("next"))
    for _ in range(5):
        client.engine.step()
    stop = {"id": "stop", "action": "terminate", "terminateId": "long", "why": [1, {"x": None}]}
    said = client.ask(stop)
    assert said[1] == stop
    assert final(said) == [("long", 3), ("next", 3)]
    check_reply(said[0], 5, 5)
    assert said[0]["rootInfo"]["visits"] < client.answer(maxVisits=10**7)["rootInfo"]["visits"]


def test_terminate_waiting_queries(client: Client) -> None:
    client.send(query("a", analyzeTurns=[0, 1, 2, 3]), query("b"), query("c"))
    said = client.ask({"id": "s", "action": "terminate", "terminateId": "a", "turnNumbers": [3, 1, 77]})
    nothing = [reply for reply in said if reply.get("noResults")]
    assert nothing == [{"id": "a", "isDuringSearch": False, "noResults": True, "turnNumber": turn} for turn in (1, 3)]
    assert sorted(final(said)) == [("a", 0), ("a", 1), ("a", 2), ("a", 3), ("b", 3), ("c", 3)]
    client.send(query("a"), query("b"))
    said = client.ask({"id": "s", "action": "terminate_all"})
    assert [reply.get("noResults", False) for reply in said] == [True, True, False]
    assert client.ask({"id": "s", "action": "terminate", "terminateId": "nobody"}) == [
        {"id": "s", "action": "terminate", "terminateId": "nobody"}
    ]


def test_other_actions(client: Client) -> None:
    from gtpengine import __version__

    version, models, cache = client.ask(
        {"id": "v", "action": "query_version"}, {"id": "m", "action": "query_models", "x": 1},
        {"action": "clear_cache", "id": "c"},
    )
    assert version == {"id": "v", "action": "query_version", "version": __version__, "git_hash": "<omitted>"}
    assert models == {"id": "m", "action": "query_models", "x": 1, "models": []}
    assert cache == {"action": "clear_cache", "id": "c"}


def test_avoid_moves_and_allow_moves(client: Client) -> None:
    def moves(**changes: Any) -> list[str]:
        return [info["move"] for info in client.answer(maxVisits=60, **changes)["moveInfos"]]

    def entry(player: str, *vertices: str, depth: int = 1) -> list[Fields]:
        return [{"player": player, "moves": list(vertices), "untilDepth": depth}]

    free = moves()
    assert not set(moves(avoidMoves=entry("W", *free[:3]))) & set(free[:3])
    assert not set(moves(avoidMoves=[*entry("W", free[0]), *entry("w", free[1])])) & set(free[:2])
    assert moves(avoidMoves=entry("B", *free[:3])) == free
    assert moves(avoidMoves=[]) == moves(allowMoves=[]) == free
    assert set(moves(allowMoves=entry("W", "A1", "E5", free[0]))) == {"A1", "E5", free[0]}
    everything = [Grid(5, 5).vertex(point) for point in range(25)]
    assert moves(avoidMoves=entry("W", *everything)) == ["pass"]
    assert moves(avoidMoves=entry("W", *everything, "pass")) == ["pass"]
    # At other depths, for the replies.
    best = client.answer(maxVisits=60)["moveInfos"][0]["pv"]
    others = client.answer(maxVisits=60, avoidMoves=entry("B", best[1], depth=2))["moveInfos"]
    lines = {info["move"]: info["pv"] for info in others}
    assert len(lines[best[0]]) > 1
    assert all(line[1:2] != [best[1]] for line in lines.values())


def test_settings_reach_the_analysis() -> None:
    plain, other = Client().answer(), Client(control_lambda="0.1").answer()
    assert plain["rootInfo"] != other["rootInfo"]
    assert len(Client(analyse_top_moves="1").answer(maxVisits=60)["moveInfos"]) == 3  # three times as many at most
    assert Client(analyse_max_visits="61").answer(maxVisits=10**6)["rootInfo"]["visits"] < 80


# -- faults ------------------------------------------------------------------------------------------------------


def test_an_internal_error_is_reported_and_ends_only_its_query(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **more: object) -> None:
        raise ZeroDivisionError("nothing to share")

    with monkeypatch.context() as patch:
        patch.setattr(turn_search, "start_lookahead", fail)
        error, nothing = client.ask(query())
    assert error == {"error": "internal error: ZeroDivisionError: 'nothing to share'", "id": "q"}
    assert nothing == {"id": "q", "isDuringSearch": False, "noResults": True, "turnNumber": 3}
    assert client.log == ["internal error: ZeroDivisionError: 'nothing to share'"]
    with monkeypatch.context() as patch:
        patch.setattr(analysis, "read_tasks", fail)
        assert client.error(query()) == error
    client.answer()


def test_a_client_that_has_gone_gets_no_error() -> None:
    def gone(answer: Fields) -> None:
        raise BrokenPipeError

    log: list[str] = []
    engine = AnalysisEngine(Settings(), gone, log.append)
    for line in (b"not json", b'{"id":"a","action":"clear_cache"}'):
        with pytest.raises(BrokenPipeError):
            engine.feed(line)
    engine.feed(json.dumps(query()).encode())
    engine.step()
    with pytest.raises(BrokenPipeError):
        engine.step()
    assert log == []


# -- the process -------------------------------------------------------------------------------------------------


def run(data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PROGRAM, *arguments], input=data, capture_output=True, cwd=ROOT, timeout=300, check=False)


def test_queries_before_the_end_of_the_input_are_answered() -> None:
    lines = [json.dumps(query(str(number), maxVisits=30)) for number in range(3)]
    done = run("\n".join(["", *lines[:2], "not json", *lines[2:]]).encode())
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(final(said)) == [("0", 3), ("1", 3), ("2", 3)]  # by several processes in any order
    assert len(said) == 4
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_no_input_and_bad_settings() -> None:
    done = run(b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    done = run(b"", "--set", "control.lambda=7")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"mokusan: control.lambda")


def test_a_closed_output_and_a_signal_end_the_process_quietly() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(PROGRAM, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"not json\n")
        process.stdin.flush()
        assert b"error" in process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"not json\n")  # the input stays open: the thread that reads it must not delay the end
        process.stdin.flush()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""
    if sys.platform == "win32":
        return  # there a signal cannot be told from a kill
    with subprocess.Popen(PROGRAM, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(json.dumps(query(maxVisits=10**7, reportDuringSearchEvery=0.001)).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == -signal.SIGTERM
        assert b"Traceback" not in process.stderr.read()


def test_terminate_is_read_while_a_query_runs() -> None:
    """The running query would take minutes: a 19x19 board, and every move as a line."""
    pipe = subprocess.PIPE
    arguments = [*PROGRAM, "--set", "analyse.top_moves=300"]
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout

        def send(fields: Fields) -> None:
            assert process.stdin
            process.stdin.write(json.dumps(fields).encode() + b"\n")
            process.stdin.flush()

        send(query("long", boardXSize=19, boardYSize=19, maxVisits=10**9, reportDuringSearchEvery=0.001))
        assert json.loads(process.stdout.readline())["isDuringSearch"] is True
        send({"id": "stop", "action": "terminate", "terminateId": "long"})
        stopped = time.monotonic()
        kinds = []
        while "stop" not in kinds:
            answer = json.loads(process.stdout.readline())
            kinds.append(answer["id"] if answer.get("isDuringSearch") is not True else "during")
        assert kinds[-2:] == ["long", "stop"]
        assert time.monotonic() - stopped < 60  # seconds of a search that takes minutes
        process.stdin.close()
        assert process.wait(60) == 0


def test_lines_of_a_stream() -> None:
    def split(*chunks: bytes) -> list[bytes]:
        feed: Iterator[bytes] = iter(chunks)
        return list(split_lines(feed))

    assert split(b"a\nb", b"c\r\n", b"\n", b"d") == [b"a", b"bc\r", b"", b"d"]
    assert split() == []
    long = [b"x" * 65536] * 40
    assert [len(line) for line in split(*long, b"y\nz\n")] == [MAX_LINE_BYTES + 1, 1]
