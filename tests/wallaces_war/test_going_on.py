"""11.2.7, 12.5c Charge extensions and impulsive attacks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.wallaces_war.charges.facts import ChargeMade, RetreatDue, UnitRebounded
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.losses.facts import MoraleTested
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAdvance,
    AwaitDefensiveFire,
    AwaitReply,
    AwaitRetreat,
    AwaitSink,
    AwaitVoluntary,
    ExtendCharge,
    ImpulsiveAttack,
    RetreatPath,
)
from rules.wallaces_war.melee.facts import AttackRolled
from rules.wallaces_war.movement.facts import FacingChanged, UnitsMoved
from rules.wallaces_war.state import EXTENSION, State
from tests.wallaces_war.melees import A, asked, decline, options, played
from tests.wallaces_war.positions import at, give, position, refused, told

FOE = at(0, -3)
RIDE = (at(0, -1), at(0, -2))


def horse(places: dict[str, str] | None = None, **more: Any) -> State:
    """Heavy cavalry that took the hex it stands in by a planned charge; an enemy three hexes ahead."""
    found = {"red-hc-1": f"{A}:0", "green-sc-1": f"{FOE}:3", **(places or {})}
    state = position(found, phase=EXTENSION, **more)
    state.turn.charged, state.turn.advanced = ["red-hc-1"], {"red-hc-1": A}
    state.turn.shot = dict.fromkeys(found, 0)
    return state


def extend(path: tuple[str, ...] = RIDE, target: str = FOE, unit: str = "red-hc-1") -> ExtendCharge:
    return ExtendCharge(unit=unit, path=path, target=target)


def test_11_2_7g_it_rides_on_strikes_and_comes_back_two_hexes_shaken() -> None:
    state = horse()
    facts = give(state, "english", extend(), 1)
    assert told(facts, ChargeMade)[0].kind == "extension"
    assert [fact.to for fact in told(facts, UnitsMoved)] == list(RIDE)
    assert isinstance(asked(state), AwaitReply)
    facts = decline(state)
    assert [(fact.hexes, fact.kind) for fact in told(facts, RetreatDue)] == [(2, "rebound")]
    path = options(state)[0].path
    assert len(path) == 2
    give(state, "english", RetreatPath(unit="red-hc-1", path=path))
    assert state.units["red-hc-1"].shaken
    assert state.melee is None
    assert refused(state, "english", extend()) == "11.2.7i"


@pytest.mark.parametrize(("chit", "level", "stays"), [(4, 3, True), (4, 1, False), (3, 3, False)])
def test_11_2_6b_who_took_the_hex_stays_there_if_his_battle_may_attack_again(
    chit: int, level: int, stays: bool
) -> None:
    state = horse(shaken=["green-sc-1"], chit=chit)
    state.leaders["red"].level = level
    give(state, "english", extend(), 10)
    assert asked(state).must
    give(state, "english", AdvanceAfterCombat(unit="red-hc-1", to=FOE))
    assert (asked(state) is None) is stays
    assert state.units["red-hc-1"].shaken is False
    if not stays:
        give(state, "english", options(state)[0])
        assert state.units["red-hc-1"].shaken


def test_P26_64_11_2_7_who_may_extend() -> None:
    state = horse()
    state.turn.advanced = {}
    assert refused(state, "english", extend()) == "11.2.7b"
    state = horse()
    state.turn.turned = ["red-hc-1"]
    assert refused(state, "english", extend()) == "11.2.7c"
    assert refused(horse(out_of_command=["red-hc-1"]), "english", extend()) == "11.2.7a"
    assert refused(horse(shaken=["red-hc-1"]), "english", extend()) == "11.2b"
    assert refused(horse(), "english", extend(path=(at(0, -1),))) == "11.2.7e"
    assert refused(horse(), "english", extend(path=(at(1, 0),))) == "11.2.7d"
    assert refused(horse(), "scots", extend()) == "11.2.7"
    state = horse()
    state.battles["red"].standing = "broken"
    assert refused(state, "english", extend()) == "10.2i"


def test_P26_65_11_2_7i_once_in_a_segment() -> None:
    state = horse()
    state.segment.extended = ["red-hc-1"]
    assert refused(state, "english", extend()) == "11.2.7i"


def test_11_2_7d_it_has_its_whole_allowance_and_no_more() -> None:
    far = at(0, -7)
    state = horse({"green-sc-2": f"{far}:3", "green-sc-1": f"{at(5, 5)}:3"})
    ride = tuple(at(0, -i) for i in range(1, 7))
    state.units["red-hc-1"].full = state.units["red-hc-1"].full.__class__(sp=6, morale=7, ma=5, rating=4)
    assert refused(state, "english", extend(ride, far)) == "11.2.7d"
    state = horse({"green-sc-2": f"{far}:3", "green-sc-1": f"{at(5, 5)}:3"})
    assert extend(ride, far) in options(state)
    give(state, "english", extend(ride, far), 1)


def test_11_2_7d_a_target_ahead_is_struck_without_a_ride() -> None:
    state = horse({"green-ri-1": f"{at(0, -1)}:0"})
    facts = give(state, "english", extend((), at(0, -1)), 1, 1)
    assert told(facts, MoraleTested)[0].why.cite == "11.2.5a"
    assert told(facts, AttackRolled)


def test_6_3a_6_3c_D23_zones_on_the_way() -> None:
    held = {"green-ri-1": f"{at(-1, -1)}:2"}  # it holds both hexes of the ride
    assert refused(horse(held), "english", extend()) == "6.3c"
    first = {"green-ri-1": f"{at(1, -2)}:3", "green-sc-1": f"{at(0, -4)}:3"}  # it holds the first hex
    ride, target = tuple(at(0, -i) for i in range(1, 4)), at(0, -4)
    give(horse(first), "english", extend(ride, target), 1)
    assert refused(horse(first, readings={"D23": "B"}), "english", extend(ride, target)) == "6.2a"


def test_11_2_7h_no_chit_limit_and_no_marker() -> None:
    give(horse(chit=0), "english", extend(), 1)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_D33_defensive_fire_in_the_extension_segment(letter: str) -> None:
    state = horse({"green-ri-1": f"{at(1, -3)}:3"}, readings={"D33": letter})
    state.turn.shot = {}
    give(state, "english", extend(target=at(1, -3)), *([1] if letter == "A" else []))
    assert isinstance(asked(state), AwaitReply if letter == "A" else AwaitDefensiveFire)
    if letter == "B":
        give(state, "scots", Fire(unit="green-ri-1", target=at(0, -2)), 1, 1)


def test_11_2_7_every_extension_listed_is_legal() -> None:
    places = {"green-ri-1": f"{at(2, -4)}:3", "green-ar-1": f"{at(3, -3)}:3"}
    found = [one for one in options(horse(places)) if isinstance(one, ExtendCharge)]
    assert {one.target for one in found} == {FOE, at(2, -4), at(3, -3)}
    for one in found:
        played(horse(places), "english", one)


SC = {"red-sc-1": f"{A}:0"}


def rage(places: dict[str, str] | None = None, *, berserk: tuple[str, ...] = ("red-sc-1",), **more: Any) -> State:
    """A berserk schiltron that took the hex it stands in; an enemy two hexes off."""
    found = {**SC, "green-sc-1": f"{at(0, -2)}:3", **(places or {})}
    state = position(found, phase=EXTENSION, berserk=berserk, **more)
    state.turn.advanced = dict.fromkeys((name for name, unit in state.units.items() if unit.at == A), A)
    state.turn.shot = dict.fromkeys(found, 0)
    return state


def rush(path: tuple[str, ...] = (at(0, -1),), target: str = at(0, -2), unit: str = "red-sc-1") -> ImpulsiveAttack:
    return ImpulsiveAttack(unit=unit, path=path, target=target)


def test_12_5c_berserkers_rush_on_and_strike() -> None:
    state = rage(chit=0)  # 12.5f free of the chit's limit
    facts = give(state, "english", rush(), 1)
    assert told(facts, ChargeMade)[0].kind == "impulse"
    assert [m.key for m in told(facts, AttackRolled)[0].modifiers] == ["berserk attacker"]
    assert isinstance(asked(state), AwaitReply)
    facts = decline(state, 1)  # it did not take its hex: it tests, and passes
    assert told(facts, MoraleTested)[0].why.cite == "12.5d"
    assert not told(facts, UnitRebounded)
    assert refused(state, "english", rush((), at(0, -2))) == "12.5c"


def test_P26_67_12_5c_only_a_berserker_that_took_its_hex() -> None:
    assert refused(rage(berserk=()), "english", rush()) == "12.5c"
    state = rage()
    state.turn.advanced = {}
    assert refused(state, "english", rush()) == "12.5c"
    assert refused(rage(), "english", rush(unit="red-sc-9")) == "12.5c"
    far = rage({"green-sc-1": f"{at(0, -4)}:3"})
    assert refused(far, "english", rush(tuple(at(0, -i) for i in range(1, 4)), at(0, -4))) == "12.5c"


def test_12_5c_5_2i_it_turns_for_nothing_where_it_stands() -> None:
    facts = give(rage(), "english", rush((f"{A}:3", at(0, -1))), 1)
    assert told(facts, FacingChanged)[0].why.cite == "5.2i"
    assert refused(rage(), "english", rush((f"{at(1, 0)}:2", f"{at(1, -1)}:3"), at(0, -2))) == "12.5c"


def test_D62_command_zones_and_stacks() -> None:
    assert refused(rage(out_of_command=["red-sc-1"]), "english", rush()) == "6.4a"
    held = {"green-sc-2": f"{at(1, 0)}:3"}
    assert refused(rage(held), "english", rush()) == "6.2b"
    give(rage(held), "english", rush((), at(1, 0)), 1)
    stack = {"red-sc-2": f"{A}:0"}
    assert told(give(rage(stack), "english", rush(), 1), ChargeMade)[0].units == ("red-sc-1",)
    both = rage(stack, berserk=("red-sc-1", "red-sc-2"))
    assert told(give(both, "english", rush(), 1), ChargeMade)[0].units == ("red-sc-1", "red-sc-2")
    whole = rage(stack, readings={"D62": "B"})
    assert told(give(whole, "english", rush(), 1), ChargeMade)[0].units == ("red-sc-1", "red-sc-2")


def test_11_1a_8_2k_who_is_rushed_at_may_sink_its_missiles_and_withdraw() -> None:
    state = rage({"green-ar-1": f"{at(2, -2)}:3", "green-sc-1": f"{at(5, 5)}:3"}, leaders={"green": at(3, -4)})
    give(state, "english", rush((at(1, -1),), at(2, -2)))
    assert isinstance(asked(state), AwaitVoluntary)
    stack = {"green-ar-1": f"{at(2, -2)}:3", "green-sc-1": f"{at(2, -2)}:3"}
    state = position({**SC, **stack}, phase=EXTENSION, berserk=["red-sc-1"])
    state.turn.advanced = {"red-sc-1": A}
    give(state, "english", rush((at(1, -1),), at(2, -2)))
    assert isinstance(asked(state), AwaitSink)


def test_12_5c_every_rush_listed_is_legal() -> None:
    places = {"green-ri-1": f"{at(2, -1)}:3"}
    found = [one for one in options(rage(places)) if isinstance(one, ImpulsiveAttack)]
    assert {one.target for one in found} == {at(0, -2), at(2, -1)}
    for one in found:
        played(rage(places), "english", one)


def test_12_5c_after_a_hex_taken_in_a_rush_nothing_more_is_tested() -> None:
    state = rage({"green-ri-1": f"{at(0, -2)}:3", "green-sc-1": f"{at(5, 5)}:0"}, steps={"green-ri-1": 5})
    give(state, "english", rush(), 6)
    decline(state)
    assert isinstance(asked(state), AwaitAdvance)
    facts = give(state, "english", AdvanceAfterCombat(unit="red-sc-1", to=at(0, -2)))
    assert not told(facts, MoraleTested)
    assert not isinstance(asked(state), AwaitRetreat)
    assert state.melee is None
