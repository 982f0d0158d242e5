"""BP.sr Special rules on the rolls they touch; BP.hth, BP.sq, BP.bsq what else adds to a fight."""

from __future__ import annotations

import pytest

from domain.kernel.reasons import total
from rules.black_powder.advanced.asks import DeclareSquare
from rules.black_powder.advanced.facts import BrigadeSquareDissolved, BrigadeSquareFormed
from rules.black_powder.breaking.asks import RetreatUnit
from rules.black_powder.breaking.facts import BreakTested, RecruitsTried, UnitDisordered, UnitReformed, UnitRetreated
from rules.black_powder.combat import dice as hth
from rules.black_powder.combat.asks import ChooseEngagement, TurnToEnemy, WinnerMove
from rules.black_powder.combat.facts import BlowsStruck, RoundFought, WinnerMoved
from rules.black_powder.command.orders import fit_bar
from rules.black_powder.shooting.asks import EndShooting, ShootUnit
from rules.black_powder.shooting.cover import cover_of
from rules.black_powder.shooting.facts import SavesRolled, ShotsRolled, TargetChosen
from rules.black_powder.special_rules import HOOKS
from rules.black_powder.state import COMBAT, ORDERS, Contact, Fight, State, Unit, UnitTurn
from rules.black_powder.turn.asks import EndOrders
from tests.black_powder.positions import every, give, one, piece, position, refused, unit


def touch(who: str, foe: str, side: str = "front", foe_side: str = "front") -> Contact:
    return Contact(unit=who, foe=foe, side=side, foe_side=foe_side, length=9449)  # type: ignore[arg-type]


def foe(at: str = "40:32", profile: str = "d_foot", formation: str = "line", **more: object) -> Unit:
    return unit("red", profile, at, "180", formation, **more)  # type: ignore[arg-type]


def duel(mine: Unit, theirs: Unit, *contacts: Contact, **more: object) -> State:
    return position({"b": mine, "r": theirs}, phase=COMBAT, contacts=contacts or (touch("b", "r"),), **more)  # type: ignore[arg-type]


def test_every_special_rule_touches_a_roll() -> None:
    """BP.sr.0 The twenty-four and Mixed Formation (BP.sr.Mix), BP.sr.FSq, BP.sr.Fana among them."""
    assert len(HOOKS) == 25
    assert all(HOOKS.values())


def test_sharp_shooters_roll_a_miss_again() -> None:
    """BP.sr.Shar, BP.sr.0 One miss, once."""
    state = position({"b": unit("blue", "d_brave", "40:10"), "r": foe()})
    shots = one(give(state, "blue", ShootUnit(unit="b"), [1, 1, 1, 1, 4, 6]), ShotsRolled)
    assert (shots.faces, shots.again, shots.hits) == ((4, 1, 1, 1), (0,), 1)


def test_stubborn_and_crack_troops_save_again() -> None:
    """BP.sr.Stub, BP.sr.Crac"""
    for profile in ("d_brave", "d_crack"):
        state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe(profile=profile)})
        saved = one(give(state, "blue", ShootUnit(unit="b"), [4, 4, 1, 1, 1, 6]), SavesRolled)
        assert (saved.casualties, saved.lots[0].again) == (1, (0,))
    hurt = position({"b": unit("blue", "d_foot", "40:20"), "r": foe(profile="d_crack", casualties=1)})
    assert one(give(hurt, "blue", ShootUnit(unit="b"), [4, 1, 1, 1]), SavesRolled).lots[0].again == ()


def test_tough_and_bloodthirsty_fighters() -> None:
    """BP.sr.Toug, BP.sr.Blud"""
    facts = give(duel(unit("blue", "d_elite", "40:30"), foe("40:30")), "blue", ChooseEngagement(unit="b"), [1] * 13)
    assert every(facts, BlowsStruck)[0].blows[0].again == (0,)
    wild = unit("blue", "d_wild", "40:30", formation="warband")
    facts = give(duel(wild, foe("40:30")), "blue", ChooseEngagement(unit="b"), [1] * 20)
    assert len(every(facts, BlowsStruck)[0].blows[0].again) == 7
    wild.fight = Fight(rounds=1)
    facts = give(duel(wild, foe("40:30")), "blue", ChooseEngagement(unit="b"), [1] * 13)
    assert every(facts, BlowsStruck)[0].blows[0].again == ()


