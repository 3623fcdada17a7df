"""Proofs as game records: what a viewer reads there is a whole proof, node by node."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

import pytest
from sgfmill import sgf_grammar

from analysis.board import BLACK, PASS, WHITE, Color, Position
from analysis.solver import Bracket, Budget, Endless, Ko, Rules, Solution, State, solve
from gtpengine.sgf import load_game
from gtpengine.solve.proof_sgf import MAX_NODES, solution_to_sgf
from gtpengine.solve.solver_query import state_of

SITUATIONAL = Rules(Ko.SITUATIONAL)


@dataclass
class ReadNode:
    """A node of a record that has been read."""

    properties: dict[str, list[bytes]]
    children: list[ReadNode] = field(default_factory=list)

    def text(self, name: str) -> str:
        return sgf_grammar.text_value(self.properties[name][0]).decode() if name in self.properties else ""

    @property
    def number(self) -> int:
        found = re.match(r"\[(\d+)\](\d+(\.5)?)(\n|$)", self.text("C"))
        assert found, self.text("C")
        return int(found[1])

    @property
    def points(self) -> float:
        return float(self.text("C").split("\n")[0].split("]")[1])

    @property
    def bracket(self) -> Bracket:
        ends = self.text("N").replace("B+", "").replace("W+", "-").split("..")
        return Bracket(int(ends[0]), int(ends[-1]))

    @property
    def remark(self) -> str:
        return self.text("C").split("\n")[-1] if "\n" in self.text("C") and not self.is_root else ""

    @property
    def is_root(self) -> bool:
        return "SZ" in self.properties

    @property
    def color(self) -> Color:
        return BLACK if "B" in self.properties else WHITE

    @property
    def marks(self) -> list[str]:
        return [name for name in ("TE", "IT", "DO", "BM") if name in self.properties]

    def move(self, width: int) -> int:
        value = self.properties[self.color.letter][0]
        return (value[1] - ord("a")) * width + value[0] - ord("a") if value else PASS

    def walk(self) -> Iterator[ReadNode]:
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += node.children


def read(data: bytes) -> ReadNode:
    def built(properties: dict[str, list[bytes]]) -> ReadNode:
        return ReadNode(properties)

    root: ReadNode | None = None
    todo = [(sgf_grammar.parse_sgf_game(data), root)]
    while todo:
        tree, parent = todo.pop()
        for properties in tree.sequence:
            node = ReadNode(properties)
            if parent is None:
                root = node
            else:
                parent.children.append(node)
            parent = node
        todo += [(child, parent) for child in reversed(tree.children)]
    assert root is not None
    return root


def replayed(root: ReadNode, solution: Solution) -> Iterator[tuple[ReadNode, Position, bool]]:
    """Yield every node with its position on a board, and whether the game is over. Fails on illegal moves."""
    empty = Position.empty(solution.height, solution.width, solution.start.to_move)
    stones = empty.stones.copy()
    for point in range(empty.grid.area):
        stones[point] = (solution.start.black >> point & 1) - (solution.start.white >> point & 1)
    start = Position.from_stones(empty.grid, stones, to_move=solution.start.to_move)
    todo = [(root, start, solution.start.passed, False)]
    while todo:
        node, position, passed, over = todo.pop()
        yield node, position, over
        assert not (over and node.children)
        for child in node.children:
            point = child.move(solution.width)
            assert child.color == position.to_move
            after = position.play(point)
            todo.append((child, after, point == PASS, passed and point == PASS))


SOLVED = [
    (1, 2, {}), (1, 4, {}), (2, 2, {}), (2, 3, {}), (2, 4, {}), (3, 3, {}), (3, 3, {"komi": Fraction(8)}),
    (3, 3, {"komi": Fraction(9)}), (3, 3, {"komi": Fraction(19, 2)}), (2, 2, {"rules": SITUATIONAL}),
    (1, 4, {"rules": SITUATIONAL}), (2, 3, {"rules": Rules(endless=Endless.WON)}),
    (3, 3, {"start": State(0, 0, WHITE)}), (3, 3, {"start": State(16, 0, WHITE)}), (2, 2, {"start": State(1, 8)}),
]


@pytest.mark.parametrize(("height", "width", "options"), SOLVED)
def test_the_tree_is_a_proof(height: int, width: int, options: dict[str, object]) -> None:
    """One move for the prover, all replies of its opponent, and every leaf has the reason why it is one."""
    solution = solve(height, width, **options)  # type: ignore[arg-type]
    root = read(solution_to_sgf(solution))
    area = height * width
    komi = solution.komi or 0
    assert solution.value is not None
    player = WHITE if solution.value < komi else BLACK
    numbers = sorted(node.number for node in root.walk())
    assert numbers == list(range(1, len(numbers) + 1))
    named = {node.number: node for node in root.walk()}
    places: dict[int, State] = {}
    for node, position, over in replayed(root, solution):
        low, high = node.bracket
        value = low if player is BLACK else high
        assert player * value >= player * solution.value  # the prover never loses any of it
        by = solution.start.to_move.opponent if node.is_root else node.color
        assert node.points == (area + (high if by is BLACK else -low)) / 2
        if node.is_root:
            assert node.marks == []
        elif low <= komi <= high:
            assert node.marks == ["DO"] or (low == high and node.marks == [])
        else:
            assert node.marks == ["TE" if value > komi else "IT"]
        passed = solution.start.passed if node.is_root else node.move(width) == PASS
        places[node.number] = state_of(position)._replace(passed=passed)
        legal = {int(point) for point in position.legal_points()} | {PASS}
        moves = [child.move(width) for child in node.children]
        assert len(set(moves)) == len(moves)
        if over:
            assert node.remark == "the game is over"
        elif node.remark:
            assert not moves
        elif position.to_move is player:
            assert len(moves) == 1
        elif solution.rules.ko is Ko.SIMPLE:
            assert set(moves) == legal
        else:
            assert PASS in moves
            assert set(moves) <= legal
    for node in root.walk():
        seen = re.fullmatch(r"the position of \[(\d+)\]", node.remark)
        if seen:
            assert places[int(seen[1])] == places[node.number]
            assert named[int(seen[1])].text("N") == node.text("N")
            assert not named[int(seen[1])].remark.startswith("the position")


@pytest.mark.parametrize(("height", "width", "start"), [
    (1, 4, State(0, 0)), (2, 4, State(0, 0)), (3, 3, State(0, 0)), (3, 3, State(0, 0, WHITE)),
    (3, 3, State(2, 0, WHITE)), (2, 5, State(0, 0)),
])  # fmt: skip
def test_the_winner_makes_progress(height: int, width: int, start: State) -> None:
    """No line is endless, also where it continues at an earlier node with the same position."""
    solution = solve(height, width, start=start)
    assert solution.value
    root = read(solution_to_sgf(solution, 50_000))
    named = {node.number: node for node in root.walk()}
    done: dict[int, bool] = {}
    todo = [root]
    while todo:
        node = todo[-1]
        seen = re.fullmatch(r"the position of \[(\d+)\]", node.remark)
        following = [named[int(seen[1])]] if seen else node.children
        if not following:
            assert node.remark in ("settled as it stands", "the game is over")
        if node.number not in done:
            done[node.number] = False
            for child in following:
                assert done.get(child.number, True), "round in circles"
                if child.number not in done:
                    todo.append(child)
        else:
            done[node.number] = True
            todo.pop()


def test_a_draw_by_endless_play_is_marked() -> None:
    """Source 004 has blue, green, and neither; DO marks values that the ko rule decides. On 2x3 it draws the game."""
    root = read(solution_to_sgf(solve(2, 3)))
    marked = [node for node in root.walk() if node.marks == ["DO"]]
    assert marked
    assert {node.text("N") for node in marked} == {"0"}
    settled = read(solution_to_sgf(solve(3, 3, komi=Fraction(9))))
    assert {mark for node in settled.walk() for mark in node.marks} <= {"TE"}


def test_root_properties_and_comment() -> None:
    solution = solve(2, 3, komi=Fraction(-1, 2), start=State(1, 0b100000, WHITE))
    root = read(solution_to_sgf(solution))
    properties = {name: values for name, values in root.properties.items() if name not in ("C", "N")}
    assert properties == {
        "FF": [b"4"], "GM": [b"1"], "CA": [b"UTF-8"], "AP": [b"Mokusan"], "SZ": [b"3:2"], "KM": [b"-0.5"], "PL": [b"W"],
        "AB": [b"aa"], "AW": [b"cb"],
    }
    comment = root.text("C").split("\n")
    assert re.fullmatch(r"\[1\]\d(\.5)?", comment[0])
    assert comment[1].endswith("area scoring, simple ko, endless play drawn, no suicide.")
    assert re.fullmatch(r"Komi -0\.5: (Black|White) wins by \d+(\.5)?: (good|bad) for Black, who does not move now\.",
                        comment[2])
    assert re.fullmatch(r"Shown: one best move of \w+ in each position, all replies of \w+\.", comment[3])


@pytest.mark.parametrize(("komi", "verdict", "legend"), [
    (Fraction(10), "Komi 10: White wins by 1: good for White, who does not move now.",
     "No mark: a draw, as Black's lead is the komi, 10."),
    (Fraction(9), "Komi 9: a draw: fair for White, who does not move now.",
     "No mark: a draw, as Black's lead is the komi, 9."),
    (Fraction(17, 2), "Komi 8.5: Black wins by 0.5: bad for White, who does not move now.", ""),
    (None, None, "No mark: a draw."),
])
def test_the_root_names_the_winner_with_a_komi(komi: Fraction | None, verdict: str | None, legend: str) -> None:
    comment = read(solution_to_sgf(solve(3, 3, komi=komi))).text("C")
    assert [line for line in comment.split("\n") if line.startswith("Komi")] == ([] if verdict is None else [verdict])
    assert legend in comment
    assert ("No mark" in comment) == bool(legend)


def test_the_record_loads_as_a_game() -> None:
    """The main line is the solution's variation on a board of its size."""
    solution = solve(3, 3)
    game = load_game(solution_to_sgf(solution))
    assert (game.grid.height, game.grid.width, game.komi) == (3, 3, 0)
    assert game.moves[0].point == 4
    assert len(game.moves) >= 3
    rectangle = load_game(solution_to_sgf(solve(1, 4)))
    assert (rectangle.grid.height, rectangle.grid.width) == (1, 4)


