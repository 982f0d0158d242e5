"""CRT, 12.1 to 12.3, 12.6: the table, its letters, and what they do."""

from __future__ import annotations

import pytest

from domain.kernel.facts import PointsScored
from rules.gettysburg import tables
from rules.gettysburg.combat.asks import GiveSupport, ResolveAttack, RetreatTo
from rules.gettysburg.combat.facts import CombatResolved, SupportingBrigadeTested
from rules.gettysburg.combat.results import decode
from rules.gettysburg.combat.retreat_facts import RetreatBegan, UnitRetreated
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.state_facts import UnitDisrupted, UnitEliminated, UnitRouted, UnitShaken
from tests.gettysburg.fighting import C, U, awaited, combat, ground, kinds, of
from tests.gettysburg.positions import give

WEIGHT = {total: 6 - abs(7 - total) for total in range(2, 13)}
ATTACK = ResolveAttack(unit="C-41")


@pytest.mark.parametrize(
    ("is_counted", "counts"),
    [
        pytest.param(lambda c: c[0] == "A", (22, 21, 20, 19, 18, 15, 12, 9, 6), id="CRT attacker results"),
        pytest.param(lambda c: c[0] == "D", (14, 15, 16, 17, 18, 21, 24, 27, 30), id="CRT defender results"),
        pytest.param(lambda c: c[0] == "A" and "E" in c, (16, 14, 12, 10, 8, 6, 4, 2, 1), id="CRT A with E"),
        pytest.param(lambda c: c[0] == "A" and "R" in c, (9, 8, 7, 6, 5, 4, 3, 2, 1), id="CRT A with R"),
        pytest.param(lambda c: c[0] == "D" and "E" in c, (2, 3, 4, 5, 6, 7, 8, 9, 10), id="CRT D with E"),
        pytest.param(lambda c: c[0] == "D" and "R" in c, (2, 4, 6, 8, 10, 12, 14, 16, 18), id="CRT D with R"),
        pytest.param(lambda c: c[-1].isdigit(), (12, 11, 10, 9, 8, 9, 10, 11, 12), id="CRT D with a number"),
    ],
)
def test_crt_columns_have_the_printed_counts(is_counted, counts) -> None:  # type: ignore[no-untyped-def]
    found = tuple(
        sum(weight for total, weight in WEIGHT.items() if is_counted(tables.crt(total, column)))
        for column in range(-4, 5)
    )
    assert found == counts


def test_d11_b_smooths_one_cell_of_the_table() -> None:
    places, ratings = {"C-41": "2019", "U-1": "2020"}, {"C-41": "2/4/3", "U-1": "4/5/3"}
    for letter, cell in (("A", "D4"), ("B", "D3")):
        state = combat(places, {"C-41": "2020"}, ratings=ratings, readings={"D11": letter})
        assert of(CombatResolved, give(state, C, ATTACK, 6, 6))[0].cell == cell


@pytest.mark.parametrize(
    ("code", "hit"),
    [("A", ("A", False, False, 0)), ("DER", ("D", True, True, 0)), ("D5", ("D", False, False, 5))],
)
def test_12_1_a_cell_is_taken_apart(code: str, hit: tuple[str, bool, bool, int]) -> None:
    assert tuple(decode(code)) == hit


def duel(attacker: str, defender: str, **more):  # type: ignore[no-untyped-def]
    places = more.pop("places", {"C-41": "2019", "U-1": "2020"})
    return combat(places, {"C-41": "2020"}, ratings={"C-41": attacker, "U-1": defender}, **more)


def test_x1_a_number_not_above_morale_only_disrupts() -> None:
    state = duel("5/4/3", "4/4/3")
    facts = give(state, C, ATTACK, 3, 4)
    resolved = of(CombatResolved, facts)[0]
    assert (resolved.differential, resolved.column, resolved.dice, resolved.cell) == (1, 1, (3, 4), "D4")
    assert [fact.unit for fact in of(UnitDisrupted, facts)] == ["U-1"]
    assert not of(UnitShaken, facts)
    assert state.units["U-1"].at == "2020"
    assert "FightEnded" in kinds(facts)
    assert not awaited(state)


def test_x2_a_number_above_morale_shakes_and_drives_back() -> None:
    state = duel("5/4/3", "4/3/3")
    facts = give(state, C, ATTACK, 3, 4)
    assert [fact.unit for fact in of(UnitShaken, facts)] == ["U-1"]
    assert awaited(state) == "AwaitRetreat"
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert state.units["U-1"].at == "2021"
    assert awaited(state) == "AwaitAdvance"


