"""BP.brk, BP.ret, BP.cas Break tests, retreats, casualties and those who are with the troops."""

from __future__ import annotations

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Order
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.black_powder import SYSTEM
from rules.black_powder.breaking import losses, retreat
from rules.black_powder.breaking.asks import AwaitReroll, AwaitTestOrder, KeepTest, Lines, OrderTests, UseReroll
from rules.black_powder.breaking.facts import BreakTested, CommanderLost, UnitDestroyed, UnitRetreated
from rules.black_powder.breaking.tests import result_of
from rules.black_powder.shooting.asks import EndShooting, ShootUnit
from rules.black_powder.state import State, Unit
from tests.black_powder.positions import every, give, one, piece, position, refused, unit


def foe(at: str = "40:32", profile: str = "d_foot", formation: str = "line", **more: object) -> Unit:
    return unit("red", profile, at, "180", formation, **more)  # type: ignore[arg-type]


def shot_up(**units: Unit) -> State:
    return position({"b": unit("blue", "d_foot", "40:4"), **units})


TABLE: dict[tuple[Lines, int], str] = {
    ("shooting", 4): "destroyed destroyed destroyed",
    ("shooting", 5): "retreat retreat destroyed",
    ("shooting", 6): "hold hold destroyed",
    ("shooting", 7): "hold hold hold",
    ("hand-to-hand", 4): "destroyed destroyed destroyed",
    ("hand-to-hand", 5): "retreat retreat destroyed",
    ("hand-to-hand", 6): "retreat retreat destroyed",
    ("hand-to-hand", 7): "hold retreat destroyed",
}


@pytest.mark.parametrize(("lines", "score"), TABLE)
def test_the_table(lines: Lines, score: int) -> None:
    """BP.brk.7"""
    troops = (foe(), foe(profile="d_horse"), foe(profile="d_gun", formation="unlimbered"))
    assert " ".join(result_of(one, lines, score) for one in troops) == TABLE[lines, score]


@pytest.mark.parametrize("formation", ["square", "building"])
def test_squares_and_garrisons_hold(formation: str) -> None:
    """BP.brk.9, BP.sq.8, BP.bld.7"""
    found = foe(formation="line")
    found.formation = formation  # type: ignore[assignment]
    assert result_of(found, "hand-to-hand", 5) == "hold"
    assert result_of(found, "hand-to-hand", 4) == "destroyed"


def test_only_those_above_stamina_test_after_shooting() -> None:
    """BP.brk.2, BP.brk.10"""
    state = shot_up(r=foe(casualties=4), r2=foe("60:32", casualties=3))
    tested = one(give(state, "blue", EndShooting(), [4, 4]), BreakTested)
    assert (tested.unit, tested.score, tested.result) == ("r", 7, "hold")
    assert state.units["r"].casualties == 3


def test_modifiers() -> None:
    """BP.brk.6 Excess, disorder, guns."""
    found = foe(casualties=5, disordered=True)
    found.turn.gunned = True
    state = shot_up(r=found)
    tested = one(give(state, "blue", EndShooting(), [6, 6]), BreakTested)
    assert [modifier.value for modifier in tested.modifiers] == [-2, -1, -1]
    assert tested.score == 8


def test_the_owner_sets_the_order() -> None:
    """BP.brk.4"""
    state = shot_up(r=foe(casualties=4), r2=foe("60:32", casualties=4))
    give(state, "blue", EndShooting())
    assert isinstance(state.core.pending[-1], AwaitTestOrder)
    assert refused(state, "red", OrderTests(units=("r",))) == ("not those to test", "BP.brk.4")
    facts = give(state, "red", OrderTests(units=("r2", "r")), [1, 1, 6, 6])
    assert [(fact.unit, fact.result) for fact in every(facts, BreakTested)] == [("r2", "destroyed"), ("r", "hold")]


def test_steady_troops_pass_their_first() -> None:
    """BP.sr.Stdy"""
    state = shot_up(r=foe(profile="d_elite", casualties=4))
    assert one(give(state, "blue", EndShooting()), BreakTested).dice == ()
    state.units["r"].casualties = 5
    assert state.units["r"].ever_tested


