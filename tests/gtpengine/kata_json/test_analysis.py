"""KataGo's JSON analysis engine: every turn is answered once, in order, until a query is ended or fails."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analysis.board import BLACK, WHITE, Game, Grid, Position
from gtpengine.engine.move_choice import decide
from gtpengine.kata_json import analysis, turn_search
from gtpengine.kata_json.analysis import AnalysisEngine
from gtpengine.settings import Settings
from tests.gtpengine.json_talk import Client, Fields, check_reply, final, query

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
