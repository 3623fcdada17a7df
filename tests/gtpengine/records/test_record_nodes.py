"""Records of every format, by their content, in all that reads records."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine import cli
from gtpengine.batch.game_source import CollectionRecord, GameSource, split_games
from gtpengine.sgf import SgfError, load_game
from tests.gtpengine.records.test_gib import RECORD as GIB
from tests.gtpengine.records.test_ngf import RECORD as NGF
from tests.gtpengine.records.test_ugf import RECORD as UGF

RECORDS = {"gib": GIB, "ngf": NGF, "ugf": UGF}


@pytest.mark.parametrize("kind", RECORDS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030", "euc_kr"])
def test_records_of_servers_are_games(kind: str, encoding: str, tmp_path: Path) -> None:
    text = RECORDS[kind].replace("가", "A")
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError:
        pytest.skip(f"{encoding} lacks characters of this record")
    plain, found = load_game(text.encode(), notices=[]), load_game(data, notices=[])
    assert len(plain.moves) > 2
    assert (found.moves, found.komi, found.positions) == (plain.moves, plain.komi, plain.positions)
    assert list(split_games(data)) == [data]


def test_the_name_of_a_file_does_not_matter(tmp_path: Path) -> None:
    for kind, text in RECORDS.items():
        (tmp_path / f"as-{kind}.sgf").write_text(text, encoding="utf-8")
        (tmp_path / f"game.{kind.upper()}").write_text(text, encoding="utf-8")
        assert load_game(tmp_path / f"as-{kind}.sgf", notices=[]).moves == load_game(text.encode(), notices=[]).moves
    found = [item.file for item in GameSource([str(tmp_path)]) if isinstance(item, CollectionRecord)]
    assert len(found) == 6


@pytest.mark.parametrize("kind", RECORDS)
def test_a_report_on_a_record_of_a_server_is_sgf(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / f"game.{kind}", tmp_path / "out.sgf"
    path.write_text(RECORDS[kind], encoding="utf-8")
    assert cli.main(["analyse", str(path), "--control-only", "--sgf", str(out), "--every", "9"]) == 0
    assert load_game(out).positions == load_game(path, notices=[]).positions


def test_an_unreadable_record_of_a_server_names_the_line() -> None:
    with pytest.raises(SgfError, match=r"^sgf: line \d+: "):
        load_game(b"\\HS\n\\[GAMEBLACKNAME=a\\]\n\\HE\n")
