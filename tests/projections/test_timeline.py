"""Entries in words, for those who may read them."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.log.refs import Ref
from projections.models.timeline import HIDDEN, columns, moment, teller
from rules import SYSTEMS

FREEFORM = SYSTEMS["freeform"]


class Row(NamedTuple):
    id: int
    game: str
    line: str
    entry: int
    order_no: int
    by: str
    at: str
    source: str
    seen_by: str | None
    tag: str
    text: str
    fact: str | None


def rows(mill: Games, viewer: str | None = None) -> list[Row]:
    tell = teller(FREEFORM)
    return [Row(*columns(tell, entry, viewer, 0, "mill")) for entry in mill.entries(Ref("mill"))]


def test_every_entry_has_its_words_and_its_fact_as_json(mill: Games) -> None:
    found = rows(mill)
    assert [row.entry for row in found] == list(range(1, 19))
    loss = found[10]
    assert (loss.tag, loss.order_no, loss.by, loss.seen_by) == ("LossTaken", 5, "blue", None)
    assert loss.text == "ohio (blue) loses 2 steps, about 60 men to fire"
    assert loss.fact is not None
    assert msgspec.json.decode(loss.fact)["amount"] == 2


def test_a_withheld_entry_shows_that_it_is_there_and_nothing_else(mill: Games) -> None:
    for viewer in (SPECTATOR, "blue"):
        found = rows(mill, viewer)
        hidden = [row for row in found if row.tag == HIDDEN]
        assert [row.entry for row in hidden] == [4, 5, 14, 15]
        assert {(row.seen_by, row.text, row.fact) for row in hidden} == {("red", "seen by red only", None)}
        assert not any("guard" in (row.text + (row.fact or "")) for row in found)


def test_the_side_concerned_and_the_umpire_read_it_all(mill: Games) -> None:
    for viewer in (None, "red"):
        found = rows(mill, viewer)
        assert HIDDEN not in {row.tag for row in found}
        assert found[4].seen_by == "red"


def test_a_moment_is_told_in_utc_and_an_impossible_one_not_at_all() -> None:
    assert moment(1_700_000_000_123) == "2023-11-14 22:13:20.123"
    assert moment(2**62) == ""


def test_a_moment_is_exact_in_any_century() -> None:
    assert moment(8_896_216_593_772) == "2251-11-29 11:16:33.772"
    assert moment(-9_133_986_826_047) == "1680-07-21 13:26:13.953"
    assert moment(-1) == "1969-12-31 23:59:59.999"
