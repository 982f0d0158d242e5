"""Colours of sides: as the pack says, else as the system does, else by the order of the sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from domain.games.games import Games
from domain.kernel.colours import COLOURS, FILE, Colour, colours_of, places
from domain.kernel.errors import BadInput
from domain.kernel.packs import Pack
from domain.log.refs import Ref
from domain.packs.faults import faults_of, unread
from projections.charts.plot import looks
from projections.drawing.colours import wearing, worn
from projections.drawing.style import PALETTE, theme
from projections.page.build import build
from rules import SYSTEMS
from tests.shipped import shipped_packs


@pytest.mark.parametrize(
    ("sides", "said", "found"),
    [
        pytest.param(("french", "allied"), {}, {"french": 0, "allied": 1}, id="by their order"),
        pytest.param(("grey", "union"), {"union": "blue"}, {"union": 0, "grey": 1}, id="who wears blue comes first"),
        pytest.param(("a", "b", "c"), {"a": "green"}, {"b": 0, "c": 1, "a": 2}, id="nobody takes what another wears"),
        pytest.param(("a", "b"), {"b": "sky"}, {"a": 0, "b": 4}, id="some colours may stay free"),
        pytest.param(("us", "red", "blue"), {"us": "blue", "blue": "blue"}, {"us": 0, "blue": 1, "red": 2}, id="twice"),
        pytest.param(("a", "a"), {}, {"a": 0}, id="named twice"),
        pytest.param((), {"union": "blue"}, {}, id="nobody"),
    ],
)
def test_each_side_has_a_place(sides: Sequence[str], said: Mapping[str, Colour], found: Mapping[str, int]) -> None:
    assert list(places(sides, said).items()) == list(found.items())


def test_there_is_a_colour_for_each_name() -> None:
    assert len(COLOURS) == len(PALETTE)


def with_sides(pack: Pack, text: str) -> Pack:
    return Pack(name=pack.name, files={**pack.files, FILE: text})


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
def test_any_pack_may_say_its_own_colours(system: object) -> None:
    from domain.kernel.system import System

    assert isinstance(system, System)
    own = with_sides(shipped_packs(system.key)[0], '[sides]\nunion = "green"\n')
    assert colours_of(system, own)["union"] == "green"
    assert (faults_of(system.sheets, own), unread(system.sheets, own)) == ([], [])


def test_a_colour_that_there_is_not_is_a_fault_of_the_pack() -> None:
    system = SYSTEMS["gettysburg"]
    own = with_sides(shipped_packs("gettysburg")[0], '[sides]\nunion = "navy"\n')
    (fault,) = faults_of(system.sheets, own)
    assert (fault.file, fault.where) == (FILE, "sides.union")
    with pytest.raises(BadInput, match=r"sides\.toml"):
        colours_of(system, own)


def test_pictures_and_charts_ask_the_same() -> None:
    with wearing(lambda: {"union": "blue"}):
        assert worn(("confederate", "union")) == {"union": 0, "confederate": 1}
        assert theme(("confederate", "union"), ()).sides == {"union": "side0", "confederate": "side1"}
        assert list(looks(("confederate", "union"))) == ["union", "confederate"]
    assert worn(("confederate", "union")) == {"confederate": 0, "union": 1}


def test_a_page_is_in_the_colours_of_its_pack(games: Games) -> None:
    system, pack = SYSTEMS["gettysburg"], shipped_packs("gettysburg")[0]
    games.new(system, "mcpherson", "shipped", pack)
    games.new(system, "mcpherson", "own", with_sides(pack, '[sides]\nunion = "green"\nconfederate = "sky"\n'))
    assert build(games, "shipped", {}).looks == {"union": "side0", "confederate": "side1"}
    assert build(games, "own", {}).looks == {"union": "side2", "confederate": "side4"}
    assert games.colours(games.line(Ref("own"))) == {"union": "green", "confederate": "sky"}