@pytest.mark.parametrize(
    ("die", "result", "needs", "dice"),
    [(1, "terror", 6, 3), (2, "panic", 6, 3), (4, "none", 4, 3), (6, "fire", 4, 4)],
)
def test_raw_troops(die: int, result: str, needs: int, dice: int) -> None:
    """BP.sr.Fres"""
    state = position({"b": unit("blue", "d_raw", "40:20"), "r": foe()})
    facts = give(state, "blue", ShootUnit(unit="b"), [die, *[1] * dice])
    assert one(facts, RecruitsTried).result == result
    assert (one(facts, ShotsRolled).needs, len(one(facts, ShotsRolled).faces)) == (needs, dice)
    assert bool(every(facts, UnitDisordered)) == (result == "terror")


def test_raw_troops_that_have_fought_are_not_tried_again_as_they_shoot() -> None:
    """BP.sr.Fres, D52 A"""
    for letter, dice in (("A", [1] * 3), ("B", [4, *[1] * 3])):
        raw = unit("blue", "d_raw", "40:20", recruits_hth="none")
        state = position({"b": raw, "r": foe()}, readings={"D52": letter})
        assert bool(every(give(state, "blue", ShootUnit(unit="b"), dice), RecruitsTried)) == (letter == "B")


@pytest.mark.parametrize(("word", "what"), [("reroll", (3, 4)), ("to_hit", (3, 3)), ("saves", (3, 4)), ("die", (4, 4))])
def test_first_fire_in_other_ways(word: str, what: tuple[int, int]) -> None:
    """BP.sr.FFir"""
    units = {"b": unit("blue", "d_crack", "40:20"), "r": foe()}
    state = position(units, options={"first_fire": word})
    dice, needs = what
    extra = [1] if word == "reroll" else []
    shots = one(give(state, "blue", ShootUnit(unit="b"), [*[1] * dice, *extra]), ShotsRolled)
    assert (len(shots.faces), shots.needs, shots.rules) == (dice, needs, ("BP.sr.FFir",) if extra else ())
    if word == "saves":
        again = position(units, options={"first_fire": word})
        assert one(give(again, "blue", ShootUnit(unit="b"), [4, 1, 1, 6]), SavesRolled).lots[0].needs == 5


def test_to_hit_in_hand_to_hand() -> None:
    """BP.hth.6, BP.dis.5, BP.shk.1"""
    tired = unit("blue", "d_foot", "40:30", casualties=3, disordered=True, formation="skirmish")
    state = duel(tired, foe("40:30"))
    assert [modifier.value for modifier in hth.to_hit_of(state, "b", "r", ("b", "r"))] == [-1, -1]
    fresh = unit("blue", "d_foot", "40:30", fight=Fight(won=True))
    assert total(hth.to_hit_of(duel(fresh, foe("40:30")), "b", "r", ("b", "r"))) == 1


@pytest.mark.parametrize(
    ("profile", "formation", "dice"),
    [("d_foot", "line", 6), ("d_large", "line", 8), ("d_small", "line", 4), ("d_tiny", "skirmish", 1),
     ("d_foot", "march_column", 1), ("d_gun", "limbered", 0), ("d_foot", "square", 2)],
)  # fmt: skip
def test_hand_to_hand_dice(profile: str, formation: str, dice: int) -> None:
    """BP.hth.4, BP.sq.6"""
    assert total(hth.dice_of(duel(unit("blue", profile, "40:30", formation=formation), foe("40:30")), "b")) == dice


def test_horse_that_charges_a_square_has_no_bonus() -> None:
    """BP.sq.11"""
    horse = unit("blue", "d_heavy", "40:30", fight=Fight(charging=True), turn=UnitTurn(charged=True))
    state = duel(horse, foe("40:30", "d_square", "square", disordered=True))
    assert hth.to_hit_of(state, "b", "r", ("b", "r")) == []
    facts = give(state, "blue", ChooseEngagement(unit="b"), [1] * 8 + [1] * 2 + [6, 6])
    assert one(facts, RoundFought).scores == {"blue": 0, "red": 3}


