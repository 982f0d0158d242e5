"""13, 13.4.2 Reform, rally and rout."""

from __future__ import annotations

import pytest

from domain.kernel.facts import LossTaken
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.ground.ground import Ground
from rules.musket_and_pike.morale.facts import UnitEliminated
from rules.musket_and_pike.movement.facts import UnitLeftMap, UnitMoved
from rules.musket_and_pike.recovery.asks import Rally, Reform, Rout
from rules.musket_and_pike.recovery.facts import RalliedAtOnce, RallyRolled, UnitRouted
from rules.musket_and_pike.recovery.rout import flights
from rules.musket_and_pike.state import ROUT, State
from tests.musket_and_pike.positions import asked, give, orders_of, position, refused, told

HORSE, OTHER, TWO, PIKES = "blue-cuirassiers-i", "blue-cuirassiers-ii", "blue-two-hex", "blue-guns-with-the-foot"
LEADER, CHIEF, FOOT = "blue-horse", "blue-general", "blue-without-pikes"


def horse(place: str = "1012:5", order: str = "rally", leader: str = "1014", **more: object) -> State:
    return position({HORSE: place}, order=order, leaders={LEADER: leader}, **more)  # type: ignore[arg-type]


def again(state: State) -> None:
    state.activation.acted = []


def test_e24_formation_comes_back_step_by_step() -> None:
    state = horse("1012:5:FB")
    for into in ("FS", "FN"):
        give(state, "blue", Reform(unit=HORSE, into=into))  # type: ignore[arg-type]
        again(state)
    assert state.units[HORSE].formation == "FN"
    state = position({PIKES: "1012:5:HH"}, order="receive_charge")
    for into in ("FB", "FS", "FN"):
        give(state, "blue", Reform(unit=PIKES, into=into))  # type: ignore[arg-type]
        again(state)
    assert state.units[PIKES].formation == "FN"
    state = horse(pistols={HORSE: 2})
    for _ in range(2):
        give(state, "blue", Reform(unit=HORSE, into="pistol"))
        again(state)
    assert state.units[HORSE].pistols == 0


def test_13_2_3_open_order_and_back_and_out_of_column() -> None:
    state = horse()
    give(state, "blue", Reform(unit=HORSE, into="OO"))
    again(state)
    give(state, "blue", Reform(unit=HORSE, into="FN"))
    assert refused(horse("1012:5:CO"), "blue", Reform(unit=HORSE, into="FB")) == "13.2.3"
    give(horse("1012:5:CO"), "blue", Reform(unit=HORSE, into="FS"))
    state = position({TWO: "1012:5:CO"}, order="rally")
    state.units[TWO].facing = 1
    assert refused(state, "blue", Reform(unit=TWO, into="FB")) == "6.3.4"
    facts = give(state, "blue", Reform(unit=TWO, into="FB", facing=2))
    assert told(facts, FormationSet)[0].hexes == ("1112", "1012")
    assert state.units[TWO].facing == 2


def test_x18_who_may_not_reform_or_rally_by_his_order() -> None:
    for order, cite in (("charge", "13.2.3"), ("make_ready", "13.2.3")):
        assert refused(horse("1012:5:FS", order), "blue", Reform(unit=HORSE, into="FN")) == cite
    for order in ("charge", "make_ready", "receive_charge"):
        assert refused(horse("1012:5:FN:MS", order), "blue", Rally(unit=HORSE)) == "13.2.4"
    give(horse("1012:5:FS", "make_ready", "1013"), "blue", Reform(unit=HORSE, into="FN"))
    give(horse("1012:5:FN:MS", "receive_charge", "1013"), "blue", Rally(unit=HORSE), 0)


def test_x12_out_of_command_only_the_army_commander_helps() -> None:
    state = horse("1012:5:FS", leader="2012")
    assert refused(state, "blue", Reform(unit=HORSE, into="FN")) == "5.4.3"
    state.leaders[CHIEF].at = "1013"
    give(state, "blue", Reform(unit=HORSE, into="FN", by=CHIEF))


def test_x22_no_column_and_open_order_from_normal_only() -> None:
    assert refused(horse("1012:5:FS"), "blue", Reform(unit=HORSE, into="OO")) == "6.3.3"


def test_x47_what_cannot_be_rallied_or_reformed() -> None:
    assert refused(horse(), "blue", Rally(unit=HORSE)) == "13.2.4"
    state = horse("1012:5:FN:MS", threshold={HORSE: True})
    assert refused(state, "blue", Rally(unit=HORSE)) == "12.5.2"
    assert refused(horse("1012:5::MB"), "blue", Reform(unit=HORSE, into="FN")) == "13.2.3"


