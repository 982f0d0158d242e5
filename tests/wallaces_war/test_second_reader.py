"""Cases after the rules reference, against what the program got wrong or easily might: barred ways, and who pays."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import LossTaken
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.charges.facts import ChargeDropped, RetreatMade, UnitRebounded
from rules.wallaces_war.charges.impulse import end_bar, rushes, split, way_bar
from rules.wallaces_war.charges.ride import hex_of
from rules.wallaces_war.charges.sighting import sighted
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.losses.facts import LeaderDisplaced, MoraleTested, UnitShaken
from rules.wallaces_war.melee.asks import (
    AwaitRetreat,
    ImpulsiveAttack,
    ReactionPlacement,
    RetreatPath,
)
from rules.wallaces_war.melee.facts import AttackRolled
from rules.wallaces_war.melee.state import Retreat
from rules.wallaces_war.movement.asks import AwaitDisplacement, DisplaceLeader, VoluntaryRetreat
from rules.wallaces_war.movement.facts import UnitsMoved
from rules.wallaces_war.retreats.voluntary import ways_out
from rules.wallaces_war.state import EXTENSION, State
from tests.wallaces_war.melees import NE, NW, SE, SW, A, E, W, asked, attack, charge, close, decline, melee, options
from tests.wallaces_war.positions import at, give, position, refused, told
from tests.wallaces_war.test_aftermath import BACK, driven
from tests.wallaces_war.test_reaction import enter

# 6.1c Two hexes away, each with a zone that reaches two of the hexes next to the centre, and not the centre.
AROUND = {"red-sc-1": f"{at(1, 1)}:0", "red-sc-2": f"{at(-2, 1)}:0", "red-sc-3": f"{at(-1, -1)}:0"}


# Barred rebounds and failures


def test_11_2_6_d54_a_charger_under_a_friend_pays_himself_for_a_barred_rebound() -> None:
    """11.2.2g Horse at the bottom charges alone, from where it stands; the crossbows above it have no part in that."""
    places = {"green-mxb-1": f"{A}:0", "green-hc-5": f"{A}:0", "red-ri-1": f"{NE}:4", **AROUND}
    state = position(places)
    charges, _ = enter(state, 3, 1)  # it must charge, and strikes nobody
    assert charges
    facts = decline(state, 1)  # 14.2d the crossbows test, for their fellow is shaken
    assert [(fact.unit, fact.amount, fact.cause.cite) for fact in told(facts, LossTaken)] == [
        ("green-hc-5", 1, "11.2.6d")
    ]
    assert state.units["green-hc-5"].shaken
    assert state.units["green-mxb-1"].steps == 0


def failed(*walls: str, **more: Any) -> State:
    """12.5d A berserker below his fellow has struck in vain, and they are not struck in turn."""
    places = {"red-sc-1": f"{A}:0", "red-sc-2": f"{A}:0", "green-ri-1": f"{NE}:4"}
    around = {name.replace("red", "green"): where for name, where in AROUND.items() if name in walls}
    state = melee({**places, **around}, berserk=["red-sc-2"], **more)
    attack(state, ("red-sc-1", NE))
    close(state, 1)
    return state


def test_12_5d_10_3_s9f_a_berserker_who_cannot_go_back_pays_himself_not_who_lies_above_him() -> None:
    state = failed(*AROUND)
    facts = decline(state, 10, 1)  # he fails, his fellow stands
    assert [(fact.unit, fact.amount, fact.cause.cite) for fact in told(facts, LossTaken)] == [
        ("red-sc-2", 2, "12.5d"),
        ("red-sc-2", 1, "10.3/S9f"),
    ]
    assert [test.unit for test in told(facts, MoraleTested)] == ["red-sc-2", "red-sc-1"]  # D61, D43 and no more
    assert (state.units["red-sc-2"].shaken, state.units["red-sc-2"].berserk) == (True, False)
    assert (state.units["red-sc-1"].steps, state.units["red-sc-1"].shaken) == (0, False)


def test_12_5d_a_berserker_who_fails_goes_back_one_hex_alone_and_may_turn() -> None:
    state = failed()
    decline(state, 10, 1)
    found = [one for one in options(state) if isinstance(one, RetreatPath)]
    assert {len(one.path) for one in found} == {1}
    assert {one.facing for one in found} == set(range(6))  # 5.2e
    give(state, "english", RetreatPath(unit="red-sc-2", path=(SW,), facing=3))
    assert (state.units["red-sc-2"].at, state.units["red-sc-1"].at) == (SW, A)
    assert (state.units["red-sc-2"].facing, state.units["red-sc-1"].facing) == (3, 0)


def test_5_1c_who_cannot_go_does_not_turn_away_from_his_fellow() -> None:
    """Both of a stack have failed, and neither finds a way: he who is named first may not face elsewhere alone."""
    state = failed(*AROUND)
    state.retreats = [
        Retreat(units=("red-sc-2",), hexes=1, kind="failure", stack=("red-sc-2",)),
        Retreat(units=("red-sc-1",), hexes=1, kind="failure", stack=("red-sc-1",)),
    ]
    state.core.pending = [AwaitRetreat(side="english", units=("red-sc-2", "red-sc-1"))]
    assert refused(state, "english", RetreatPath(unit="red-sc-2", path=(), facing=3)) == "5.1c"


def test_11_2_6a_all_who_rode_rebound_though_one_was_shaken_before_the_blow() -> None:
    """9.4e, 13.6a, 8.2g Fire kills the leader who rides along: who is below is shaken, who is on top strikes alone."""
    start, path = at(0, 3), (at(0, 2), SE)
    places = {"red-hc-1": f"{start}:0", "red-hc-2": f"{start}:0", "green-ar-1": f"{A}:3"}
    state = melee(places, loaded=True, charge=["red-hc-1", "red-hc-2"], leaders={"red": start})
    charge(state, "red-hc-1", 0, path, A, leaders=("red",))
    close(state)
    give(state, "scots", Fire(unit="green-ar-1", target=SE), 5, 9, 1, 10, 1)  # a step, he falls, tests, the blow
    assert (state.units["red-hc-1"].shaken, state.units["red-hc-2"].shaken) == (False, True)
    decline(state)
    assert asked(state) == AwaitRetreat(side="english", units=("red-hc-1",))
    facts = give(state, "english", RetreatPath(unit="red-hc-1", path=(at(0, 2),)))
    assert told(facts, UnitRebounded)[0].units == ("red-hc-1", "red-hc-2")
    assert state.stacks[at(0, 2)] == ["red-hc-1", "red-hc-2"]
    assert state.units["red-hc-1"].shaken


# Two who part


def parted(**readings: str) -> State:
    """D26 B The top unit of a stack has lost its fourth step; it goes its own way first."""
    state = driven({"green-ri-2": f"{A}:4"}, readings={"D26": "B", **readings})
    give(state, "scots", RetreatPath(unit="green-ri-1", path=BACK, alone=True), 1)
    return state


def test_d26_b_10_3_s9g_the_second_may_end_with_the_first_by_another_way_and_lies_below_him_again() -> None:
    state = parted()
    assert asked(state) == AwaitRetreat(side="scots", units=("green-ri-2",))
    other = (E, at(2, -1))
    facts = give(state, "scots", RetreatPath(unit="green-ri-2", path=BACK))
    assert not told(facts, MoraleTested)  # 8.4b nobody is gone through; 8.3a the other has passed
    assert state.stacks[BACK[-1]] == ["green-ri-1", "green-ri-2"]
    apart = parted()
    give(apart, "scots", RetreatPath(unit="green-ri-2", path=other))
    assert (apart.units["green-ri-1"].at, apart.units["green-ri-2"].at) == (BACK[-1], other[-1])


def test_d26_b_d18_b_who_joins_the_first_faces_as_he_does() -> None:
    state = parted(D18="B")
    assert state.units["green-ri-1"].facing == 4
    assert refused(state, "scots", RetreatPath(unit="green-ri-2", path=BACK, facing=1)) == "5.1c"
    ends = {(one.path[-1], one.facing) for one in options(state)}
    assert {facing for end, facing in ends if end == BACK[-1]} == {4}


def test_d26_b_10_3_s9f_who_parts_and_cannot_go_pays_himself() -> None:
    """The bottom unit tries first: the top unit, which has lost steps, is not worn down for it."""
    walls = {"red-sc-2": f"{NE}:0", "red-ri-3": f"{SE}:0"}
    state = driven({"green-ri-2": f"{A}:4", **walls}, readings={"D26": "B"})
    facts = give(state, "scots", RetreatPath(unit="green-ri-2", path=(), alone=True), 1)  # 8.3a the other dies of it
    assert [(fact.unit, fact.amount) for fact in told(facts, LossTaken)][:2] == [("green-ri-2", 1), ("green-ri-2", 1)]


def test_d26_a_two_do_not_part() -> None:
    state = driven({"green-ri-2": f"{A}:4"})
    assert refused(state, "scots", RetreatPath(unit="green-ri-2", path=BACK, alone=True)) == "10.3/S9c"


# Horse for one place


FOE, PLACE = at(0, -3), at(0, -2)
# 11.2.2f Of the two hexes from which the trigger could be struck, one lies in the zone of another enemy.
TRIGGER = {"red-ri-1": f"{FOE}:3", "red-ri-2": f"{at(-2, -2)}:1"}


def test_11_2_3c_three_lone_horse_of_two_battles_and_one_place() -> None:
    """8.2a Two of one Battle share it; the third, of another Battle, has no place, and takes no more tests."""
    places = {"green-hc-1": f"{A}:0", "green-hc-2": f"{at(-1, 0)}:0", "emerald-hc-1": f"{at(-2, 0)}:0"}
    state = position({**TRIGGER, **places})
    assert enter(state, 10, 10, 10)[0]
    found = [one.paths for one in options(state)]
    assert {tuple(paths) for paths in found} == {(A, at(-1, 0))}
    assert {path[-1] for paths in found for path in paths.values()} == {PLACE}
    lesser = ReactionPlacement(paths={at(-2, 0): (at(-1, -1), PLACE)})
    assert refused(state, "scots", lesser) == "11.2.3c"
    facts = give(state, "scots", ReactionPlacement(paths=found[0]), 1)
    assert [fact.units for fact in told(facts, ChargeDropped)] == [("emerald-hc-1",)]
    assert set(state.stacks[PLACE]) == {"green-hc-1", "green-hc-2"}
    [blow] = told(facts, AttackRolled)
    assert blow.sp == sum(state.units[unit].full.sp for unit in state.stacks[PLACE])  # 8.2f they strike as one
    assert not _tests(state)


def test_11_2_3c_two_stacks_and_one_place_the_owner_says_which_drops_out() -> None:
    places = {f"green-hc-{n}": f"{where}:0" for n, where in enumerate((A, A, at(-1, 0), at(-1, 0)), 1)}
    state = position({**TRIGGER, **places})
    assert enter(state, 10, 10)[0]
    assert {tuple(one.paths) for one in options(state)} == {(A,), (at(-1, 0),)}
    both = ReactionPlacement(paths={A: (at(0, -1), PLACE), at(-1, 0): (at(-1, -1), PLACE)})
    assert refused(state, "scots", both) == "11.2.3c"
    facts = give(state, "scots", ReactionPlacement(paths={A: (at(0, -1), PLACE)}), 1)
    assert told(facts, ChargeDropped)[0].units == ("green-hc-3", "green-hc-4")
    assert not _tests(state)


def _tests(state: State) -> list[Any]:
    """Who would test if the trigger came there now."""
    return list(sighted(state, ("red-ri-1",)))


# Rushes


def berserk(places: dict[str, str], **more: Any) -> State:
    """12.5c C6, after the berserker has taken its hex."""
    state = position({"red-sc-1": f"{A}:0", **places}, phase=EXTENSION, berserk=["red-sc-1"], **more)
    state.turn.advanced = dict.fromkeys(state.stacks[A], A)
    return state


def test_5_1b_a_berserker_with_a_shaken_fellow_has_two_front_hexes_until_it_leaves_him() -> None:
    state = berserk({"red-sc-2": f"{A}:0", "green-ri-1": f"{SE}:3"}, shaken=["red-sc-2"])
    assert refused(state, "english", ImpulsiveAttack(unit="red-sc-1", path=(), target=SE)) == "5.3b"
    give(state, "english", ImpulsiveAttack(unit="red-sc-1", path=(f"{A}:3",), target=SE), 1, 1)  # in vain, and steady
    assert {state.units[unit].facing for unit in state.stacks[A]} == {3}  # 5.1c they have one facing
    alone = berserk({"green-ri-1": f"{SE}:3"})
    give(alone, "english", ImpulsiveAttack(unit="red-sc-1", path=(), target=SE), 1, 1)


@pytest.mark.parametrize("shaken", [(), ("red-sc-2",)], ids=["all round", "two front hexes"])
def test_12_5c_the_list_of_rushes_is_what_the_rules_allow(shaken: tuple[str, ...]) -> None:
    """Every way of at most two steps, with every turn, held against the functions that refuse."""
    places = {"green-ri-1": f"{at(2, -2)}:3", "green-ar-1": f"{at(-1, -1)}:3"}
    state = berserk({**({"red-sc-2": f"{A}:0"} if shaken else {}), **places}, shaken=shaken)
    units, near = ("red-sc-1",), state.ground.near
    turns = ("", *(f":{facing}" for facing in range(6)))

    def onward(path: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [(*path, to + turn) for to in near(hex_of((A, *path)[-1])) for turn in turns]

    ways: list[tuple[str, ...]] = [(), *onward(())]
    ways += [longer for path in onward(()) for longer in onward(path)]
    legal = set()
    for path in ways:
        if not way_bar(state, units, None, path):
            legal |= {(path, to) for to in near(hex_of((A, *path)[-1])) if not end_bar(state, units, None, path, to)}
    plain = {(path, to) for path, to in legal if not _is_idle(state, path)}
    found = [order for order in rushes(state, "red-sc-1", units) if split(order.path, A)[0] is None]
    assert {(order.path, order.target) for order in found} == plain
    assert any(":" in step for order in found for step in order.path) is True


def _is_idle(state: State, path: tuple[str, ...]) -> bool:
    """Whether a turn is named to the facing it has already."""
    facing = state.units["red-sc-1"].facing
    for step in path:
        turn = step.partition(":")[2]
        if turn and int(turn) == facing:
            return True
        facing = int(turn) if turn else facing
    return False


def test_12_5c_every_free_turn_is_listed_too_and_every_order_is_legal() -> None:
    state = berserk({"green-ri-1": f"{at(2, -2)}:3", "green-ri-2": f"{SE}:0"})
    found = list(rushes(state, "red-sc-1", ("red-sc-1",)))
    assert {split(order.path, A)[0] for order in found} == {None, 1, 2, 3, 4, 5}
    for order in found:
        turn, path = split(order.path, A)
        assert not way_bar(state, ("red-sc-1",), turn, path)
        assert not end_bar(state, ("red-sc-1",), turn, path, order.target)


# Leaders in lists


def test_13_7a_every_choice_of_leaders_is_listed() -> None:
    state = driven(None, 1, 1, leaders={"green": A, "emerald": A})
    found = {one.leaders for one in options(state) if isinstance(one, RetreatPath)}
    assert found == {(), ("green",), ("emerald",), ("green", "emerald")}


def test_5_2e_a_withdrawal_is_listed_with_all_six_facings() -> None:
    state = position({"red-hc-1": f"{A}:0", "green-ri-1": f"{NW}:3"})
    found = list(ways_out(state, A, "move"))
    ends = {order.path for order in found}
    assert len(found) == 6 * len(ends) > 0


# Ways back past friends


def test_10_3_s9g_past_friends_the_shortest_way_to_each_end_is_listed_it_is_said_and_another_may_be_given() -> None:
    """A crowd behind the unit that is driven back: it ends where it likes beyond, by any way that goes no nearer."""
    crowd = (at(1, -2), at(2, -2), at(2, -1), at(2, -3), at(3, -3), at(3, -2))
    friends = {f"green-{kind}": f"{where}:4" for kind, where in zip(CROWD, crowd, strict=True)}
    state = driven(friends)
    found = [one.path for one in options(state)]
    assert "RetreatPath" in {kind.__name__ for kind in SYSTEM.book.sampled(state)}
    assert len({(path[:2], path[-1]) for path in found}) == len(found)
    long = (NE, at(2, -2), at(3, -3), at(3, -2), at(4, -3))
    assert long not in found
    assert {path[-1] for path in found} >= {long[-1]}
    assert refused(state, "scots", RetreatPath(unit="green-ri-1", path=(*long, at(5, -3)))) == "10.3/S9b"
    assert refused(state, "scots", RetreatPath(unit="green-ri-1", path=long[:3])) == "10.3/S9g"
    give(state, "scots", RetreatPath(unit="green-ri-1", path=long), *(1,) * 4)
    assert state.units["green-ri-1"].at == long[-1]


CROWD = ("ri-2", "ri-3", "ri-4", "ar-1", "ar-2", "xb-1")

# Ways back past enemy leaders

OPEN = ("retreats_past_leaders",)


def test_10_3_s9e_a_hex_with_an_enemy_leader_is_closed_to_a_way_back_unless_the_option_is_played() -> None:
    assert refused(driven(leaders={"red": NE}), "scots", RetreatPath(unit="green-ri-1", path=BACK)) == "10.3/S9e"
    assert any(NE in one.path for one in options(driven(leaders={"red": NE}, options=OPEN)))


def test_7_3b_13_4c_who_is_driven_back_through_a_leaders_hex_drives_him_off_and_then_goes_on() -> None:
    state = driven(leaders={"red": NE}, options=OPEN)
    facts = give(state, "scots", RetreatPath(unit="green-ri-1", path=BACK))
    assert [fact.to for fact in told(facts, UnitsMoved)] == [NE]  # it waits there
    assert asked(state) == AwaitDisplacement(side="english", leader="red")
    facts = give(state, "english", DisplaceLeader(leader="red", path=BACK[1:]))
    assert told(facts, LeaderDisplaced)[0].to == BACK[-1]
    assert asked(state) == AwaitDisplacement(side="english", leader="red")  # once more: he went where they come
    facts = give(state, "english", DisplaceLeader(leader="red", path=(at(3, -3),)), 1)
    assert state.units["green-ri-1"].at == BACK[-1]
    assert [test.why.cite for test in told(facts, MoraleTested)] == ["12.2"]


def test_13_4c_a_withdrawal_through_a_leaders_hex_waits_and_goes_on_too() -> None:
    state = position({"red-hc-1": f"{A}:0", "green-ri-1": f"{NW}:3"}, leaders={"green": SE}, options=OPEN)
    back = VoluntaryRetreat(units=("red-hc-1",), path=(SE, at(0, 2)), facing=0)
    give(state, "english", back)
    assert asked(state) == AwaitDisplacement(side="scots", leader="green")
    give(state, "scots", DisplaceLeader(leader="green", path=(E,)))
    assert state.units["red-hc-1"].at == at(0, 2)
    assert "red-hc-1" in state.segment.moved
    shut = position({"red-hc-1": f"{A}:0", "green-ri-1": f"{NW}:3"}, leaders={"green": SE})
    assert refused(shut, "english", back) == "11.1e"


def test_11_2_6a_a_rebound_through_a_leaders_hex_shakes_at_its_end() -> None:
    """The only way back of horse that charged from where it stood is past the leader of its enemy."""
    around = {"red-sc-2": f"{at(-2, 1)}:0", "red-sc-3": f"{at(-1, -1)}:0"}
    places = {"green-hc-5": f"{A}:0", "red-ri-1": f"{NE}:4", "red-ri-2": f"{at(2, 0)}:5", **around}
    state = position(places, leaders={"crimson": SE}, options=OPEN)
    enter(state, 3, 1)
    decline(state)
    give(state, "scots", RetreatPath(unit="green-hc-5", path=(SE,), facing=3))
    assert asked(state) == AwaitDisplacement(side="english", leader="crimson")
    facts = give(state, "english", DisplaceLeader(leader="crimson", path=(at(0, 2),)))
    assert told(facts, UnitShaken)
    assert (state.units["green-hc-5"].at, state.units["green-hc-5"].facing) == (SE, 3)


def test_10_3_s9b_a_made_retreat_is_told_once() -> None:
    state = driven(leaders={"red": NE}, options=OPEN)
    facts = give(state, "scots", RetreatPath(unit="green-ri-1", path=BACK))
    facts += give(state, "english", DisplaceLeader(leader="red", path=(NW, W)), 1)
    assert [fact.path for fact in told(facts, RetreatMade)] == [BACK]
