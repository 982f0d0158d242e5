"""Orders about chits, initiative, continuation, set-up and reinforcements that must be refused (rows 1 to 12, 56 …)."""

from __future__ import annotations

from rules.wallaces_war.command.asks import (
    Activate,
    ActivateReaction,
    Bid,
    ContinueAttack,
    ListChits,
    Outbid,
    PlaceChits,
    PlaceReplacement,
    SpecialContinuation,
)
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.melee.asks import DeclareCharge, DeclareMelee
from rules.wallaces_war.movement.asks import EnterReinforcements, MoveUnits
from rules.wallaces_war.state import DECISION, MELEE, REACTION, State
from rules.wallaces_war.turn.asks import Decline, EndSegment, NameTarget, SetUpLeader, SetUpUnit
from tests.wallaces_war.illegal import NE, A, Cases, E, S, after, bidding, changed
from tests.wallaces_war.positions import at, position, start

LISTS = (("english", ListChits(ones=2, threes=2, fours=3), ()), ("scots", ListChits(ones=2, threes=2, fours=3), ()))


def placing() -> State:
    """20 points each; the English hold two 1s, two 3s and three 4s."""
    return after(start(), *LISTS)


def level_1(state: State, *battles: str) -> State:
    for name in battles:
        state.leaders[name].level = 1
    return state


def gained(value: int) -> State:
    state = bidding({"red": [3, 3, 3, 3, 3, 3, 3], "crimson": [2, -1, 0, 1, 1, 1, 1]}, ["scots"])
    state.core.phase, state.chits.gained = "replacement", {"english": value}
    return level_1(state, "crimson")


def deciding(**fields: object) -> State:
    return changed(position({"red-ri-1": A}, leaders={"red": A}, phase=DECISION, chit=4), **fields)


def reacting(tracks: tuple[int, ...] = (1, 0), **fields: object) -> State:
    """Phase D: the Scots may react."""
    places = {"red-ri-1": f"{A}:0", "green-ri-1": f"{at(2, -2)}:3", "emerald-ri-1": at(5, -5)}
    state = position(places, leaders={"green": at(2, -2)}, phase=REACTION, active="scots", chit=4)
    state.battles["green"].track = state.battles["emerald"].track = list(tracks)
    state.turn.round = 1
    return changed(state, **fields)


def arriving(turn: str = "hntrb") -> State:
    state = position({}, scenario="lundies_plan", battle=turn, turn=7)
    state.battles["hntrb"].arrived = True
    return changed(state, arriving="hntrb")


def coming(**places: str) -> State:
    """20.3.6 Mortimer's Battle enters."""
    found = {name.replace("_", "-"): place for name, place in places.items()}
    state = position(found, scenario="evesham_what_if", initiative="royalist", battle="mortmr")
    state.battles["mortmr"].arrived = True
    return changed(state, arriving="mortmr")


def set_up(scenario: str, **done: str) -> State:
    state = start(scenario)
    state.core.phase = "set-up"
    state.ready = list(done.values())
    return state


def named() -> State:
    """20.3.2a Edward's men are to engage Segrave."""
    places = {"edward-hc-1": "2010:0", "glouctr-ri-1": "2310:3", "edward-ri-1": "2015:0", "glouctr-ri-2": "2115:3"}
    state = position(
        places, scenario="lewes", initiative="royalist", battle="edward", phase=MELEE, options=["lewes_edward_target"]
    )
    state.target, state.units["edward-hc-1"].charge = "segrve", True
    return state


def fires_elsewhere() -> State:
    state = named()
    state.core.phase = "offensive fire"
    return state