def test_cover_in_hand_to_hand() -> None:
    """BP.hth.7, BP.hth.8 For who was charged, until it loses a round."""
    wall = piece("obstacle", "30:29.9", "50:29.9", cover=1)
    charged = foe("40:30", fight=Fight(charged_by=("b",)))
    state = position(
        {"b": unit("blue", "d_foot", "40:29.8"), "r": charged}, wall, phase=COMBAT, contacts=(touch("b", "r"),)
    )
    assert total(hth.save_modifiers(state, "r", "b")) == 1
    assert total(hth.save_modifiers(state, "b", "r")) == 0
    state.units["r"].fight.lost = True
    assert total(hth.save_modifiers(state, "r", "b")) == 0


def test_partial_cover() -> None:
    """BP.save.3 At least half of the unit; a courtesy gives a share."""
    wood = piece("wood", "40:28", "60:28", "60:40", "40:40")
    state = position({"b": unit("blue", "d_foot", "44:18"), "r": foe("44:32")}, wood)
    found = cover_of(state, state.units["r"], state.units["b"].pose.point)  # type: ignore[union-attr]
    assert found is not None
    assert found.counts
    less = position({"b": unit("blue", "d_foot", "38:20"), "r": foe("38:32")}, wood)
    assert one(give(less, "blue", ShootUnit(unit="b"), [4, 1, 1, 6]), SavesRolled).lots[0].needs == 4
    shared = position(
        {"b": unit("blue", "d_large", "38:20"), "r": foe("38:32")}, wood, options={"partial_cover_shares": True}
    )
    lots = one(give(shared, "blue", ShootUnit(unit="b"), [4, 4, 4, 4, 6, 6, 6, 6]), SavesRolled).lots
    assert [(lot.hits, lot.needs) for lot in lots] == [(1, 3), (3, 4)]


def test_draws() -> None:
    """BP.res.4, BP.res.6, BP.res.7 The shaken test, the others hold and stay in contact."""
    state = duel(unit("blue", "d_foot", "40:30", casualties=3), foe("40:30"))
    facts = give(state, "blue", ChooseEngagement(unit="b"), [1] * 12 + [6, 6])
    assert one(facts, RoundFought).winner == ""
    assert [(fact.unit, fact.cause) for fact in every(facts, BreakTested)] == [("b", "draw")]
    assert len(state.contacts) == 1


def test_winners_form_and_occupy() -> None:
    """BP.win.1, BP.win.8"""
    farm = piece("building block", "30:30", "36:30", "36:35", "30:35", name="farm")
    units = {"b": unit("blue", "d_foot", "33:30"), "r": unit("red", "d_tiny", inside="farm")}
    barn = piece("building block", "60:30", "66:30", "66:35", "60:35", name="barn")
    state = position(units, farm, barn, phase=COMBAT, contacts=(touch("b", "r", "front", "rear"),))
    give(state, "blue", ChooseEngagement(unit="b"), [6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    other = WinnerMove(unit="b", do="occupy", block="barn")
    assert refused(state, "blue", other) == ("nothing to occupy", "BP.win.8"), "only where they have fought"
    facts = give(state, "blue", WinnerMove(unit="b", do="occupy", block="farm"))
    assert one(facts, WinnerMoved).block == "farm"
    assert (state.units["b"].building, state.units["b"].formation) == ("farm", "building")


def test_taken_in_flank_it_may_turn() -> None:
    """BP.ret.9, BP.ret.7 Before the next round, into line toward the enemy, disordered."""
    flanked = unit("blue", "d_foot", "40:30", fight=Fight(may_turn=True))
    attacker = unit("red", "d_foot", "35.276:29.213", "90")
    state = duel(flanked, attacker, touch("r", "b", "front", "left"))
    give(state, "blue", ChooseEngagement(unit="b"))
    assert refused(state, "blue", TurnToEnemy(unit="r", turn=True)) == ("another unit turns", "BP.ret.9")
    facts = give(state, "blue", TurnToEnemy(unit="b", turn=True), [1] * 12)
    assert one(facts, UnitReformed).formation == "line"
    assert state.units["b"].disordered
    assert state.contacts[0].foe_side == "front"


def test_guns_choose_freely_beyond_half_their_range() -> None:
    """BP.gun.3, BP.gun.5"""
    units = {"b": unit("blue", "d_gun", "40:10", formation="unlimbered"), "r": foe("46:50"), "n": foe("34:44")}
    chosen = one(give(position(units), "blue", ShootUnit(unit="b", target="r"), [1]), TargetChosen)
    assert (chosen.target, chosen.band) == ("r", "long")
    units["n"] = foe("34:30")
    assert refused(position(units), "blue", ShootUnit(unit="b", target="r")) == ("nearer target", "BP.gun.3")


def test_a_march_column_is_enfiladed_from_its_head() -> None:
    """BP.enf.3, BP.enf.4"""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe(formation="march_column")})
    assert one(give(state, "blue", ShootUnit(unit="b"), [1] * 6), TargetChosen).enfilade
    bows = position({"b": unit("blue", "d_natives", "40:24", formation="warband"), "r": foe(formation="march_column")})
    assert not one(give(bows, "blue", ShootUnit(unit="b"), [1]), TargetChosen).enfilade  # BP.enf.1


