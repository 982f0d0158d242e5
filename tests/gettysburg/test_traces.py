"""What an order did, as it is drawn: marches, attacks, fire, retreats; and nothing of what an HMC holds."""

from __future__ import annotations

import copy

from domain.kernel.board import Trace
from domain.kernel.facts import Fact
from domain.kernel.reasons import Reason
from domain.words.tell import say_of
from rules.gettysburg import SYSTEM
from rules.gettysburg.book import BOOK
from rules.gettysburg.combat.bombardment_facts import BombardmentResolved
from rules.gettysburg.combat.facts import CombatResolved, FightBegan
from rules.gettysburg.combat.retreat_facts import UnitAdvanced, UnitRetreated
from rules.gettysburg.hidden.facts import HiddenRevealed, UnitDeployed, UnitsHidden
from rules.gettysburg.movement.facts import UnitEntered, UnitMoved
from rules.gettysburg.sight.secrecy import seen_by
from rules.gettysburg.state import State
from rules.gettysburg.turn.state_facts import UnitEliminated, UnitRouted
from tests.gettysburg.fighting import combat
from tests.gettysburg.hidden_field import C, U, field
from tests.gettysburg.marches import move, scene
from tests.gettysburg.positions import give

said = say_of(SYSTEM).told


def drawn(state: State, *facts: Fact) -> list[tuple[str, str, tuple[object, ...]]]:
    return [(trace.kind, trace.unit, trace.points) for trace in BOOK.traces(state, facts)]


def test_8_1b_a_march_is_one_way_through_all_its_hexes() -> None:
    state = scene({"C-1": "2020", "U-1": "3030"})
    before = copy.deepcopy(state)
    facts = give(state, C, move("C-1", "2021", "2022"))
    assert BOOK.traces(before, facts) == (Trace(kind="move", points=("2020", "2021", "2022"), side=C, unit="C-1"),)


def test_10_1a_what_enters_comes_from_its_entry_hex() -> None:
    state = field({"C-1": "pool", "U-1": "3030"})
    entered = UnitEntered(unit="C-1", at="1234", column=1, cost=2, entry="A")
    assert drawn(state, entered) == [("arrive", "C-1", ("1234",))]
    assert drawn(state, entered, UnitMoved(unit="C-1", to="1233", cost=2)) == [("move", "C-1", ("1234", "1233"))]


def test_11_4_an_attack_is_told_once_with_what_the_table_said() -> None:
    state = combat({"C-1": "2020", "U-1": "2021"}, {"C-1": "2021"})
    began = FightBegan(attacker="C-1", side=C, target="2021")
    resolved = CombatResolved(
        attacker="C-1", defender="U-1", target="2021", attacker_combat=4, defender_combat=4, modifiers=(),
        differential=0, column=0, dice=(3, 4), cell="DR", result="DR",
    )  # fmt: skip
    (attack,) = BOOK.traces(state, [began, resolved])
    assert (attack.kind, attack.points, said(attack.label)) == ("attack", ("2020", "2021"), "defender hit (DR)")
    assert [trace.label for trace in BOOK.traces(state, [began])] == [""]


def test_12_4_12_7_a_retreat_leads_back_and_an_advance_follows() -> None:
    state = combat({"C-1": "2020", "U-1": "2021"}, {"C-1": "2021"})
    facts = (UnitRetreated(unit="U-1", to="2022"), UnitRetreated(unit="U-1", to="2023"),
             UnitAdvanced(unit="C-1", to="2021"))  # fmt: skip
    assert drawn(state, *facts) == [("retreat", "U-1", ("2021", "2022", "2023")), ("move", "C-1", ("2020", "2021"))]


def test_14_3_each_gun_of_a_bombardment_fires_from_where_it_stands() -> None:
    state = combat({"C-40": "2020", "C-41": "2120", "U-1": "2023"})
    shot = BombardmentResolved(
        units=("C-40", "C-41"), target="2023", aim="U-1", coordinated=True, column=2, die=2, cell="D"
    )
    found = BOOK.traces(state, [shot])
    assert [(t.unit, t.points, t.label) for t in found] == [
        ("C-40", ("2020", "2023"), "Disrupted"), ("C-41", ("2120", "2023"), "Disrupted"),
    ]  # fmt: skip


def test_7_5_who_is_routed_is_gone_from_where_it_fled_to() -> None:
    state = combat({"C-1": "2020", "U-1": "2021"}, {"C-1": "2021"})
    facts = (UnitRetreated(unit="U-1", to="2022"), UnitRouted(unit="U-1", box="routed", why=Reason("", "7.5")))
    assert drawn(state, *facts) == [("retreat", "U-1", ("2021", "2022")), ("gone", "U-1", ("2022",))]


def test_18_5_units_out_of_a_revealed_counter_come_from_its_hex() -> None:
    state = field({"C-HMC1": "1010", "C-1": "C-HMC1", "U-1": "1014"})
    facts = (HiddenRevealed(hmc="C-HMC1", units=("C-1",), why=Reason("seen", "18.4a")),
             UnitDeployed(unit="C-1", to="1011"))  # fmt: skip
    assert drawn(state, *facts) == [("revealed", "C-HMC1", ("1010",)), ("move", "C-1", ("1010", "1011"))]


def test_18_1_where_a_hidden_unit_is_does_not_show_in_traces_of_facts_about_it() -> None:
    """Even if such a fact were open to all: the unit stands nowhere until its counter is revealed."""
    state = field({"C-HMC1": "1010", "C-1": "C-HMC1", "U-1": "1014"})
    assert drawn(state, UnitDeployed(unit="C-1", to="1011")) == [("arrive", "C-1", ("1011",))]
    assert drawn(state, UnitEliminated(unit="C-1", why=Reason("", "7.6"))) == []


def test_18_1_what_an_enemy_sees_of_a_hidden_march_does_not_depend_on_the_contents() -> None:
    found = []
    for holds in ({"C-1": "C-HMC1"}, {"C-2": "C-HMC1", "C-40": "C-HMC1"}):
        state = field({"C-HMC1": "1010", "U-1": "3030", **holds})
        before = copy.deepcopy(state)
        facts = give(state, C, move("C-HMC1", "1011", "1012"))
        open_to_all = [fact for fact in facts if U in (seen_by(before, fact) or (U,))]
        found.append(SYSTEM.book.traces(before, open_to_all))
    assert found[0] == found[1] != ()
    assert [(trace.unit, trace.points, trace.label) for trace in found[0]] == [("C-HMC1", ("1010", "1011", "1012"), "")]


def test_18_2b_units_that_vanish_into_counters_leave_only_the_counters_behind() -> None:
    state = field({"C-1": "1010", "U-1": "3030"})
    hidden = UnitsHidden(at="1010", hmcs=("C-HMC1", "C-HMC2"), units=("C-1",))
    assert drawn(state, hidden) == [("arrive", "C-HMC1", ("1010",)), ("arrive", "C-HMC2", ("1010",))]
