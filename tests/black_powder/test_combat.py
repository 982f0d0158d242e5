"""BP.hth, BP.sup, BP.res, BP.win Hand-to-hand, with the book's own examples (E27 to E33, E41)."""

from __future__ import annotations

from domain.kernel.facts import Fact
from domain.kernel.reasons import total
from rules.black_powder.breaking.asks import AwaitRetreat, AwaitTestOrder, OrderTests, RetreatUnit
from rules.black_powder.breaking.disorder import recovering
from rules.black_powder.breaking.facts import BreakTested, ExcessRemoved, UnitDestroyed, UnitReformed, UnitRetreated
from rules.black_powder.breaking.holding import may_turn
from rules.black_powder.combat.allocation import fault, splits
from rules.black_powder.combat.asks import (
    AllocateDice,
    AssignSupport,
    AwaitSupport,
    AwaitWinner,
    ChooseEngagement,
    WinnerMove,
)
from rules.black_powder.combat.dice import dice_of, needs_of, to_hit_of
from rules.black_powder.combat.engagements import unresolved
from rules.black_powder.combat.facts import BlowsStruck, EngagementEnded, RoundFought, SupportCounted, WinnerMoved
from rules.black_powder.shooting.facts import SavesRolled
from rules.black_powder.state import COMBAT, Contact, Fight, State, Unit, UnitTurn
from tests.black_powder.positions import every, give, one, piece, position, refused, unit


def touch(who: str, foe: str, side: str = "front", foe_side: str = "front", length: int = 9449) -> Contact:
    return Contact(unit=who, foe=foe, side=side, foe_side=foe_side, length=length)  # type: ignore[arg-type]


def fight(units: dict[str, Unit], *contacts: Contact, **more: object) -> State:
    return position(units, phase=COMBAT, contacts=contacts, **more)  # type: ignore[arg-type]


def charging(found: Unit) -> Unit:
    found.fight, found.turn = Fight(charging=True), UnitTurn(charged=True)
    return found


LINE = {"b": ("blue", "d_foot", "40:30", "0"), "r": ("red", "d_foot", "40:30", "180")}


def two_lines() -> dict[str, Unit]:
    return {name: unit(*args) for name, args in LINE.items()}


def begin(state: State, dice: list[int]) -> list[Fact]:
    """The round is begun by choosing it."""
    return give(state, "blue", ChooseEngagement(unit="b"), dice)


def test_e28_a_charger_hits_on_three() -> None:
    units = two_lines()
    charging(units["b"])
    state = fight(units, touch("b", "r"))
    assert needs_of(state.units["b"], to_hit_of(state, "b", "r", ("b", "r"))) == 3
    assert needs_of(state.units["r"], to_hit_of(state, "r", "b", ("b", "r"))) == 4


def test_a_round_is_fought() -> None:
    """BP.hth.3b Six dice each, saves, score, a test of the beaten."""
    state = fight(two_lines(), touch("b", "r"))
    facts = begin(state, [4, 4, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1, 1, 1, 5, 4])
    assert [len(fact.blows[0].faces) for fact in every(facts, BlowsStruck)] == [6, 6]
    fought = one(facts, RoundFought)
    assert fought.scores == {"blue": 2, "red": 1}
    assert fought.winner == "blue"
    assert one(facts, BreakTested).result == "hold"
    assert state.units["r"].casualties == 2
    assert state.units["b"].fight.won
    assert state.units["r"].fight.lost
    assert not every(facts, EngagementEnded), "they fight on"


def test_bp_res_7_an_engagement_ends_when_nobody_touches_an_enemy() -> None:
    state = fight(two_lines(), touch("b", "r"))
    facts = begin(state, [4, 4, 4, 4, 1, 1, *[1] * 6, *[1] * 4, 1, 1])
    facts += give(state, "blue", WinnerMove(unit="b", do="nothing"))
    assert one(facts, EngagementEnded).units == ("b", "r")


def test_e29_half_of_the_dice_to_the_front() -> None:
    """BP.hth.5 X44"""
    units = two_lines() | {"flank": unit("red", "d_foot", "34:29", "90")}
    state = fight(units, touch("b", "r"), touch("flank", "b", "front", "left"))
    assert fault(state, "b", 6, (3, 3)) is None
    refusal = fault(state, "b", 6, (2, 4))
    assert refusal is not None
    assert refusal.rule == "BP.hth.5"
    assert (3, 3) in set(splits(state, "b", 6))
    assert (2, 4) not in set(splits(state, "b", 6))


