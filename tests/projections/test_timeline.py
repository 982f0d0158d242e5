"""Entries in words, for those who may read them."""

from __future__ import annotations

import msgspec

from domain.games import Games
from domain.refs import Ref
from projections.sight import SPECTATOR
from projections.timeline import HIDDEN, moment, rows
from rules import SYSTEMS

FREEFORM = SYSTEMS["freeform"]


def test_every_entry_has_its_words_and_its_fact_as_json(mill: Games) -> None:
    found = list(rows(FREEFORM, mill.entries(Ref("mill"))))
    assert [row.entry for row in found] == list(range(1, 19))
    loss = found[10]
    assert (loss.tag, loss.order_no, loss.by, loss.seen_by) == ("LossTaken", 5, "blue", None)
    assert loss.text == "ohio (blue) loses 2 steps, about 60 men to fire"
    assert loss.fact is not None
    assert msgspec.json.decode(loss.fact)["amount"] == 2
    assert loss.packed is not None
    assert msgspec.msgpack.decode(loss.packed) == msgspec.json.decode(loss.fact)


def test_a_withheld_entry_shows_that_it_is_there_and_nothing_else(mill: Games) -> None:
    for viewer in (SPECTATOR, "blue"):
        found = list(rows(FREEFORM, mill.entries(Ref("mill")), viewer))
        hidden = [row for row in found if row.tag == HIDDEN]
        assert [row.entry for row in hidden] == [4, 5, 14, 15]
        assert {(row.seen_by, row.text, row.fact, row.packed) for row in hidden} == {
            ("red", "seen by red only", None, None)
        }
        assert not any("guard" in (row.text + (row.fact or "")) for row in found)


def test_the_side_concerned_and_the_umpire_read_it_all(mill: Games) -> None:
    for viewer in (None, "red"):
        found = list(rows(FREEFORM, mill.entries(Ref("mill")), viewer))
        assert HIDDEN not in {row.tag for row in found}
        assert found[4].seen_by == "red"


def test_a_moment_is_told_in_utc_and_an_impossible_one_not_at_all() -> None:
    assert moment(1_700_000_000_123) == "2023-11-14 22:13:20.123"
    assert moment(2**62) == ""