def test_passes_are_nodes_without_a_point() -> None:
    root = read(solution_to_sgf(solve(3, 3)))
    assert any(node.properties.get("W") == [b""] for node in root.walk())


@pytest.mark.parametrize("most", [1, 2, 20, 100, 700])
def test_a_tree_that_is_too_large_is_cut_and_says_so(most: int) -> None:
    root = read(solution_to_sgf(solve(3, 3), most))
    nodes = list(root.walk())
    ends = [node for node in nodes if node.remark == "not shown any further"]
    assert len(nodes) <= most
    cut = f"The tree is cut after {len(nodes)} nodes."
    assert (cut in root.text("C")) == (most < 700)
    assert bool(ends) == (1 < most < 700)
    # the main line is shown as far as the limit allows
    line = [root]
    while line[-1].children:
        line.append(line[-1].children[0])
    if most >= 100:
        assert line[-1].remark == "settled as it stands"


def test_a_large_tree_is_cut_at_the_default_limit() -> None:
    solution = solve(3, 4)
    nodes = list(read(solution_to_sgf(solution)).walk())
    assert MAX_NODES - 20 < len(nodes) <= MAX_NODES


def test_proofs_make_trees_too() -> None:
    """3x5: Black has everything (FACTS of small boards); there is no table, only proofs."""
    solution = solve(3, 5)
    assert solution.method == "proof"
    root = read(solution_to_sgf(solution, 1500))
    assert root.text("N") == "B+15"
    assert len(root.children) == 1
    assert all("TE" in node.properties for node in root.walk() if not node.is_root)
    assert not [node for node in root.walk() if node.remark.startswith("how to go on")]


def test_an_open_question_is_marked_as_one() -> None:
    open_ = solve(3, 5, budget=Budget(nodes=2000))
    assert not open_.proved
    if open_.knowledge is not None:
        root = read(solution_to_sgf(open_))
        assert root.text("C").split("\n")[1].startswith("Between ")
        assert all(node.marks in (["DO"], ["TE"], ["IT"]) for node in root.walk() if not node.is_root)


def test_a_solution_without_knowledge_has_no_tree() -> None:
    with pytest.raises(ValueError, match="no knowledge of other positions"):
        solution_to_sgf(replace(solve(2, 2), knowledge=None))


def test_states_and_positions() -> None:
    position = Position.from_diagram("X.O\n.X.", "W")
    assert state_of(position) == State(0b010001, 0b000100, WHITE)
    assert Bracket(1, 1).value == 1
