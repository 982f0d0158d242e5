"""Positions set by hand: what goes without saying is filled in, and what cannot be is refused with its key."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from cli.shell.packs import load_pack
from domain.cases.adjudication import Adjudication, adjudicate
from domain.cases.case import begin
from domain.cases.telling import tell_case
from domain.cases.written import read_case
from domain.kernel.errors import BadInput
from domain.tabletop.measure import Pose
from domain.tabletop.polygons import polygon
from rules import SYSTEMS
from rules.longstreet_lite.by_hand import bare, check, settle
from rules.longstreet_lite.sheets.rows import Effect
from rules.longstreet_lite.state import Active, State, Unit
from tests.longstreet_lite.positions import terrain, unit
from tests.longstreet_lite.starts import start


def by_hand(**units: Unit) -> State:
    """A bare table with these units on it."""
    state = start("brawner_farm")
    bare(state)
    state.units.update({name.replace("_", "-"): found for name, found in units.items()})
    return state


def settled(state: State) -> State:
    settle(state)
    return state


def test_a_bare_table_has_no_units_no_terrain_and_no_cards() -> None:
    """LL.2.gen.1"""
    state = by_hand()
    assert (state.units, state.terrain, state.effects) == ({}, {}, [])
    assert state.core.decks == {"us": [], "cs": []}
    assert [cards.hand + cards.discard for cards in state.cards.values()] == [[], []]
    assert (state.core.turn, state.core.phase, state.core.active) == (1, "fire", "cs")


@pytest.mark.parametrize("scenario", ["brawner_farm", "railroad_cut", "open_field"])
@pytest.mark.parametrize("depth", ["A", "B", "C"])
def test_the_start_of_a_scenario_is_settled_however_deep_its_bases_are(scenario: str, depth: str) -> None:
    """D1"""
    before = msgspec.msgpack.encode(start(scenario, readings={"D1": depth}))
    assert msgspec.msgpack.encode(settled(start(scenario, readings={"D1": depth}))) == before


def test_ll_4_invoke_1_a_phase_under_way_was_invoked_with_a_card() -> None:
    state = start("brawner_farm")
    state.core.phase = "move"
    settle(state)
    assert (state.core.turn, state.core.active, state.turn.invoked, state.turn.phases) == (1, "cs", 1, ["move"])
    assert state.core.decks == {"us": [], "cs": []}


def test_ll_3_bp_1_a_scene_is_part_of_a_battle_of_two_brigades_unless_its_break_point_is_said() -> None:
    state = by_hand(red=unit("cs", "10:10"))
    state.break_point = 0
    assert settled(state).break_point == 16
    state.break_point = 3
    assert settled(state).break_point == 3


def test_a_unit_with_a_place_stands_on_the_table_and_has_a_name() -> None:
    state = by_hand(red=msgspec.structs.replace(unit("cs", "10:10"), status="reserve"))
    red = settled(state).units["red"]
    assert (red.status, red.name) == ("table", "red")


def test_ll_1_art_3_the_row_of_a_battery_follows_from_its_guns_and_its_limber() -> None:
    state = by_hand(
        guns=msgspec.structs.replace(unit("us", "10:10", ranks=(3,), kind="ART"), bases=2),
        limber=msgspec.structs.replace(unit("us", "20:10", ranks=(2,), kind="ART"), limbered=True),
    )
    assert [found.ranks for found in settled(state).units.values()] == [(2,), (1,)]


def test_a_unit_that_is_gone_has_no_bases_left() -> None:
    state = by_hand(red=msgspec.structs.replace(unit("cs", "10:10"), status="routed"))
    red = settled(state).units["red"]
    assert (red.bases, red.pose) == (0, None)


def test_decks_lie_in_no_order() -> None:
    state = by_hand()
    state.core.decks["us"] = ["steady-boys", "aim-low"]
    assert settled(state).core.decks["us"] == ["aim-low", "steady-boys"]


def test_ll_3_terr_1_the_higher_roller_and_the_edge_left_over_follow() -> None:
    state = start("open_field")
    state.core.phase, state.set_up.rolls, state.set_up.edges = "terrain", {"us": 2, "cs": 5}, {"us": "north"}
    settle(state)
    assert (state.set_up.higher, state.set_up.edges) == ("cs", {"us": "north", "cs": "south"})


def test_ll_2_gen_1_an_outline_closes_by_itself() -> None:
    state = by_hand()
    state.terrain["wood"] = terrain("woods", "2:2", "4:2", "4:4", "2:2", name="wood")
    assert settled(state).terrain["wood"].points == polygon(((2000, 2000), (4000, 2000), (4000, 4000)))


def red(**changed: object) -> Callable[[State], None]:
    """A unit as no unit can be."""

    def change(state: State) -> None:
        state.units["red"] = msgspec.structs.replace(state.units["red"], **changed)

    return change


def guns(**changed: object) -> Callable[[State], None]:
    def change(state: State) -> None:
        battery = unit("cs", "30:20", ranks=(2,), kind="ART")
        state.units["guns"] = msgspec.structs.replace(battery, name="the guns", **changed)

    return change


def core(**changed: object) -> Callable[[State], None]:
    def change(state: State) -> None:
        for field, value in changed.items():
            setattr(state.core, field, value)

    return change


def cards(side: str, *hand: str) -> Callable[[State], None]:
    def change(state: State) -> None:
        state.cards[side].hand = list(hand)

    return change


def piece(kind: str, *points: str, name: str = "it") -> Callable[[State], None]:
    def change(state: State) -> None:
        state.terrain["it"] = terrain(kind, *points, name=name)

    return change


def effect(card: str, of: str) -> Callable[[State], None]:
    def change(state: State) -> None:
        state.effects.append(Active(card=card, by="us", effect=Effect(do="unit_may_not_move"), unit=of))

    return change


PHASES = (
    "muster, terrain, edges, deployment order, deployment, ready, turn start, reshuffle, fire option, fire, command, "
    "move, combat, status"
)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (core(phase="fier"), f"core.phase: 'fier' is none of {PHASES}"),
        (core(active="french"), "core.active: 'french' is neither of us, cs"),
        (core(phase="terrain"), "set_up.rolls: the phase 'terrain' needs it"),
        (core(phase="deployment"), "set_up.deploying: the phase 'deployment' needs it"),
        (core(decks={"german": []}), "cards.german: there is no such side (us, cs)"),
        (core(turn=-1), "core.turn: there is no turn -1; the first is 1 (LL.4.seq.1)"),
        (lambda state: setattr(state.turn, "invoked", 3),
         "turn.invoked: a phase is invoked with one card or two, not 3 (LL.4.two.1)"),
        (red(pose=Pose(x=35_000, y=12_000, heading=0)),
         "units.red.pose: Red would stand off the table (LL.3.terr.5)"),
        (red(pose=Pose(x=19_000, y=12_000, heading=0)),
         "units.red.pose: Red would stand on Blue (LL.3.terr.5)"),
        (red(pose=None), "units.red.pose: it is on the table, and nothing says where"),
        (red(side="french"), "units.red.side: there is no side 'french' (us, cs)"),
        (red(initial=11), "units.red.initial: an infantry unit has 2 to 10 bases, not 11 (LL.3.army.2)"),
        (red(bases=5), "units.red.bases: 5 is not from 0 to 4, the bases it began with"),
        (red(bases=1, ranks=(1,)), "units.red.bases: infantry with 1 is broken and off the table (LL.1.unit.3)"),
        (red(ranks=(3,)), "units.red.ranks: the ranks hold 3 bases and the unit has 4 (LL.1.rank.1)"),
        (red(ranks=(1, 3)), "units.red.ranks: rank 2 has 3 bases, more than rank 1 with 1 (LL.1.rank.3)"),
        (red(ranks=(2, 1, 1)), "units.red.ranks: rank 3 is begun before rank 2 is full (LL.1.rank.4)"),
        (red(ranks=(3, 1), offset=3),
         "units.red.ranks: the last rank stands out of the files before it (LL.1.rank.2)"),
        (red(limbered=True), "units.red.limbered: infantry has nothing to limber (LL.1.art.1)"),
        (lambda state: (red(hits=2)(state), core(phase="move")(state)),
         "units.red.hits: hits lie on a unit in a Fire phase only"),
        (guns(ranks=(1, 1)), "units.guns.ranks: a battery has no ranks such as 1-1: leave them out (LL.1.art.2)"),
        (guns(ranks=(3,)), "units.guns.ranks: a battery has no ranks such as 3: leave them out (LL.1.art.2)"),
        (guns(bases=0), "units.guns.bases: a battery goes with its last gun (LL.1.art.5)"),
        (guns(smoke=True), "units.guns.smoke: guns never have a smoke marker"),
        (cards("us", "steady-boy"), "cards.us.hand: there is no card 'steady-boy'; did you mean steady-boys?"),
        (core(decks={"us": ["quikstep"]}),
         "core.decks.us: there is no card 'quikstep'; did you mean quickstep?"),
        (cards("us", "rebel-yell"),
         "cards.us: 1 rebel-yell in hand and piles; its deck has no such card in 1862 (LL.4.deck.1)"),
        (cards("cs", *["quickstep"] * 4),
         "cards.cs: 4 quickstep in hand and piles; its deck has 3 of it in 1862 (LL.4.deck.1)"),
        (effect("quikstep", ""), "effects.0.card: there is no card 'quikstep'; did you mean quickstep?"),
        (effect("quickstep", "rad"), "effects.0.unit: there is no unit 'rad'; did you mean red?"),
        (piece("woods", "1:1", "3:1", "3:3", name="other"),
         "terrain.it.name: it is 'other'; a piece stands under its own name"),
        (piece("woods", "1:1", "3:1"), "terrain.it: it needs 3 to 40 points and has 2 (LL.3.terr.2)"),
        (piece("lake", "1:1", "3:1", "3:3"), "terrain.it: there is no terrain of the kind 'lake'; there are woods"),
        (piece("river", "9:9", "11:9", "11:11", "9:11"),
         "units.red.pose: Red cannot stand in it: it is impassable (LL.2.imp.1)"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_key(change: Callable[[State], object], said: str) -> None:
    state = by_hand(red=unit("cs", "10:10", name="Red"), blue=unit("us", "20:12", ranks=(3, 3), name="Blue"))
    change(state)
    with pytest.raises(BadInput) as error:
        check(settled(state))
    assert str(error.value).startswith(said)


def test_whose_turn_it_is_must_be_said_where_the_scenario_does_not() -> None:
    state = start("open_field")
    bare(state)
    state.core.active = ""
    with pytest.raises(BadInput, match=r"^core.active: whose turn is it, us or cs\?$"):
        settle(state)


BARE = """
system = "longstreet_lite"
scenario = "brawner_farm"
bare = true

