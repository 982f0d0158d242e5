"""7.0 Tests of morale and elimination, rout and its paths, capture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled, Fact, LossTaken, Order, PointsScored
from domain.kernel.play import Play, facts_of
from domain.kernel.reasons import Reason
from rules.gettysburg import SYSTEM
from rules.gettysburg.combat import coordination
from rules.gettysburg.combat.asks import ResolveAttack, ResolveBombardment
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.position import morale, put
from rules.gettysburg.state import State
from rules.gettysburg.turn import states
from rules.gettysburg.turn.asks import EndPhase
from rules.gettysburg.turn.state_facts import (
    UnitCaptured,
    UnitDisrupted,
    UnitEliminated,
    UnitRouted,
    UnitShaken,
    UnitTested,
)
from tests.gettysburg.fighting import combat
from tests.gettysburg.positions import give, position
from tests.gettysburg.small_maps import road, small_ground

ENTRIES = {"A": "1234", "F": "4000"}
CLEAR = small_ground(entry_hexes=ENTRIES)


def play_of(state: State, *dice: int) -> Play[State]:
    return Play(SYSTEM, state, "confederate", EndPhase(), EnteredChance(dice))


def facts(play: Play[State]) -> list[Fact]:
    play.chance.finish()
    return facts_of(play.recorded)[1:]


@pytest.mark.parametrize(("die", "passes"), [(1, True), (3, True), (4, True), (5, False), (6, False)])
def test_7_2_a_die_up_to_the_morale_passes(die: int, passes: bool) -> None:
    play = play_of(position({"C-1": "2020"}, ratings={"C-1": "4/4/3"}), die)
    assert states.passes_morale(play, "C-1", Reason("morale", "12.6a")) is passes
    rolled, tested = facts(play)
    assert isinstance(rolled, DiceRolled)
    assert (rolled.by, rolled.why) == ("confederate", Reason("morale", "12.6a", ("C-1",)))
    assert tested == UnitTested(unit="C-1", test=Reason("morale", "12.6a"), die=die, rating="4", passed=passes)


@pytest.mark.parametrize(("die", "passes"), [(3, True), (4, False)])
def test_7_2_a_shaken_brigade_tests_with_its_back(die: int, passes: bool) -> None:
    play = play_of(position({"U-1": "2020"}, ratings={"U-1": "5:3/5:3/3"}, shaken=["U-1"]), die)
    assert states.passes_morale(play, "U-1", Reason("morale", "7.2")) is passes
    assert [fact.by for fact in facts(play) if isinstance(fact, DiceRolled)] == ["union"]


def test_7_2_another_rating_may_be_named_for_the_test() -> None:
    state = position({"C-1": "2020"}, ratings={"C-1": "4/4/3"})
    assert states.passes_morale(play_of(state, 5), "C-1", Reason("morale", "7.2"), rating=5)
    assert not states.passes_morale(play_of(state, 3), "C-1", Reason("morale", "7.2"), rating=2)


def guns_test(letter: str, morale: int, *dice: int) -> bool:
    state = position({"C-5": "2020"}, ratings={"C-5": f"0/{morale}/"}, readings={"D58": letter})
    play = play_of(state, *dice)
    passed = states.passes_morale(play, "C-5", Reason("morale", "14.4R"))
    play.chance.finish()
    return passed


def test_d58_a_guns_test_with_the_morale_of_the_pack() -> None:
    assert guns_test("A", 4, 4)
    assert not guns_test("A", 4, 5)


def test_d58_a_guns_without_a_morale_pass_without_a_die() -> None:
    assert guns_test("A", 0)


def test_d58_b_guns_ignore_the_test() -> None:
    assert guns_test("B", 4)


def test_d58_c_guns_fail_without_a_die() -> None:
    assert not guns_test("C", 6)


@pytest.mark.parametrize(
    ("loss", "dice", "survives"),
    [
        ("3", (3,), True), ("3", (4,), False), ("2", (2,), True), ("2", (3,), False), ("4", (4,), True),
        ("4", (5,), False), ("5", (5,), True), ("5", (6,), False), ("4+", (4,), True), ("4+", (6,), False),
        ("4+", (5, 1), True), ("4+", (5, 3), True), ("4+", (5, 4), False), ("4+", (5, 6), False),
    ],
)  # fmt: skip
def test_7_6a_7_6b_x4_the_elimination_test(loss: str, dice: tuple[int, ...], survives: bool) -> None:
    """7.6b"""
    play = play_of(position({"C-1": "2020"}, ratings={"C-1": f"4/4/{loss}"}), *dice)
    assert states.survives(play, "C-1", Reason("elimination", "7.6a")) is survives
    *rolled, tested = facts(play)
    assert len(rolled) == len(dice)
    assert tested == UnitTested(
        unit="C-1", test=Reason("elimination", "7.6a"), die=dice[0], rating=loss, passed=survives
    )


def test_7_6a_a_shaken_brigade_has_the_same_loss_rating() -> None:
    play = play_of(position({"C-1": "2020"}, ratings={"C-1": "4:2/4:2/4"}, shaken=["C-1"]), 4)
    assert states.survives(play, "C-1", Reason("elimination", "7.6a"))


def test_7_6c_guns_never_survive_and_never_roll() -> None:
    play = play_of(position({"C-5": "2020"}))
    assert not states.survives(play, "C-5", Reason("elimination", "7.6a"))
    assert play.recorded == []


def test_7_3_7_4a_disrupting_and_shaking_act_once() -> None:
    state = position({"C-1": "2020"})
    play = play_of(state)
    for _ in range(2):
        states.disrupt(play, "C-1", Reason("combat", "12.1"))
        states.shake(play, "C-1", Reason("combat", "12.2"))
    assert facts(play) == [
        UnitDisrupted(unit="C-1", why=Reason("combat", "12.1")),
        UnitShaken(unit="C-1", why=Reason("combat", "12.2")),
    ]
    assert state.units["C-1"].disrupted
    assert state.units["C-1"].shaken


def test_7_3b_disruption_touches_neither_movement_nor_morale_nor_coordination() -> None:
    both = {"C-41": "2019", "C-42": "1919", "U-1": "2020"}
    state = combat(both, {"C-41": "2020", "C-42": "2020"}, disrupted=["C-41", "C-42"])
    assert coordination.roll_bar(state, "2020") is None
    fresh, weary = (position({"C-41": "2020"}, ground=CLEAR, disrupted=marked) for marked in ([], ["C-41"]))
    assert morale(fresh.units["C-41"]) == morale(weary.units["C-41"])
    give(weary, "confederate", MoveUnit(unit="C-41", path=("2021", "2022", "2023", "2024")))
    assert weary.units["C-41"].at == "2024"


def marching(unit: str, *path: str, at: str = "2020", **more: Any) -> tuple[State, Order]:
    order = MoveUnit(unit=unit, path=path, pace=more.pop("pace", "normal"), forced=more.pop("forced", 0))
    return position({unit: at, "U-1": "2018"}, ground=CLEAR, **more), order


def fighting(places: dict[str, str], **more: Any) -> tuple[State, Order]:
    """C-41, or the cavalry C-54, attacks 2020."""
    attacker = next(iter(places))
    declared: dict[str, Any] = {more.pop("how", "attacks"): {attacker: "2020"}}
    ratings = {attacker: "4/4/6", "U-1": "4/3/6", "U-2": "4/6/6"}
    return combat(places, ratings=ratings, **declared, **more), ResolveAttack(unit=attacker)


DUEL = {"C-41": "2019", "U-1": "2020"}
CAUSES: dict[str, tuple[Callable[[], tuple[State, Order]], tuple[int, ...], str]] = {
    "12.2": (lambda: fighting(DUEL), (2, 3), "C-41"),
    "12.6a": (lambda: fighting({**DUEL, "U-2": "2020"}), (1, 1, 1), "U-2"),
    "13.4d": (lambda: fighting({**DUEL, "U-7": "2020"}, fired=["U-7"]), (1, 1), "U-7"),
    "14.4R": (
        lambda: (combat({"C-45": "2018", "U-1": "2020"}, shots={"C-45": ("2020", "U-1")}),
                 ResolveBombardment(units=("C-45",))), (6,), "U-1",
    ),
    "15.1": (lambda: marching("C-54", "2122", at="2121", pace="accelerated"), (), "C-54"),
    "15.5c": (lambda: fighting({"C-54": "2019", "U-1": "2020"}, how="charges"), (1, 1, 6), "C-54"),
    "20.2a": (lambda: marching("C-41", "2021", turn=11), (), "C-41"),
    "22.2": (lambda: marching("C-41", "2021", "2022", pace="disengage", options=["disengagement"]), (1,), "C-41"),
    "22.4": (
        lambda: marching("C-41", "2022", "2023", "2024", "2025", "2026", at="2021", forced=1, options=["forced_march"]),
        (), "C-41",
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", CAUSES)
def test_7_3c_each_cause_disrupts(rule: str) -> None:
    begin, dice, unit = CAUSES[rule]
    state, order = begin()
    disrupted = [fact for fact in give(state, "confederate", order, *dice) if isinstance(fact, UnitDisrupted)]
    assert (unit, rule) in [(fact.unit, fact.why.cite) for fact in disrupted]
    assert state.units[unit].disrupted


def test_13_1d_13_2_disrupted_guns_are_fired_and_guns_are_never_shaken() -> None:
    """7.1"""
    state = position({"C-5": "2020"})
    play = play_of(state)
    states.shake(play, "C-5", Reason("combat", "12.2"))
    assert play.recorded == []
    states.disrupt(play, "C-5", Reason("combat", "12.1"))
    assert (state.units["C-5"].disrupted, state.units["C-5"].fired, state.units["C-5"].shaken) == (True, True, False)


def test_7_6a_elimination_fills_the_box_and_scores_nothing() -> None:
    state = position({"C-1": "2020", "C-2": "2020"}, questionable=["C-1"])
    play = play_of(state)
    states.eliminate(play, "C-1", Reason("DER", "12.2"))
    assert facts(play) == [
        UnitEliminated(unit="C-1", why=Reason("DER", "12.2")),
        LossTaken(side="confederate", unit="C-1", kind="eliminated", amount=1, cause=Reason("DER", "12.2"), men=1874),
    ]
    assert (state.units["C-1"].at, state.stacks["2020"]) == ("eliminated", ["C-2"])
    assert state.units["C-1"].broken
    assert not state.units["C-1"].questionable


@pytest.mark.parametrize(("unit", "points"), [("C-1", 3), ("C-53", 3), ("C-5", 1)])
def test_4_3_a_capture_scores_for_the_captor(unit: str, points: int) -> None:
    state = position({unit: "2020"})
    play = play_of(state)
    states.capture(play, unit, Reason("surrounded", "12.4f"))
    assert UnitCaptured(unit=unit, why=Reason("surrounded", "12.4f")) in facts(play)
    assert state.core.points == {"confederate": 0, "union": points}
    assert (state.units[unit].at, "2020" in state.stacks) == ("captured", False)


def routed_to(
    places: Mapping[str, str], *, unit: str = "C-1", ground: Ground = CLEAR, start: str = "", **given: Any
) -> str:
    """The box a rout ends in, having checked what goes with it."""
    state = position(places, ground=ground, **given)
    play = play_of(state)
    states.rout(play, unit, Reason("test", "7.5a"), start)
    routed = facts(play)[0]
    assert isinstance(routed, UnitRouted)
    scored = [fact for fact in facts(play) if isinstance(fact, PointsScored)]
    assert [fact.points for fact in scored] == ([3] if routed.box == "captured" else [])
    assert state.units[unit].at == routed.box
    assert state.units[unit].broken
    return routed.box


def ring(at: str, names: Sequence[str], ground: Ground = CLEAR) -> dict[str, str]:
    """Pieces on all the hexes around one."""
    return dict(zip(names, ground.near(at), strict=False))


SIX = ("U-1", "U-2", "U-3", "U-4", "U-5", "U-6")


def test_7_5a_a_free_way_to_the_train_leads_to_the_routed_box() -> None:
    assert routed_to({"C-1": "2020", "C-Train": "1628", "U-1": "2021"}) == "routed"


def test_7_5a_7_5c_neither_way_open_means_capture() -> None:
    assert routed_to({"C-1": "2020", "C-Train": "1628", **ring("2020", SIX)}) == "captured"


def test_7_5c_only_the_way_home_open_means_out_of_play() -> None:
    assert routed_to({"C-1": "2020", "C-Train": "1628", **ring("1628", SIX)}) == "out_of_play"


def test_7_5b_before_the_train_enters_the_way_home_leads_to_the_routed_box() -> None:
    assert routed_to({"C-1": "2020", "C-Train": "pool"}) == "routed"
    assert routed_to({"C-1": "2020", "C-Train": "pool", "U-1": "1234"}) == "captured"


def test_7_5b_a_train_that_never_comes_counts_as_not_yet_entered() -> None:
    assert routed_to({"C-1": "2020"}, scenario="mcpherson") == "routed"


def test_7_5b_the_union_goes_home_to_4000() -> None:
    assert routed_to({"U-1": "2020"}, unit="U-1") == "routed"
    assert routed_to({"U-1": "2020", "C-1": "4000"}, unit="U-1") == "captured"


def test_d61_a_train_that_left_the_map_cannot_be_reached() -> None:
    assert routed_to({"C-1": "2020", "C-Train": "out_of_play"}) == "out_of_play"
    assert routed_to({"C-1": "2020", "C-Train": "out_of_play", "U-1": "1234"}) == "captured"


def test_d61_a_unit_that_stands_at_the_goal_has_a_way() -> None:
    state = position({"C-1": "2020", "C-Train": "1628"}, ground=CLEAR)
    assert states.has_way(state, state.units["C-1"], "1628", "1628")
    assert states.rout_box(state, "C-1", "1628") == "routed"


def test_d61_a_way_may_start_where_the_unit_no_longer_is() -> None:
    places = {"C-1": "2020", "C-Train": "1628", **ring("2020", SIX)}
    assert routed_to(places, start="2420") == "routed"


@pytest.mark.parametrize("stopper", ["U-Train", "U-5", "U-72", "U-67"])
def test_d61_a_every_kind_of_enemy_bars_the_way(stopper: str) -> None:
    rest = [name for name in ("U-1", "U-2", "U-3", "U-4", "U-6") if name != stopper]
    places = {"C-1": "2020", **dict(zip([*rest, stopper], CLEAR.near("2020"), strict=True))}
    assert routed_to(places) == "captured"


HMC_GAP = {"C-1": "2020", **dict(zip((*SIX[:5], "U-HMC1"), CLEAR.near("2020"), strict=True))}


def test_d61_a_hmcs_bar_the_way() -> None:
    assert routed_to(HMC_GAP) == "captured"


def test_d61_b_hmcs_do_not_bar_the_way() -> None:
    assert routed_to(HMC_GAP, readings={"D61": "B"}) == "routed"


def test_d61_b_an_hmc_stacked_with_a_unit_bars_the_way() -> None:
    assert routed_to({**HMC_GAP, "U-7": HMC_GAP["U-HMC1"]}, readings={"D61": "B"}) == "captured"


ROUGH_RING = small_ground(entry_hexes=ENTRIES, rough=list(CLEAR.near("2020")))


def test_d61_a_terrain_is_ignored() -> None:
    assert routed_to({"C-53": "2020"}, unit="C-53", ground=ROUGH_RING) == "routed"


def test_d61_b_prohibited_terrain_bars_horses_and_not_infantry() -> None:
    assert routed_to({"C-53": "2020"}, unit="C-53", ground=ROUGH_RING, readings={"D61": "B"}) == "captured"
    assert routed_to({"C-1": "2020"}, ground=ROUGH_RING, readings={"D61": "B"}) == "routed"


def test_d61_b_a_road_leads_through_rough_ground() -> None:
    way = small_ground(entry_hexes=ENTRIES, rough=list(CLEAR.near("2020")), roads=(road("2020", "2021", "2022"),))
    assert routed_to({"C-53": "2020"}, unit="C-53", ground=way, readings={"D61": "B"}) == "routed"


def test_d61_b_an_hmc_in_prohibited_terrain_opens_no_way_for_horses() -> None:
    places = {"C-53": "2020", "U-HMC1": CLEAR.near("2020")[0]}
    assert routed_to(places, unit="C-53", ground=ROUGH_RING, readings={"D61": "B"}) == "captured"


def test_7_5a_a_rout_counts_as_a_loss_named_by_its_box() -> None:
    state = position({"C-1": "2020"}, ground=CLEAR)
    play = play_of(state)
    states.rout(play, "C-1", Reason("DR", "12.5"))
    assert facts(play) == [
        UnitRouted(unit="C-1", box="routed", why=Reason("DR", "12.5")),
        LossTaken(side="confederate", unit="C-1", kind="routed", amount=1, cause=Reason("DR", "12.5"), men=1874),
    ]


def test_the_men_of_a_brigade_are_counted_once_however_often_it_is_lost() -> None:
    state = position({"C-1": "2020", "C-Train": "1628"})
    play = play_of(state)
    states.rout(play, "C-1", Reason("DR", "12.5"))
    put(state, "C-1", "2020")
    states.eliminate(play, "C-1", Reason("DER", "12.2"))
    assert [fact.men for fact in facts(play) if isinstance(fact, LossTaken)] == [1874, None]