COMMAND: Cases = {
    "1 too few points": lambda: (start(), E, ListChits(ones=19)),
    "1 too many points": lambda: (start(), E, ListChits(ones=1, fours=5)),
    "2 more chits than boxes": lambda: (start(), E, ListChits(ones=16, fours=1)),
    "3 listed": lambda: (level_1(start(), "red", "crimson"), E, ListChits(ones=2, threes=2, fours=3)),
    "3 placed": lambda: (placing(), E, PlaceChits(tracks={"crimson": (4, 4, 4), "red": (3, 3, 1, 1)})),
    "4 two chits in a box": lambda: (
        after(start(), ("english", ListChits(ones=8, twos=3, threes=2), ()), LISTS[1]),
        E,
        PlaceChits(tracks={"red": (3, 3, 1, 1, 1, 1, 1, 1), "crimson": (2, 2, 2, 1, 1)}),
    ),
    "4 other chits than taken": lambda: (placing(), E, PlaceChits(tracks={"red": (4, 4, 4, 3, 3)})),
    "4 a second placement": lambda: (
        after(placing(), (E, PlaceChits(tracks={"red": (4, 4, 4, 3), "crimson": (3, 1, 1)}), ())),
        E,
        PlaceChits(tracks={"red": (4, 4, 4), "crimson": (3, 3, 1, 1)}),
    ),
    "5 no bid": lambda: (bidding({"green": [2], "red": [3]}, ["english"]), S, Decline()),
    "6 an equal chit": lambda: (
        after(bidding({"green": [2], "red": [3, 2]}, ["english"]), (S, Bid(battle="green", chit=2), ())),
        E,
        Outbid(battle="red", chit=2),
    ),
    "6 a second raise": lambda: (
        after(bidding({"green": [2, 4], "red": [3, 2]}, ["english"]), (S, Bid(battle="green", chit=2), ())),
        S,
        Outbid(battle="green", chit=4),
    ),
    "6 a raise before a bid": lambda: (
        bidding({"green": [2, 4], "red": [3, 2]}, ["english"]),
        E,
        Outbid(battle="red", chit=3),
    ),
    "7 no zero left": lambda: (bidding({"green": [2, -1], "red": [3]}, ["english"]), S, Bid(battle="green", chit=0)),
    "8 a third turn by activation": lambda: (activating(), E, Activate(battle="red", chit=3)),
    "9 a chit of another Battle": lambda: (
        bidding({"green": [2], "emerald": [4], "red": [3]}, ["english"]),
        S,
        Bid(battle="green", chit=4),
    ),
    "9 a Battle of the enemy": lambda: (bidding({"green": [2], "red": [3]}, ["english"]), S, Bid(battle="red", chit=3)),
    "10 in a filled box": lambda: (gained(3), E, PlaceReplacement(battle="red")),
    "10 a 4 for a leader of level 1": lambda: (gained(4), E, PlaceReplacement(battle="crimson")),
    "10 over a zero that is not there": lambda: (gained(3), E, PlaceReplacement(battle="red", over_zero=True)),
    "12 an eliminated Battle": lambda: (eliminated(), S, Bid(battle="emerald", chit=2)),
    "12 one not yet arrived": lambda: (
        bidding({"hntrb": [2], "hugh": [1]}, ["scots"], scenario="lundies_plan"),
        E,
        Bid(battle="hntrb", chit=2),
    ),
    "56 without a 4": lambda: (deciding(chit=3), E, ContinueAttack()),
    "56 with a leader of level 1": lambda: (level_1(deciding(), "red"), E, ContinueAttack()),
    "56 by the other side": lambda: (deciding(), S, ContinueAttack()),
    "56 before the decision": lambda: (position({"red-ri-1": A}, chit=4), E, ContinueAttack()),
    "57 fire": lambda: (reacting(reacting="green"), S, Fire(unit="green-ri-1", target=A)),
    "57 melee": lambda: (reacting(reacting="green"), S, DeclareMelee(unit="green-ri-1", target=A)),
    "57 a charge": lambda: (
        reacting(reacting="green"),
        S,
        DeclareCharge(unit="green-hc-1", facing=0, path=(A, NE), target=A),
    ),
    "57 into an enemy zone": lambda: (reacting(reacting="green"), S, MoveUnits(units=("green-ri-1",), path=(NE,))),
    "57 without a chit": lambda: (reacting((-1, -1)), S, ActivateReaction(battle="green", chit=0)),
    "57 a chit it has not": lambda: (reacting(), S, ActivateReaction(battle="green", chit=3)),
    "57 a second Battle": lambda: (reacting(reacting="green"), S, ActivateReaction(battle="emerald", chit=1)),
    "70 the bridge at Stirling": lambda: (
        position({"hugh-ri-1": "0306:0"}, scenario="stirling_bridge", battle="hugh"),
        E,
        MoveUnits(units=("hugh-ri-1",), path=("0407",)),
    ),
    "71 beyond two hexes": lambda: (set_up("stirling_bridge"), E, SetUpUnit(unit="hugh-ri-1", to="1109", facing=0)),
    "71 the leader elsewhere": lambda: (set_up("stirling_bridge"), E, SetUpLeader(leader="hugh", to="0909")),
    "72 moved there": lambda: (
        position({"wallace-sc-1": "1903:5"}, scenario="lundies_plan", initiative="scots", battle="wallace"),
        S,
        MoveUnits(units=("wallace-sc-1",), path=("1902",)),
    ),
    "73 the segment ended": lambda: (arriving(), E, EndSegment()),
    "73 before their turn": lambda: (
        position({}, scenario="lundies_plan", battle="hugh"),
        E,
        EnterReinforcements(units=("hntrb-ri-1",), path=("1401",)),
    ),
    "73 by the other side": lambda: (arriving(), S, EnterReinforcements(units=("hntrb-ri-1",), path=("1401",))),
    "74 by the streams": lambda: (set_up("falkirk_free"), S, SetUpLeader(leader="wallace", to="0310")),
    "74 out of command range": lambda: (free(), S, SetUpUnit(unit="wallace-sc-1", to="1905", facing=3)),
    "74 next to a stream": lambda: (beside(), S, SetUpUnit(unit="wallace-sc-1", to=beside_a_stream(), facing=3)),
    "75 by both hexes": lambda: (
        after(coming(), ("royalist", EnterReinforcements(units=("mortmr-ri-1",), path=("1009:0",)), ())),
        "royalist",
        EnterReinforcements(units=("mortmr-ri-2",), path=("2919:4",)),
    ),
    "75 by an occupied hex": lambda: (
        coming(simon_m_ri_1="1009:3"),
        "royalist",
        EnterReinforcements(units=("mortmr-ri-1",), path=("1009:0",)),
    ),
    "75 before their turn": lambda: (
        position({}, scenario="evesham_what_if", initiative="royalist", battle="edward"),
        "royalist",
        EnterReinforcements(units=("mortmr-ri-1",), path=("1009:0",)),
    ),
    "76 fire": lambda: (fires_elsewhere(), "royalist", Fire(unit="edward-ri-1", target="2115")),
    "76 melee": lambda: (named(), "royalist", DeclareMelee(unit="edward-ri-1", target="2115")),
    "76 a target named late": lambda: (named(), "royalist", NameTarget(battle="segrve")),
    "77 a third": lambda: (special(2), E, SpecialContinuation()),
    "77 another Battle in the second D": lambda: (
        reacting(round=2, reacted="green"),
        S,
        ActivateReaction(battle="emerald", chit=1),
    ),
    "77 by a leader of level 3": lambda: (deciding(round=1), E, SpecialContinuation()),
    "77 before its moment": lambda: (position({"red-ri-1": A}, chit=4), E, SpecialContinuation()),
}