def test_valiant_troops_may_roll_again_once() -> None:
    """BP.sr.Vali"""
    state = shot_up(r=foe(profile="d_crack", casualties=4))
    give(state, "blue", EndShooting(), [1, 1])
    assert isinstance(state.core.pending[-1], AwaitReroll)
    tested = one(give(state, "red", UseReroll(unit="r"), [6, 6]), BreakTested)
    assert (tested.again, tested.result) == (True, "hold")
    assert state.units["r"].valiant_used
    kept = shot_up(r=foe(profile="d_crack", casualties=4))
    give(kept, "blue", EndShooting(), [1, 1])
    assert one(give(kept, "red", KeepTest(unit="r")), UnitDestroyed).unit == "r"


def test_a_retreat_leads_through_friends_to_where_it_is_clear() -> None:
    """BP.ret.1, BP.ret.3"""
    state = position({"r": foe("40:32"), "f": foe("40:43.5")})
    way = retreat.way_along(state, "r", 0, "retreat")
    assert way is not None
    assert way.moves == 2
    assert 12_000 < way.length < 24_000
    plain = retreat.way_along(position({"r": foe("40:32")}), "r", 0, "retreat")
    assert plain is not None
    assert (plain.length, plain.moves) == (12_000, 1)


def test_rough_ground_costs_in_a_retreat() -> None:
    """BP.ret.3"""
    rough = piece("rough ground", "20:30", "60:30", "60:60", "20:60")
    way = retreat.way_along(position({"r": foe("40:32")}, rough), "r", 0, "retreat")
    assert way is not None
    assert 5_990 <= way.length <= 6_000


def test_no_way_back_is_the_end() -> None:
    """BP.ret.4, BP.ret.5"""
    river = piece("river", "0:36", "96:36", "96:50", "0:50")
    state = position({"b": unit("blue", "d_foot", "40:4"), "r": foe(casualties=4)}, river)
    assert one(give(state, "blue", EndShooting(), [3, 3]), UnitDestroyed).why.cite == "BP.ret.4"
    edge = shot_up(r=foe("40:66", casualties=4))
    assert one(give(edge, "blue", EndShooting(), [3, 3]), UnitDestroyed).why.cite == "BP.ret.5"


def test_a_march_column_forms_up_when_it_retreats() -> None:
    """BP.ret.6"""
    state = position({"r": foe(formation="march_column")})
    play = Play(SYSTEM, state, "red", Order(), EnteredChance([]))
    way = retreat.way_along(state, "r", 0, "retreat")
    assert way is not None
    retreat._go(play, "r", way, "retreat")
    assert one([item.fact for item in play.recorded], UnitRetreated).formation == "line"
    assert state.units["r"].disordered


def test_wavering_troops_test_at_once() -> None:
    """BP.sr.Wave"""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe(profile="d_raw")})
    assert one(give(state, "blue", ShootUnit(unit="b"), [4, 1, 1, 1, 6, 6]), BreakTested).cause == "wavering"


def test_a_commander_shares_the_danger() -> None:
    """BP.gen.4, BP.gen.5"""
    state = position({"r": foe(casualties=3)})
    state.commanders["red-first"].joined = "r"
    play = Play(SYSTEM, state, "blue", Order(), EnteredChance([2, 6]))
    losses.hurt(play, "r", 2, _why())
    assert one([item.fact for item in play.recorded], CommanderLost).commander == "red-first"
    other = position({"r": foe()})
    other.commanders["red-first"].joined = "r"
    play = Play(SYSTEM, other, "blue", Order(), EnteredChance([]))
    losses.destroy(play, "r", _why())
    assert other.commanders["red-first"].lost


def _why() -> Reason:
    return Reason("rocket", "BP.rkt.10", ("b",))


@pytest.mark.parametrize(("die", "stamina"), [(1, 1), (3, 2), (5, 3), (6, 4)])
def test_untested_troops(die: int, stamina: int) -> None:
    """BP.sr.Untd"""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe(profile="d_untested")})
    give(state, "blue", ShootUnit(unit="b"), [4, 1, 1, 1, die])
    assert state.units["r"].stamina == stamina


@pytest.mark.parametrize(("casualties", "broken", "status"), [(2, False, "off"), (3, False, "gone"), (2, True, "gone")])
def test_d11_b_who_retreats_off_the_table_may_come_back_unless_shaken(
    casualties: int, broken: bool, status: str
) -> None:
    """BP.ret.5, BP.off.2, BP.vic.6"""
    state = position(
        {"b": unit("blue", "d_foot", "40:4"), "r": foe("40:70", casualties=casualties)}, readings={"D11": "B"}
    )
    state.brigades["red-foot"].broken = broken
    retreat.begin(Play(SYSTEM, state, "blue", Order(), EnteredChance([])), "r", None, "retreat")
    assert state.units["r"].status == status
