"""7.7, 10.4 Units come back beside their Train, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Fact, PhaseBegan, PointsScored
from rules.gettysburg import SYSTEM
from rules.gettysburg.state import CONFEDERATE, UNION, State
from rules.gettysburg.turn.asks import ReturnUnit
from rules.gettysburg.turn.facts import CadreDestroyed, UnitReturned
from rules.gettysburg.turn.returns import can_any, places, train_bar
from rules.gettysburg.turn.state_facts import UnitQuestioned
from tests.gettysburg.positions import give, position, refusal
from tests.gettysburg.small_maps import road, small_ground

CLEAR = small_ground(entry_hexes={"A": "1234", "F": "4000"})
OTHER = "C-46"  # Routed as well, so that the return step goes on
TRAIN = "2020"


def returning(pieces: dict[str, str], **given: Any) -> State:
    given.setdefault("ground", CLEAR)
    return position({"C-Train": TRAIN, OTHER: "routed", **pieces}, phase="return", **given)


def back(state: State, unit: str, to: str = "2021", destroying: str = "") -> list[Fact]:
    return give(state, CONFEDERATE, ReturnUnit(unit=unit, to=to, destroying=destroying))


def refused(state: State, unit: str, to: str = "2021", destroying: str = "") -> str:
    return refusal(state, CONFEDERATE, ReturnUnit(unit=unit, to=to, destroying=destroying))


def test_10_4c_a_routed_brigade_returns_shaken() -> None:
    state = returning({"C-1": "routed"})
    assert back(state, "C-1") == [UnitReturned(unit="C-1", to="2021")]
    unit = state.units["C-1"]
    assert (unit.at, unit.shaken, unit.disrupted, unit.questionable) == ("2021", True, False, False)


def test_10_4c_routed_guns_return_on_their_fired_side() -> None:
    state = returning({"C-5": "routed"}, options=["questionable"])
    assert back(state, "C-5") == [UnitReturned(unit="C-5", to="2021")]
    unit = state.units["C-5"]
    assert (unit.fired, unit.shaken, unit.questionable) == (True, False, False)


def test_d38_a_disruption_is_not_kept() -> None:
    state = returning({"C-1": "routed"}, disrupted=["C-1"])
    back(state, "C-1")
    assert not state.units["C-1"].disrupted


def test_d38_b_disruption_is_kept() -> None:
    state = returning({"C-1": "routed", "C-2": "routed"}, disrupted=["C-1"], readings={"D38": "B"})
    assert back(state, "C-1") == [UnitReturned(unit="C-1", to="2021", disrupted=True)]
    assert back(state, "C-2") == [UnitReturned(unit="C-2", to="2021")]
    assert state.units["C-1"].disrupted


def test_22_3_10_4c_a_brigade_from_the_routed_box_is_questionable() -> None:
    state = returning({"C-1": "routed"}, options=["questionable"])
    assert back(state, "C-1")[-1] == UnitQuestioned(unit="C-1")
    assert state.units["C-1"].questionable


def test_22_3_a_brigade_that_was_questionable_before_stays_so() -> None:
    state = returning({"C-1": "routed"}, options=["questionable"], questionable=["C-1"])
    back(state, "C-1")
    assert state.units["C-1"].questionable


@pytest.mark.parametrize(("letter", "marked"), [("A", False), ("B", True)])
def test_d68_whether_a_rebuilt_brigade_is_questionable(letter: str, marked: bool) -> None:
    state = returning({"C-1": "eliminated", "C-2": "eliminated"}, options=["questionable"], readings={"D68": letter})
    facts = back(state, "C-1", destroying="C-2")
    assert (UnitQuestioned(unit="C-1") in facts) is marked
    assert state.units["C-1"].questionable is marked


@pytest.mark.parametrize("kind", [("C-1", "C-2", 2), ("C-53", "C-54", 2), ("C-5", "C-10", 1)])
def test_7_7a_4_3_a_rebuilt_unit_costs_another_of_its_type(kind: tuple[str, str, int]) -> None:
    """D88"""
    rebuilt, spent, points = kind
    state = returning({rebuilt: "eliminated", spent: "eliminated"})
    facts = back(state, rebuilt, destroying=spent)
    assert facts[0] == CadreDestroyed(unit=spent)
    assert isinstance(facts[1], PointsScored)
    assert (facts[1].side, facts[1].points, facts[1].why.cite) == (UNION, points, "4.3")
    assert facts[2] == UnitReturned(unit=rebuilt, to="2021")
    assert state.core.points == {CONFEDERATE: 0, UNION: points}
    assert (state.units[spent].at, state.units[rebuilt].at) == ("destroyed_cadres", "2021")


def test_7_7b_a_unit_may_be_eliminated_and_rebuilt_again() -> None:
    state = returning({"C-1": "eliminated", "C-2": "eliminated", "C-3": "eliminated"})
    back(state, "C-1", destroying="C-2")
    state.stacks.pop("2021")
    state.units["C-1"].at = "eliminated"
    back(state, "C-1", destroying="C-3")
    assert state.core.points[UNION] == 4


@pytest.mark.parametrize("spent", ["", "C-1", "C-53", "C-5", "C-3", "C-4", "U-1", "C-99"])
def test_l24_7_7a_only_another_eliminated_unit_of_the_same_type_and_side_pays(spent: str) -> None:
    pieces = {"C-1": "eliminated", "C-2": "eliminated", "C-53": "eliminated", "C-5": "eliminated"}
    state = returning({**pieces, "C-3": "routed", "C-4": "2025", "U-1": "eliminated"})
    assert refused(state, "C-1", destroying=spent) == "7.7a"


@pytest.mark.parametrize("box", ["destroyed_cadres", "captured", "out_of_play", "pool", "3030"])
def test_l25_units_elsewhere_do_not_return(box: str) -> None:
    state = returning({"C-1": box, "C-2": "eliminated"})
    assert refused(state, "C-1") == "7.7a"
    assert refused(state, "C-1", destroying="C-2") == "7.7a"


def test_10_4a_a_routed_unit_returns_without_a_price() -> None:
    state = returning({"C-1": "routed", "C-2": "eliminated"})
    assert refused(state, "C-1", destroying="C-2") == "10.4a"


def test_10_4a_a_side_returns_its_own_units() -> None:
    state = returning({"U-1": "routed", "U-Train": "3030"})
    assert refused(state, "U-1", to="3031") == "10.4a"
    assert refusal(state, UNION, ReturnUnit(unit="U-1", to="3031")) == "5.1a"


@pytest.mark.parametrize("at", ["pool", "unused", "out_of_play"])
def test_l22_10_4d_nobody_returns_while_the_train_is_off_the_map(at: str) -> None:
    state = returning({"C-1": "routed", "C-Train": at})
    assert train_bar(state, CONFEDERATE).rule == "10.4d"  # type: ignore[union-attr]
    assert refused(state, "C-1") == "10.4d"
    assert not can_any(state, CONFEDERATE)


def test_21_5_nobody_returns_once_the_train_has_left_the_map() -> None:
    state = returning({"C-1": "routed"})
    state.units["C-Train"].left_on = 2
    assert refused(state, "C-1") == "21.5"


def test_l22_10_4a_nobody_returns_when_the_train_has_moved() -> None:
    assert refused(returning({"C-1": "routed"}, fired=["C-Train"]), "C-1") == "10.4a"


@pytest.mark.parametrize("enemy", ["U-1", "U-7", "U-72", "U-Train", "U-HMC1"])
def test_l22_10_4a_nobody_returns_with_an_enemy_next_to_the_train(enemy: str) -> None:
    assert refused(returning({"C-1": "routed", enemy: "2019"}), "C-1") == "10.4a"


def test_d24_b_an_hmc_next_to_the_train_stops_nobody_but_holds_its_hex() -> None:
    state = returning({"C-1": "routed", "U-HMC1": "2019"}, readings={"D24": "B"})
    assert "2019" not in places(state, "C-1")
    assert refused(state, "C-1", to="2019") == "10.4b"
    back(state, "C-1")


def test_l22_d37_a_nobody_returns_after_an_attack_on_the_train() -> None:
    state = returning({"C-1": "routed"})
    state.units["C-Train"].attacked = True
    assert refused(state, "C-1") == "10.4a"


def test_d37_b_an_attack_on_the_train_stops_nobody() -> None:
    state = returning({"C-1": "routed"}, readings={"D37": "B"})
    state.units["C-Train"].attacked = True
    back(state, "C-1")


def test_10_4a_an_attack_counts_until_the_owner_has_had_his_step() -> None:
    state = returning({"U-Train": "3030"})
    for train in ("C-Train", "U-Train"):
        state.units[train].attacked = True
    for phase in ("command", "movement", "rally", "return"):
        SYSTEM.book.folds[PhaseBegan](state, PhaseBegan(turn=3, phase=phase, side=CONFEDERATE))
    assert state.units["C-Train"].attacked
    SYSTEM.book.folds[PhaseBegan](state, PhaseBegan(turn=3, phase="combat", side=CONFEDERATE))
    assert (state.units["C-Train"].attacked, state.units["U-Train"].attacked) == (False, True)


@pytest.mark.parametrize("to", ["2022", TRAIN, "3030", "9999", ""])
def test_l23_10_4b_a_unit_returns_next_to_the_train_and_nowhere_else(to: str) -> None:
    assert refused(returning({"C-1": "routed"}), "C-1", to=to) == "10.4b"


def test_l23_10_4b_not_next_to_an_enemy() -> None:
    state = returning({"C-1": "routed", "U-1": "2022"})
    assert refused(state, "C-1", to="2021") == "10.4b"
    assert "2019" in places(state, "C-1")


def test_l23_10_4b_within_stacking() -> None:
    state = returning({"C-1": "routed", "C-2": "2021", "C-3": "2021", "C-HMC1": "2021"})
    assert refused(state, "C-1", to="2021") == "10.4b"


def test_10_4d_any_number_return_in_a_turn() -> None:
    state = returning(dict.fromkeys(("C-1", "C-2", "C-3", "C-4"), "routed"))
    for name in ("C-1", "C-2", "C-3"):
        back(state, name)
    assert state.stacks["2021"] == ["C-1", "C-2", "C-3"]
    back(state, "C-4", to="2019")


def test_tet_guns_and_horses_do_not_return_into_rough_ground_off_the_road() -> None:
    rough = small_ground(rough=["2021", "2019"], roads=(road("2019", "2020"),))
    state = returning({"C-1": "routed", "C-5": "routed", "C-53": "routed"}, ground=rough)
    assert {"2021", "2019"} <= set(places(state, "C-1"))
    for name in ("C-5", "C-53"):
        assert {"2021", "2019"} & set(places(state, name)) == {"2019"}


def test_every_return_is_offered_and_no_other() -> None:
    state = position(
        {"C-Train": TRAIN, "C-1": "routed", "C-2": "eliminated", "C-3": "eliminated", "C-5": "eliminated",
         "C-4": "captured", "U-1": "2018"},
        phase="return", ground=CLEAR,
    )  # fmt: skip
    offered = [choice.order for choice in SYSTEM.book.choices(state) if isinstance(choice.order, ReturnUnit)]
    open_hexes = set(places(state, "C-1"))
    assert len(open_hexes) == 5
    wanted = {("C-1", ""), ("C-2", "C-3"), ("C-3", "C-2")}
    assert {(order.unit, order.destroying) for order in offered} == wanted
    assert {order.to for order in offered} == open_hexes
    assert len(offered) == len(open_hexes) * len(wanted)


def test_7_7a_a_single_eliminated_unit_of_its_type_cannot_be_rebuilt() -> None:
    state = returning({"C-1": "eliminated", "C-53": "eliminated", OTHER: "unused"})
    assert not can_any(state, CONFEDERATE)


def test_refusals_name_the_unit_and_what_would_be_allowed() -> None:
    state = returning({"C-1": "eliminated", "C-2": "routed", "U-1": "2022"})
    with pytest.raises(IllegalOrder, match="Anderson is Eliminated: name another Eliminated unit of its type"):
        back(state, "C-1")
    with pytest.raises(IllegalOrder, match=r"2021 is no place to return to; next to the Train: .*2019"):
        back(state, "C-2")
    state.units["C-Train"].fired = True
    with pytest.raises(IllegalOrder, match="nobody returns: the Confederate Train has moved"):
        back(state, "C-2", to="2019")
