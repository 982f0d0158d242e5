"""10.6, 10.10, 12 What fire does: hits, conversions, checks with their causes, thresholds, levels, leaders."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact, LossTaken
from domain.kernel.play import Play, facts_of
from domain.kernel.reasons import Reason
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.fire import results
from rules.musket_and_pike.fire.asks import FireGuns, Skirmish
from rules.musket_and_pike.fire.facts import HitsTaken, ShotFired
from rules.musket_and_pike.formation.facts import FormationHit
from rules.musket_and_pike.leaders.facts import LeaderTested
from rules.musket_and_pike.morale import casualties, checks
from rules.musket_and_pike.morale.asks import AssignHit, AwaitHit
from rules.musket_and_pike.morale.facts import MoraleSet, MoraleTested, ThresholdReached, UnitEliminated
from rules.musket_and_pike.position import morale
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline, Due, Hit, LowerDue, ResumeShots, ResumeTests, Shot
from tests.musket_and_pike.positions import asked, give, position, refused, told

PIKES, HORSE, LIGHT = (
    "blue-without-pikes", "blue-cuirassiers-i", "blue-muskets-with-the-horse",
)  # fmt: skip
RED, RED_TWO, RED_HORSE = "red-one-hex", "red-two-hex", "red-cuirassiers-i"


def strike(state: State, *found: tuple[int, int, bool], dice: tuple[int, ...] = (), **more: Any) -> list[Fact]:
    """The results of a fire at RED that is over: casualty hits, formation hits and check of each shot."""
    target, firer = more.pop("target", RED), more.pop("firer", PIKES)
    to = state.units[target].hexes[0]
    shot = Shot(at=state.units[firer].at, target=target, to=to)
    hits = tuple(Hit(shot=shot, ch=ch, fh=fh, mc=mc) for ch, fh, mc in found)
    play = Play(SYSTEM, state, "blue", Decline(), EnteredChance([die or 10 for die in dice]))
    results.apply(play, ResumeShots(firer=firer, mode=more.pop("mode", "SK"), shots=(), done=hits, **more))
    return run(play)


def run(play: Play[State]) -> list[Fact]:
    while SYSTEM.book.proceed(play):
        pass
    assert not play.chance.dice  # type: ignore[attr-defined]
    return facts_of(play.recorded)


def owe(state: State, *dues: Due, dice: tuple[int, ...] = ()) -> list[Fact]:
    play = Play(SYSTEM, state, "blue", Decline(), EnteredChance([die or 10 for die in dice]))
    play.open(ResumeTests(dues=dues))
    return run(play)


def facing(place: str = "1011:2", **more: Any) -> State:
    return position({PIKES: "1012:5", RED: place}, **more)


def causes(facts: list[Fact]) -> list[str]:
    (check,) = told(facts, MoraleTested)
    return [cause.cite for cause in check.causes]


# 10.6.2 The need for a check


@pytest.mark.parametrize(("level", "hits"), [(1, 1), (4, 1), (6, 1), (7, 2), (8, 3)])
def test_10_6_2_how_many_hits_call_for_a_check(level: int, hits: int) -> None:
    assert results.needed(level) == hits


def test_10_6_2_morale_seven_stands_one_hit() -> None:
    state = position({PIKES: "1012:5", RED_HORSE: "1011:2"})
    assert morale(state.units[RED_HORSE]) == 7
    assert not told(strike(state, (1, 0, False), target=RED_HORSE), MoraleTested)
    state = position({PIKES: "1012:5", RED_HORSE: "1011:2"})
    assert causes(strike(state, (2, 0, False), target=RED_HORSE, dice=(0,))) == ["10.6.2"]


def test_e12_and_10_6_5_two_causes_are_one_roll_at_plus_one() -> None:
    for die, level in ((6, "MN"), (7, "MS")):
        state = position({PIKES: "1012:5", RED_TWO: "1011:2"})
        assert morale(state.units[RED_TWO]) == 7
        facts = strike(state, (2, 0, False), target=RED_TWO, salvo=True, dice=(die,))
        (check,) = told(facts, MoraleTested)
        assert [cause.cite for cause in check.causes] == ["10.6.2", "10.6.3"]
        assert [(one.value, one.cite) for one in check.modifiers] == [(1, "10.6.5")]
        assert state.units[RED_TWO].morale == level


def test_10_6_5_never_more_than_plus_three() -> None:
    state = facing(threshold={RED: True})
    (check,) = told(strike(state, (1, 0, True), (1, 0, True), salvo=True, dice=(0,)), MoraleTested)
    assert len(check.causes) == 5
    assert [one.value for one in check.modifiers] == [3]


@pytest.mark.parametrize(("letter", "extra"), [("a", 0), ("b", 1)])
def test_d46_each_half_alone_would_have_called_a_check(letter: str, extra: int) -> None:
    state = facing(readings={"D46": letter})
    assert len(causes(strike(state, (1, 0, False), (1, 0, False), dice=(0,)))) == 1 + extra


@pytest.mark.parametrize(("letter", "count"), [("a", 2), ("b", 1)])
def test_d47_checks_of_the_table_from_both_halves(letter: str, count: int) -> None:
    state = facing(readings={"D47": letter})
    assert causes(strike(state, (0, 0, True), (0, 0, True), dice=(0,))) == ["10.6.5"] * count


# 10.6.6 Formation hits by fire


def test_10_6_6_on_a_broken_formation_they_are_casualties() -> None:
    for formation in ("FB", "HH"):
        state = facing(f"1011:2:{formation}")
        facts = strike(state, (0, 1, False), dice=(0,))
        (hits,) = told(facts, HitsTaken)
        assert (hits.casualties, hits.converted, hits.disorder) == (1, 1, 0)
    state = facing("1011:2:MB")
    facts = strike(state, (0, 1, False), dice=(0,))
    assert state.units[RED].casualties == 1


def test_10_6_6_those_of_both_halves_apply_and_what_is_over_is_a_casualty() -> None:
    state = facing()
    strike(state, (0, 1, False), (0, 1, False))
    assert state.units[RED].formation == "FB"
    assert state.units[RED].casualties == 0
    state = facing("1011:2:FS")
    strike(state, (0, 1, False), (0, 1, False), dice=(0,))
    assert state.units[RED].formation == "FB"
    assert state.units[RED].casualties == 1


@pytest.mark.parametrize(("letter", "hits"), [("a", 1), ("b", 0)])
def test_d49_a_formation_hit_on_a_broken_formation(letter: str, hits: int) -> None:
    state = facing("1011:2:FB", readings={"D49": letter})
    strike(state, (0, 1, False), dice=(0,) if hits else ())
    assert state.units[RED].casualties == hits


def test_d49_pistols_are_not_among_those_that_convert() -> None:
    state = position({HORSE: "1012:5", RED: "1011:2:FB"})
    strike(state, (0, 1, False), firer=HORSE, mode="pistol")
    assert state.units[RED].casualties == 0


@pytest.mark.parametrize(
    ("letter", "ch", "fh", "formation"),
    [("a", 1, 0, "FB"), ("a", 0, 1, "FB"), ("b", 1, 0, "FB"), ("b", 0, 1, "OO"), ("c", 1, 0, "OO"), ("c", 0, 1, "FB")],
)
def test_d26_and_6_3_3_what_breaks_open_order(letter: str, ch: int, fh: int, formation: str) -> None:
    state = facing("1011:2:OO", readings={"D26": letter})
    strike(state, (ch, fh, False), dice=(0,) if ch else ())
    assert state.units[RED].formation == formation


@pytest.mark.parametrize(("letter", "formation"), [("a", "OO"), ("d", "FB")])
def test_d26_d_a_level_lost_to_fire_breaks_it_too(letter: str, formation: str) -> None:
    state = facing("1011:2:OO", readings={"D26": letter})
    strike(state, (0, 0, False), salvo=True, dice=(9,))
    assert state.units[RED].morale == "MS"
    assert state.units[RED].formation == formation


# 6.3.4 Column


def test_6_3_4_attacked_in_column_it_breaks_and_checks_before_the_shot() -> None:
    state = facing("1011:2:CO")
    facts = give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 0, 0)
    kinds = [type(fact) for fact in facts if isinstance(fact, FormationHit | MoraleTested | ShotFired)]
    assert kinds == [FormationHit, MoraleTested, ShotFired]
    assert causes(facts) == ["6.3.4"]
    assert state.units[RED].formation == "FB"


@pytest.mark.parametrize(("letter", "formation"), [("a", "CO"), ("b", "FB")])
def test_d27_artillery_and_a_column(letter: str, formation: str) -> None:
    state = position({"blue-heavy-battery": "1016:5", RED: "1310:2:CO"}, readings={"D27": letter})
    give(state, "blue", FireGuns(unit="blue-heavy-battery", target=RED), *((0,) if letter == "a" else (0, 0)))
    assert state.units[RED].formation == formation


# 10.6.1, 12.5 Casualties and the threshold


def test_10_6_1_at_its_printed_strength_a_unit_is_eliminated() -> None:
    state = facing(casualties={RED: 7}, threshold={RED: True})
    facts = strike(state, (3, 0, False))
    assert [fact.amount for fact in told(facts, LossTaken)] == [1]
    assert told(facts, UnitEliminated)
    assert state.units[RED].gone == "eliminated"
    assert "1011" not in state.stacks


def test_2_4_casualties_are_told_in_men() -> None:
    (fact,) = told(strike(facing(), (2, 0, False), dice=(0,)), LossTaken)
    assert fact.men == 180


@pytest.mark.parametrize(("printed", "sp", "number"), [(8, 5, 4), (8, 4, None), (7, 4, 3), (6, 3, 2), (6, 2, None)])
def test_e18_and_12_5_1_the_threshold_by_printed_morale(printed: int, sp: int, number: int | None) -> None:
    state = facing()
    unit = state.units[RED]
    unit.card = msgspec.structs.replace(unit.card, morale=printed, sp=sp)
    assert casualties.threshold_of(state, unit) == number


def test_12_5_2_reaching_it_costs_a_level_before_the_check_at_the_lower_morale() -> None:
    state = facing()
    facts = strike(state, (2, 0, False), dice=(5,))
    kinds = [type(fact) for fact in facts if isinstance(fact, ThresholdReached | MoraleSet | MoraleTested)]
    assert kinds == [ThresholdReached, MoraleSet, MoraleTested]
    (check,) = told(facts, MoraleTested)
    assert check.morale == 5
    assert check.passed
    assert state.units[RED].morale == "MS"
    assert state.units[RED].threshold


@pytest.mark.parametrize(("letter", "against"), [("a", 5), ("b", 6)])
def test_d88_level_loss_first_or_check_first(letter: str, against: int) -> None:
    state = facing(readings={"D88": letter})
    facts = strike(state, (2, 0, False), dice=(0,))
    assert told(facts, MoraleTested)[0].morale == against
    assert state.units[RED].morale == "MS"


@pytest.mark.parametrize(("letter", "checks_due"), [("a", 0), ("b", 1)])
def test_d89_by_which_morale_the_need_is_judged(letter: str, checks_due: int) -> None:
    state = position({PIKES: "1012:5", RED_HORSE: "1011:2"}, readings={"D89": letter}, casualties={RED_HORSE: 2})
    facts = strike(state, (1, 0, False), target=RED_HORSE, dice=(0,) * checks_due)
    assert told(facts, ThresholdReached)
    assert len(told(facts, MoraleTested)) == checks_due


@pytest.mark.parametrize(("letter", "cites"), [("a", ["10.6.2"]), ("b", ["10.6.2", "10.6.4"])])
def test_d48_a_threshold_reached_by_this_very_fire(letter: str, cites: list[str]) -> None:
    state = facing(readings={"D48": letter})
    assert causes(strike(state, (2, 0, False), dice=(0,))) == cites


def test_10_6_4_at_its_threshold_it_checks_for_any_hit_besides() -> None:
    state = position({PIKES: "1012:5", RED_HORSE: "1011:2"}, threshold={RED_HORSE: True}, casualties={RED_HORSE: 3})
    state.units[RED_HORSE].casualties = 2
    assert causes(strike(state, (1, 0, False), target=RED_HORSE, dice=(0,))) == ["10.6.4"]


def test_12_5_2_a_broken_unit_that_reaches_it_is_eliminated() -> None:
    state = facing("1011:2:MB")
    facts = strike(state, (2, 0, False))
    assert told(facts, ThresholdReached)
    assert told(facts, UnitEliminated)


# 12.2, 12.4 Checks and levels


def test_e16_and_12_2_the_die_against_morale() -> None:
    for die in range(10):
        state = position({PIKES: "1012:5", RED_TWO: "1011:2"})
        play = Play(SYSTEM, state, "blue", Decline(), EnteredChance([die or 10]))
        assert checks.roll(play, RED_TWO, (Reason("target of a Salvo", "10.6.3"),)) is (die <= 7)


def test_e17_and_12_4_2_and_12_4_3_morale_by_level() -> None:
    state = position({RED_TWO: "1011:2"}, leaders={})
    levels = []
    for level in ("MN", "MS", "MB"):
        state.units[RED_TWO].morale = level
        levels.append(morale(state.units[RED_TWO]))
    assert levels == [7, 6, 1]


@pytest.mark.parametrize(("die", "level"), [(7, "MS"), (8, "MB")])
def test_e31_a_leader_of_two_helps(die: int, level: str) -> None:
    state = position(
        {PIKES: "1012:5", RED: "1011:2:MS"},
        leaders={"blue-centre": "1012", "red-centre": "1011"},
    )
    state.leaders["red-centre"].rating = -2
    facts = strike(state, (1, 0, False), dice=(die, 0) if level == "MS" else (die,))
    (check,) = told(facts, MoraleTested)
    assert check.morale == 5
    assert [(one.value, one.cite) for one in check.modifiers] == [(-2, "12.2")]
    assert state.units[RED].morale == level


@pytest.mark.parametrize(("letter", "value"), [("a", [-2]), ("b", [])])
def test_d72_which_leader_helps(letter: str, value: list[int]) -> None:
    state = facing(readings={"D72": letter}, leaders={"red-horse": "1011"})
    state.leaders["red-horse"].rating = -2
    assert [one.value for one in checks.modifiers(state, RED, ())] == value


def test_12_2_one_leader_only_the_best() -> None:
    state = facing(leaders={"red-general": "1011", "red-centre": "1011"})
    state.leaders["red-general"].rating = -2
    assert [one.value for one in checks.modifiers(state, RED, ())] == [-2]


def test_12_4_6_one_level_at_a_time_and_then_it_is_gone() -> None:
    state = facing()
    due = LowerDue(unit=RED, by="", cause=Reason("check failed", "12.2"))
    owe(state, due)
    assert state.units[RED].morale == "MS"
    assert state.units[RED].formation == "FN"
    owe(state, due)
    assert state.units[RED].morale == "MB"
    assert state.units[RED].formation == ""
    state.core.pending.clear()
    assert told(owe(state, due), UnitEliminated)


def test_12_4_4_broken_guns_stay_where_they_are() -> None:
    state = position({PIKES: "1012:5", "red-battery": "1011:2:MS"})
    strike(state, (0, 1, False), target="red-battery", dice=(9,))
    assert state.units["red-battery"].morale == "MB"
    assert state.units["red-battery"].hexes == ("1011",)


def test_10_8_9_guns_lower_than_broken_are_disabled_and_not_removed() -> None:
    state = position({PIKES: "1012:5", "red-battery": "1011:2:MB"})
    strike(state, (0, 1, False), target="red-battery", dice=(9,))
    assert state.units["red-battery"].disabled
    assert state.units["red-battery"].hexes == ("1011",)


# 8.2.1 Horse with light infantry


def paired() -> State:
    return position({RED: "1011:2", HORSE: "1012:5", LIGHT: "1012:5"}, leaders={})


def test_8_2_1_their_owner_shares_out_casualties() -> None:
    state = paired()
    play = Play(SYSTEM, state, "red", Decline(), EnteredChance([]))
    shot = Shot(at="1011", target=HORSE, to="1012")
    results.apply(play, ResumeShots(firer=RED, mode="SK", shots=(), done=(Hit(shot=shot, ch=2),)))
    run(play)
    frame = asked(state)
    assert isinstance(frame, AwaitHit)
    assert frame.side == "blue"
    assert refused(state, "blue", AssignHit(unit=PIKES)) == "8.2.1"
    give(state, "blue", AssignHit(unit=LIGHT))
    give(state, "blue", AssignHit(unit=HORSE))
    assert (state.units[HORSE].casualties, state.units[LIGHT].casualties) == (1, 1)


def test_8_2_1_and_12_4_5_disorder_and_levels_strike_both_and_the_horse_tests() -> None:
    state = paired()
    shot = Shot(at="1011", target=HORSE, to="1012")
    play = Play(SYSTEM, state, "red", Decline(), EnteredChance([9]))
    results.apply(play, ResumeShots(firer=RED, mode="SAL", shots=(), salvo=True, done=(Hit(shot=shot, fh=1),)))
    facts = run(play)
    assert told(facts, MoraleTested)[0].morale == 8
    for name in (HORSE, LIGHT):
        assert state.units[name].formation == "FS"
        assert state.units[name].morale == "MS"


# 10.10 Leaders


def test_10_10_a_leader_in_a_hex_that_suffers_is_rolled_for_once() -> None:
    state = facing(leaders={"red-centre": "1011"})
    facts = strike(state, (0, 1, False), (0, 1, False), dice=(9,))
    (test,) = told(facts, LeaderTested)
    assert test.falls
    assert state.leaders["red-centre"].fate == "removed"


def test_10_10_no_effect_no_danger_even_from_a_salvo() -> None:
    state = facing(leaders={"red-centre": "1011"})
    assert not told(strike(state, (0, 0, False), salvo=True, dice=(0,)), LeaderTested)


@pytest.mark.parametrize(("letter", "rolled"), [("a", 1), ("b", 0)])
def test_d57_which_results_endanger_a_leader(letter: str, rolled: int) -> None:
    state = facing(leaders={"red-centre": "1011"}, readings={"D57": letter})
    assert len(told(strike(state, (0, 1, False), dice=(0,) * rolled), LeaderTested)) == rolled


def test_12_3_every_cause_of_fire_names_its_rule() -> None:
    state = facing(threshold={RED: True}, casualties={RED: 2})
    assert causes(strike(state, (1, 0, True), salvo=True, dice=(0,))) == ["10.6.2", "10.6.3", "10.6.4", "10.6.5"]


def test_8_3_3_and_12_4_5_guns_and_the_foot_with_them_test_each_for_itself() -> None:
    state = position({PIKES: "1012:5", "red-battery": "1011:2", RED: "1011:2"})
    strike(state, (0, 1, False), target="red-battery", dice=(9,))
    assert state.units["red-battery"].morale == "MS"
    assert state.units[RED].morale == "MN"


def test_12_1_and_12_4_1_levels_from_normal_to_broken() -> None:
    state = position({RED_TWO: "1011:2"}, leaders={})
    assert state.units[RED_TWO].morale == "MN"
    assert morale(state.units[RED_TWO]) == state.units[RED_TWO].card.morale


def test_losses_that_are_certain_are_counted_before_they_are_shared_out() -> None:
    state = paired()
    play = Play(SYSTEM, state, "red", Decline(), EnteredChance([]))
    shot = Shot(at="1011", target=HORSE, to="1012")
    results.apply(play, ResumeShots(firer=RED, mode="SK", shots=(), done=(Hit(shot=shot, ch=2),)))
    assert SYSTEM.book.losses(state)["blue"] == 2
    run(play)
    assert SYSTEM.book.losses(state)["blue"] == 2
    give(state, "blue", AssignHit(unit=HORSE))
    assert SYSTEM.book.losses(state)["blue"] == 2
