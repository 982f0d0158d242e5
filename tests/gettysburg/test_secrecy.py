"""18.1, 9.1b, L74 What an HMC holds shows nowhere: twin games that differ only in it look the same to the enemy."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from domain.formats.jsonlines.jsonlines import export_game
from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.kernel.chance import EnteredChance, SeededChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Order
from domain.kernel.play import Recorded, carry_out
from domain.kernel.reasons import Reason
from domain.log.refs import Ref
from projections.models import timeline
from rules.gettysburg import SYSTEM
from rules.gettysburg.hidden.asks import AwaitLeftover, DeployUnits, HideUnits
from rules.gettysburg.hidden.facts import HiddenRevealed, HiddenTired, LeftoverBegan, UnitsHidden
from rules.gettysburg.movement.asks import MoveUnit, RollForReturn
from rules.gettysburg.movement.facts import MarchEnded, PieceRestored, UnitMoved
from rules.gettysburg.position import contents
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.sight.board import board
from rules.gettysburg.state import OUT_OF_PLAY, POOL, SIDES, State
from rules.gettysburg.turn.asks import EndPhase, Rally
from tests.gettysburg.hidden_field import ENTRIES, HIDDEN, C, U, field, hide
from tests.gettysburg.positions import HOUSE, give, refusal, start

PAIR = ("C-HMC1", "C-HMC2")
PANIC = ("hidden_movement", "command_control", "loss_of_control")


def twins(places: Mapping[str, str], **more: Any) -> tuple[State, State]:
    """The same position twice, what the two counters hold exchanged."""
    one = field({"C-HMC1": "1010", "C-HMC2": "1010", "C-41": "C-HMC1", **places}, **more)
    other = deepcopy(one)
    for name, hmc in zip(PAIR, reversed(PAIR), strict=True):
        for unit in contents(one, name):
            other.units[unit].at = hmc
    return one, other


def views(pair: tuple[State, State], by: str, order: Order, *dice: int) -> tuple[list[Any], list[Any]]:
    """What the Union learns of an order in either game."""
    one, other = (carry_out(SYSTEM, state, by, order, EnteredChance(dice)) for state in pair)
    return seen(one), seen(other)


def seen(recorded: list[Recorded]) -> list[Any]:
    return ["hidden" if item.to is not None and U not in item.to else item.fact for item in recorded]


def listed(state: State, side: str) -> list[str]:
    return sorted(repr(choice.order) for choice in SYSTEM.book.choices(state) if choice.by == side)


def test_l74_d26_the_steps_of_a_counter_are_open_and_its_points_and_recovery_are_not() -> None:
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1", "U-1": "3030"}, disrupted=["C-41"])
    other = deepcopy(state)
    shown = seen(carry_out(SYSTEM, state, C, MoveUnit(unit="C-HMC1", path=("1009",)), EnteredChance(())))
    assert [type(fact) for fact in shown if fact != "hidden"] == [UnitMoved, MarchEnded]
    still = seen(carry_out(SYSTEM, other, C, MoveUnit(unit="C-HMC1", recover=True), EnteredChance(())))
    assert set(still) == {"hidden"}
    assert not other.units["C-41"].disrupted


def test_l74_d76_b_a_march_by_night_does_not_tell_a_decoy_from_a_full_counter() -> None:
    pair = twins({"U-1": "3030"}, turn=11, readings={"D76": "B"})
    one, other = views(pair, C, MoveUnit(unit="C-HMC1", path=("1009",)))
    assert one == other
    assert one[-1] == "hidden"
    assert [state.units["C-41"].disrupted for state in pair] == [True, False]


def test_d76_b_guns_in_a_counter_that_moved_at_night_turn_to_their_fired_side() -> None:
    state = field({"C-HMC1": "1010", "C-45": "C-HMC1", "U-1": "3030"}, turn=11, readings={"D76": "B"})
    facts = give(state, C, MoveUnit(unit="C-HMC1", path=("1009",)))
    assert facts[-1] == HiddenTired(hmc="C-HMC1", units=("C-45",))
    assert state.units["C-45"].fired


def test_l74_d40_b_a_counter_that_comes_back_in_good_order_does_not_tell_what_it_holds() -> None:
    more: dict[str, Any] = {"options": (*HIDDEN, "return_to_map"), "readings": {"D40": "B"}, "turn": 9}
    pair = twins({"C-HMC1": OUT_OF_PLAY, "C-HMC2": OUT_OF_PLAY, "U-1": "3030"}, shaken=["C-41"], **more)
    for state in pair:
        for name in PAIR:
            state.hmcs[name].left_on = 3
    one, other = views(pair, C, RollForReturn(unit="C-HMC1"), 1)
    assert one == other
    assert [state.units["C-41"].shaken for state in pair] == [False, True]


def test_d40_b_a_shaken_unit_that_may_come_back_is_normal_and_enters_on_that_turn() -> None:
    options = ("return_to_map",)
    state = field({"C-42": OUT_OF_PLAY, "U-1": "3030"}, shaken=["C-42"], turn=9, options=options, readings={"D40": "B"})
    state.units["C-42"].left_on = 3
    facts = give(state, C, RollForReturn(unit="C-42"), 1)
    assert facts[-1] == PieceRestored(unit="C-42", units=("C-42",))
    give(state, C, MoveUnit(unit="C-42", path=(ENTRIES["A"],)))
    assert state.units["C-42"].at == ENTRIES["A"]
    assert not state.units["C-42"].shaken


@pytest.mark.parametrize(("places", "readings"), [({"C-HMC2": OUT_OF_PLAY}, {}), ({"U-1": "0809"}, {"D96": "B"})])
def test_l74_that_nobody_may_rally_is_not_told_by_passing_the_step_over(
    places: dict[str, str], readings: dict[str, str]
) -> None:
    features = {"heavy_woods": ["0910", "0909", "0908", "1009"]}
    pair = twins({"U-1": "3030", **places}, shaken=["C-41"], readings=readings, features=features)
    for state in pair:
        state.core.phase = "movement"
    one, other = views(pair, C, EndPhase())
    assert one == other
    assert all(state.core.phase == "rally" for state in pair)


def test_l74_a_rally_in_a_counter_shows_the_die_and_neither_unit_nor_outcome() -> None:
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1", "U-1": "3030"}, phase="rally", shaken=["C-41"])
    shown = seen(carry_out(SYSTEM, state, C, Rally(unit="C-41"), EnteredChance((2,))))
    assert shown[0] == shown[2] == "hidden"
    assert shown[1].why == Reason("rally", "7.4b")
    assert not state.units["C-41"].shaken


@pytest.mark.parametrize("die", [2, 3])
def test_l74_a_rally_in_a_counter_does_not_tell_whether_the_unit_was_disrupted(die: int) -> None:
    places = {"C-HMC1": "1010", "C-41": "C-HMC1", "C-42": "C-HMC1", "U-1": "3030"}
    pair = [field(places, phase="rally", shaken=["C-41", "C-42"], disrupted=marks) for marks in (["C-41"], [])]
    shown = [seen(carry_out(SYSTEM, state, C, Rally(unit="C-41"), EnteredChance((die,)))) for state in pair]
    assert shown[0] == shown[1]
    assert not pair[0].units["C-41"].disrupted
    assert pair[0].units["C-41"].shaken is (die > 2)


def controlled(pair: tuple[State, State]) -> None:
    """17.5a The Union has taken over the counters of an army in Panic."""
    for state in pair:
        state.command[C] = "panic"
        SYSTEM.book.folds[LeftoverBegan](state, LeftoverBegan(side=U))
        state.core.pending.append(AwaitLeftover(side=U))
        state.turn.control.update(dict.fromkeys(PAIR, "opponent"))


def test_l74_17_5a_the_enemy_who_moves_a_counter_cannot_try_out_whether_anyone_in_it_would_recover() -> None:
    pair = twins({"U-1": "3030"}, disrupted=["C-41"], options=PANIC)
    controlled(pair)
    for state in pair:
        assert refusal(state, U, MoveUnit(unit="C-HMC1", recover=True)) == "18.1"
    one, other = (listed(state, U) for state in pair)
    assert one == other
    assert any("C-HMC1" in order for order in one)
    assert not any("recover=True" in order for order in one)


def test_18_7_a_decoy_does_not_enter_without_a_counter_that_holds_units() -> None:
    state = field({"C-42": POOL, "U-1": "3030"})
    state.units["C-42"].due = Arrival(turn=3, entry="A")
    give(state, C, hide("1234", h1=("C-42",), h2=()))
    decoy = MoveUnit(unit="C-HMC2", path=("1234",))
    beside = deepcopy(state)
    give(beside, C, decoy)
    after = deepcopy(state)
    give(after, C, MoveUnit(unit="C-HMC1", path=("1234", "1233")))
    give(after, C, decoy)
    assert (beside.hmcs["C-HMC2"].at, after.hmcs["C-HMC2"].at) == ("1234", "1234")
    give(state, C, DeployUnits(hmc="C-HMC1"))
    assert refusal(state, C, decoy) == "18.7"
    assert repr(decoy) not in listed(state, C)


@pytest.mark.parametrize("viewer", [U, SPECTATOR])
def test_l74_the_board_shows_others_the_counter_and_nothing_in_it(viewer: str) -> None:
    one, other = twins({"U-1": "3030"})
    assert board(one, viewer) == board(other, viewer)
    assert "C-41" not in {counter.id for counter in board(one, viewer).counters}
    assert "C-41" in {counter.id for counter in board(one, C).counters}


def test_l74_orders_against_a_counter_are_refused_alike_whatever_it_holds() -> None:
    pair = twins({"U-71": "1020", "U-1": "1008"}, active=U, features={"heavy_woods": ["1009", "1109", "0909"]})
    for order in (
        MoveUnit(unit="U-1", path=("1009", "1010")),
        MoveUnit(unit="C-41", path=("1009",)),
        DeployUnits(hmc="C-HMC1"),
        HideUnits(at="1010", contents={"U-HMC1": ("C-41",)}),
    ):
        said = [_said(state, order) for state in pair]
        assert said[0] == said[1]


def _said(state: State, order: Order) -> str:
    with pytest.raises(IllegalOrder) as refused:
        carry_out(SYSTEM, deepcopy(state), U, order, EnteredChance(()))
    return str(refused.value)


@pytest.mark.parametrize("seed", range(4))
def test_l74_twin_games_look_the_same_to_the_enemy_until_a_counter_is_revealed(seed: int) -> None:
    rng = random.Random(seed)
    places = {"C-45": "C-HMC1", "C-42": "C-HMC2", "C-43": "1112", "C-54": "1314", "U-1": "2024", "U-2": "2224"}
    one, other = twins(places, shaken=["C-41"], turn=10, options=PANIC)
    for _ in range(40):
        assert listed(one, U) == listed(other, U)
        assert board(one, U) == board(other, U)
        order = _common(one, other, rng)
        if order is None:
            break
        die = rng.randrange(1000)
        shown = [seen(carry_out(SYSTEM, state, *order, SeededChance(die))) for state in (one, other)]
        if any(isinstance(fact, HiddenRevealed) for fact in shown[0]):
            break
        assert shown[0] == shown[1]
    assert one.core.turn > 10 or any(one.hmcs[name].at not in one.stacks for name in PAIR)


def _common(one: State, other: State, rng: random.Random) -> tuple[str, Order] | None:
    """An order that both games allow; counters march, and are not opened by their owner's will."""
    both = set(map(repr, SYSTEM.book.choices(other)))
    found = [choice for choice in SYSTEM.book.choices(one) if repr(choice) in both]
    kept = [choice for choice in found if not isinstance(choice.order, DeployUnits | HideUnits)]
    ends = [choice for choice in kept if isinstance(choice.order, EndPhase)]
    if not kept:
        return None
    by, order = rng.choice(ends if ends and rng.random() < 1 / 4 else kept)
    return by, order


