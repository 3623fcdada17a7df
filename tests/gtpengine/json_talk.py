"""A client of the JSON analysis engine for tests: queries in memory, with a simulated clock."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from analysis.board import PASS, Grid
from gtpengine.kata_json.analysis import AnalysisEngine
from gtpengine.settings import Settings

Fields = dict[str, Any]


def query(name: str = "q", **changes: Any) -> Fields:
    """Return a query on 5x5 after three moves, White to move; a change to None removes a field."""
    fields: Fields = {
        "id": name, "boardXSize": 5, "boardYSize": 5, "rules": "chinese", "komi": 0.5, "maxVisits": 1,
        "moves": [["B", "C3"], ["W", "C2"], ["B", "B2"]],
    }
    fields.update(changes)
    return {key: value for key, value in fields.items() if value is not None}


class Client:
    """An AnalysisEngine with a simulated clock that advances `tick` seconds whenever it is read; at most 100 visits."""

    def __init__(self, tick: float = 0.0, **settings: str) -> None:
        self.said: list[Fields] = []
        self.log: list[str] = []
        self.now = 0.0
        self.tick = tick
        chosen = Settings()
        chosen.set("analyse.max_visits", "100")
        for name, value in settings.items():
            chosen.set(name.replace("_", ".", 1), value)
        self.engine = AnalysisEngine(chosen, self._take, self.log.append, self._clock)

    def _take(self, answer: Fields) -> None:
        self.said.append(json.loads(json.dumps(answer, allow_nan=False)))

    def _clock(self) -> float:
        self.now += self.tick
        return self.now

    def send(self, *lines: Fields | bytes) -> None:
        for line in lines:
            self.engine.feed(line if isinstance(line, bytes) else json.dumps(line).encode())

    def finish(self) -> list[Fields]:
        """Step until nothing is left to do and return all replies."""
        for _ in range(100_000):
            if not self.engine.busy:
                said, self.said = self.said, []
                return said
            self.engine.step()
        raise AssertionError("the search does not end")

    def ask(self, *lines: Fields | bytes) -> list[Fields]:
        self.send(*lines)
        return self.finish()

    def answer(self, **changes: Any) -> Fields:
        """Return the only reply to a query, which must succeed."""
        (answer,) = self.ask(query(**changes))
        assert "error" not in answer, answer
        return answer

    def error(self, *lines: Fields | bytes) -> Fields:
        """Return the only reply to lines, which must be an error."""
        (answer,) = self.ask(*lines)
        assert "error" in answer, answer
        return answer


def final(said: list[Fields]) -> list[tuple[str, int]]:
    """Return the (id, turn) of the final replies, in order."""
    return [(reply["id"], reply["turnNumber"]) for reply in said if reply.get("isDuringSearch") is False]


def check_reply(reply: Fields, width: int, height: int) -> None:
    """Check the fields of a reply with data."""
    area = width * height
    grid = Grid(height, width)
    root = reply["rootInfo"]
    assert root["currentPlayer"] in ("B", "W")
    for order, info in enumerate(reply["moveInfos"]):
        assert info["order"] == order
        assert info["visits"] >= 1
        assert info["pv"][0] == info["move"] == grid.vertex(grid.point(info["move"]))
        assert all(grid.point(vertex) != PASS for vertex in info["pv"][1:])
        assert 0 < info["prior"] <= 1
        if "ownership" in info:
            assert len(info["ownership"]) == area
            assert max(map(abs, info["ownership"])) <= 1
        if "pvVisits" in info:
            assert len(info["pvVisits"]) == len(info["pv"])
            assert info["pvVisits"][0] == info["visits"]
    for info in (root, *reply["moveInfos"]):
        assert 0 <= info["winrate"] <= 1
        assert info["utility"] == pytest.approx(2 * info["winrate"] - 1, abs=1e-5)
        assert info["scoreLead"] == info["scoreMean"] == info["scoreSelfplay"]
        assert info["scoreStdev"] >= 0
        assert info["visits"] <= root["visits"]
    if "ownership" in reply:
        assert len(reply["ownership"]) == area
        assert max(map(abs, reply["ownership"])) <= 1
    if "policy" in reply:
        legal = [share for share in reply["policy"] if share != -1]
        assert len(reply["policy"]) == area + 1
        assert reply["policy"][-1] > 0
        assert min(legal) >= 0
        assert math.fsum(legal) == pytest.approx(1, abs=1e-4)
        points = [grid.point(info["move"]) for info in reply["moveInfos"]]
        assert [reply["policy"][point] for point in points] == [info["prior"] for info in reply["moveInfos"]]
