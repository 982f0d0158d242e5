"""The kernel on the toy system: orders, refusals, nested reactions, readings, corrections."""

from __future__ import annotations

import copy

import msgspec
import pytest

from domain.games.terms import checked_options, checked_readings
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder, NotFound, TapeMismatch, is_legal
from domain.kernel.facts import FrameClosed, FrameOpened, GameStarted, LossTaken, Order, OrderGiven, PointsScored
from domain.kernel.play import Play, carry_out, facts_of
from domain.kernel.reasons import Modifier, total
from domain.kernel.system import Setup
from tests import mill_bridge as mb


def position(blue: int = 0, red: int = 6, readings: dict[str, str] | None = None) -> mb.State:
    started = GameStarted(format=1,
        game="0", title="", system="mill_bridge", edition="1", scenario="bridge", pack="", sides=("blue", "red"),
        readings=readings or {}, corrections=(2026010101,),
    )  # fmt: skip
    state = mb.initial(Setup(started, mb.PACK))
    state.units["b1"].at, state.units["r1"].at = blue, red
    return state


def facts(state: mb.State, by: str, order: Order, *dice: int) -> list[object]:
    return list(facts_of(carry_out(mb.SYSTEM, state, by, order, EnteredChance(dice))))


@pytest.mark.parametrize(
    ("red", "die", "cites", "hits"),
    [
        pytest.param(3, 5, [], 1, id="MB.10.5 a five at close range hits"),
        pytest.param(6, 5, ["MB.10.3.1"], 0, id="MB.10.3.1 long range turns a hit into a miss"),
    ],
)
def test_modifiers_stand_in_the_fact_with_their_citation(red: int, die: int, cites: list[str], hits: int) -> None:
    found = facts(position(red=red), "blue", mb.FireVolley(unit="b1", target="r1"), die)
    fired = next(fact for fact in found if isinstance(fact, mb.VolleyFired))
    assert ([modifier.cite for modifier in fired.modifiers], fired.hits) == (cites, hits)


def test_the_order_stands_before_what_follows_from_it() -> None:
    given, *rest = facts(position(red=3), "blue", mb.FireVolley(unit="b1", target="r1"), 6)
    assert given == OrderGiven(by="blue", order=mb.FireVolley(unit="b1", target="r1"))
    assert [type(fact) for fact in rest[1:]] == [mb.VolleyFired, LossTaken, PointsScored]


def test_a_refusal_leaves_the_state_alone_and_names_its_rule() -> None:
    state = position()
    before = copy.deepcopy(state)
    with pytest.raises(IllegalOrder, match=r"^\[MB.8.1\] no way from 0 to 5$") as refused:
        facts(state, "blue", mb.MoveUnit(unit="b1", path=(5,)))
    assert refused.value.rule == "MB.8.1"
    assert state == before


def test_a_refusal_after_a_record_is_a_bug_and_shows_as_one() -> None:
    def decide(play: Play[mb.State], _order: Order) -> None:
        play.record(mb.UnitMoved(unit="b1", to=1))
        raise IllegalOrder("too late", "MB.1")

    late = mb.altered(decide)
    with pytest.raises(AssertionError, match="refused EndPhase after recording facts"):
        carry_out(late, position(), "blue", mb.EndPhase(), EnteredChance())


def test_a_reaction_to_a_reaction_nests_and_the_move_resumes() -> None:
    state = position(blue=2, red=6)
    facts(state, "blue", mb.MoveUnit(unit="b1", path=(3, 4)))
    assert [type(frame) for frame in state.core.pending] == [mb.ResumeMove, mb.AwaitReaction]
    facts(state, "red", mb.React(unit="r1"), 1)
    assert [type(frame) for frame in state.core.pending] == [mb.ResumeMove, mb.AwaitReaction]
    top = state.core.pending[-1]
    assert isinstance(top, mb.AwaitReaction)
    assert (top.side, top.depth) == ("blue", 2)
    resumed = facts(state, "blue", mb.React(unit="b1"), 6)
    assert mb.UnitMoved(unit="b1", to=4) in resumed
    assert state.units["r1"].strength == 3
    facts(state, "red", mb.Decline())
    assert state.core.pending == []


def test_only_frame_facts_move_the_stack() -> None:
    state = position(blue=2, red=6)
    depth, found = 0, facts(state, "blue", mb.MoveUnit(unit="b1", path=(3,)))
    for fact in found:
        depth += isinstance(fact, FrameOpened) - isinstance(fact, FrameClosed)
    assert depth == len(state.core.pending) == 2


def test_nobody_acts_while_a_reaction_is_awaited() -> None:
    state = position(blue=2, red=6)
    facts(state, "blue", mb.MoveUnit(unit="b1", path=(3,)))
    with pytest.raises(IllegalOrder, match="it is for red to act now") as refused:
        facts(state, "blue", mb.EndPhase())
    assert refused.value.rule == "MB.9.1"


def test_a_game_in_mid_reaction_survives_its_snapshot() -> None:
    state = position(blue=2, red=6)
    facts(state, "blue", mb.MoveUnit(unit="b1", path=(3, 4)))
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=mb.State)
    assert again == state
    facts(again, "red", mb.Decline())
    assert again.units["b1"].at == 4


def test_the_reading_in_force_decides() -> None:
    for reading, hits in (("a", 0), ("b", 1)):
        state = position(red=3, readings={"D1": reading})
        found = facts(state, "blue", mb.FireVolley(unit="b1", target="r1"), 4)
        assert next(fact for fact in found if isinstance(fact, mb.VolleyFired)).hits == hits


def test_corrections_are_asked_of_the_game() -> None:
    play = Play(mb.SYSTEM, position(), "blue", mb.EndPhase(), EnteredChance())
    assert (play.is_corrected(2026010101), play.is_corrected(2)) == (True, False)


def test_unknown_options_and_readings_are_refused_with_those_there_are() -> None:
    with pytest.raises(NotFound, match="no optional rule 'nigth'; did you mean night"):
        checked_options(mb.SYSTEM, ["nigth"])
    with pytest.raises(NotFound, match="no dispute 'D9'; there are D1"):
        checked_readings(mb.SYSTEM, {"D9": "a"})
    with pytest.raises(NotFound, match="D1 can be read as a, b, not as 'c'"):
        checked_readings(mb.SYSTEM, {"D1": "c"})
    assert checked_readings(mb.SYSTEM, {}) == {"D1": "a"}


def test_a_reading_may_be_written_in_capitals_or_small_letters() -> None:
    for written in ({"D1": "b"}, {"D1": "B"}, {"d1": "b"}, {"d1": "B"}):
        assert checked_readings(mb.SYSTEM, written) == {"D1": "b"}


def test_dice_left_over_are_refused() -> None:
    with pytest.raises(TapeMismatch, match="left over: 2"):
        facts(position(red=3), "blue", mb.FireVolley(unit="b1", target="r1"), 1, 2)


def test_modifiers_add_up() -> None:
    assert total([Modifier(-1, "far", "MB.1"), Modifier(3, "near", "MB.2")]) == 2


def test_what_a_check_refuses_is_not_legal() -> None:
    def check(hexes: int, most: int = 5) -> None:
        if hexes > most:
            raise IllegalOrder("out of reach", "MB.10.2", hexes)

    assert is_legal(check, 5)
    assert not is_legal(check, 5, most=4)