X3 = ground(town=("2020",), streams={"run": ("2019-2020",)})
X3_PLACES = {"C-41": "2019", "C-45": "2019", "U-1": "2020", "U-8": "2020"}


def x3(loss: str):  # type: ignore[no-untyped-def]
    state = combat(
        X3_PLACES, {"C-41": "2020"}, ground=X3, disrupted=["C-41"], ratings={"C-41": f"4/4/{loss}", "U-1": "5/4/3"}
    )
    give(state, C, ATTACK)
    give(state, C, GiveSupport(unit="C-45"))
    return state


def test_x3_every_modifier_adds_up_and_the_column_is_clamped() -> None:
    state = x3("4")
    facts = give(state, U, GiveSupport(unit="U-8"), 1, 1, 5)
    resolved = of(CombatResolved, facts)[0]
    assert [(m.value, m.cite) for m in resolved.modifiers] == [
        (-1, "11.5"), (-1, "11.5"), (1, "13.4b"), (-3, "13.4c"), (-2, "7.3a"),
    ]  # fmt: skip
    assert (resolved.differential, resolved.column, resolved.cell) == (-7, -4, "AE")
    assert [fact.unit for fact in of(UnitEliminated, facts)] == ["C-41"]


@pytest.mark.parametrize(("second", "at"), [(3, "2019"), (4, "eliminated")])
def test_x4_a_loss_rating_of_4_plus_rolls_again_on_a_five(second: int, at: str) -> None:
    state = x3("4+")
    give(state, U, GiveSupport(unit="U-8"), 1, 1, 5, second)
    assert state.units["C-41"].at == at
    assert state.units["C-41"].disrupted or at == "eliminated"


def test_x6_a_shaken_defender_takes_a_rout_test_and_may_break_on_its_retreat() -> None:
    places = {"C-41": "2019", "C-42": "2022", "U-1": "2020"}
    state = combat(
        places, {"C-41": "2020"}, ratings={"C-41": "5/4/3", "U-1": "4:3/4:3/4"}, shaken=["U-1"]
    )  # 5 - 3 = +2; 9 is D5
    facts = give(state, C, ATTACK, 4, 5, 3)
    assert of(CombatResolved, facts)[0].cell == "D5"
    assert not of(UnitRouted, facts)
    facts = give(state, U, RetreatTo(unit="U-1", to="2021"), 4)
    assert [(fact.unit, fact.box, fact.why.cite) for fact in of(UnitRouted, facts)] == [("U-1", "routed", "12.4b")]


def test_x10_at_night_every_defender_result_is_dr() -> None:
    state = duel("4/4/3", "4/4/3", turn=11)
    facts = give(state, C, ATTACK, 4, 5, 5)
    resolved = of(CombatResolved, facts)[0]
    assert (resolved.cell, resolved.result) == ("DER", "DR")
    assert [fact.unit for fact in of(UnitRouted, facts)] == ["U-1"]


def test_20_3_at_night_every_attacker_result_is_ar() -> None:
    state = duel("4/4/3", "4/4/3", turn=11)
    facts = give(state, C, ATTACK, 1, 3, 4)  # 4 is AE: no elimination test, a rout test instead
    assert of(CombatResolved, facts)[0].result == "AR"
    assert [fact.unit for fact in of(UnitShaken, facts)] == ["C-41"]
    assert state.units["C-41"].at == "2019"


@pytest.mark.parametrize(("dice", "cell", "result"), [((2, 3), "A", "AR"), ((1, 3), "AE", "A"), ((1, 1), "D4", "D4")])
def test_d64_b_only_bare_letters_change_at_night(dice: tuple[int, int], cell: str, result: str) -> None:
    state = duel("4/6/6", "4/6/6", turn=11, readings={"D64": "B"})
    more = (1,) if "R" in result else ()
    resolved = of(CombatResolved, give(state, C, ATTACK, *dice, *more))[0]
    assert (resolved.cell, resolved.result) == (cell, result)


def test_12_2_aer_eliminates_routs_or_shakes_the_attacker_in_this_order() -> None:
    for dice, at in (((6,), "eliminated"), ((1, 6), "routed"), ((1, 1), "2019")):
        state = duel("4/4/3", "4/4/3")
        give(state, C, ATTACK, 3, 3, *dice)
        assert state.units["C-41"].at == at
    assert state.units["C-41"].shaken
    assert state.units["C-41"].disrupted


def test_d50_b_a_survivor_of_the_elimination_test_takes_nothing_else() -> None:
    state = duel("4/4/3", "4/4/3", readings={"D50": "B"})
    facts = give(state, C, ATTACK, 3, 3, 1)
    assert not of(UnitDisrupted, facts)
    assert not of(UnitShaken, facts)