def test_13_2_5_beside_his_commander_no_die_is_needed() -> None:
    state = horse("1012:5:FN:MS", leader="1012")
    facts = give(state, "blue", Rally(unit=HORSE))
    assert told(facts, RalliedAtOnce)[0].leader == LEADER
    assert state.units[HORSE].morale == "MN"


def test_13_2_5_a_failed_rally_costs_a_level() -> None:
    state = horse("1012:5:FN:MS", leader="1014")
    facts = give(state, "blue", Rally(unit=HORSE), 8)
    (roll,) = told(facts, RallyRolled)
    assert (roll.net, roll.morale, roll.success) == (8, 7, False)
    assert state.units[HORSE].morale == "MB"


@pytest.mark.parametrize(("die", "level"), [(2, "MS"), (3, "")])
def test_e32_a_broken_unit_rallies_or_is_gone(die: int, level: str) -> None:
    state = horse("1012:5::MB", leader="1013")
    state.leaders[LEADER].rating = -1
    assert refused(state, "blue", Rally(unit=HORSE)) == "12.4.3"  # it needs a facing
    facts = give(state, "blue", Rally(unit=HORSE, facing=3), die)
    if level:
        unit = state.units[HORSE]
        assert (unit.morale, unit.formation, unit.facing) == ("MS", "FB", 3)
    else:
        assert told(facts, UnitEliminated)


def test_d12_a_commander_who_has_ridden_helps_nobody() -> None:
    state = horse("1012:5:FS", "make_ready", "1013")
    state.activation.led[LEADER] = "move"
    assert refused(state, "blue", Reform(unit=HORSE, into="FN")) == "13.2.3"
    for letter, helps in (("a", True), ("b", False), ("c", True)):
        state = horse("1012:5:FS", "make_ready", "1013", readings={"D12": letter})
        state.activation.led[LEADER] = "influence"
        assert bool([one for one in orders_of(state, Reform) if one.into == "FN"]) is helps


@pytest.mark.parametrize(("letter", "acted"), [("a", []), ("b", [PIKES])])
def test_d13_a_unit_of_another_wing_keeps_its_action_or_not(letter: str, acted: list[str]) -> None:
    state = position(
        {HORSE: "1012:5", PIKES: "1013:5:FS"}, leaders={LEADER: "1012", CHIEF: "1012"}, readings={"D13": letter}
    )
    give(state, "blue", Reform(unit=PIKES, into="FN", by=CHIEF))
    assert state.activation.acted == []
    assert state.turn.helped == acted


# 13.4 Rout


def fleeing(place: str, unit: str = HORSE, **more: object) -> State:
    places = {unit: place, "red-arquebusiers": "2302:2"}
    state = position(places, phase=ROUT, leaders={"red-horse": "2302"}, **more)  # type: ignore[arg-type]
    state.turn.number, state.turn.initiative = state.core.turn, "blue"
    state.activation.wing = ""
    return state


def test_13_4_1_a_broken_unit_flees_with_its_full_allowance() -> None:
    state = fleeing("1006:5::MB")
    (one, *_) = flights(state, HORSE)
    assert len(one.path) == 8
    assert state.ground.row(one.path[-1]) == 14
    facts = give(state, "blue", Rout(unit=HORSE, path=one.path))
    assert [fact.how for fact in told(facts, UnitMoved)] == ["rout"] * 8
    assert not told(facts, LossTaken)


def test_x48_it_may_not_stop_short_nor_stray() -> None:
    state = fleeing("1006:5::MB")
    (one, *_) = flights(state, HORSE)
    assert refused(state, "blue", Rout(unit=HORSE, path=one.path[:5])) == "13.4.1"
    assert refused(state, "blue", Rout(unit=HORSE, path=("1106", "1206"))) == "13.4.1"
    assert refused(state, "blue", Rout(unit=OTHER, path=())) == "13.4.1"


def test_13_4_3_off_the_map_it_is_lost() -> None:
    state = fleeing("1016:5::MB")
    facts = give(state, "blue", Rout(unit=HORSE, path=next(iter(flights(state, HORSE))).path))
    assert told(facts, UnitLeftMap)[0].gone == "eliminated"


def test_e36_what_it_cannot_spend_costs_strength() -> None:
    state = fleeing("1014:5::MB", FOOT, casualties={FOOT: 4}, threshold={FOOT: True})
    kinds = {"rough": tuple(f"{place:02}18" for place in range(1, 25))}
    state.ground = Ground(places=(1, 24), rows=(1, 18), kinds=kinds)
    path = next(iter(flights(state, FOOT)))
    assert (len(path.path), path.left) == (3, 1)
    facts = give(state, "blue", Rout(unit=FOOT, path=path.path))
    assert told(facts, UnitRouted)[0].unspent == 1
    assert [fact.amount for fact in told(facts, LossTaken)] == [1]
    assert state.units[FOOT].casualties == 5
    assert asked(state) is None
