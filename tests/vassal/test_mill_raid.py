"""The VASSAL log that comes with the project."""

from __future__ import annotations

from domain.formats.vassal.read import read_vassal
from domain.kernel import happenings as h
from tests.vassal.mill_raid import PATH, REBEL, UNION, mill_raid


def test_the_recorded_log_is_the_one_that_is_described() -> None:
    assert PATH.read_bytes() == mill_raid()


def test_nobody_in_it_can_be_known_again() -> None:
    told = repr(read_vassal(mill_raid()))
    for secret in (UNION, REBEL, "Margaret", "Oakes", "Whitfield", "example.org", "go for the battery"):
        assert secret not in told


def test_the_grid_is_learnt_so_that_hidden_ways_have_hexes() -> None:
    story = read_vassal(mill_raid())
    cavalry = next(told.piece for _, told in story.each() if isinstance(told, h.Appeared) and "Cavalry" in told.name)
    ways = [told.to for _, told in story.each() if isinstance(told, h.Moved) and told.piece == cavalry]
    assert ways == ["0601", "0501", "0601", "0401"]


def test_the_edited_step_is_found() -> None:
    story = read_vassal(mill_raid())
    assert [step.place for step, told in story.each() if isinstance(told, h.Warning)] == ["step 23"]
