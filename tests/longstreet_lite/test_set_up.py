"""LL.3 Setting up: armies, terrain, edges, deployment, break point, opening hands, first turn."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import CardDrawn, DeckShuffled, DiceRolled, FrameOpened, PhaseBegan
from domain.kernel.play import carry_out
from domain.tabletop.measure import Pose
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.asks import AwaitInterrupt
from rules.longstreet_lite.cards.facts import HandFilled
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn.asks import AddUnit, Agree, BeginBattle, DropUnit, PlaceTerrain, RemoveTerrain
from tests.longstreet_lite.positions import give, refusal, said
from tests.longstreet_lite.starts import begun, changed, deploying, lucky, mustered, square, start

HAND = ["steady-boys"] * 6
DEAL = (*HAND, *HAND)


def test_ll_3_a_placed_scenario_starts_with_its_units_on_the_table() -> None:
    state = start("brawner_farm")
    assert (state.core.phase, state.core.turn) == (phases.READY, 0)
    assert {unit.status for unit in state.units.values()} == {"table"}
    assert state.units["2nd-wisconsin"].pose == Pose(x=12000, y=7000, heading=0)
    assert state.units["battery-b-4th-us"].ranks == (3,)
    poague = state.units["poagues-battery"]
    assert (poague.limbered, poague.ranks, poague.bases) == (True, (1,), 2)
    assert state.terrain["Stony Ridge crest"].crest == ((4000, 18000), (33000, 18000))


def test_ll_3_a_free_scenario_starts_with_its_armies_in_reserve() -> None:
    state = start("open_field")
    assert state.core.phase == phases.MUSTER
    assert {unit.status for unit in state.units.values()} == {"reserve"}
    assert not state.terrain


# LL.3.army


def test_ll_3_army_1_a_side_adds_and_drops_its_own_units() -> None:
    state = start("open_field")
    give(SYSTEM, state, "us", AddUnit(unit="20th-maine", name="20th Maine", kind="INF", bases=8))
    added = state.units["20th-maine"]
    assert (added.side, added.bases, added.initial, added.status) == ("us", 8, 8, "reserve")
    assert refusal(SYSTEM, state, "cs", DropUnit(unit="20th-maine")) == "LL.3.army.1"
    give(SYSTEM, state, "us", DropUnit(unit="20th-maine"))
    assert "20th-maine" not in state.units
    assert refusal(SYSTEM, state, "us", DropUnit(unit="20th-maine")) == "LL.3.army.1"


@pytest.mark.parametrize(
    ("kind", "bases", "is_legal"),
    [
        ("INF", 1, False),
        ("INF", 2, True),
        ("INF", 10, True),
        ("INF", 11, False),
        ("ART", 0, False),
        ("ART", 1, True),
        ("ART", 3, True),
        ("ART", 4, False),
    ],
)
def test_i2_ll_3_army_2_ll_1_unit_2_units_have_their_limits(kind: str, bases: int, is_legal: bool) -> None:
    """LL.1.unit.4 A battery may have one base."""
    state = start("open_field")
    order = AddUnit(unit="new", name="New", kind="ART" if kind == "ART" else "INF", bases=bases)
    if is_legal:
        give(SYSTEM, state, "cs", order)
        assert state.units["new"].bases == bases
    else:
        assert refusal(SYSTEM, state, "cs", order) == "LL.3.army.2"


@pytest.mark.parametrize("name", ["1st-texas", "Upper", "two words", "", "-dash", "us", "x" * 41, "né", "quickstep"])
def test_ll_3_army_1_an_id_is_plain_and_its_own(name: str) -> None:
    state = start("open_field")
    assert refusal(SYSTEM, state, "us", AddUnit(unit=name, name="X", kind="INF", bases=4)) == "LL.3.army.1"


@pytest.mark.parametrize("name", [" ", "a\nb", "\x1b[31mRed", "left\u202eright"])
def test_ll_3_army_1_ll_3_terr_2_a_name_can_be_printed_on_one_line(name: str) -> None:
    """Else a log would tell lines that are no facts."""
    said_so = f"{name!r} is no name: it needs letters that can be printed"
    assert said(SYSTEM, start("open_field"), "us", AddUnit(unit="x", name=name, kind="INF", bases=4)) == said_so
    piece = PlaceTerrain(name=name, kind="wall", points=("1:1", "2:1"))
    assert (refusal(SYSTEM, mustered(), "us", piece), said(SYSTEM, mustered(), "us", piece)) == ("LL.3.terr.2", said_so)


def test_ll_3_army_1_an_army_fills_half_of_its_zone_at_most() -> None:
    state = start("open_field")
    for number in range(11):
        give(SYSTEM, state, "us", AddUnit(unit=f"u-{number}", name="U", kind="INF", bases=10))
    last = AddUnit(unit="u-last", name="U", kind="INF", bases=3)
    assert said(SYSTEM, state, "us", last) == "us would have 145 bases; a zone of this table has room for 144"
    give(SYSTEM, state, "us", AddUnit(unit="u-last", name="U", kind="INF", bases=2))


def test_ll_3_army_1_both_agree_and_a_change_undoes_it() -> None:
    state = start("open_field")
    give(SYSTEM, state, "us", Agree())
    assert refusal(SYSTEM, state, "us", Agree()) == "LL.3.army.1"
    give(SYSTEM, state, "cs", DropUnit(unit="1st-texas"))
    assert state.set_up.agreed == []
    give(SYSTEM, state, "cs", Agree())
    give(SYSTEM, state, "us", Agree(), 2, 6)
    assert state.core.phase == phases.TERRAIN


def test_ll_3_army_1_nobody_agrees_while_a_side_has_no_unit() -> None:
    state = start("open_field")
    for name in [name for name, unit in state.units.items() if unit.side == "cs"]:
        give(SYSTEM, state, "cs", DropUnit(unit=name))
    assert said(SYSTEM, state, "us", Agree()) == "cs has no unit; add one first"


# LL.3.terr, terrain


def test_ll_3_terr_1_equal_dice_are_rolled_again_and_the_higher_places_terrain() -> None:
    state = start("open_field")
    give(SYSTEM, state, "us", Agree())
    facts = give(SYSTEM, state, "cs", Agree(), 3, 3, 2, 5)
    assert [fact.faces for fact in facts if isinstance(fact, DiceRolled)] == [(3,), (3,), (2,), (5,)]
    assert facts[-2] == f.TerrainRolled(rolls={"us": 2, "cs": 5}, higher="cs", least=5, most=7)
    assert refusal(SYSTEM, state, "us", square(1)) == "LL.4.seq.1"
    give(SYSTEM, state, "cs", square(1))
    assert state.set_up.placed == ["woods 1"]


def test_ll_3_terr_2_a_piece_may_be_taken_back_by_its_name() -> None:
    state = mustered()
    give(SYSTEM, state, "us", square(1))
    assert refusal(SYSTEM, state, "us", square(1)) == "LL.3.terr.2"
    assert refusal(SYSTEM, state, "us", RemoveTerrain(name="woods 2")) == "LL.3.terr.2"
    give(SYSTEM, state, "us", RemoveTerrain(name="woods 1"))
    assert (state.terrain, state.set_up.placed) == ({}, [])


def piece(kind: str, *points: str, crest: tuple[str, ...] = (), plateau: bool = False) -> PlaceTerrain:
    return PlaceTerrain(name="it", kind=kind, points=points, crest=crest, plateau=plateau)


SQUARE = ("1:1", "3:1", "3:3", "1:3")
MANY = tuple(f"{n / 2:.1f}:1" for n in range(1, 42))


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (piece("lava", *SQUARE), "LL.2.table"),
        (piece("woods", "1:1", "3:1"), "LL.3.terr.2"),
        (piece("woods", "1:1", "3:3", "3:1", "1:3"), "LL.3.terr.2"),
        (piece("woods", "35:1", "37:1", "36:3"), "LL.3.terr.2"),
        (piece("woods", *SQUARE, crest=("1:2", "3:2")), "LL.2.crest.1"),
        (piece("wall", "1:1"), "LL.3.terr.2"),
        (piece("wall", "1:1", "1:1"), "LL.3.terr.2"),
        (piece("wall", *MANY), "LL.3.terr.2"),
        (piece("hill", *SQUARE), "LL.2.crest.1"),
        (piece("hill", *SQUARE, crest=("2:2",)), "LL.2.crest.1"),
        (piece("hill", *SQUARE, crest=("2:2", "2:2")), "LL.2.crest.1"),
        (piece("hill", *SQUARE, crest=("2:2", "4:2")), "LL.2.crest.1"),
    ],
)
def test_ll_3_terr_2_ll_2_table_what_is_no_piece_of_terrain_is_refused(order: PlaceTerrain, rule: str) -> None:
    assert refusal(SYSTEM, mustered(), "us", order) == rule


def test_ll_2_crest_1_a_hill_has_its_crest_and_a_wall_may_close() -> None:
    state = mustered()
    give(SYSTEM, state, "us", piece("hill", *SQUARE, "1:1", crest=("1:2", "3:2")))
    assert state.terrain["it"].points == ((1000, 1000), (3000, 1000), (3000, 3000), (1000, 3000))
    assert state.terrain["it"].crest == ((1000, 2000), (3000, 2000))
    give(SYSTEM, state, "us", PlaceTerrain(name="yard", kind="wall", points=("5:1", "7:1", "7:3", "5:1")))
    assert len(state.terrain["yard"].points) == 4


def test_ll_2_crest_1_a_flat_top_needs_its_option() -> None:
    flat = piece("hill", *SQUARE, plateau=True)
    assert refusal(SYSTEM, mustered(), "us", flat) == "LL.2.crest.1"
    state = mustered(options=("plateaus",))
    give(SYSTEM, state, "us", flat)
    assert state.terrain["it"].plateau


@pytest.mark.parametrize("kind", ["river", "ford", "bridge", "marsh"])
def test_ll_3_terr_3_impassable_ground_needs_its_option(kind: str) -> None:
    assert refusal(SYSTEM, mustered(), "us", piece(kind, *SQUARE)) == "LL.3.terr.3"
    state = mustered(options=("rivers",))
    give(SYSTEM, state, "us", piece(kind, *SQUARE))
    assert state.terrain["it"].kind == kind


def test_d10_works_are_placed_unless_the_game_has_none() -> None:
    works = piece("works", "1:1", "3:1")
    state = mustered()
    give(SYSTEM, state, "us", works)
    assert state.terrain["it"].kind == "works"
    assert refusal(SYSTEM, mustered(readings={"D10": "B"}), "us", works) == "LL.2.table"
    give(SYSTEM, mustered(readings={"D10": "B"}), "us", piece("embankment", "1:1", "3:1"))


# LL.3.bp, LL.3.card, LL.3.first


def test_ll_3_bp_1_ll_3_card_1_d12_the_battle_begins_with_break_point_decks_hands_and_first_turn() -> None:
    state = start("brawner_farm")
    facts = give(SYSTEM, state, "cs", BeginBattle(), cards=DEAL)
    assert facts[0] == f.BreakPointSet(halves={"us": 16, "cs": 17}, break_point=16, given=True)
    assert [fact.deck for fact in facts if isinstance(fact, DeckShuffled)] == ["us", "cs"]
    drawn = [(fact.by, fact.to) for fact in facts if isinstance(fact, CardDrawn)]
    assert drawn == [("us", "hand")] * 6 + [("cs", "hand")] * 6
    assert facts[-4:] == [
        HandFilled(side="cs", drawn=6, hand=6, deck=42),
        f.FirstTurnTaken(side="cs", rolled=False),
        PhaseBegan(turn=1, phase=phases.TURN_START, side="cs"),
        FrameOpened(frame=AwaitInterrupt(side="us", window="turn_start")),
    ]
    assert (state.cards["us"].hand, len(state.core.decks["us"])) == (HAND, 42)


def test_ll_3_bp_1_a_scenario_without_a_break_point_has_it_counted() -> None:
    pack = changed(("break_point = 16\n", ""), file="scenarios.toml")
    state = start("brawner_farm", pack=pack)
    facts = lucky(state, "us", BeginBattle())
    assert facts[0] == f.BreakPointSet(halves={"us": 16, "cs": 17}, break_point=16)
    assert state.break_point == 16


def test_ll_3_first_1_players_may_roll_where_the_scenario_names_a_side() -> None:
    state = start("brawner_farm")
    facts = give(SYSTEM, state, "us", BeginBattle(roll=True), 5, 2, cards=DEAL)
    assert f.FirstTurnTaken(side="us", rolled=True) in facts
    assert state.core.active == "us"


def test_ll_3_first_1_a_scenario_that_names_nobody_is_rolled_for() -> None:
    pack = changed(('first_turn = "cs"\n', ""), file="scenarios.toml")
    state = start("brawner_farm", pack=pack)
    give(SYSTEM, state, "us", BeginBattle(), 2, 3, cards=DEAL)
    assert state.core.active == "cs"


def test_ll_4_seq_2_the_battle_begins_once() -> None:
    state = begun()
    assert refusal(SYSTEM, state, "us", BeginBattle()) == "LL.4.seq.2"


# The sample


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("readings", [{}, {"D11": "B"}])
def test_ll_3_any_way_through_the_free_set_up_that_is_offered_leads_to_the_battle(
    seed: int, readings: dict[str, str]
) -> None:
    state, rng, chance = start("open_field", readings=readings), random.Random(seed), SeededChance(seed)
    for _ in range(300):
        if state.core.turn:
            break
        by, order = rng.choice(list(SYSTEM.book.choices(state)))
        carry_out(SYSTEM, state, by, order, chance)
    assert state.core.turn == 1
    assert {unit.status for unit in state.units.values()} == {"table"}


def test_ll_3_everything_offered_in_the_set_up_is_legal() -> None:
    for state in (start("open_field"), mustered(), deploying(), start("brawner_farm")):
        found = list(SYSTEM.book.choices(state))
        assert found
        for by, order in found:
            carry_out(SYSTEM, deepcopy(state), by, order, SeededChance(1))
