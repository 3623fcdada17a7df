"""A GTP front end for tests: streams in memory, through the real protocol loop and the real registry."""

from __future__ import annotations

import io
from dataclasses import dataclass

from gtpengine.commands import REGISTRY
from gtpengine.protocol import Engine, serve
from gtpengine.registry import Registry
from gtpengine.session import Session
from gtpengine.settings import Settings
from gtpengine.streaming import Inbox, read_lines


@dataclass(frozen=True)
class Answer:
    """A response in its parts: the sign, the id, the text between the blank after them and the empty line."""

    success: bool
    id: str
    text: str


def split_responses(output: bytes) -> list[Answer]:
    """Read responses as every front end does: an empty line ends one. Fails on anything else in the output."""
    answers = []
    for response in output.decode("utf-8").split("\n\n")[:-1]:
        sign, rest = response[:1], response[1:]
        number, blank, text = rest.partition(" ")
        assert sign in ("=", "?"), response
        assert number == "" or number.isdigit(), response
        assert blank, f"no blank after the sign: {response!r}"
        answers.append(Answer(sign == "=", number, text))
    assert output == b"" or output.endswith(b"\n\n")
    return answers


def quick() -> Settings:
    """Settings for playing many moves fast: small budgets for reading, local games and the tree search."""
    settings = Settings()
    small = {
        "status.chain_nodes": "20", "status.group_nodes": "20", "play.policy_moves": "1", "play.visits": "3",
        "endgame.max_region_points": "4", "endgame.max_nodes": "100",
    }
    for name, value in small.items():
        settings.set(name, value)
    return settings


class Talk:
    """One session. `said` has every write, `log` the lines for stderr."""

    def __init__(self, settings: Settings | None = None, registry: Registry = REGISTRY) -> None:
        self.session = Session(settings or Settings())
        self.said: list[bytes] = []
        self.log: list[str] = []
        self.engine = Engine(self.session, registry, self.said.append, self.log.append)

    def state(self) -> tuple[object, ...]:
        """Everything in the session that a command may change, to be compared."""
        session, game = self.session, self.session.game
        played = (game.start, game.moves, game.position, game.handicap, game.komi, game.rules)
        clock = (session.clock, tuple(sorted(session.time_left.items())))
        return (*played, *clock, session.all_alive, tuple(session.settings.items()), session.name, session.version)

    def send(self, data: bytes) -> list[Answer]:
        """Send bytes as one input stream and return the responses to them."""
        before = len(self.said)
        with Inbox(read_lines(io.BytesIO(data).read)) as inbox:
            serve(inbox, self.engine)
        return split_responses(b"".join(self.said[before:]))

    def ask(self, line: str) -> Answer:
        """Send a line and return its response."""
        (answer,) = self.send(line.encode() + b"\n")
        return answer

    def ok(self, *lines: str) -> str:
        """Send lines that all must succeed; return the text of the last answer, without surrounding blanks."""
        text = ""
        for line in lines:
            answer = self.ask(line)
            assert answer.success, f"{line}: {answer.text}"
            text = answer.text.strip()
        return text

    def fails(self, line: str) -> str:
        """Send a line that must fail and leave the session unchanged; return the text of the answer."""
        before = self.state()
        answer = self.ask(line)
        assert not answer.success, f"{line}: succeeded with {answer.text!r}"
        assert self.state() == before
        return answer.text
