"""Real modules, which are not shipped, against the values that were worked out for them."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from domain.formats.vassal import commands as c
from domain.formats.vassal.commands import MapBoard
from domain.formats.vassal.file import decode_file
from domain.formats.vassal.pieces import named_points, read_core
from domain.formats.vassal.read import read_chain, read_vassal
from domain.formats.vmod.layout import MapLayout
from domain.formats.vmod.lore import ReadModule
from domain.formats.vmod.model import CellGrid, RegionGrid, VassalModule, ZonedGrid
from domain.formats.vmod.reading import read_module
from domain.formats.vmod.slots import SlotFinder
from domain.formats.vmod.store import module_text
from domain.kernel import happenings as h
from tests.vassal.samples import CHAIN, MODULES, needs_chain, needs_modules
from tests.vassal.test_samples_told import SECRETS, signs

TLD, VIVE, FTP = "the-longest-day", "vive-lempereur", "for-the-people"
pytestmark = needs_modules


@cache
def module(name: str) -> VassalModule:
    return read_module((MODULES / f"{name}.vmod").read_bytes())


def grids(name: str) -> Counter[str]:
    found: Counter[str] = Counter()
    waiting = [board.grid for map in module(name).maps for board in map.boards]
    while waiting:
        match waiting.pop():
            case CellGrid(grid=grid):
                found[grid.kind] += 1
            case RegionGrid(regions=regions):
                found.update({"region": 1, "regions": len(regions)})
            case ZonedGrid(zones=zones, background=background):
                found["zone"] += len(zones)
                waiting += [background, *(zone.grid for zone in zones)]
    return found


@pytest.mark.parametrize(
    ("name", "about", "counts", "found"),
    [
        (TLD, ("3.0b6", "0.0"), (2354, 13, 17, 2072, 0, 10, 0, 0, 1, 0), {"hex": 5, "square": 12, "zone": 7}),
        (VIVE, ("3.7.14", "1.0"), (299, 3, 3, 129, 0, 29, 1, 0, 13, 0), {"hex": 1, "zone": 23}),
        (FTP, ("3.6.9", "3.6"), (2205, 8, 8, 641, 144, 287, 8, 427, 2, 1),
         {"square": 2, "region": 42, "regions": 380, "zone": 46}),
    ],
    ids=[TLD, VIVE, FTP],
)  # fmt: skip
def test_a_real_module_has_what_was_counted_in_it(name, about, counts, found):
    m = module(name)
    piles = [pile for map in m.maps for pile in map.piles]
    assert (m.vassal, m.version) == about
    assert counts == (
        m.elements, len(m.maps), sum(len(map.boards) for map in m.maps), len(m.slots),
        sum(slot.is_card for slot in m.slots), len(m.prototypes), sum(pile.is_deck for pile in piles),
        sum(not pile.is_deck for pile in piles), len(m.dice), len(m.trackers),
    )  # fmt: skip
    assert dict(grids(name)) == found


def test_sides_of_the_slots():
    by_prototype = Counter(known.prototypes[0] for known in SlotFinder(module(TLD)).all())
    assert by_prototype == {
        "Unit (German)": 1048, "Unit (Allied)": 901, "Air": 72, "Fortification": 23, "Marker": 20, "Naval": 8,
    }  # fmt: skip
    assert Counter(slot.tray[0] for slot in module(TLD).slots) == {
        "German": 1048, "American": 556, "British": 425, "Other": 43,
    }  # fmt: skip
    vive = Counter(known.marks.get("Unit Side", "") for known in SlotFinder(module(VIVE)).all())
    assert vive == {"France": 43, "Anglo-Allies": 28, "Prussia": 25, "": 33}
    ftp = Counter(known.marks.get("Side", "") for known in SlotFinder(module(FTP)).all())
    assert ftp == {"USA": 130, "CSA": 128, "BOTH": 35, "": 348}
    assert ReadModule(module(TLD)).sides.found["Germans"] == 1048 + 23, "fortifications lie in their tray"
    assert ReadModule(module(VIVE)).sides.found == {"France": 43, "Anglo-Allies": 28, "Prussia": 25, "": 33}


NORMANDY = {
    (36, 64): "0101", (92, 64): "0202", (978, 1248): "1820", (1810, 1728): "3327", (4525, 2272): "8236",
    (4529, 1956): "8231", (4782, 1822): "8728", (4581, 2240): "8335", (5300, 5000): "9679",
    (1040, 100): "Cherbourg Alarm Units", (4900, 1600): "711 Infanterie Division",
}  # fmt: skip
WATERLOO = {
    (216, 112): "0201", (1091, 612): "1005", (1200, 675): "1105", (2000, 1500): "1812", (545, 1877): "0515",
    (55, 300): "0102", (150, 1960): "0115", (107, 49): "Board", (2330, 440): "Turn 1",
    (2500, 240): "Allied Coalition Marker Box", (2500, 1830): "Used Activation Markers Box",
    (2334, 1670): "Activation Draw Cup",
}  # fmt: skip
AMERICA = {
    (3047, 1755): "Nashville", (6162, 1336): "Fort Monroe", (2067, 2082): "Memphis", (5739, 844): "Manassas",
    (5644, 994): "Wilderness", (2020, 3150): "Jackson, MS", (5082, 4209): "Turn 1", (2364, 1610): "Columbus, KY",
    (5339, 3983): "General Reinforcements", (751, 2771): "CSA Forts Pool",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "map", "boards", "places"),
    [
        (TLD, "Normandy", "Normandy", NORMANDY),
        (TLD, "Normandy", "Board F", {(100, 100): "1859", (1200, 700): "3868"}),
        (TLD, "Normandy", "Board G", {(100, 100): "5959", (1200, 700): "7968"}),
        (TLD, "Turn, Rail, & Port Tracks", "", {(100, 100): "Turn Track"}),
        (TLD, "Weather", "", {(100, 100): ""}),
        (VIVE, "Main Map", "", WATERLOO),
        (FTP, "Map", "", AMERICA),
        (FTP, "Union Hand", "", {(150, 260): "10", (800, 260): "30", (2600, 500): "70"}),
    ],
)
def test_places_are_called_as_the_original_calls_them(name, map, boards, places):
    found = next(one for one in module(name).maps if one.id == map)
    layout = MapLayout(found, [MapBoard(boards, 0, 0)] if boards else ())
    assert {at: layout.at(*at).name for at in places} == places


def test_a_save_finds_all_its_slots_and_the_names_it_states():
    file, slots = decode_file((MODULES / f"{FTP}-1861.vsav").read_bytes()), SlotFinder(module(FTP))
    layouts = {map.id: MapLayout(map) for map in module(FTP).maps}
    found, said, sides = Counter[bool](), [], Counter[str]()
    for entry in file.entries:
        if isinstance(entry.command, c.AddPiece) and entry.type is not None and entry.states:
            core = read_core(entry.states[-1])
            known = slots.find(core.slot, entry.type)
            found[known is not None] += 1
            said += [(layouts[map].at(x, y).name, name) for map, x, y, name in named_points(core)]
    assert found == {True: 599}
    assert (len(said), [pair for pair in said if pair[0] != pair[1]]) == (28, [])
    story = read_vassal((MODULES / f"{FTP}-1861.vsav").read_bytes(), module=ReadModule(module(FTP)))
    sides.update(one.side for one in story.steps[0].happenings if isinstance(one, h.Appeared))
    decks = {one.deck: len(one.cards) for _, one in story.each() if isinstance(one, h.DeckMade)}
    assert decks == {"Draw": 130, "USA Forts Pool": 11, "CSA Forts Pool": 3}
    assert sum(sides.values()) == 455
    assert not [word for word in SECRETS if word in str(story)]


@needs_chain
def test_the_real_chain_is_told_on_its_own_hexes():
    read = ReadModule(module(TLD))
    logs = [(f"log-{n}", (CHAIN / f"log-{n}.vlog").read_bytes()) for n in (1, 2, 3, 4, 5)]
    story = read_chain(logs, module=read)
    came = [one for one in story.steps[0].happenings if isinstance(one, h.Appeared)]
    assert Counter(one.side for one in came)["germans"] >= 1086
    assert Counter(one.side for one in came)["allies"] >= 982
    assert [place for place, _ in signs(story)] == ["log-5, step 468", "log-5, step 469", "log-5, step 474"]
    hexes = [place for place in story.places if place.cell is not None]
    assert len(hexes) > 600
    assert all(place.name.isdigit() and len(place.name) == 4 for place in hexes)
    assert not [one.text for _, one in story.each() if isinstance(one, h.Said) and "is not used" in one.text]


@pytest.mark.parametrize("name", [TLD, VIVE, FTP])
def test_no_picture_of_a_module_is_kept(name: str):
    text = module_text(module(name))
    assert len(text) < 4_000_000
    assert "\x89PNG" not in text