def test_e27_all_that_is_linked_is_one_engagement() -> None:
    """BP.hth.1"""
    units = two_lines() | {"r2": unit("red", "d_foot", "50:30", "180"), "r3": unit("red", "d_foot", "30:30", "180")}
    state = fight(units, touch("b", "r"), touch("b", "r2"), touch("b", "r3"))
    assert unresolved(state) == [("b", "r", "r2", "r3")]


def test_e30_rear_support_counts_for_each() -> None:
    """BP.sup.5"""
    units = {
        "b": unit("blue", "d_foot", "40:30"),
        "b2": unit("blue", "d_foot", "50:30"),
        "s": unit("blue", "d_foot", "40:25"),
        "s2": unit("blue", "d_foot", "50:25"),
        "r": unit("red", "d_large", "45:30", "180"),
    }
    state = fight(units, touch("b", "r"), touch("b2", "r"))
    facts = begin(state, [1] * 6 + [1] * 6 + [1] * 8 + [7 - 1] * 2)
    support = one(facts, SupportCounted)
    assert [(found.unit, found.supporter, found.side) for found in support.backings] == [
        ("b", "s", "rear"),
        ("b2", "s2", "rear"),
    ]
    assert one(facts, RoundFought).scores == {"blue": 2, "red": 0}


def test_e31_three_supports_against_one() -> None:
    """BP.sup.4"""
    units = two_lines() | {
        "left": unit("red", "d_foot", "51:31", "180"),
        "right": unit("red", "d_foot", "29:31", "180"),
        "rear": unit("red", "d_foot", "40:36", "180"),
        "s": unit("blue", "d_foot", "40:26"),
    }
    state = fight(units, touch("b", "r"))
    facts = begin(state, [1] * 12 + [6, 6])
    assert one(facts, RoundFought).scores == {"blue": 1, "red": 3}


def test_x46_who_may_not_support() -> None:
    """BP.sup.1, BP.sup.3"""
    for bad in (
        unit("blue", "d_foot", "40:26", formation="march_column"),
        unit("blue", "d_gun", "40:26", formation="limbered"),
    ):
        assert not every(begin(fight(two_lines() | {"s": bad}, touch("b", "r")), [1] * 12), SupportCounted)
    square = two_lines() | {"s": unit("blue", "d_foot", "40:24")}
    square["b"].formation = "square"
    assert not every(begin(fight(square, touch("b", "r")), [1] * 8), SupportCounted)
    flanked = two_lines() | {"s": unit("blue", "d_foot", "40:26")}
    facts = begin(fight(flanked, touch("r", "b", "front", "left")), [1] * 3 + [1] * 6)
    assert not every(facts, SupportCounted)


def test_one_supporter_helps_one_unit() -> None:
    """BP.sup.2 X46"""
    units = {
        "b": unit("blue", "d_foot", "40:30"),
        "b2": unit("blue", "d_foot", "50:30"),
        "s": unit("blue", "d_foot", "45:26"),
        "r": unit("red", "d_large", "45:30", "180"),
    }
    state = fight(units, touch("b", "r"), touch("b2", "r"))
    begin(state, [])
    assert isinstance(state.core.pending[-1], AwaitSupport)
    assert refused(state, "blue", AssignSupport(supporter="s", unit="r")) == ("cannot support it", "BP.sup.2")
    facts = give(state, "blue", AssignSupport(supporter="s", unit="b2"), [1] * 20 + [6, 6])
    assert [backing.unit for backing in one(facts, SupportCounted).backings] == ["b2"]


def test_e32_excess_counts_in_the_test_and_comes_off() -> None:
    """BP.brk.10 Stamina 3, four casualties after a lost round: -1, then three."""
    units = two_lines()
    units["r"].casualties = 2
    state = fight(units, touch("b", "r"))
    facts = begin(state, [4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 4])
    tested = one(facts, BreakTested)
    assert (tested.score, tested.result) == (7, "hold")
    assert one(facts, ExcessRemoved).left == 3


def test_e33_away_from_the_flank_that_was_struck() -> None:
    """BP.ret.2 Contacted only on its right, it goes to its left."""
    units = {"b": unit("blue", "d_foot", "44.725:29.2", "270"), "r": unit("red", "d_foot", "40:30", "0")}
    state = fight(units, touch("b", "r", "front", "right"))
    facts = begin(state, [4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 2])
    gone = one(facts, UnitRetreated)
    assert gone.end[0] < gone.start[0]
    assert gone.end[1] == gone.start[1]
    assert gone.length == 12_000
    assert state.units["r"].disordered


