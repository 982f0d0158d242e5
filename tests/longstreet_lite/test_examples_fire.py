"""The worked examples of fire, by their numbers in the rules reference."""

from __future__ import annotations

from domain.kernel.facts import DiceRolled
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import PlayMorale
from rules.longstreet_lite.fire.asks import EndFire, FireUnit
from rules.longstreet_lite.fire.facts import HitsRemoved, KillsRolled
from rules.longstreet_lite.losses.facts import UnitRemoved
from rules.longstreet_lite.state import State
from tests.longstreet_lite.firing_line import aimed, enemy, facing, fired, firer, guns, refused, shots
from tests.longstreet_lite.positions import give, position, refusal, terrain, unit

ONE, TWO = "steady-boys", "the-colonels-example"  # morale 1, morale 2


def hit(name: str, side: str, hits: int, *hand: str) -> State:
    """A unit with hits when the enemy has done firing."""
    active = "us" if side == "cs" else "cs"
    state = position(
        {name: unit(side, "10:15", "180", (4, 4)), "x": unit(active, "5:3")}, hands={side: hand}, active=active
    )
    state.units[name].hits = hits
    give(SYSTEM, state, active, EndFire())
    return state


def test_e10_two_one_rank_units_one_behind_the_other_are_one_rank_each() -> None:
    """LL.1.rank.5, LL.5.dense.1 Neither is dense, and the rear one has its friend before it."""
    rear = enemy("10:10", ranks=(2,))
    state = facing(
        us=firer(ranks=(2,)), cs=enemy(ranks=(2,)), others={"rear": rear, "third": enemy("10:11", ranks=(2,))}
    )
    assert [shot.modifiers for shot in shots(state, 3, 3)] == [(), ()]
    assert state.units["cs"].hits == 0
    state = facing(us=firer(ranks=(2,)), cs=enemy(ranks=(2,)), others={"behind": firer("10:4", ranks=(2,))})
    assert refused(state, "behind") == "LL.5.zone.3"


def test_e12_two_morale_cards_take_three_of_five_hits_off_the_3rd_tennessee() -> None:
    """LL.5.morale.1"""
    state = hit("3rd-tennessee", "cs", 5, ONE, TWO, ONE)
    third = PlayMorale(cards={"3rd-tennessee": (ONE, TWO, ONE)})
    assert refusal(SYSTEM, state, "cs", third) == "LL.5.morale.1"
    facts = give(SYSTEM, state, "cs", PlayMorale(cards={"3rd-tennessee": (ONE, TWO)}), 1, 1)
    assert HitsRemoved(unit="3rd-tennessee", morale=3, removed=3, left=2) in facts
    assert [fact.faces for fact in facts if isinstance(fact, DiceRolled)] == [(1, 1)]


def test_e13_a_card_of_two_takes_one_of_two_hits_off_the_22nd_ohio_and_so_does_a_card_of_one() -> None:
    """LL.5.last.1"""
    for card, morale in ((TWO, 2), (ONE, 1)):
        state = hit("22nd-ohio", "us", 2, card)
        facts = give(SYSTEM, state, "us", PlayMorale(cards={"22nd-ohio": (card,)}), 1)
        assert HitsRemoved(unit="22nd-ohio", morale=morale, removed=1, left=1) in facts


def test_x2_a_volley_at_a_dense_target_needs_three() -> None:
    """LL.5.hit.2, LL.5.dense.1"""
    state = facing(us=firer(ranks=(3, 3)), cs=enemy(ranks=(2, 2, 1)))
    facts = give(SYSTEM, state, "us", FireUnit(unit="us"), 3, 2, 6)
    assert [(s.mode, s.turn, s.range, s.needs, s.hits) for s in fired(facts).shots] == [
        ("volley", 0, 4_000, 3, 1),
        ("volley", 0, 4_000, 3, 0),
        ("volley", 0, 4_000, 3, 1),
    ]
    assert (state.units["cs"].hits, state.units["us"].smoke) == (2, True)


def test_x3_from_rough_ground_the_same_volley_needs_four_and_through_woods_six() -> None:
    """LL.5.smmod.1, LL.5.smmod.2"""
    rough = terrain("rough", "8:3", "8:4.9", "12:4.9", "12:3")
    woods = terrain("woods", "0:6", "0:7", "20:7", "20:6")
    for pieces, mode, needs in (((rough,), "volley", 4), ((rough, woods), "skirmish", 6)):
        state = facing(*pieces, us=firer(ranks=(3, 3)), cs=enemy(ranks=(2, 2, 1)))
        found = shots(state, 3, 2, 6)
        assert {(shot.mode, shot.needs) for shot in found} == {(mode, needs)}
        assert state.units["cs"].hits == 1


def test_x7_infantry_of_two_bases_that_suffers_one_kill_is_removed() -> None:
    """LL.1.loss.2, LL.5.kill.2"""
    state = position({"cs": unit("cs", "10:15", "180", (2,)), "us": unit("us", "5:3")})
    state.units["cs"].hits = 1
    facts = give(SYSTEM, state, "us", EndFire(), 4)
    assert KillsRolled(unit="cs", faces=(4,), kills=1) in facts
    assert UnitRemoved(unit="cs", why="broken", rule="LL.1.loss.2", counts=2) in facts
    assert state.lost["cs"] == 2


def test_x8_a_limbered_battery_of_one_gun_goes_with_it_and_counts_one_base() -> None:
    """LL.5.limb.1"""
    battery = unit("cs", "10:15", "180", kind="ART", limbered=True, bases=1)
    state = position({"cs": battery, "us": unit("us", "5:3")})
    state.units["cs"].hits = 1
    give(SYSTEM, state, "us", EndFire(), 5)
    assert (state.units["cs"].status, state.lost["cs"]) == ("destroyed", 1)


def test_x12_one_gun_at_exactly_six_fires_canister_and_the_other_may_not_bombard() -> None:
    """LL.5.range.2, LL.5.artprio.3"""
    state = facing(us=guns(count=2), cs=enemy("9.1:11"), others={"far": enemy("10.5:14")})
    assert aimed(state) == [("canister", 0, "cs")]
    (shot,) = shots(state, 4, 1)
    assert (shot.base, shot.range, shot.faces) == (1, 6_000, (4, 1))
