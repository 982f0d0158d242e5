"""3.4, 4.6, 5.3.3, 15, D81 Leaders lost and replaced, markers, capitulation, victory points."""

from __future__ import annotations

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact, GameEnded, PointsScored
from domain.kernel.play import Play, facts_of
from domain.kernel.reasons import Reason
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.leaders import loss
from rules.musket_and_pike.leaders.asks import AwaitLeader, PlaceLeader
from rules.musket_and_pike.leaders.facts import FateRolled, LeaderLeft, LeaderRemoved, LeaderReplaced, LeaderTested
from rules.musket_and_pike.recovery.asks import Rout
from rules.musket_and_pike.state import MARKERS, ROUT, State
from rules.musket_and_pike.turn import victory
from rules.musket_and_pike.work import Decline
from tests.musket_and_pike.positions import asked, give, position, refused, told

HORSE, OTHER, TWO, PIKES = "blue-cuirassiers-i", "blue-cuirassiers-ii", "blue-two-hex", "blue-guns-with-the-foot"
LEADER, CHIEF, RED = "blue-horse", "blue-general", "red-cuirassiers-i"


def ending(places: dict[str, str], **more: object) -> State:
    more["leaders"] = {"red-horse": "1706", **more.get("leaders", {})}  # type: ignore[dict-item]
    state = position({**places, RED: "1706:2"}, phase=MARKERS, **more)  # type: ignore[arg-type]
    state.leaders["red-horse"].rating = -2
    state.turn.number, state.turn.initiative = state.core.turn, "blue"
    state.activation.wing = ""
    return state


def goes_on(state: State, *dice: int) -> list[Fact]:
    play = Play(SYSTEM, state, "blue", Decline(), EnteredChance([die or 10 for die in dice]))
    while SYSTEM.book.proceed(play):
        pass
    play.chance.finish()
    return facts_of(play.recorded)


def fallen(die: int, *more: int, units: tuple[str, ...] = (HORSE,)) -> tuple[State, list[Fact]]:
    state = ending({name: f"10{12 + at}:5" for at, name in enumerate(units)}, leaders={})
    state.leaders[LEADER].fate = "removed"
    state.turn.removed = [LEADER]
    return state, goes_on(state, die, *more)


def test_t4_a_leader_falls_on_nine() -> None:
    for die, falls in ((8, False), (9, True)):
        state = position({HORSE: "1012:5"}, leaders={LEADER: "1012"})
        play = Play(SYSTEM, state, "blue", Decline(), EnteredChance([die]))
        loss.risk(play, LEADER, Reason("under fire", "10.10"))
        facts = facts_of(play.recorded)
        assert told(facts, LeaderTested)[0].falls is falls
        assert bool(told(facts, LeaderRemoved)) is falls
        assert state.turn.removed == ([LEADER] if falls else [])


def test_e3_an_eliminated_commander_is_replaced_at_once() -> None:
    state, facts = fallen(6)
    assert told(facts, FateRolled)[0].fate == "eliminated"
    (new,) = told(facts, LeaderReplaced)
    assert (new.wing, new.rating) == ("blue-horse", 0)
    assert isinstance(asked(state), AwaitLeader)
    order = state.wings["blue-horse"].order
    give(state, "blue", PlaceLeader(leader=new.leader, unit=HORSE))
    assert state.leaders[new.leader].at == "1012"
    assert state.wings["blue-horse"].order == order


def test_e3_without_units_there_is_neither_die_nor_replacement() -> None:
    state = ending({PIKES: "1012:5"}, leaders={})
    state.leaders[LEADER].fate, state.turn.removed = "removed", [LEADER]
    facts = goes_on(state)
    assert told(facts, LeaderLeft)
    assert not told(facts, FateRolled)


def test_5_3_4_who_returns_holds_his_wing_again_a_turn_later() -> None:
    state, facts = fallen(1)
    assert told(facts, FateRolled)[0].fate == "returns_next_turn"
    new = told(facts, LeaderReplaced)[0].leader
    give(state, "blue", PlaceLeader(leader=new, unit=HORSE))
    assert state.returning == {LEADER: 3}
    state.core.phase, state.core.turn = MARKERS, 3
    state.turn.cleared = True
    goes_on(state)
    frame = asked(state)
    assert isinstance(frame, AwaitLeader)
    assert frame.leader == LEADER
    give(state, "blue", PlaceLeader(leader=LEADER, unit=HORSE), 1, 2)
    assert state.wings["blue-horse"].commander == LEADER


def test_x50_a_wing_commander_is_put_with_a_unit_of_his_wing() -> None:
    state, _ = fallen(0, units=(HORSE, PIKES))
    assert refused(state, "blue", PlaceLeader(leader=LEADER, unit=PIKES)) == "5.3.4"
    assert refused(state, "blue", PlaceLeader(leader=CHIEF, unit=HORSE)) == "5.3.4"
    assert refused(state, "blue", Decline()) == "5.3.4"
    give(state, "blue", PlaceLeader(leader=LEADER, unit=HORSE))


def test_5_3_5_the_senior_commander_succeeds_the_army_commander() -> None:
    state = ending({TWO: "1012:5"}, leaders={"blue-centre": "1012"})
    state.leaders[CHIEF].fate, state.turn.removed = "removed", [CHIEF]
    facts = goes_on(state, 5)
    army, wing = told(facts, LeaderReplaced)
    assert (army.wing, army.leader) == ("", "blue-centre")
    assert wing.wing == "blue-foot"
    assert state.commanders["blue"] == "blue-centre"