def battalions() -> dict[str, Unit]:
    return {
        "n": unit("blue", "d_foot", "40:40", "0"),
        "e": unit("blue", "d_foot", "45:35", "90"),
        "s": unit("blue", "d_foot", "40:30", "180"),
        "w": unit("blue", "d_foot", "35:35", "270"),
        "r": unit("red", "d_foot", "80:60", "180"),
    }


SQUARE = DeclareSquare(units=("n", "e", "s", "w"))
PLAYED = {"brigade_squares": True}


def test_a_brigade_square_is_declared_when_it_stands() -> None:
    """BP.bsq.1, BP.bsq.2, BP.bsq.4, BP.bsq.8"""
    state = position(battalions(), phase=ORDERS, options=PLAYED)
    assert one(give(state, "blue", SQUARE), BrigadeSquareFormed).units == SQUARE.units
    assert all(state.units[name].in_brigade_square for name in SQUARE.units)
    assert refused(position(battalions(), phase=ORDERS), "blue", SQUARE)[1] == "BP.bsq.1"
    open_side = battalions()
    open_side["w"] = unit("blue", "d_foot", "20:35", "270")
    assert refused(position(open_side, phase=ORDERS, options=PLAYED), "blue", SQUARE) == (
        "no square of them",
        "BP.bsq.1",
    )


def test_a_brigade_square_dissolves_when_a_battalion_is_lost() -> None:
    """BP.bsq.7"""
    state = position(battalions(), phase=ORDERS, options=PLAYED)
    give(state, "blue", SQUARE)
    state.units["w"].status, state.units["w"].pose = "destroyed", None
    more = unit("blue", "d_foot", "70:20")
    state.units["x"] = more
    facts = give(state, "blue", EndOrders())
    assert one(facts, BrigadeSquareDissolved).name == "n"
    assert not state.units["n"].in_brigade_square


def test_horse_goes_back_from_a_draw() -> None:
    """BP.res.5, BP.win.4 One move, disordered."""
    state = duel(unit("blue", "d_foot", "40:30"), foe("40:30", "d_horse"))
    give(state, "blue", ChooseEngagement(unit="b"), [1] * 12)
    facts = give(state, "red", RetreatUnit(unit="r", bearing="0"))
    gone = one(facts, UnitRetreated)
    assert (gone.going, gone.length) == ("draw", 18_000)
    assert state.units["r"].disordered


def test_excess_casualties_come_off() -> None:
    """BP.cas.2, D26, BP.dis.7"""
    state = position({"b": unit("blue", "d_foot", "40:4"), "r": foe(casualties=5)})
    give(state, "blue", EndShooting(), [6, 6])
    assert state.units["r"].casualties == 3


def test_guns_never_shoot_canister_over_heads() -> None:
    """BP.gun.9 Nobody within 6 inches is shot over."""
    hill = piece("hill", "36:4", "44:4", "44:12", "36:12")
    units = {
        "b": unit("blue", "d_gun", "40:10", formation="unlimbered"),
        "m": foe("40:13", formation="skirmish"),
        "r": foe("40:15.5"),
    }
    refusal = refused(position(units, hill), "blue", ShootUnit(unit="b", target="r"))
    assert refusal == ("not over heads", "BP.gun.8")


def test_only_the_general_orders_a_square_of_several_brigades() -> None:
    """BP.bsq.5"""
    units = battalions()
    units["w"].brigade = "blue-horse-and-guns"
    state = position(units, phase=ORDERS, options=PLAYED)
    give(state, "blue", SQUARE)
    found = fit_bar(state, "blue-first", "n", state.units["n"])
    assert found is not None
    assert found.rule == "BP.bsq.5"
    assert fit_bar(state, "blue-general", "n", state.units["n"]) is None
