"""A slow and simple board, the oracle that the tests compare `analysis.board` with.

Nothing is shared with the product. A point is a pair (row, col), row 0 at the top. A board is a dict from points to "X"
(Black) or "O" (White); empty points are not in it. Every function is written like the rule that it checks.

Suicide, as everywhere in Mokusan: suicide of a single stone is never legal; that of several is if the rules allow it.
Ko rules: "SIMPLE" forbids only the immediate recapture of a single stone; "POSITIONAL" forbids a move (never a pass)
that makes a whole-board position seen before; "SITUATIONAL" forbids it only if the same side was then to move.
"""

from __future__ import annotations

from collections.abc import Iterator

OracleBoard = dict[tuple[int, int], str]
Size = tuple[int, int]
OTHER = {"X": "O", "O": "X"}


class OracleIllegal(Exception):
    """The move breaks a rule; the text is the reason, as in IllegalMove."""


def read(text: str) -> tuple[Size, OracleBoard]:
    """Rows of `.XO`, top row first -> ((height, width), board)."""
    rows = text.split()
    board = {(r, c): s for r, row in enumerate(rows) for c, s in enumerate(row) if s != "."}
    return (len(rows), len(rows[0])), board


def show(size: Size, board: OracleBoard) -> str:
    return "\n".join("".join(board.get((r, c), ".") for c in range(size[1])) for r in range(size[0]))


def points(size: Size) -> list[tuple[int, int]]:
    return [(r, c) for r in range(size[0]) for c in range(size[1])]


def neighbours(size: Size, point: tuple[int, int]) -> set[tuple[int, int]]:
    row, col = point
    around = {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
    return {(r, c) for r, c in around if 0 <= r < size[0] and 0 <= c < size[1]}


def chain(size: Size, board: OracleBoard, point: tuple[int, int]) -> set[tuple[int, int]]:
    """All stones joined to the one on `point`."""
    members, todo = {point}, [point]
    while todo:
        for near in neighbours(size, todo.pop()):
            if board.get(near) == board[point] and near not in members:
                members.add(near)
                todo.append(near)
    return members


def liberties(size: Size, board: OracleBoard, point: tuple[int, int]) -> set[tuple[int, int]]:
    """The empty points beside the chain on `point`."""
    return {q for p in chain(size, board, point) for q in neighbours(size, p) if q not in board}


def chains(size: Size, board: OracleBoard) -> Iterator[set[tuple[int, int]]]:
    seen: set[tuple[int, int]] = set()
    for point in sorted(board):
        if point not in seen:
            members = chain(size, board, point)
            seen |= members
            yield members


def is_legal_position(size: Size, board: OracleBoard) -> bool:
    return all(liberties(size, board, min(members)) for members in chains(size, board))


def place(
    size: Size, board: OracleBoard, point: tuple[int, int], colour: str
) -> tuple[OracleBoard, set[tuple[int, int]], set[tuple[int, int]]]:
    """Put a stone down whatever the rules say about suicide and ko: (new board, stones captured, stones suicided)."""
    after = {**board, point: colour}
    captured: set[tuple[int, int]] = set()
    for q in neighbours(size, point):
        if after.get(q) == OTHER[colour] and not liberties(size, after, q):
            captured |= chain(size, after, q)
    after = {p: s for p, s in after.items() if p not in captured}
    suicided = set() if liberties(size, after, point) else chain(size, after, point)
    return {p: s for p, s in after.items() if p not in suicided}, captured, suicided


class OracleGame:
    """A game with its whole history. Either side may play at any time."""

    def __init__(
        self,
        size: Size,
        board: OracleBoard | None = None,
        to_move: str = "X",
        ko_rule: str = "SIMPLE",
        suicide: bool = False,
    ) -> None:
        self.size, self.ko_rule, self.suicide = size, ko_rule, suicide
        # One entry per position: (board, side to move, point that side may not retake, captures by each side).
        self.history = [(dict(board or {}), to_move, None, {"X": 0, "O": 0})]

    @property
    def board(self) -> OracleBoard:
        return self.history[-1][0]

    @property
    def to_move(self) -> str:
        return self.history[-1][1]

    @property
    def ko(self) -> tuple[int, int] | None:
        return self.history[-1][2]

    @property
    def captures(self) -> dict[str, int]:
        return self.history[-1][3]

    def play(self, point: tuple[int, int] | None, colour: str | None = None) -> None:
        """Play, or pass if `point` is None. Raises OracleIllegal and leaves everything as it was."""
        colour = colour or self.to_move
        if point is None:
            self.history.append((self.board, OTHER[colour], None, self.captures))
            return
        if point in self.board:
            raise OracleIllegal("occupied")
        if self.ko_rule == "SIMPLE" and point == self.ko and colour == self.to_move:
            raise OracleIllegal("ko")
        after, captured, suicided = place(self.size, self.board, point, colour)
        if suicided and (len(suicided) == 1 or not self.suicide):
            raise OracleIllegal("suicide")
        for earlier, its_turn, *_ in self.history:
            if after == earlier and (
                self.ko_rule == "POSITIONAL" or (self.ko_rule == "SITUATIONAL" and its_turn == OTHER[colour])
            ):
                raise OracleIllegal("superko")
        taken = {**self.captures}
        taken[colour] += len(captured)
        taken[OTHER[colour]] += len(suicided)
        is_ko = len(captured) == 1 and not suicided and len(chain(self.size, after, point)) == 1
        is_ko = is_ko and liberties(self.size, after, point) == captured
        self.history.append((after, OTHER[colour], min(captured) if is_ko else None, taken))

    def undo(self) -> None:
        self.history.pop()

    def refusal(self, point: tuple[int, int] | None, colour: str | None = None) -> str:
        """The reason why the move is illegal, or "" if it is legal."""
        try:
            self.play(point, colour)
        except OracleIllegal as error:
            return str(error)
        self.undo()
        return ""

    def legal(self, colour: str | None = None) -> list[tuple[int, int]]:
        """Legal points without the pass, in reading order."""
        return [p for p in points(self.size) if not self.refusal(p, colour)]

    def perft(self, depth: int) -> int:
        """Number of legal sequences of `depth` moves, passes included, the sides in turn (passes never end it)."""
        if depth == 0:
            return 1
        total = 0
        for move in [*self.legal(), None]:
            self.play(move)
            total += self.perft(depth - 1)
            self.undo()
        return total