def test_5_2_2_a_leader_who_routs_off_the_map_joins_another_unit() -> None:
    places = {HORSE: "1018:5::MB", OTHER: "1010:5", RED: "1706:2"}
    state = position(places, phase=ROUT, leaders={LEADER: "1018", "red-horse": "1706"})
    state.wings["red-horse"].order = "charge"
    state.turn.number, state.turn.initiative = state.core.turn, "blue"
    give(state, "blue", Rout(unit=HORSE, leaders=(LEADER,)))
    assert isinstance(asked(state), AwaitLeader)
    give(state, "blue", PlaceLeader(leader=LEADER, unit=OTHER))
    assert state.leaders[LEADER].at == "1010"


def test_3_4_a_markers_go() -> None:
    state = ending({HORSE: "1012:5", TWO: "1014:5"}, salvo={TWO: True})
    state.wings["blue-horse"].status, state.wings["blue-horse"].no_continue = "finished", True
    goes_on(state)
    assert not state.units[TWO].salvo
    assert state.wings["blue-horse"].status == "ready"
    assert not state.wings["blue-horse"].no_continue


# 4.6, 15


def test_4_6_a_side_with_rally_orders_only_leaves_the_field() -> None:
    state = ending({HORSE: "1012:5"}, orders={"blue-horse": "rally"})
    state.units[RED].casualties = 1  # two points for blue
    assert victory.verdict(state)[0] == "blue"
    (end,) = told(goes_on(state), GameEnded)
    assert (end.winner, end.why.key) == ("", "capitulation")  # at best a draw
    both = ending({HORSE: "1012:5"}, orders={"blue-horse": "rally", "red-horse": "rally"})
    assert told(goes_on(both), GameEnded)[0].winner == ""


def test_e40_points_for_losses() -> None:
    state = position({HORSE: "1012:5", RED: "1706:2", "red-one-hex": "0706:2", "red-battery": "0806:2"})
    state.units["red-cuirassiers-ii"].gone = "eliminated"  # 10
    state.units[RED].casualties = 2  # 4
    state.units["red-two-hex"].gone = "eliminated"  # 10
    state.units["red-one-hex"].casualties = 5  # 5
    state.units["red-battery"].holder, state.units["red-battery"].disabled = "blue", True  # 10: a single 4-8lb
    state.leaders["red-centre"].fate = "eliminated"  # 5
    assert victory.total(state, "blue") == 44
    state.leaders["red-general"].fate = "eliminated"
    assert victory.total(state, "blue") == 64
    state.units["red-arquebusiers"].gone = "pursued"  # no loss
    assert victory.total(state, "blue") == 64


@pytest.mark.parametrize(("letter", "points"), [("a", 10), ("b", 5)])
def test_d79_disabled_guns(letter: str, points: int) -> None:
    state = position({"red-battery": "0806:2"}, readings={"D79": letter}, disabled={"red-battery": True})
    assert victory.total(state, "blue") == points


@pytest.mark.parametrize(
    ("result", "verdict"),
    [(50, ("parliament", "decisive")), (20, ("parliament", "marginal")), (0, ("", "draw")), (-19, ("", "draw")),
     (-20, ("royalist", "marginal")), (-50, ("royalist", "decisive"))],
)  # fmt: skip
def test_15_levels_of_victory(result: int, verdict: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    state = position({"prince-rupert": "2217:5"}, scenario="edgehill")
    monkeypatch.setattr(victory, "result", lambda _state: result)
    assert victory.verdict(state) == verdict


def test_15_the_last_turn_ends_the_game() -> None:
    state = ending({HORSE: "1012:5"}, turn=6)
    state.units[RED].casualties = 1
    facts = goes_on(state)
    assert [(fact.side, fact.points, fact.why.key) for fact in told(facts, PointsScored)] == [("blue", 2, "casualties")]
    assert told(facts, GameEnded)[0].winner == "blue"


@pytest.mark.parametrize(("letter", "rolled"), [("a", True), ("b", False)])
def test_d71_a_leader_who_fell_in_melee(letter: str, rolled: bool) -> None:
    state = ending({HORSE: "1012:5"}, leaders={LEADER: "1012"}, readings={"D71": letter})
    play = Play(SYSTEM, state, "blue", Decline(), EnteredChance([]))
    loss.remove(play, LEADER, Reason("in the melee", "11.8"))
    (fate,) = told(goes_on(state, *((6,) if rolled else ())), FateRolled)
    assert (fate.die, fate.fate) == (6 if rolled else None, "eliminated")


@pytest.mark.parametrize(("letter", "head"), [("a", CHIEF), ("b", "blue-centre")])
def test_d86_when_the_army_has_a_new_head(letter: str, head: str) -> None:
    leaders = {"blue-centre": "1012", CHIEF: "1012"}
    state = ending({TWO: "1012:5"}, leaders=leaders, readings={"D86": letter})
    play = Play(SYSTEM, state, "blue", Decline(), EnteredChance([]))
    loss.remove(play, CHIEF, Reason("under fire", "10.10"))
    assert state.commanders["blue"] == head
    if letter == "b":
        give(state, "blue", PlaceLeader(leader=state.wings["blue-foot"].commander, unit=TWO), 0)
        give(state, "blue", PlaceLeader(leader=CHIEF, unit=TWO))  # he returns, and all is as it was
        assert state.commanders["blue"] == CHIEF
        assert state.wings["blue-foot"].commander == "blue-centre"
