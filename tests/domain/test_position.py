"""Positions set by hand: what is laid over a state, what is refused with its path, and the way back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.cases.fields import path_text, read_path
from domain.cases.position import Overlay, difference, lay_over
from domain.kernel import core
from domain.kernel.core import Core
from domain.kernel.errors import BadInput
from domain.kernel.facts import Frame, GameStarted
from domain.kernel.system import System
from tests import mill_bridge


class Await(Frame, frozen=True, kw_only=True):
    side: str
    depth: int = 1


class Resume(Frame, frozen=True, kw_only=True):
    path: tuple[int, ...]


class Rated(msgspec.Struct, frozen=True, kw_only=True):
    combat: tuple[int, int] = (4, 3)
    loss: str = ""


class Unit(msgspec.Struct, kw_only=True):
    side: str
    at: str
    rated: Rated = Rated()
    due: int | None = None
    marks: dict[str, str] = {}


class Report(msgspec.Struct, kw_only=True):
    state: str
    reason: str | None
    units: list[str]


class State(msgspec.Struct, kw_only=True):
    core: Core[Await | Resume]
    units: dict[str, Unit] = {}
    turns: dict[int, str] = {}
    reports: list[Report] = []
    march: Unit | None = None


SYSTEM: System[State] = System(**{**vars(mill_bridge.SYSTEM), "state": State})  # only its state is asked for


def state() -> State:
    started = GameStarted(
        format=1,
        game="0",
        title="t",
        system="s",
        edition="",
        scenario="s",
        pack="",
        sides=("blue", "red"),
        readings={"D1": "a"},
    )
    return State(
        core=core.start(started),
        units={"b1": Unit(side="blue", at="hill", due=3), "r1": Unit(side="red", at="mill", marks={"state": "shaken"})},
        turns={1: "dawn"},
    )


def laid(values: dict[str, Any], **more: tuple[str, ...]) -> State:
    found: State = lay_over(SYSTEM, state(), Overlay(values, **more))
    return found


def refused(values: dict[str, Any], **more: tuple[str, ...]) -> str:
    with pytest.raises(BadInput) as error:
        laid(values, **more)
    return str(error.value)


def test_tables_merge_field_by_field() -> None:
    found = laid({"core": {"turn": 3}, "units": {"b1": {"at": "wood"}}})
    assert (found.core.turn, found.core.points) == (3, {"blue": 0, "red": 0})
    assert found.units["b1"] == Unit(side="blue", at="wood", due=3)
    assert found.units["r1"] == state().units["r1"]


def test_lists_are_replaced_and_frozen_parts_changed() -> None:
    found = laid({"units": {"b1": {"rated": {"combat": [5, 5]}}}})
    assert found.units["b1"].rated == Rated(combat=(5, 5))


def test_keys_that_are_numbers_are_written_as_text() -> None:
    assert laid({"turns": {"2": "noon"}}).turns == {1: "dawn", 2: "noon"}


def test_what_is_not_spoken_of_is_shared_with_the_start() -> None:
    start = state()
    found = lay_over(SYSTEM, start, Overlay({"core": {"turn": 3}}))
    assert found.units is start.units
    assert found.core is not start.core
    assert start.core.turn == 0


def test_a_new_entry_needs_only_what_is_never_nothing_or_empty() -> None:
    assert laid({"units": {"b2": {"side": "blue", "at": "hill"}}}).units["b2"] == Unit(side="blue", at="hill")
    assert laid({"reports": [{"state": "held"}]}).reports == [Report(state="held", reason=None, units=[])]


def test_frames_are_told_apart_by_their_name() -> None:
    found = laid({"core": {"pending": [{"frame": "Resume", "path": [1, 2]}, {"frame": "Await", "side": "red"}]}})
    assert found.core.pending == [Resume(path=(1, 2)), Await(side="red")]


def test_places_can_be_emptied_taken_out_and_begun_anew() -> None:
    assert laid({}, none=("units.b1.due",)).units["b1"].due is None
    assert list(laid({}, drop=("units.r1",)).units) == ["b1"]
    assert laid({"units": {"x": {"side": "red", "at": "mill"}}}, anew=("units",)).units == {
        "x": Unit(side="red", at="mill")
    }
    assert laid({"units": {"r1": {"marks": {"fired": "yes"}}}}, anew=("units.r1.marks",)).units["r1"].marks == {
        "fired": "yes"
    }


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"unit": {}},
         "position has no field 'unit'; did you mean units?"),
        ({"units": {"b1": {"shakn": True}}},
         "position.units.b1 has no field 'shakn'; there are side, at, rated, due, marks"),
        ({"units": {"b11": {"at": "hill"}}},
         "position.units.b11 is not there, and a new one also needs side; did you mean b1?"),
        ({"units": {"b1": {"at": 7}}},
         "position.units.b1.at takes text, not 7"),
        ({"units": {"b1": {"due": "soon"}}},
         "position.units.b1.due takes a whole number or nothing (named in `none`), not 'soon'"),
        ({"units": {"b1": {"due": True}}},
         "position.units.b1.due takes a whole number or nothing (named in `none`), not true"),
        ({"units": {"b1": {"rated": {"combat": [5]}}}},
         "position.units.b1.rated.combat takes a list of 2, not [5]; such as [4, 3]"),
        ({"units": {"b1": {"rated": {"combat": [5, "x"]}}}},
         "position.units.b1.rated.combat.1 takes a whole number, not 'x'"),
        ({"units": []},
         "position.units takes a table, not []"),
        ({"core": {"pending": [{"frame": "Wait"}]}},
         "position.core.pending.0.frame takes one of Await, Resume, not 'Wait'"),
        ({"core": {"readings": {"D1": "b"}}},
         "position.core.readings: write `readings` at the head of the case, not into its position"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_path(values: dict[str, Any], said: str) -> None:
    assert refused(values) == said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"none": ("units.b1.at",)}, "none: units.b1.at always holds something"),
        ({"none": ("units.b7.due",)}, "none: there is no units.b7.due in the position"),
        ({"none": ("reports.0.reason",)}, "none: there is no reports.0.reason in the position"),
        ({"drop": ("units.b7",)}, "drop: there is no entry units.b7 to take out"),
        ({"drop": ("units",)}, "drop: there is no entry units to take out"),
        ({"anew": ("unitz",)}, "anew: there is no unitz in the position"),
        ({"anew": ("units..x",)}, "'units..x' is no path; write keys with dots between them, such as units.C-41.at"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(more: dict[str, tuple[str, ...]], said: str) -> None:
    assert refused({}, **more) == said


def test_a_path_with_a_dot_in_a_key_stands_in_quotes() -> None:
    path = ("pack", "map.toml", "slopes")
    assert path_text(path) == 'pack."map.toml".slopes'
    assert read_path(path_text(path)) == path


def changed(start: State) -> State:
    start.units["b1"].due = None
    start.units["b1"].rated = Rated(loss="4+")
    del start.units["r1"]
    start.units["r2"] = Unit(side="red", at="mill", due=2)
    start.reports = [Report(state="held", reason=None, units=["b1"])]
    start.march = start.units["r2"]
    start.core.pending = [Await(side="red", depth=2), Resume(path=(4,))]
    start.core.points["red"] = 2
    return start


def test_the_difference_says_what_changed_and_no_more() -> None:
    found = difference(SYSTEM, state(), changed(state()))
    assert found == Overlay(
        {
            "core": {
                "pending": [{"frame": "Await", "side": "red", "depth": 2}, {"frame": "Resume", "path": [4]}],
                "points": {"red": 2},
            },
            "units": {"b1": {"rated": {"loss": "4+"}}, "r2": {"side": "red", "at": "mill", "due": 2}},
            "reports": [{"state": "held", "units": ["b1"]}],
            "march": {"side": "red", "at": "mill", "due": 2},
        },
        none=("units.b1.due",),
        drop=("units.r1",),
    )
    assert lay_over(SYSTEM, state(), found) == changed(state())


def test_the_difference_keeps_the_order_of_entries() -> None:
    other = state()
    other.units = dict(reversed(other.units.items()))
    found = difference(SYSTEM, state(), other)
    assert found.anew == ("units",)
    assert list(lay_over(SYSTEM, state(), found).units) == ["r1", "b1"]


def test_terms_and_fair_dice_are_no_part_of_a_position() -> None:
    other = state()
    other.core.readings, other.core.fair_dice = {"D1": "b"}, 7
    assert difference(SYSTEM, state(), other) == Overlay()