@pytest.mark.parametrize(("letter", "at"), [("A", "2020"), ("B", "routed")])
def test_d51_the_morale_of_a_rout_test(letter: str, at: str) -> None:
    state = duel("4/4/3", "4/5:3/3", readings={"D51": letter})
    give(state, C, ATTACK, 5, 5, 4)
    assert state.units["U-1"].at == at


@pytest.mark.parametrize(("letter", "window"), [("A", "AwaitRetreat"), ("B", "")])
def test_d52_a_shaken_defender_that_passes_its_rout_test(letter: str, window: str) -> None:
    state = duel("5/4/3", "4/3/3", shaken=["U-1"], readings={"D52": letter})
    give(state, C, ATTACK, 3, 4, 3)
    assert awaited(state) == window
    assert state.units["U-1"].shaken


STACK = {"C-41": "2019", "U-1": "2020", "U-2": "2020", "U-3": "2020"}


def test_12_6a_supporting_brigades_are_disrupted_and_tested() -> None:
    state = duel("5/4/3", "4/3/3", places=STACK, shaken=["U-3"])
    facts = give(state, C, ATTACK, 3, 4, 6, 6)
    assert [(fact.unit, fact.passed) for fact in of(SupportingBrigadeTested, facts)] == [("U-2", False), ("U-3", False)]
    assert [fact.unit for fact in of(UnitRouted, facts)] == ["U-3"]
    assert [(fact.unit, fact.why.cite) for fact in of(UnitShaken, facts)] == [("U-1", "12.3"), ("U-2", "12.6a")]
    assert of(RetreatBegan, facts)[0].units == ("U-1", "U-2")
    assert {"U-1", "U-2", "U-3"} == {fact.unit for fact in of(UnitDisrupted, facts)}


def test_12_6a_a_supporting_brigade_that_passes_stays() -> None:
    state = duel("5/4/3", "4/3/3", places=STACK)
    facts = give(state, C, ATTACK, 3, 4, 1, 1)
    assert of(RetreatBegan, facts)[0].units == ("U-1",)
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert state.units["U-2"].at == "2020"
    assert not awaited(state)


def test_12_6a_an_elimination_does_not_shake_the_others() -> None:
    state = duel("4/4/3", "4/4/3", places=STACK)
    facts = give(state, C, ATTACK, 4, 5, 6)  # DER
    assert of(UnitEliminated, facts)
    assert not of(SupportingBrigadeTested, facts)


def test_d56_b_the_rout_of_an_attacker_shakes_the_brigades_with_it() -> None:
    places = {"C-41": "2019", "C-42": "2019", "U-1": "2020"}
    for letter, tested in (("A", []), ("B", ["C-42"])):
        state = duel("4/4/3", "4/4/3", places=places, readings={"D56": letter})
        more = (6,) if tested else ()
        facts = give(state, C, ATTACK, 3, 3, 1, 6, *more)
        assert [fact.unit for fact in of(SupportingBrigadeTested, facts)] == tested
    assert awaited(state) == "AwaitRetreat"
    give(state, C, RetreatTo(unit="C-42", to="2018"))
    assert state.units["C-42"].at == "2018"


def test_12_5_a_unit_without_a_way_home_is_captured_and_scores() -> None:
    around = {
        f"C-{n}": at for n, at in zip((42, 43, 44, 46, 47), ("1919", "2119", "2120", "2021", "1920"), strict=True)
    }
    state = duel("4/4/3", "4/4/3", places={"C-41": "2019", "U-1": "2020", **around})
    facts = give(state, C, ATTACK, 5, 5, 6)  # DR, rout test failed
    assert of(UnitRouted, facts)[0].box == "captured"
    assert [(fact.side, fact.points) for fact in of(PointsScored, facts)] == [(C, 3)]


def test_12_4f_a_unit_that_must_retreat_and_cannot_is_captured() -> None:
    around = {
        f"C-{n}": at for n, at in zip((42, 43, 44, 46, 47), ("1919", "2119", "2120", "2021", "1920"), strict=True)
    }
    state = duel("4/4/3", "4/4/3", places={"C-41": "2019", "U-1": "2020", **around})
    facts = give(state, C, ATTACK, 5, 5, 1)
    assert state.units["U-1"].at == "captured"
    assert not of(UnitRetreated, facts)
    assert awaited(state) == "AwaitAdvance"
    facts = give(state, C, Decline())
    assert state.units["C-41"].at == "2019"