[position.core]
phase = "move"
active = "us"

[position.units.red]
name = ""
side = "us"
kind = "INF"
initial = 4
bases = 4
ranks = [4]
pose = { x = 9000, y = 5000, heading = 0 }

[[orders]]
by = "us"
order = "MoveUnit unit=red path=ahead:4"
"""


def test_a_case_may_put_a_single_unit_on_a_bare_table() -> None:
    (begun,) = begin(read_case(BARE), SYSTEMS, load_pack)
    (order,) = adjudicate(begun).orders
    assert order.refusal is None
    assert order.state.units["red"].pose == Pose(x=9000, y=9000, heading=0)


def test_a_case_says_the_key_of_what_cannot_be() -> None:
    with pytest.raises(BadInput, match=r"^position.units.red.pose: red would stand off the table \(LL.3.terr.5\); "):
        begin(read_case(BARE.replace("y = 5000", "y = 500")), SYSTEMS, load_pack)


ORDERS = '[[orders]]\nby = "{}"\norder = "{}"\ndice = {}\n'


def played_from(phase: str, *orders: tuple[str, str, list[int]]) -> Adjudication:
    text = BARE.partition("[[orders]]")[0].replace('phase = "move"', f'phase = "{phase}"')
    (begun,) = begin(read_case(text + "".join(ORDERS.format(*order) for order in orders)), SYSTEMS, load_pack)
    return adjudicate(begun)


def test_ll_4_seq_2_a_phase_nobody_acts_in_goes_on_to_the_order_that_follows() -> None:
    """LL.4.seq.2 The Status phase rolls for victory and passes the turn; LL.4.int.4 who is passive is asked first."""
    (order,) = played_from("turn start", ("cs", "Decline", [])).orders
    assert (order.refusal, order.state.core.phase) == (None, "reshuffle")
    (order,) = played_from("status", ("us", "Decline", [6])).orders
    core = order.state.core
    assert (order.refusal, core.turn, core.active, core.phase) == (None, 2, "cs", "reshuffle")


def test_what_came_of_itself_is_told_before_an_order_that_is_refused() -> None:
    (order,) = tell_case(played_from("status", ("cs", "KeepDeck", [6])), {}).orders
    assert order.refused == "LL.4.seq.2"
    assert order.before[0].words == "us draws 0 cards: 0 in hand, 0 in the deck"
    assert order.steps == ()


def test_a_position_that_cannot_be_is_decided_where_it_is_said_to_be_unchecked() -> None:
    text = BARE.replace("y = 5000", "y = 500").replace("bare = true", "bare = true\nunchecked = true")
    (begun,) = begin(read_case(text), SYSTEMS, load_pack)
    pose = begun.state.units["red"].pose
    assert (pose.x, pose.y) == (9000, 500)