def _own(games: Games) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in export_game(games, "hid", U))


def test_l74_the_log_of_the_other_side_withholds_what_the_counters_hold(games: Games) -> None:
    games.new(SYSTEM, "second_day", "hid", HOUSE, options=HIDDEN)
    ref = Ref("hid")
    games.order(ref, C, hide("1926", h3=("C-41", "C-42", "C-43", "C-44"), h4=("C-45",)))
    entries = games.entries(ref)
    tags = [timeline.columns(timeline.teller(SYSTEM), entry, U, 0, "hid")[-3] for entry in entries]
    assert tags == ["GameStarted", "(hidden)", "UnitsHidden", "(hidden)", "(hidden)"]
    withheld = [line for line in _own(games) if "digest" in line]
    assert [line["to"] for line in withheld] == [[C]] * 3
    assert not any("fact" in line for line in withheld)


def test_18_7_which_reinforcements_an_hmc_brings_is_not_told_to_the_enemy() -> None:
    state = start("first_day", options=("hidden_movement",))
    state.core.turn, state.core.phase, state.core.active, state.ready = 3, "movement", "union", list(SIDES)
    before = [counter for counter in board(state, "confederate").counters if counter.side == "union"]
    hidden = HideUnits(at=state.ground.entry_hexes["H"], contents={"U-HMC1": ("U-3", "U-4")})
    recorded = carry_out(SYSTEM, state, "union", hidden, EnteredChance(()))
    told = [item.fact for item in recorded if item.to is None]
    assert [fact.units for fact in told if isinstance(fact, UnitsHidden)] == [()]
    after = [counter for counter in board(state, "confederate").counters if counter.side == "union"]
    assert [counter for counter in after if counter.kind != "hmc"] == before
    assert {state.units["U-3"].at, state.units["U-4"].at} == {"U-HMC1"}