def test_beaten_horse_retreats_and_beaten_guns_are_lost() -> None:
    """BP.brk.7"""
    units = two_lines()
    units["r"] = unit("red", "d_horse", "40:30", "180")
    state = fight(units, touch("b", "r"))
    begin(state, [4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6])
    assert isinstance(state.core.pending[-1], AwaitRetreat)
    assert refused(state, "red", RetreatUnit(unit="r", bearing="180")) == ("out of the zone", "BP.ret.2")
    facts = give(state, "red", RetreatUnit(unit="r", bearing="0"))
    assert one(facts, UnitRetreated).length == 18_000
    assert isinstance(state.core.pending[-1], AwaitWinner)
    units["r"] = unit("red", "d_gun", "40:30", "180", "unlimbered")
    state = fight(units, touch("b", "r"))
    assert one(begin(state, [4, 1, 1, 1, 1, 1, 1, 1, 6, 6]), UnitDestroyed).unit == "r"


def won(winner: Unit, **more: object) -> State:
    """Blue has beaten a gun and may act."""
    units = {"b": winner, "r": unit("red", "d_gun", "40:30", "180", "unlimbered"), **more}
    state = fight(units, touch("b", "r"))  # type: ignore[arg-type]
    dice = total(dice_of(state, "b"))
    begin(state, [6, *[1] * (dice - 1), 1, 1, 6, 6])
    assert isinstance(state.core.pending[-1], AwaitWinner)
    return state


def test_x45_sweeping_advances() -> None:
    """BP.win.5, BP.win.6"""
    plain = won(unit("blue", "d_foot", "40:30"))
    ahead = WinnerMove(unit="b", do="sweep", path=("ahead:6",))
    assert refused(plain, "blue", ahead) == ("did not charge", "BP.win.5")
    assert one(give(plain, "blue", WinnerMove(unit="b", do="fall back", path=("back:12",))), WinnerMoved).way == 12_000
    target = unit("red", "d_foot", "40:40", "180")
    swept = won(charging(unit("blue", "d_foot", "40:30")), r2=target)
    charge = WinnerMove(unit="b", do="sweep", target="r2")
    assert refused(swept, "blue", charge) == ("only horse charges on", "BP.win.5")
    assert refused(swept, "blue", WinnerMove(unit="b", do="sweep", path=("back:3",)))[1] == "BP.win.5"
    give(swept, "blue", ahead)
    horse = charging(unit("blue", "d_horse", "40:30"))
    horse.turn.swept = True
    assert refused(won(horse, r2=target), "blue", charge) == ("has swept", "BP.win.6")
    loose = charging(unit("blue", "d_horse", "40:30", disordered=True))
    assert refused(won(loose, r2=target), "blue", charge) == ("disordered", "BP.win.5")
    tired = charging(unit("blue", "d_horse", "40:30", casualties=3))
    assert refused(won(tired, r2=target), "blue", charge) == ("shaken", "BP.win.6")


def test_a_sweeping_charge_is_fought_in_the_same_phase() -> None:
    """BP.win.6, BP.win.7"""
    state = won(charging(unit("blue", "d_horse", "40:30")), r2=unit("red", "d_foot", "40:40", "180"))
    facts = give(state, "blue", WinnerMove(unit="b", do="sweep", target="r2"), [1] * 12)
    assert one(facts, RoundFought).units == ("b", "r2")
    assert state.units["b"].turn.swept


def test_e41_a_hero_in_a_square() -> None:
    """BP.gen.8 Two dice on one side: at most +2."""
    units = two_lines()
    units["b"].formation = "square"
    state = fight(units, touch("r", "b"))
    state.commanders["blue-first"].joined, state.commanders["blue-first"].bonus = "b", 3
    assert total(dice_of(state, "b")) == 4


def test_supporters_test_when_a_friend_breaks() -> None:
    """BP.brk.5 Once each; not for guns."""
    units = two_lines() | {"s": unit("red", "d_foot", "40:36", "180")}
    state = fight(units, touch("b", "r"))
    facts = begin(state, [4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6])
    assert [(fact.unit, fact.cause) for fact in every(facts, BreakTested)] == [("r", "beaten"), ("s", "support")]


def test_square_against_horse_and_building() -> None:
    """BP.sq.7, BP.bld.6"""
    units = {"b": unit("blue", "d_square", "40:30", formation="square"), "r": unit("red", "d_horse", "40:30", "180")}
    facts = begin(fight(units, touch("r", "b")), [1] * 2 + [1] * 6 + [6, 6])
    assert one(facts, RoundFought).scores == {"blue": 3, "red": 0}
    farm = piece("building block", "30:30", "36:30", "36:35", "30:35", name="farm")
    held = {"b": unit("blue", "d_foot", "33:30"), "r": unit("red", "d_small", inside="farm")}
    state = position(held, farm, phase=COMBAT, contacts=(touch("b", "r", "front", "rear"),))
    assert one(begin(state, [1] * 6 + [1] * 2 + [6, 6]), RoundFought).scores == {"blue": 0, "red": 2}


