"""10 Fire of infantry and cavalry: who may fire at whom, how, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import LossTaken
from domain.kernel.play import Play, facts_of
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.fire import react, steps, targets
from rules.musket_and_pike.fire.asks import (
    AdvancingFire,
    AwaitCover,
    FireGuns,
    FirePistol,
    RetreatingFire,
    Salvo,
    Skirmish,
    TakeCover,
)
from rules.musket_and_pike.fire.facts import (
    CoverTaken,
    FireSpent,
    HitsTaken,
    PistolSpent,
    SalvoSpent,
    ShotFired,
    ShotVoid,
)
from rules.musket_and_pike.morale.facts import MoraleTested
from rules.musket_and_pike.movement.asks import MoveUnit
from rules.musket_and_pike.movement.facts import StackChanged, UnitMoved
from rules.musket_and_pike.state import Move, State, Wagon
from rules.musket_and_pike.work import Decline, Trigger
from tests.musket_and_pike.positions import asked, give, let_pass, orders_of, position, refused, told

TWO, PIKES, GUNNED, MUSKETS, HORSE = (
    "blue-two-hex", "blue-without-pikes", "blue-guns-with-the-foot", "blue-muskets", "blue-cuirassiers-i",
)  # fmt: skip
RED_TWO, RED, RED_MUSKETS, RED_HORSE, RED_HORSE_2, RED_GUNS = (
    "red-two-hex", "red-one-hex", "red-muskets", "red-cuirassiers-i", "red-cuirassiers-ii", "red-battery",
)  # fmt: skip
WINDOWS = ("AwaitReaction",)


def shot(facts: Any) -> ShotFired:
    found = told(facts, ShotFired)
    assert len(found) == 1
    only: ShotFired = found[0]
    return only


def modified(fact: ShotFired) -> dict[str, tuple[int, str]]:
    return {one.key: (one.value, one.cite) for one in fact.modifiers}


# 10.1 Who and where


def test_10_1_3_front_and_flank_hexes_and_never_the_rear() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2", RED_MUSKETS: "1112:2", RED_HORSE: "1013:2"})
    assert {found.target for found in targets.shots(state, PIKES)} == {RED, RED_MUSKETS}
    assert refused(state, "blue", Skirmish(unit=PIKES, targets=(RED_HORSE,))) == "10.1.3"


def test_10_1_2_infantry_reaches_one_hex() -> None:
    state = position({PIKES: "1012:5", RED: "1010:2"})
    assert refused(state, "blue", Skirmish(unit=PIKES, targets=(RED,))) == "10.1.2"
    assert orders_of(state, Skirmish) == []


def test_10_1_3_a_half_fires_only_into_hexes_next_to_itself() -> None:
    state = position({TWO: "1012:5", RED: "0911:2", RED_MUSKETS: "1111:2", RED_HORSE: "1011:2"})
    found = {(one.at, one.target) for one in targets.shots(state, TWO)}
    assert found == {("1012", RED), ("1012", RED_HORSE), ("1112", RED_MUSKETS), ("1112", RED_HORSE)}
    assert refused(state, "blue", Skirmish(unit=TWO, targets=(RED_MUSKETS, RED))) == "10.1.3"


def test_10_1_1_a_friend_or_a_unit_off_the_map_is_no_target() -> None:
    state = position({PIKES: "1012:5", MUSKETS: "1011:5", RED: "0911:2"})
    assert refused(state, "blue", Skirmish(unit=PIKES, targets=(MUSKETS,))) == "10.1.1"
    assert refused(state, "blue", Skirmish(unit=PIKES, targets=(RED_HORSE,))) == "10.1.1"
    assert refused(state, "blue", Skirmish(unit=PIKES, targets=())) == "10.1.4"


def test_10_1_1_a_leader_alone_is_fired_at_and_may_fall() -> None:
    state = position({PIKES: "1012:5", RED: "1005:2"}, leaders={"blue-centre": "1012", "red-horse": "1011"})
    facts = give(state, "blue", Skirmish(unit=PIKES, targets=("red-horse",)), 9, 9)
    assert shot(facts).target == "red-horse"
    assert state.leaders["red-horse"].fate == "removed"


def test_8_3_1_only_the_top_unit_fires_and_is_fired_at() -> None:
    state = position({"blue-heavy-battery": "1012:5", PIKES: "1012:5", RED_GUNS: "1011:2", RED: "1011:2"})
    assert refused(state, "blue", Skirmish(unit=PIKES, targets=(RED_GUNS,))) == "8.3.1"
    state = position({PIKES: "1012:5", RED_GUNS: "1011:2", RED: "1011:2"})
    assert {one.target for one in targets.shots(state, PIKES)} == {RED_GUNS}
    assert refused(state, "blue", Skirmish(unit=PIKES, targets=(RED,))) == "8.3.1"


def test_10_1_4_both_shots_come_before_any_answer_and_hits_add_up() -> None:
    state = position({TWO: "1012:5", RED: "1011:2"})
    facts = give(state, "blue", Skirmish(unit=TWO, targets=(RED,)), 5, 8, 3)
    assert [(one.at, one.ch, one.fh) for one in told(facts, ShotFired)] == [("1012", 1, 0), ("1112", 1, 1)]
    (hits,) = told(facts, HitsTaken)
    assert (hits.casualties, hits.disorder) == (2, 1)
    (check,) = told(facts, MoraleTested)
    assert [cause.cite for cause in check.causes] == ["10.6.2"]
    assert state.units[RED].casualties == 2
    assert state.units[RED].formation == "FS"
    kinds = [type(fact) for fact in facts]
    assert kinds.index(MoraleTested) > max(place for place, kind in enumerate(kinds) if kind is ShotFired)


def test_10_1_4_the_halves_may_have_two_targets() -> None:
    state = position({TWO: "1012:5", RED: "0911:2", RED_MUSKETS: "1111:2"})
    facts = give(state, "blue", Skirmish(unit=TWO, targets=(RED, RED_MUSKETS)), 0, 0)
    assert [(one.at, one.target) for one in told(facts, ShotFired)] == [("1012", RED), ("1112", RED_MUSKETS)]


def test_3_2_c_one_action_for_each_unit_of_the_active_wing() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2", "blue-horse-on-foot": "1111:2"})
    assert refused(state, "blue", FirePistol(unit="blue-horse-on-foot", target=RED)) == "3.2.C"
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 0)
    let_pass(state, *WINDOWS)
    assert refused(state, "blue", Skirmish(unit=PIKES, targets=(RED,))) == "3.2.C"


def test_5_4_3_out_of_command_it_does_not_fire() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"}, leaders={"blue-centre": "2017"})
    assert refused(state, "blue", Skirmish(unit=PIKES, targets=(RED,))) == "5.4.3"


@pytest.mark.parametrize(("place", "rule"), [("1012:5:HH", "6.3.2.a"), ("1012:5:MB", "12.4.3")])
def test_hedgehog_and_broken_units_do_not_fire(place: str, rule: str) -> None:
    state = position({TWO: place, RED: "1011:2"})
    assert refused(state, "blue", Skirmish(unit=TWO, targets=(RED,))) == rule
    assert react.volley(state, TWO, Trigger(kind="TR1", unit=RED, how="move", hexes=("1011",))) == ()


# 10.5 Tables and columns


@pytest.mark.parametrize(
    ("firer", "table", "column"),
    [
        (PIKES, "T7", "front"),
        (GUNNED, "T8", "front"),
        (MUSKETS, "T9", "muskets"),
        ("blue-dragoons", "T9", "muskets"),
    ],
)
def test_10_5_1_and_10_5_2_and_10_1_5_and_g_light_infantry_table_and_column(
    firer: str, table: str, column: str
) -> None:
    state = position({firer: "1012:5", RED: "1011:2"})
    fact = shot(give(state, "blue", Skirmish(unit=firer, targets=(RED,)), 0))
    assert (fact.table, fact.column, fact.mode) == (table, column, "SK")


def test_10_5_3_and_14_3_horse_mounted_or_not_fires_pistols() -> None:
    for firer in (HORSE, "blue-horse-on-foot"):
        state = position({firer: "1012:5", RED: "1011:2"})
        facts = give(state, "blue", FirePistol(unit=firer, target=RED), 7, 0)
        assert (shot(facts).table, shot(facts).column, shot(facts).ch) == ("T9", "pistols", 1)
        assert told(facts, PistolSpent)
        assert state.units[firer].pistols == 1


@pytest.mark.parametrize(("letter", "column"), [("a", "flank"), ("b", "front")])
def test_d52_through_whose_side_a_shot_goes(letter: str, column: str) -> None:
    state = position({PIKES: "1012:5", RED: "1112:4"}, readings={"D52": letter})
    assert shot(give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 0)).column == column


# T12 Modifiers


@pytest.mark.parametrize(
    ("formation", "key", "value", "cite"),
    [
        ("FS", "target_formation_shaken", 1, "6.3.1"),
        ("OO", "target_open_order", 1, "6.3.3"),
        ("FB", "target_formation_broken", 1, "6.3.1"),
        ("HH", "target_hedgehog", 2, "6.3.2.a"),
    ],
)
def test_t12_the_state_of_the_target(formation: str, key: str, value: int, cite: str) -> None:
    state = position({PIKES: "1012:5", RED: f"1011:2:{formation}"})
    fact = shot(give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 0))
    assert modified(fact) == {key: (value, cite)}
    assert fact.net == value


@pytest.mark.parametrize(
    ("at", "to", "facing", "key", "value"),
    [
        ("0510", "0509", 5, "target_in_village_castle_town", -2),
        ("0110", "0109", 5, "target_in_woods", -1),
        ("1109", "1209", 0, "target_behind_hedge", -1),
        ("1609", "1709", 0, "target_behind_berm_or_abatis", -1),
        ("1809", "1909", 0, "target_behind_berm_or_abatis", -1),
        ("2009", "2109", 0, "target_behind_entrenchment", -2),
        ("2209", "2309", 0, "target_behind_entrenchment", -2),
    ],
)
def test_t12_and_14_4_the_ground_of_the_target(at: str, to: str, facing: int, key: str, value: int) -> None:
    state = position({MUSKETS: f"{at}:{facing}", RED: f"{to}:3:HH"})
    fact = shot(give(state, "blue", Skirmish(unit=MUSKETS, targets=(RED,)), 0))
    assert modified(fact)[key][0] == value


def test_14_1_wagons_shelter_whoever_stands_among_them() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2:HH"})
    state.wagons["w"] = Wagon(side="red", name="wagons", at="1011")
    fact = shot(give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 0))
    assert modified(fact)["target_in_wagons"] == (-1, "14.1")


def test_14_4_the_second_to_come_to_a_hexside_has_no_shelter() -> None:
    state = position({MUSKETS: "1109:0", RED: "1209:3:HH"}, since={RED: 5, MUSKETS: 2})
    assert "target_behind_hedge" not in modified(shot(give(state, "blue", Skirmish(unit=MUSKETS, targets=(RED,)), 0)))


@pytest.mark.parametrize(("letter", "sheltered"), [("a", True), ("b", False)])
def test_d78_the_first_at_a_hexside_may_lose_its_shelter_by_firing(letter: str, sheltered: bool) -> None:
    state = position({MUSKETS: "1109:0", RED: "1209:3"}, readings={"D78": letter}, since={RED: 1, MUSKETS: 2})
    state.steps = 9
    react_fire(state, RED, Trigger(kind="TR4", unit=MUSKETS, how="reform", hexes=("1109",)), 0)
    fact = shot(give(state, "blue", Skirmish(unit=MUSKETS, targets=(RED,)), 0))
    assert ("target_behind_hedge" in modified(fact)) is sheltered


def react_fire(state: State, unit: str, trigger: Trigger, *dice: int, salvo: bool = False) -> list[Any]:
    """Reaction Fire as the chapter of reactions would call it."""
    play = Play(SYSTEM, state, state.units[unit].side, Decline(), EnteredChance([die or 10 for die in dice]))
    react.fire(play, unit, trigger, salvo=salvo)
    while SYSTEM.book.proceed(play):
        pass
    return facts_of(play.recorded)


# 10.2, 10.7 Pistols


def test_10_7_3_two_pistols_and_no_more() -> None:
    state = position({HORSE: "1012:5", RED: "1011:2"}, pistols={HORSE: 2})
    assert refused(state, "blue", FirePistol(unit=HORSE, target=RED)) == "10.7.3"
    assert orders_of(state, FirePistol) == []


def test_10_7_1_and_10_7_2_each_shot_is_marked() -> None:
    state = position({HORSE: "1012:5", RED: "1011:2"}, pistols={HORSE: 1})
    give(state, "blue", FirePistol(unit=HORSE, target=RED), 0)
    assert state.units[HORSE].pistols == 2


def test_10_2_infantry_has_no_pistols() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"})
    assert refused(state, "blue", FirePistol(unit=PIKES, target=RED)) == "10.2"
    state = position({HORSE: "1012:5", RED: "1011:2"})
    assert refused(state, "blue", Skirmish(unit=HORSE, targets=(RED,))) == "10.3.1"


# 10.3 Advancing Fire, Skirmish, Retreating Fire


def test_10_3_2_advancing_fire_steps_and_fires_at_minus_three() -> None:
    state = position({PIKES: "1013:5", RED: "1011:2"}, order="charge")
    facts = give(state, "blue", AdvancingFire(unit=PIKES, targets=(RED,), to="1012"), 9, 0)
    assert told(facts, UnitMoved)[0].how == "AF"
    assert state.units[PIKES].hexes == ("1012",)
    assert modified(shot(facts)) == {"Advancing Fire": (-3, "10.3.2")}
    assert shot(facts).ch == 1
    kinds = [type(fact) for fact in facts]
    assert kinds.index(UnitMoved) < kinds.index(ShotFired)


def test_10_3_2_a_two_hex_unit_steps_with_both_halves() -> None:
    state = position({TWO: "1013:5", RED: "1011:2", RED_MUSKETS: "1111:2"}, order="charge")
    facts = give(state, "blue", AdvancingFire(unit=TWO, targets=(RED, RED_MUSKETS), to="1012"), 0, 0)
    assert state.units[TWO].hexes == ("1012", "1112")
    assert [one.at for one in told(facts, ShotFired)] == ["1012", "1112"]


@pytest.mark.parametrize(
    ("place", "order", "to", "rule"),
    [
        ("1013:5", "make_ready", "1012", "10.3.2"),
        ("1013:5", "charge", "left", "10.3.2"),
        ("1013:5", "charge", "1113", "7.1.1"),
        ("1014:5", "charge", "1013", "10.3.2"),
        ("1013:5:FB", "charge", "1012", "7.3.1"),
        ("1013:5", "charge", "", "10.3.5"),
    ],
)
def test_10_3_2_what_advancing_fire_may_not(place: str, order: str, to: str, rule: str) -> None:
    state = position({PIKES: place, RED: "1011:2"}, order=order)
    assert refused(state, "blue", AdvancingFire(unit=PIKES, targets=(RED,), to=to)) == rule


def test_10_3_3_skirmish_has_no_modifier_and_no_move() -> None:
    state = position({MUSKETS: "1012:5", RED: "1011:2"})
    facts = give(state, "blue", Skirmish(unit=MUSKETS, targets=(RED,)), 4)
    assert modified(shot(facts)) == {}
    assert not told(facts, UnitMoved)


def test_10_3_4_retreating_fire_at_minus_three_then_a_step_back() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"})
    facts = give(state, "blue", RetreatingFire(unit=PIKES, targets=(RED,), to="1013"), 9, 0)
    facts += let_pass(state, *WINDOWS)
    assert modified(shot(facts)) == {"Retreating Fire": (-3, "10.3.4")}
    assert state.units[PIKES].hexes == ("1013",)
    assert state.units[PIKES].facing == 5


def test_10_3_4_a_two_hex_unit_steps_back_with_both_halves() -> None:
    state = position({TWO: "1012:5", RED: "1011:2"})
    give(state, "blue", RetreatingFire(unit=TWO, targets=(RED,), to="1013"), 0, 0)
    let_pass(state, *WINDOWS)
    assert state.units[TWO].hexes == ("1013", "1113")


@pytest.mark.parametrize(
    ("order", "to", "rule"),
    [("charge", "1013", "10.3.4"), ("make_ready", "1112", "10.3.4"), ("make_ready", "", "10.3.4")],
)
def test_10_3_4_what_retreating_fire_may_not(order: str, to: str, rule: str) -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"}, order=order)
    assert refused(state, "blue", RetreatingFire(unit=PIKES, targets=(RED,), to=to)) == rule


@pytest.mark.parametrize(("letter", "allowed"), [("a", False), ("b", True)])
def test_d90_whether_orders_limit_retreating_fire(letter: str, allowed: bool) -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"}, order="charge", readings={"D90": letter})
    assert bool(orders_of(state, RetreatingFire)) is allowed


def test_10_3_5_from_among_the_guns_without_a_step() -> None:
    places = {"blue-heavy-battery": "1012:5", PIKES: "1012:5", RED: "1011:2"}
    state = position(places)
    facts = give(state, "blue", AdvancingFire(unit=PIKES, targets=(RED,)), 0)
    assert told(facts, StackChanged)[0].units == (PIKES, "blue-heavy-battery")
    assert modified(shot(facts)) == {"Advancing Fire": (-3, "10.3.2")}
    assert state.units[PIKES].hexes == ("1012",)
    state = position({PIKES: "1012:5", "blue-heavy-battery": "1012:5", RED: "1011:2"})
    give(state, "blue", RetreatingFire(unit=PIKES, targets=(RED,)), 0)
    let_pass(state, *WINDOWS)
    assert state.stacks["1012"] == ["blue-heavy-battery", PIKES]
    state = position(places, disabled={"blue-heavy-battery": True})
    assert refused(state, "blue", AdvancingFire(unit=PIKES, targets=(RED,))) == "10.3.5"


@pytest.mark.parametrize(("letter", "allowed"), [("a", True), ("b", False)])
def test_d51_orders_and_advancing_fire_in_place(letter: str, allowed: bool) -> None:
    state = position({"blue-heavy-battery": "1012:5", PIKES: "1012:5", RED: "1011:2"}, readings={"D51": letter})
    assert bool([one for one in orders_of(state, AdvancingFire) if not one.to]) is allowed


@pytest.mark.parametrize(("letter", "value"), [("a", None), ("b", (-3, "10.3.5"))])
def test_d50_the_answer_to_advancing_fire_in_place(letter: str, value: Any) -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"}, readings={"D50": letter})
    trigger = Trigger(kind="TR1", unit=PIKES, how="AF", hexes=("1012",), in_place=True)
    assert modified(shot(react_fire(state, RED, trigger, 0))).get("answer in place") == value


# 10.4 Salvo


def test_10_4_salvo_by_its_own_column_with_a_check_for_every_target() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"})
    facts = give(state, "blue", Salvo(unit=PIKES, targets=(RED,)), 0, 5)
    assert shot(facts).column == "salvo"
    assert shot(facts).ch == 0
    (check,) = told(facts, MoraleTested)
    assert [cause.cite for cause in check.causes] == ["10.6.3"]
    assert check.modifiers == ()
    assert told(facts, SalvoSpent)
    assert state.units[PIKES].salvo


def test_e26_both_halves_salvo_one_target_without_hits_one_check() -> None:
    state = position({TWO: "1012:5", RED: "1011:2"})
    facts = give(state, "blue", Salvo(unit=TWO, targets=(RED,)), 0, 1, 5)
    (check,) = told(facts, MoraleTested)
    assert len(check.causes) == 1
    assert check.modifiers == ()


def test_e28_after_a_salvo_it_fires_at_minus_one_and_salvoes_no_more() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"}, salvo={PIKES: True})
    trigger = Trigger(kind="TR2", unit=RED, how="face", hexes=("1011",))
    assert react.volley(state, PIKES, trigger, salvo=True) == ()
    fact = shot(react_fire(state, PIKES, trigger, 0))
    assert modified(fact) == {"after its Salvo": (-1, "10.4")}
    assert fact.column == "front"
    assert refused(state, "blue", Salvo(unit=PIKES, targets=(RED,))) == "10.4"


@pytest.mark.parametrize(("letter", "allowed"), [("a", False), ("b", True)])
def test_d85_a_salvo_in_reaction_beside_one_as_an_action(letter: str, allowed: bool) -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"}, readings={"D85": letter})
    react_fire(state, PIKES, Trigger(kind="TR2", unit=RED, how="face", hexes=("1011",)), 0, 0, salvo=True)
    assert bool(orders_of(state, Salvo)) is allowed


def test_10_4_front_only_heavy_infantry_only_and_as_the_scenario_says() -> None:
    state = position({PIKES: "1012:5", RED: "1112:2"})
    assert refused(state, "blue", Salvo(unit=PIKES, targets=(RED,))) == "10.4"
    state = position({MUSKETS: "1012:5", RED: "1011:2"})
    assert refused(state, "blue", Salvo(unit=MUSKETS, targets=(RED,))) == "10.4"
    places = {"meldrum": "1012:5", "richard-fielding": "1011:2"}
    state = position(places, scenario="edgehill", leaders={"sir-john-meldrum": "1012"})
    assert refused(state, "parliament", Salvo(unit="meldrum", targets=("richard-fielding",))) == "10.4"


def test_10_4_one_salvo_of_a_side_in_a_turn_at_edgehill() -> None:
    places = {"richard-fielding": "1012:5", "charles-gerard": "1312:5", "meldrum": "1011:2", "thomas-ballard": "1311:2"}
    state = position(places, scenario="edgehill", leaders={"sir-jacob-astley": "1012"})
    give(state, "royalist", Salvo(unit="richard-fielding", targets=("meldrum",)), 0, 0, 0)
    let_pass(state, *WINDOWS)
    assert refused(state, "royalist", Salvo(unit="charles-gerard", targets=("thomas-ballard",))) == "10.4"


# 8.2.1 Horse with light infantry


def test_d31_both_fire_or_one() -> None:
    places = {HORSE: "1012:5", "blue-muskets-with-the-horse": "1012:5", RED: "1011:2"}
    order = Skirmish(unit="blue-muskets-with-the-horse", targets=(RED,), pistol=RED)
    state = position(places)
    facts = give(state, "blue", order, 0, 0)
    assert {one.column for one in told(facts, ShotFired)} == {"muskets", "pistols"}
    let_pass(state, *WINDOWS)
    assert refused(state, "blue", FirePistol(unit=HORSE, target=RED)) == "3.2.C"
    state = position(places, readings={"D31": "b"})
    assert refused(state, "blue", order) == "8.2.1"


@pytest.mark.parametrize(("formation", "may_go"), [("OO", True), ("FB", False)])
def test_7_3_1_light_infantry_goes_nowhere_with_horse_that_is_broken(formation: str, may_go: bool) -> None:
    """They move as one (8.2.1), so what is listed is what the horse can do, forward and back."""
    muskets = "blue-muskets-with-the-horse"
    state = position({HORSE: "1013:5", muskets: "1013:5", RED: "1011:2"}, order="charge")
    state.units[HORSE].formation = formation  # type: ignore[assignment]
    step = AdvancingFire(unit=muskets, targets=(RED,), to="1012")
    assert (step in orders_of(state, AdvancingFire)) is may_go
    if not may_go:
        assert refused(state, "blue", step) == "7.3.1"
    assert bool(list(steps.retreats(state, muskets))) is may_go


# 9.4 Reaction Fire


def test_9_4_2_and_d43_horse_in_motion() -> None:
    def value(letter: str, entered: int, how: Any = "move", firer: str = RED) -> Any:
        state = position({HORSE: "1012:5", RED: "1011:2", RED_MUSKETS: "0911:2"}, readings={"D43": letter})
        state.moves.append(Move(unit=HORSE, how="move", trail=[("1013",)] * entered))
        trigger = Trigger(kind="TR1", unit=HORSE, how=how, hexes=("1012",), entered=entered)
        return modified(shot(react_fire(state, firer, trigger, 0))).get("horse in motion")

    assert value("a", 1) == (-1, "9.4.2")
    assert value("a", 0) is None
    assert value("b", 0) == (-1, "9.4.2")
    assert value("a", 0, "advance") == (-1, "9.4.2")
    assert value("a", 1, firer=RED_MUSKETS) is None


def test_10_3_4_the_answer_to_retreating_fire_is_at_minus_three() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"})
    trigger = Trigger(kind="TR1", unit=PIKES, how="RF", hexes=("1012",), retreating=True)
    assert modified(shot(react_fire(state, RED, trigger, 0))) == {"answer to Retreating Fire": (-3, "10.3.4")}


@pytest.mark.parametrize("options", [(), ("hi_fire_limit",)])
def test_e19_and_9_4_1a_a_high_die_ends_reaction_fire(options: tuple[str, ...]) -> None:
    state = position({TWO: "1012:5", RED: "1011:2"}, wing="red-foot", options=options, leaders={})
    trigger = Trigger(kind="TR2", unit=RED, how="face", hexes=("1011",))
    facts = react_fire(state, TWO, trigger, 5, 4, 0)
    assert len(told(facts, ShotFired)) == 2
    assert bool(told(facts, FireSpent)) is bool(options)
    assert bool(react.volley(state, TWO, trigger)) is not bool(options)


def test_9_4_1_a_low_die_does_not() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"}, wing="red-foot", options=("hi_fire_limit",), leaders={})
    trigger = Trigger(kind="TR2", unit=RED, how="face", hexes=("1011",))
    react_fire(state, PIKES, trigger, 4)
    assert react.volley(state, PIKES, trigger)


@pytest.mark.parametrize(("letter", "fires"), [("a", False), ("b", True)])
def test_d32_the_unit_under_the_guns_in_reaction(letter: str, fires: bool) -> None:
    state = position(
        {"blue-heavy-battery": "1012:5", PIKES: "1012:5", RED: "1011:2"}, wing="red-foot", readings={"D32": letter}
    )
    trigger = Trigger(kind="TR2", unit=RED, how="face", hexes=("1011",))
    assert bool(react.volley(state, PIKES, trigger)) is fires


# 9.4.5 Cover


def covered(letter: str = "a", hex: str = "0709", at: str = "0710") -> State:
    return position({PIKES: f"{at}:5", RED: f"{hex}:2"}, readings={"D44": letter})


def test_9_4_5_taking_cover_voids_fire_for_this_activation() -> None:
    state = covered()
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)))
    assert isinstance(asked(state), AwaitCover)
    facts = give(state, "red", TakeCover())
    assert told(facts, CoverTaken)
    assert told(facts, ShotVoid)
    assert not told(facts, ShotFired)
    assert react.volley(state, RED, Trigger(kind="TR5", unit=PIKES, how="SK", hexes=("0710",))) == ()


def test_9_4_5_without_cover_the_fire_goes_on() -> None:
    state = covered()
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)))
    facts = give(state, "red", Decline(), 9, 0)
    assert shot(facts).net == 7


@pytest.mark.parametrize(("hex", "at"), [("0509", "0510"), ("0909", "0910")])
def test_9_4_5_villages_and_castles_too(hex: str, at: str) -> None:
    state = covered(hex=hex, at=at)
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)))
    assert isinstance(asked(state), AwaitCover)


def test_9_4_5_nowhere_else() -> None:
    state = position({PIKES: "2009:0", RED: "2109:3"})
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 0)
    assert not isinstance(asked(state), AwaitCover)
    assert refused(state, "red", TakeCover()) != ""


def test_d44_towns_left_out_or_asked_after_the_roll() -> None:
    state = covered("b")
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 0)
    assert not isinstance(asked(state), AwaitCover)
    state = covered("c")
    facts = give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 9)
    assert told(facts, ShotFired)
    assert isinstance(asked(state), AwaitCover)
    facts = give(state, "red", TakeCover())
    assert not told(facts, LossTaken)
    assert state.units[RED].casualties == 0


def test_x37_one_pistol_in_a_move_action() -> None:
    """10.2 In a path the shot is a step, and there is one only."""
    state = position({HORSE: "1013:5", RED: "1011:2"}, order="charge")
    path = ("1012", f"fire:{RED}", f"fire:{RED}")
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=path)) == "10.2"
    give(state, "blue", MoveUnit(unit=HORSE, path=path[:2]))
    facts = give(state, "red", Decline(), 0)
    assert shot(facts).mode == "pistol"
    assert state.units[HORSE].pistols == 1


def test_x40_no_cover_from_artillery() -> None:
    """9.4.5"""
    state = position({"blue-heavy-battery": "0711:5", RED: "0709:2"})
    facts = give(state, "blue", FireGuns(unit="blue-heavy-battery", target=RED), 0)
    assert told(facts, ShotFired)
    assert not isinstance(asked(state), AwaitCover)
