"""Modules of our own making: what is read of them, and what a log becomes with one."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from domain.formats.importing.retelling import retell
from domain.formats.vassal.commands import MapBoard
from domain.formats.vassal.read import read_vassal
from domain.formats.vmod.layout import MapLayout, contains
from domain.formats.vmod.lore import ReadModule
from domain.formats.vmod.model import CellGrid, MapZone, ModuleBoard, ModuleMap, RegionGrid, RegionPoint, ZonedGrid
from domain.formats.vmod.reading import read_module
from domain.formats.vmod.slots import SlotFinder
from domain.formats.vmod.store import FILE, with_module
from domain.formats.vmod.turns import turns_told
from domain.hexes.printed import Grid, cell_name
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput
from rules import SYSTEMS
from tests.vassal.builder import log, move
from tests.vassal.builder import piece as logged
from tests.vmod import builder as b

MODULE = read_module(b.game())
SNAPSHOT = [
    "PLAYER\tpw-red\tRoberta\tUnion", "PLAYER\tpw-blue\tQuentin\tRebel", "Main MapBoardPicker\tField\t0\t0",
    logged("1", "2/Cav", "Main Map;252;180", slot="17"), logged("2", "Guard", "Main Map;60;60", slot="18"),
    logged("3", "Smoke", "Main Map;900;300", slot="19"),
    r"TURNTurnTracker0" + "\t" + r"0|3;0;false;-1;1\;0\;0\;true,true",
]  # fmt: skip


def told(*steps: str, module: ReadModule | None = None) -> h.Story:
    return read_vassal(log(SNAPSHOT, *steps), module=module or ReadModule(MODULE))


def test_what_a_module_says_is_read():
    assert (MODULE.name, MODULE.version, MODULE.vassal) == ("Test Game", "1.2", "3.7.20")
    assert MODULE.roster == ("Union", "Rebel", "Solitaire")
    assert [(map.id, [board.name for board in map.boards]) for map in MODULE.maps] == [
        ("Main Map", ["Field"]), ("Dead Pile", ["Box"]),
    ]  # fmt: skip
    field = MODULE.maps[0].boards[0]
    assert (field.width, field.height) == (1000, 600), "by the head of its picture"
    assert [(slot.name, slot.gpid, slot.tray) for slot in MODULE.slots] == [
        ("2/Cav", "17", ("Counters",)), ("Guard", "18", ("Counters",)), ("Smoke", "19", ("Counters",)),
    ]  # fmt: skip
    assert [(dice.name, dice.dice, dice.sides) for dice in MODULE.dice] == [("Combat", 2, 10)]


def test_places_are_called_as_the_program_calls_them():
    layout = MapLayout(MODULE.maps[0])
    named = {at: layout.at(*at)[:3] for at in ((60, 60), (252, 180), (156, 120), (900, 300), (850, 50), (1500, 60))}
    assert named == {
        (60, 60): ("0000", "cell", ""), (252, 180): ("0201", "cell", ""), (156, 120): ("0100", "cell", ""),
        (900, 300): ("Turn Track", "zone", "Turn Track"), (850, 50): ("Events", "deck", ""),
        (1500, 60): ("", "off", ""),
    }  # fmt: skip


def test_a_log_with_its_module_has_hexes_sides_kinds_and_turns():
    story = told(move("1", "Main Map;348;120", "Main Map;252;180", "pw-red"), "CHAT*** Combat = 3,7 *** &lt;Red&gt;")
    came = {one.name: (one.at, one.side, one.kind) for one in story.steps[0].happenings if isinstance(one, h.Appeared)}
    assert came == {
        "2/Cav": ("0201", "union", "cavalry"), "Guard": ("0000", "rebel", ""), "Smoke": ("Turn Track 900,300", "", ""),
    }  # fmt: skip
    assert h.PhaseTold(phase="Turn 3 Fire", turn=3) in story.steps[0].happenings
    moved, rolled = (step.happenings[0] for step in story.steps[1:])
    assert (moved.start, moved.to) == ("0201", "0300")
    assert (rolled.sides, rolled.faces, rolled.guessed) == (10, (3, 7), False)


def test_the_game_is_drawn_on_the_modules_own_grid_and_its_pack_holds_the_module():
    read = ReadModule(MODULE)
    story = with_module(told(module=read), read)
    system = SYSTEMS["freeform"]
    game = retell(system, story, 0)
    assert set(game.pack.files) == {"scenarios.toml", FILE}
    kept = tomllib.loads(game.pack.files[FILE])
    assert [row["name"] for row in kept["slots"]] == ["2/Cav", "Guard", "Smoke"]
    assert kept["maps"][0]["boards"][0]["grid"]["zones"][0]["name"] == "Turn Track"
    (scenario,) = tomllib.loads(game.pack.files["scenarios.toml"])["scenarios"]
    assert scenario["grid"]["columns"] == [-1, 10]
    assert [place["name"] for place in scenario["places"]] == ["Turn Track 900,300"]
    assert scenario["colours"] == {"union": "#3f5f9e"}


def test_a_module_of_another_game_is_refused_unless_it_is_wanted():
    other = read_module(b.game(b.module(b.SIDES, b.FIELD, name="Another")))
    with pytest.raises(BadInput, match="'Test Game', and this module is 'Another'"):
        told(module=ReadModule(other))
    assert told(module=ReadModule(other, anyway=True)).steps


def test_another_version_is_used_and_said():
    newer = read_module(b.game(b.module(b.SIDES, b.FIELD, version="2.0")))
    said = [one.text for _, one in told(module=ReadModule(newer)).each() if isinstance(one, h.Said)]
    assert "the module: the game was played with version 1.2 of the module; this is 2.0" in said


def test_a_grid_that_the_log_contradicts_is_not_used():
    """Its pieces lie nowhere near the middles of its hexes."""
    pieces = [logged(f"9{n}", "Stray", f"Main Map;{100 + 7 * n};{100 + 5 * n}", slot="19") for n in range(30)]
    story = read_vassal(log([*SNAPSHOT, *pieces]), module=ReadModule(MODULE))
    (said,) = [one.text for _, one in story.each() if isinstance(one, h.Said) and "not used" in one.text]
    assert "of 32 positions on it" in said
    assert {one.at for one in story.steps[0].happenings if isinstance(one, h.Appeared)} >= {"60,60", "252,180"}


def test_a_counter_without_an_id_is_found_by_name_and_picture():
    read = ReadModule(MODULE)
    guard = read_vassal(log([logged("1", "Guard", slot="").replace("x.png", "guard.png")]), module=read)
    assert guard.steps[0].happenings[0].side == "rebel"
    unlike = read_vassal(log([logged("1", "Guard", slot="")]), module=read)
    assert unlike.steps[0].happenings[0].side == ""


def test_extensions_add_counters_and_boards():
    more = b.el(
        "ModuleExtension", b.el("PieceWindow", b.slot("Reserve", ("mark;Side", "Rebel"), gpid="x:1"), entryName="More"),
        b.el("ExtensionElement", b.el("Board", name="Annex", width=200, height=600),
             target="VASSAL.build.module.Map:Main Map/VASSAL.build.module.map.BoardPicker"),
        module="Test Game", version="0.9", extensionId="x",
    )  # fmt: skip
    module = read_module(b.game(), [b.vmod(more)])
    assert [slot.gpid for slot in module.slots] == ["17", "18", "19", "x:1"]
    assert [board.name for board in module.maps[0].boards] == ["Field", "Annex"]
    with pytest.raises(BadInput, match="extension of 'Test Game'"):
        read_module(b.game(b.module(name="Another")), [b.vmod(more)])
    with pytest.raises(BadInput, match="this is an extension"):
        read_module(b.vmod(more))


def test_classes_of_the_modules_own_are_taken_for_what_they_end_like():
    build = b.module(b.SIDES).replace("VASSAL.x.PlayerRoster", "OurGame.FancyPlayerRoster")
    module = read_module(b.vmod(build))
    assert module.roster == ("Union", "Rebel", "Solitaire")
    assert module.notes == ("OurGame.FancyPlayerRoster is taken for PlayerRoster",)


def test_the_build_file_of_old_modules_counts_if_they_are_old():
    both = {
        "buildFile": b.module(b.SIDES, name="Old").encode(),
        "moduledata": b"<data><VassalVersion>3.2.17</VassalVersion></data>",
    }
    assert read_module(b.vmod(b.module(name="New"), both)).roster == ("Union", "Rebel", "Solitaire")
    newer = {**both, "moduledata": b"<data><VassalVersion>3.6.1</VassalVersion></data>"}
    assert read_module(b.vmod(b.module(name="New"), newer)).roster == ()


# Layout and names


def board(name: str, width: int, height: int, grid: CellGrid | RegionGrid | ZonedGrid | None = None) -> ModuleBoard:
    return ModuleBoard(name=name, width=width, height=height, grid=grid)


SQUARES = CellGrid(grid=Grid(dx=50, dy=50, x0=25, y0=25, kind="square", sep="-", width=200, height=100))


def test_boards_lie_beside_and_below_one_another_and_may_be_turned():
    map = ModuleMap(
        id="M", kind="Map", edge=(10, 20), boards=(board("A", 200, 100, SQUARES), board("B", 300, 100, SQUARES))
    )
    laid = MapLayout(map, [MapBoard("A", 0, 0), MapBoard("B", 1, 0), MapBoard("A", 0, 1, True)])
    assert [(one.left, one.top) for one in laid.laid] == [(10, 20), (210, 20), (10, 120)]
    assert [laid.at(*at).name for at in ((36, 46), (236, 46), (36, 146), (9, 46))] == ["0-0", "0-0", "3-1", ""]
    assert laid.at(36, 146).middle == (35, 145)


def test_squares_that_count_down_count_by_their_own_size():
    down = Grid(
        dx=50, dy=50, x0=25, y0=25, kind="square", sep="-", width=200, height=100, h_descend=True, v_descend=True
    )
    layout = MapLayout(ModuleMap(id="M", kind="Map", boards=(board("A", 200, 100, CellGrid(grid=down)),)))
    assert (layout.at(30, 30).name, layout.at(180, 80).name) == ("4-2", "1-1")


def test_the_nearest_region_names_a_point_and_of_two_at_one_point_the_later():
    points = RegionGrid(
        regions=(RegionPoint(name="A", x=0, y=0), RegionPoint(name="B", x=90, y=0), RegionPoint(name="C", x=90, y=0))
    )
    layout = MapLayout(ModuleMap(id="M", kind="Map", boards=(board("A", 200, 100, points),)))
    assert [layout.at(x, 5).name for x in (0, 44, 46, 199)] == ["A", "A", "C", "C"]


def test_a_zone_may_name_its_cells():
    zone = MapZone(
        name="Wood",
        path=((0, 0), (100, 0), (100, 100), (0, 100)),
        location_format="$name$ $gridLocation$",
        uses_parent=True,
    )
    layout = MapLayout(
        ModuleMap(id="M", kind="Map", boards=(board("A", 200, 100, ZonedGrid(zones=(zone,), background=SQUARES)),))
    )
    assert (layout.at(10, 10)[:3], layout.at(150, 10)[:3]) == (("Wood 0-0", "cell", "Wood"), ("3-0", "cell", ""))


def test_left_and_top_edges_are_inside_right_and_bottom_ones_are_not():
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    found = {at: contains(square, *at) for at in ((0, 0), (9, 9), (10, 5), (5, 10), (-1, 5))}
    assert found == {(0, 0): True, (9, 9): True, (10, 5): False, (5, 10): False, (-1, 5): False}
    assert not contains(square[:2], 5, 0)


def test_oblique_numbers_run_aslant():
    grid = Grid(dx=10, dy=10, sep=".", oblique=True, stagger=True)
    assert [cell_name(grid, column, 0) for column in range(5)] == ["0.0", "1.0", "2.1", "3.1", "4.2"]
    plain = Grid(dx=10, dy=10, sep=".", oblique=True)
    assert [cell_name(plain, column, 0) for column in range(4)] == ["0.1", "1.1", "2.0", "3.0"]


def test_sides_are_known_by_prototypes_and_trays_too():
    trays = [("Unit (German)", "Axis forces"), ("Unit (Allied)", "x"), ("Air", "Other")]
    slots = [b.slot(f"u{n}", (f"prototype;{name}", ""), gpid=str(n)) for n, (name, _) in enumerate(trays)]
    build = b.module(
        b.el("PlayerRoster", b.el("entry", text="Allies"), b.el("entry", text="Germans")),
        *(b.el("PieceWindow", one, entryName=tray) for one, (_, tray) in zip(slots, trays, strict=True)),
        b.el("PrototypesContainer", *(b.prototype(name) for name, _ in trays)),
    )
    found = ReadModule(read_module(b.vmod(build))).sides
    assert (dict(found.found), found.marker) == ({"Germans": 1, "Allies": 1, "": 1}, "")


def test_a_prototype_takes_values_and_a_missing_one_is_dropped():
    build = b.module(
        b.slot("A", ("prototype;Unit;Nation=French", ""), ("prototype;Nowhere", ""), gpid="1"),
        b.el("PrototypesContainer", b.prototype("Unit", ("mark;Nation", "$Nation$"))),
    )
    slots = SlotFinder(read_module(b.vmod(build)))
    assert (slots.known(0).marks, list(slots.missing)) == ({"Nation": "French"}, ["Nowhere"])


def test_counters_of_each_side_are_counted():
    assert Counter(ReadModule(MODULE).sides.found) == {"Union": 1, "Rebel": 1, "": 1}


def track(*names: str) -> str:
    """A map with a box for each name, a hundred pixels wide."""
    boxes = [
        b.el("Zone", name=name, path=f"{100 * n},0;{100 * n + 100},0;{100 * n + 100},99;{100 * n},99")
        for n, name in enumerate(names)
    ]
    board = b.el("Board", b.el("ZonedGrid", *boxes), name="Track", width=1000, height=100)
    return b.el("Map", b.el("BoardPicker", board), mapName="Main Map")


def test_the_marker_of_the_turn_tells_the_turn_by_the_box_it_lies_in():
    module = ReadModule(read_module(b.vmod(b.module(b.SIDES, track("Turn 1", "Game Turn 2", "Turn 3", "Dead")))))
    snapshot = [logged("1", "Game Turn", "Main Map;50;50"), logged("2", "Saturn", "Main Map;50;50")]
    steps = [move(id, f"Main Map;{x};50", "Main Map;50;50") for id, x in (("1", 150), ("2", 150))]
    story = read_vassal(log(snapshot, *steps), module=module)
    told = [happening for _, happening in story.each() if isinstance(happening, h.PhaseTold)]
    assert told == [h.PhaseTold(phase="Turn 2", turn=2, inferred=True)]
    assert h.Said(text="the module: turns 1 to 3 by the boxes of its turn track") in story.steps[1].happenings
    within = read_vassal(log(snapshot, move("1", "Main Map;60;50", "Main Map;50;50")), module=module)
    assert not [one for _, one in within.each() if isinstance(one, h.PhaseTold)]


def test_a_counter_of_turns_that_begins_again_says_how_many_there_are():
    level = b.el("CounterTurnLevel", property="Turn", start=1, loop="true", loopLimit=13)
    assert turns_told(read_module(b.vmod(b.module(b.el("TurnTracker", level, name="T"))))).startswith(
        "turns 1 to 13 by"
    )
    endless = b.el("CounterTurnLevel", property="Turn", start=1)
    assert turns_told(read_module(b.vmod(b.module(b.el("TurnTracker", endless, name="T"))))) == ""


def test_a_counter_without_a_name_is_called_after_its_tray():
    tray = b.el("ListWidget", b.slot("", gpid="20", image="s.png"), entryName="Supply")
    module = b.module(b.SIDES, b.el("PieceWindow", b.el("TabWidget", tray, entryName="German")))
    story = read_vassal(
        log([logged("1", "", "Main Map;50;50", slot="20")]), module=ReadModule(read_module(b.vmod(module)))
    )
    assert [one.name for _, one in story.each() if isinstance(one, h.Appeared)] == ["German Supply"]
