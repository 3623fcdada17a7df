"""Local diagrams: letters and bad input."""

from __future__ import annotations

import pytest

from analysis.region.local_diagram import parse_local


def test_a_diagram_is_parsed() -> None:
    local = parse_local("#XX#/Oxo./#X.#")
    assert (local.grid.height, local.grid.width) == (3, 4)
    assert local.region.vertices == (5, 6, 7, 10)
    assert [int(near) for near in local.region.near] == [0b0010, 0b1101, 0b0010, 0b0010]
    assert local.region.walls == (0b1011, 0b0001)  # the point on the rim touches nothing but the white stone
    assert local.region.playable == local.region.points == 0b1111
    assert (local.start.black, local.start.white) == (0b0001, 0b0010)
    assert not local.region.neutral


def test_rows_may_be_separated_by_newlines_or_slashes() -> None:
    first, second = parse_local("\n  O..X  \n\n  XXXX\n"), parse_local("O..X/XXXX")
    assert first.region.vertices == second.region.vertices
    assert first.region.walls == second.region.walls


@pytest.mark.parametrize(("text", "message"), [
    ("", "at least one row"),
    ("O..X/XXX", "as long as the first, 4, got 'XXX'"),
    ("O.bX", "consists of XOxo.#, got 'b'"),
    ("OXXO", "1 to 64 points with `.`, x or o, got 0"),
    ("/".join(["." * 9] * 8), "got 72"),
])
def test_bad_input_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_local(text)


def test_the_identity_is_the_only_symmetry() -> None:
    region = parse_local("..........X").region
    table = region.symmetries
    assert table.shape == (1, 2, 256)
    for bits in (1, 0b1000000001, region.points):
        assert sum(int(table[0, chunk, bits >> 8 * chunk & 255]) for chunk in range(2)) == bits