def test_heavy_cavalry_and_ferocious_charge() -> None:
    """BP.sr.HCav, BP.sr.Fero"""
    units = two_lines()
    units["b"] = charging(unit("blue", "d_heavy", "40:30"))
    facts = begin(fight(units, touch("b", "r")), [1] * 8 + [1] * 6 + [5] + [6, 6])
    assert one(facts, RoundFought).scores == {"blue": 3, "red": 0}
    units["b"] = charging(unit("blue", "d_lancers", "40:30"))
    facts = begin(fight(units, touch("b", "r")), [1] * 6 + [3] + [1] * 5 + [1] * 6 + [5] + [6, 6])
    struck = every(facts, BlowsStruck)[0]
    assert struck.blows[0].again == (0, 1, 2, 3, 4, 5)
    assert struck.blows[0].hits == 1
    assert state_save(facts) == 6  # BP.sr.Lanc two worse for foot


def state_save(facts: list[Fact]) -> int:
    return int(one(facts, SavesRolled).lots[0].needs)


def test_casualties_of_the_round_alone_make_its_result() -> None:
    """BP.hth.9, BP.res.1, BP.res.2, BP.res.3, BP.hth.2"""
    units = two_lines()
    units["b"].casualties = 2
    facts = begin(fight(units, touch("b", "r")), [4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6])
    assert one(facts, RoundFought).inflicted == {"blue": 1, "red": 0}
    assert one(facts, BreakTested).unit == "r"


def test_back_into_combat() -> None:
    """BP.win.2, BP.win.3 Its own enemy is gone, another of the engagement is not."""
    units = {
        "b": unit("blue", "d_large", "40:30"),
        "b2": unit("blue", "d_foot", "56:30"),
        "r": unit("red", "d_large", "40:30", "180"),
        "g": unit("red", "d_gun", "47:30", "180", "unlimbered"),
    }
    state = fight(units, touch("b", "r"), touch("b", "g"), touch("b2", "g"))
    begin(state, [])
    divided = AllocateDice(unit="g", dice=(1, 0))
    facts = give(state, "red", divided, [6, 1, 1, 1, 6, 1, 1, 1, 6, *[1] * 5, 1, *[1] * 8, 1, 1, 1])
    assert len(every(facts, RoundFought)) == 1
    question = state.core.pending[-1]
    assert isinstance(question, AwaitTestOrder)
    give(state, "red", OrderTests(units=("g", "r")), [1, 1, 6, 6])
    winner = state.core.pending[-1]
    assert isinstance(winner, AwaitWinner)
    assert (winner.unit, winner.all_gone, winner.foes) == ("b2", False, ("r",))
    stranger = WinnerMove(unit="b2", do="back into combat", target="g")
    assert refused(state, "blue", stranger) == ("not of this engagement", "BP.win.3")
    sweeping = WinnerMove(unit="b2", do="sweep", path=("ahead:3",))
    assert refused(state, "blue", sweeping) == ("enemies left", "BP.win.5")
    give(state, "blue", WinnerMove(unit="b2", do="fall back", path=("back:6",)))


def test_a_march_column_that_holds_forms_line() -> None:
    """BP.ret.8, BP.brk.8"""
    units = two_lines()
    units["r"] = unit("red", "d_foot", "40:30", "180", "march_column")
    state = fight(units, touch("b", "r"))
    facts = begin(state, [4, 4, 1, 1, 1, 1, 1, 1, 1, 6, 6])
    assert one(facts, UnitReformed).formation == "line"
    assert state.units["r"].disordered


def test_on_several_sides_it_stays_as_it_is() -> None:
    """BP.ret.10"""
    units = two_lines() | {"b2": unit("blue", "d_foot", "34:31", "90")}
    state = fight(units, touch("b", "r"), touch("b2", "r", "front", "right"))
    assert not may_turn(state, "r")
    alone = fight(two_lines(), touch("b", "r", "front", "right"))
    assert may_turn(alone, "r")


def test_disorder_lasts_while_engaged() -> None:
    """BP.dis.2, BP.dis.6"""
    units = two_lines()
    units["b"].disordered = True
    state = fight(units, touch("b", "r"))
    assert list(recovering(state)) == []
    state.contacts = ()
    assert list(recovering(state)) == ["b"]