def eliminated() -> State:
    state = bidding({"green": [2], "emerald": [2], "red": [3]}, ["english"])
    state.battles["emerald"].standing = "eliminated"
    return state


def activating() -> State:
    """B2 of a turn that fell to the Scots, since the English had the two before."""
    state = changed(bidding({"green": [2], "red": [3]}, ["english", "english", "scots"]), initiative="scots")
    state.core.phase, state.core.active = "activation", "scots"
    return state


def special(used: int) -> State:
    state = deciding(round=1)
    state.leaders["red"].level, state.leaders["red"].specials = 4, used
    return state


def free() -> State:
    return after(set_up("falkirk_free"), (S, SetUpLeader(leader="wallace", to="1416"), ()))


def beside_a_stream() -> str:
    ground = start("falkirk_free").ground
    return next(hex for hex in ground.hexes if ground.bank(hex) == "north" and ground.is_by_stream(hex))


def beside() -> State:
    """The leader stands two hexes from a hex by the stream."""
    state = set_up("falkirk_free")
    ground, by = state.ground, beside_a_stream()
    post = next(hex for hex in ground.within(by, 2) if ground.bank(hex) == "north" and not ground.is_by_stream(hex))
    return after(state, (S, SetUpLeader(leader="wallace", to=post), ()))
