"""7.1, 11.2.2c, 4.5a A move made: what cuts it short, what it is told as, what counts against the chit."""

from __future__ import annotations

import pytest

from domain.words.tell import say_of
from rules.wallaces_war.charges.facts import ChargeTested
from rules.wallaces_war.fire.asks import AdvanceAfterFire
from rules.wallaces_war.movement.asks import AwaitDisplacement, DisplaceLeader, MoveUnits
from rules.wallaces_war.movement.facts import MarchPaused, MoveEnded, UnitsMoved
from rules.wallaces_war.movement.limits import limit_bar, zoc_limit
from rules.wallaces_war.state import OFFENSIVE_FIRE, REACTION, State
from tests.wallaces_war.positions import SYSTEM, at, give, position, refused, told

O = at(0, 0)  # noqa: E741
NE, E, SE, SW, W, NW = at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0), at(0, -1)
X8 = {"red-ri-1": f"{at(2, -4)}:3", "green-hc-5": f"{O}:0"}
ACROSS = MoveUnits(units=("red-ri-1",), path=(at(2, -3), at(2, -2)))


def test_X8_11_2_2b_horse_that_does_not_charge_lets_the_move_go_on() -> None:
    state = position(X8)
    facts = give(state, "english", ACROSS, 2, 1)
    assert [fact.to for fact in told(facts, UnitsMoved)] == [at(2, -3), at(2, -2)]
    assert len(told(facts, ChargeTested)) == 2


def test_X8_11_2_2c_a_charge_ends_the_move_of_who_provoked_it() -> None:
    state = position(X8)
    facts = give(state, "english", ACROSS, 3)
    assert [fact.to for fact in told(facts, UnitsMoved) if fact.how == "march"] == [at(2, -3)]
    [ended] = told(facts, MoveEnded)
    assert (ended.pieces, ended.why.cite) == (("red-ri-1",), "11.2.2c")
    assert state.march is None


def test_13_4c_11_2_2_the_leader_gets_away_first_and_then_the_horse_looks_up() -> None:
    state = position(X8, leaders={"emerald": at(2, -3)})
    facts = give(state, "english", ACROSS)
    assert told(facts, MarchPaused)
    assert state.core.pending == [AwaitDisplacement(side="scots", leader="emerald")]
    facts = give(state, "scots", DisplaceLeader(leader="emerald", path=(at(3, -3),)), 3)
    assert told(facts, ChargeTested)
    assert told(facts, MoveEnded)[0].why.cite == "11.2.2c"
    assert state.units["red-ri-1"].at == at(2, -3)


def test_7_1_the_whole_way_is_checked_before_anything_is_done() -> None:
    state = position({"red-ri-1": f"{O}:0"})
    assert refused(state, "english", MoveUnits(units=("red-ri-1",), path=(NE, E))) == "5.3a"
    assert state.units["red-ri-1"].at == O
    assert not state.segment.spent


@pytest.mark.parametrize(("chit", "limit"), [(0, 0), (1, 1), (2, 2), (3, None), (4, None)])
def test_4_5_what_each_chit_allows(chit: int, limit: int | None) -> None:
    state = position({}, chit=chit)
    assert zoc_limit(state) == limit
    state.core.phase = REACTION
    assert zoc_limit(state) == 0


@pytest.mark.parametrize(
    ("letter", "bound"), [("A", ("march", "charge")), ("B", ("march",)), ("C", ("march", "charge", "advance"))]
)
def test_D12_which_moves_the_chit_binds(letter: str, bound: tuple[str, ...]) -> None:
    state = position({"green-ri-1": f"{at(1, -2)}:3"}, chit=0, readings={"D12": letter})
    for how in ("march", "charge", "advance"):
        bar = limit_bar(state, "english", NE, how)  # type: ignore[arg-type]
        assert (bar.rule if bar else "") == ("4.5" if how in bound else "")
    assert limit_bar(state, "english", SE) is None


def test_a_march_reads_like_a_report() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{W}:1"}, leaders={"red": O})
    say = say_of(SYSTEM, state.names)
    words = SYSTEM.words("en").facts
    facts = [
        *give(state, "english", MoveUnits(units=("red-ri-1",), path=(f"{NE}:1",), leaders=("red",))),
        *give(state, "english", MoveUnits(units=("red-ri-2",), path=(NW,))),
    ]
    assert [words[type(fact)](say, fact) for fact in facts if type(fact) in words] == [
        f"Red RI 1 with Red goes to {NE} (1 MP)",
        "Red RI 1 turns north-east for 1 MP (on the march, 5.2a)",
        "Red RI 1 and Red halt",
        f"Red RI 2 goes to {NW} (1 MP)",
        "Red RI 2 halts",
    ]


# 9.7/S6 Advances after fire enter zones and drive leaders off as marches do


def fired(places: dict[str, str], **more: object) -> State:
    state = position(places, phase=OFFENSIVE_FIRE, **more)  # type: ignore[arg-type]
    state.segment.fired["red-ar-1"] = NE
    return state


FOLLOWS = AdvanceAfterFire(units=("red-ar-1",), to=NE, facing=0)
HELD = {"red-ar-1": f"{O}:0", "green-ri-1": f"{at(1, -2)}:3", "green-ri-2": f"{W}:1"}


@pytest.mark.parametrize(("letter", "rule"), [("A", ""), ("B", ""), ("C", "4.5")])
def test_D12_an_advance_after_fire_is_bound_by_the_chit_or_not(letter: str, rule: str) -> None:
    state = fired({"red-ar-1": f"{O}:0", "green-ri-1": f"{at(1, -2)}:3"}, chit=0, readings={"D12": letter})
    if rule:
        assert refused(state, "english", FOLLOWS) == rule
        state.turn.chit = 1
    give(state, "english", FOLLOWS)
    assert state.turn.entered == ([at(1, -2)] if letter == "C" else [])


@pytest.mark.parametrize(("letter", "rule"), [("A", ""), ("B", "6.3c")])
def test_D20_an_advance_after_fire_from_zone_to_zone(letter: str, rule: str) -> None:
    state = fired(HELD, readings={"D20": letter})
    if rule:
        assert refused(state, "english", FOLLOWS) == rule
    else:
        give(state, "english", FOLLOWS)


def test_13_4c_an_advance_after_fire_drives_off_a_leader_left_behind() -> None:
    state = fired({"red-ar-1": f"{O}:0"}, leaders={"green": NE})
    give(state, "english", FOLLOWS)
    assert state.core.pending == [AwaitDisplacement(side="scots", leader="green")]
    give(state, "scots", DisplaceLeader(leader="green", path=(at(2, -2),)))
    assert state.leaders["green"].at == at(2, -2)
