"""docs/read-model.md tells the truth: every query runs, and every table and view is described."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.games.games import Games
from projections.models.catch_up import catch_up

PAGE = (Path(__file__).parent.parent.parent / "docs" / "read-model.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S))
Query = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
def read_db(mill: Games, tmp_path: Path) -> Path:
    path = tmp_path / "games.read.db"
    catch_up(mill.log, path)
    return path


@pytest.mark.parametrize("name", SECTIONS)
def test_each_example_query_gives_rows(name: str, read_db: Path, query: Query) -> None:
    examples = re.findall(r"```sql\n(.*?)```", SECTIONS[name], re.S)
    assert examples
    for sql in examples:
        assert name in sql or name == "timeline_fts"
        assert query(read_db, sql)


def test_every_table_and_view_is_described_and_no_other(read_db: Path, query: Query) -> None:
    names = {name for (name,) in query(read_db, "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")}
    shadows = {name for name in names if name.startswith("timeline_fts_")}
    assert set(SECTIONS) == names - shadows


@pytest.mark.parametrize("name", SECTIONS)
def test_every_column_of_a_table_is_named_in_its_section(name: str, read_db: Path, query: Query) -> None:
    columns = {column for (column,) in query(read_db, "SELECT name FROM pragma_table_info(?)", name)}
    everywhere = {"game", "line", "entry", "id"}
    in_words = {"dice_faces", "dice_tests", "losses_by_unit", "dice_summary", "orders", "games_list", "tracking"}
    if name not in in_words:
        missing = {column for column in columns - everywhere if column not in SECTIONS[name]}
        assert missing == set()


def test_foreign_keys_lead_to_the_game_and_to_the_entry(read_db: Path, query: Query) -> None:
    for table in ("points", "losses", "dice"):
        keys = query(read_db, 'SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)', table)
        assert sorted(keys) == [("game", "games", "game"), ("id", "timeline", "id")]
    assert query(read_db, "PRAGMA foreign_key_check") == []
