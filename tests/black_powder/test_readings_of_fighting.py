"""Every letter of every dispute about shooting, fighting and breaking plays another way than the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel.facts import Fact
from domain.kernel.reasons import total
from domain.tabletop.angles import Point
from rules.black_powder.breaking.asks import AwaitRetreat
from rules.black_powder.breaking.disorder import recovering
from rules.black_powder.breaking.facts import BreakTested, RecruitsTried, UnitDisordered
from rules.black_powder.breaking.retreat import is_disordering, way_along
from rules.black_powder.breaking.tests import lines_of, modifiers
from rules.black_powder.charges.responses import evade_bar
from rules.black_powder.combat import dice as hth
from rules.black_powder.combat.allocation import usable
from rules.black_powder.combat.asks import ChooseEngagement
from rules.black_powder.combat.facts import RoundFought, SupportCounted
from rules.black_powder.combat.score import bonuses
from rules.black_powder.rulings import READINGS
from rules.black_powder.shooting import closing, saves
from rules.black_powder.shooting.asks import ClearJam, EndShooting, ShootUnit
from rules.black_powder.shooting.enfilade import may_enfilade
from rules.black_powder.shooting.facts import RocketFlown, TargetChosen
from rules.black_powder.shooting.firers import firer_bar
from rules.black_powder.shooting.fires import fought
from rules.black_powder.shooting.looking import look_of, share_in_arc
from rules.black_powder.shooting.overhead import overhead_bar
from rules.black_powder.shooting.shots import Shot, dice_of, to_hit_of
from rules.black_powder.shooting.targets import aim_at
from rules.black_powder.special_rules import lances
from rules.black_powder.state import COMBAT, SHOOTING, Contact, Fight, Fire, State, Unit, UnitTurn
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.measuring import is_in_reach
from tests.black_powder.positions import every, give, one, piece, position, unit

Outcome = Callable[[dict[str, str]], Any]
FARM = piece("building block", "30:30", "36:30", "36:35", "30:35", name="farm")


def touch(who: str, foe: str, side: str = "front", foe_side: str = "front") -> Contact:
    return Contact(unit=who, foe=foe, side=side, foe_side=foe_side, length=9449)  # type: ignore[arg-type]


def foe(at: str = "40:32", profile: str = "d_foot", formation: str = "line", **more: Any) -> Unit:
    return unit("red", profile, at, "180", formation, **more)


def shot(readings: dict[str, str], units: dict[str, Unit], *pieces: Any, options: Any = None) -> Shot:
    state = position(units, *pieces, readings=readings, options=options)
    body = body_of(state, state.units["b"])
    look = look_of(state, "b", body.pose.point, None)
    aim = aim_at(look, "r")
    assert aim is not None
    return Shot(look, aim)


def duel(readings: dict[str, str], mine: Unit, theirs: Unit, **more: Any) -> State:
    units = {"b": mine, "r": theirs, **more.pop("others", {})}
    contacts = more.pop("contacts", (touch("b", "r"),))
    return position(units, phase=COMBAT, readings=readings, contacts=contacts, **more)


def needs(modifiers: Any) -> int:
    return total(modifiers)


# Breaking


def d1(readings: dict[str, str]) -> Any:
    """Who is in order again, at the end of which player turn, disordered when."""
    found = []
    for side, active, freed, since in (
        ("blue", "blue", False, (2, "blue")),
        ("blue", "blue", False, (1, "red")),
        ("blue", "red", False, (2, "blue")),
        ("blue", "red", True, (2, "blue")),
    ):
        state = position({"u": unit(side, "d_foot", "40:20", disordered=True)}, readings=readings, active=active)
        state.units["u"].since, state.units["u"].turn.freed = since, freed
        found.append(bool(list(recovering(state))))
    return found


def d11(readings: dict[str, str]) -> Any:
    state = position(
        {"r": unit("red", "d_foot", "40:66", "180", casualties=4), "b": unit("blue", "d_foot", "40:20")},
        readings=readings,
    )
    give(state, "blue", EndShooting(), [3, 3])
    return state.units["r"].status


def d44(readings: dict[str, str]) -> Any:
    state = position({"r": foe()}, readings=readings)
    state.units["r"].turn.gunned = True
    return total(modifiers(state, state.units["r"], "beaten"))


def d45(readings: dict[str, str]) -> Any:
    wood = piece("wood", "20:36", "60:36", "60:50", "20:50")
    way = way_along(position({"r": foe("40:32")}, wood, readings=readings), "r", 0, "retreat")
    return way and way.formation


def d46(readings: dict[str, str]) -> Any:
    state = position(
        {"r": foe(profile="d_elite", casualties=9), "b": unit("blue", "d_foot", "40:2")}, readings=readings
    )
    state.units["r"].disordered = True
    return one(give(state, "blue", EndShooting()), BreakTested).score


def d49(readings: dict[str, str]) -> Any:
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe(profile="d_untested")}, readings=readings)
    give(state, "blue", ShootUnit(unit="b"), [4, 1, 1, 1, 3])
    return state.units["r"].stamina


def d52(readings: dict[str, str]) -> Any:
    """Raw troops that have tried themselves in shooting: one roll more for fighting under B."""
    state = duel(readings, unit("blue", "d_foot", "40:30"), foe("40:30", "d_raw"))
    state.units["r"].recruits = "none"
    dice = [*([4] if readings["D52"] == "B" else []), *[1] * 12]
    return len(every(give(state, "blue", ChooseEngagement(unit="b"), dice), RecruitsTried))


def d74(readings: dict[str, str]) -> Any:
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe(profile="d_raw")}, readings=readings)
    facts = give(state, "blue", ShootUnit(unit="b"), [4, 1, 1, 1, *((5, 5) if readings["D74"] == "A" else ())])
    return bool(every(facts, BreakTested))


# Shooting


def d15(readings: dict[str, str]) -> Any:
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe("52:25.2")}, readings=readings)
    look = look_of(state, "b", body_of(state, state.units["b"]).pose.point, None)
    return share_in_arc(look, body_of(state, state.units["r"]))


def d18(readings: dict[str, str]) -> Any:
    return total(dice_of(shot(readings, {"b": unit("blue", "d_large", "40:20"), "r": foe()})))


def d19(readings: dict[str, str]) -> Any:
    return total(dice_of(shot(readings, {"b": unit("blue", "d_crack", "26:31", "90"), "r": foe("40:30.5")})))


HILL = piece("hill", "36:14", "44:14", "44:24", "36:24")


def overhead(readings: dict[str, str], beside: bool = False) -> Any:
    units = {"b": unit("blue", "d_gun", "40:20", formation="unlimbered"), "r": foe("40:42"), "m": foe("40:31")}
    if beside:
        units["m"] = unit("blue", "d_foot", "40:30")
        units["n"] = unit("blue", "d_foot", "48:20")
    state = position(units, HILL, readings=readings)
    return overhead_bar(look_of(state, "b", Point(40_000, 20_000), None), "r") is None


def d21(readings: dict[str, str]) -> Any:
    units = {"b": unit("blue", "d_gun", "40:10", formation="unlimbered"), "r": foe("46:50"), "n": foe("34:44")}
    state = position(units, readings=readings)
    try:
        return one(give(state, "blue", ShootUnit(unit="b", target="r"), [1]), TargetChosen).target
    except Exception as refusal:
        return str(refusal)


def d25(readings: dict[str, str]) -> Any:
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe(profile="d_brave")}, readings=readings)
    state.units["r"].turn.saved = (SHOOTING,)
    return len(saves.rerolls(state, state.units["r"]))


def d27(readings: dict[str, str]) -> Any:
    state = duel(readings, unit("blue", "d_horse", "40:30"), foe("36:30"), others={"r2": foe("46:30")},
                 contacts=(touch("b", "r"), touch("b", "r2")))  # fmt: skip

    found: list[Shot] = []
    keep, closing.run = closing.run, lambda _play, shot: found.append(shot)  # type: ignore[assignment]
    try:
        closing.fire(type("P", (), {"state": state})(), "r", "b", 2)
    finally:
        closing.run = keep
    return total(to_hit_of(found[0]))


def closing_test(readings: dict[str, str], casualties: int) -> Any:
    from domain.kernel.chance import EnteredChance
    from domain.kernel.play import Play
    from rules.black_powder import SYSTEM

    state = duel(readings, unit("blue", "d_foot", "40:30", casualties=casualties), foe("40:30"))
    play = Play(SYSTEM, state, "red", EndShooting(), EnteredChance([4, 1, 1, 1]))
    closing.fire(play, "r", "b", 1)
    return [type(frame).__name__ for frame in state.core.pending]


def d31(readings: dict[str, str]) -> Any:
    wall = piece("building block", "30:24", "38:24", "38:28", "30:28", name="block")
    units = {"b": unit("blue", "d_foot", "40:20", formation="skirmish"), "r": foe("44:33", "d_small", "attack_column")}
    return total(dice_of(shot(readings, units, wall)))


def d32(readings: dict[str, str]) -> Any:
    units = {"b": unit("blue", "d_howitzer", "40:10", formation="unlimbered"), "r": foe("40:40")}
    state = position(units, piece("hill", "20:18", "60:18", "60:28", "20:28"), readings=readings)
    return aim_at(look_of(state, "b", Point(40_000, 10_000), None), "r") is None


def d56(readings: dict[str, str]) -> Any:
    units = {"b": unit("blue", "d_foot", "33:30"), "r": unit("red", "d_foot", inside="farm")}
    state = position(units, FARM, phase=COMBAT, readings=readings, contacts=(touch("b", "r", "front", "rear"),))
    return closing.bar(state, "r", "b") is None


def d60(readings: dict[str, str]) -> Any:
    units = {"b": unit("blue", "d_mg", "40:10", formation="unlimbered"), "r": foe("40:40")}
    return total(to_hit_of(shot(readings, units)))


def d61(readings: dict[str, str]) -> Any:
    state = position({"b": unit("blue", "d_mg", "40:10", formation="unlimbered", jammed=True)}, readings=readings)
    give(state, "blue", ClearJam(unit="b"), [6])
    return state.units["b"].turn.shot


def d62(readings: dict[str, str]) -> Any:
    """A rocket aimed at the right of its target drifts two inches along it."""
    units = {"b": unit("blue", "d_rocket", "40:10", formation="unlimbered"), "r": foe("40:30", disordered=True)}
    state = position(units, readings=readings)
    saved = [6] if readings["D62"] == "B" else []
    facts = give(state, "blue", ShootUnit(unit="b", target="r", at="38:31.2"), [4, 1, 1, 1, 3, *saved])
    return [flown.struck for flown in every(facts, RocketFlown) if flown.result == "drifts"]


def d72(readings: dict[str, str]) -> Any:
    found = []
    for profile in ("d_mg", "d_howitzer"):
        state = duel(readings, unit("blue", "d_foot", "40:30"), foe("40:30", profile, "unlimbered"))
        found.append(closing.bar(state, "r", "b") is None)
    return found


def d73(readings: dict[str, str]) -> Any:
    units = {"b": unit("blue", "d_gun", "40:8", formation="unlimbered"), "r": foe("40:20")}
    state = position(units, HILL, readings=readings)
    return may_enfilade(state, "b", "r", overhead=False)


def d75(readings: dict[str, str]) -> Any:
    units = {"b": unit("blue", "d_howitzer", "40:10", formation="unlimbered", disordered=True), "r": foe("40:22")}
    return total(to_hit_of(shot(readings, units)))


# Hand-to-hand


def d16(readings: dict[str, str]) -> Any:
    state = duel(readings, unit("blue", "d_foot", "40:30"), foe("40:30"), others={"s": unit("blue", "d_foot", "49:36")})
    facts = give(state, "blue", ChooseEngagement(unit="b"), [*[1] * 12, *([6, 6] if readings["D16"] == "B" else [])])
    return [backing.side for found in every(facts, SupportCounted) for backing in found.backings]


def saves_of(formation: str) -> Outcome:
    def found(readings: dict[str, str]) -> Any:
        state = duel(readings, unit("blue", "d_foot", "40:30", formation=formation), foe("40:30"))
        return total(hth.save_modifiers(state, "b", "r"))

    return found


def d38(readings: dict[str, str]) -> Any:
    state = duel(readings, unit("blue", "d_foot", "40:30"), foe("40:30"), contacts=(touch("r", "b", "front", "left"),))
    return total(hth.to_hit_of(state, "b", "r", ("b", "r")))


def d39(readings: dict[str, str]) -> Any:
    state = duel(readings, unit("blue", "d_foot", "40:30"), foe("40:30"), contacts=(touch("r", "b", "front", "left"),))
    return usable(state, "b", 7)


def d40(readings: dict[str, str]) -> Any:
    others = {"b2": unit("blue", "d_foot", "50:30", fight=Fight(won=True))}
    state = duel(readings, unit("blue", "d_foot", "40:30"), foe("40:30"), others=others)
    return total(hth.to_hit_of(state, "b", "r", ("b", "b2", "r")))


def draw_of(profile: str, formation: str = "line") -> Outcome:
    def found(readings: dict[str, str]) -> Any:
        state = duel(readings, unit("blue", "d_foot", "40:30"), foe("40:30", profile, formation))
        count = 6 if formation == "line" else 1
        facts: list[Fact] = give(state, "blue", ChooseEngagement(unit="b"), [1] * (6 + count))
        if state.core.pending and isinstance(state.core.pending[-1], AwaitRetreat):
            facts += give(state, "red", _first(state), [])
        return state.units["r"].status, [fact.unit for fact in every(facts, UnitDisordered)]

    return found


def _first(state: State) -> Any:
    from rules.black_powder import SYSTEM

    return next(iter(SYSTEM.book.choices(state))).order


def d50(readings: dict[str, str]) -> Any:
    state = duel(readings, unit("blue", "d_lancers", "40:30"), foe("40:30", "d_gun", "unlimbered"))
    return lances(state, state.units["b"], state.units["r"])


def d51(readings: dict[str, str]) -> Any:
    state = duel(readings, unit("blue", "d_heavy", "40:30", turn=UnitTurn(charged=True, swept=True)), foe("40:30"))
    return hth.charged_this_turn(state, state.units["b"])


def d54(readings: dict[str, str]) -> Any:
    others = {"b2": unit("blue", "d_foot", "50:30", in_brigade_square="x")}
    mine, contacts = unit("blue", "d_foot", "40:30", in_brigade_square="x"), (touch("r", "b"), touch("r", "b2"))
    state = duel(readings, mine, foe("45:30", "d_large"), others=others, contacts=contacts)
    return len(list(bonuses(type("P", (), {"state": state})(), ("b", "b2", "r"), ())))


def d57(readings: dict[str, str]) -> Any:
    return fought(position({}, readings=readings), 3, Fire(fierceness=3))


def d58(readings: dict[str, str]) -> Any:
    state = position({"b": unit("blue", "d_foot", "40:20")}, FARM, readings=readings, options={"fires": True})
    state.fires["farm"] = Fire(fierceness=4)
    give(state, "blue", EndShooting())
    return state.fires["farm"].turns


def d63(readings: dict[str, str]) -> Any:
    state = duel(readings, unit("blue", "d_foot", "40:30"), foe("40:30"))
    found = []
    for rating in (7, 8, 9):
        state.commanders["blue-first"].joined, state.commanders["blue-first"].rating = "b", rating
        found.append(hth.commander_bonus(state, "b", 6))
    return found


def d71(readings: dict[str, str]) -> Any:
    state = duel(
        readings,
        unit("blue", "d_foot", "40:30"),
        foe("34.5:28.5", "d_foot"),
        contacts=(touch("r", "b", "front", "left"),),
    )
    state.units["b"].fight.may_turn = True
    state.units["r"].pose = body_of(state, state.units["r"]).pose.__class__(x=35_276, y=29_213, heading=9_000)
    facts = give(state, "blue", ChooseEngagement(unit="b"), [] if readings["D71"] == "A" else [1] * 12)
    return bool(every(facts, RoundFought))


def d12(readings: dict[str, str]) -> Any:
    state = position(
        {"b": unit("blue", "d_foot", "40:20", turn=UnitTurn(returned=True)), "r": foe()}, readings=readings
    )
    return firer_bar(state, "b", "blue") is None


def d35(readings: dict[str, str]) -> Any:
    """Horse with its back to a river, charged by foot."""
    river = piece("river", "0:36", "96:36", "96:60", "0:60")
    units = {"b": unit("blue", "d_foot", "40:32"), "r": foe("40:32", "d_horse")}
    state = position(units, river, phase=COMBAT, readings=readings, contacts=(touch("b", "r"),))
    return evade_bar(state, "r", "b") is None


OUTCOMES: dict[str, Outcome] = {
    "D3": lambda readings: is_in_reach(position({}, readings=readings), 12_000, 12_000),
    "D12": d12,
    "D34": lambda readings: is_disordering(position({}, readings=readings), "evade"),
    "D35": d35,
    "D1": d1,
    "D11": d11,
    "D15": d15,
    "D16": d16,
    "D18": d18,
    "D19": d19,
    "D20": overhead,
    "D21": d21,
    "D22": saves_of("attack_column"),
    "D23": saves_of("march_column"),
    "D24": saves_of("square"),
    "D25": d25,
    "D27": d27,
    "D28": lambda readings: closing_test(readings, 2),
    "D30": lambda readings: lines_of(position({}, readings=readings), "traversing fire"),
    "D31": d31,
    "D32": d32,
    "D38": d38,
    "D39": d39,
    "D40": d40,
    "D41": draw_of("d_horse"),
    "D42": draw_of("d_gun", "unlimbered"),
    "D43": lambda readings: lines_of(position({}, readings=readings), "support"),
    "D44": d44,
    "D45": d45,
    "D46": d46,
    "D49": d49,
    "D50": d50,
    "D51": d51,
    "D52": d52,
    "D54": d54,
    "D56": d56,
    "D57": d57,
    "D58": d58,
    "D60": d60,
    "D61": d61,
    "D62": d62,
    "D63": d63,
    "D71": d71,
    "D72": d72,
    "D73": d73,
    "D74": d74,
    "D75": d75,
    "D76": lambda readings: overhead(readings, beside=True),
}


@pytest.mark.parametrize("dispute", OUTCOMES)
def test_each_letter_differs(dispute: str) -> None:
    found = [repr(OUTCOMES[dispute]({dispute: letter})) for letter in READINGS[dispute].letters]
    assert len(set(found)) == len(found), found
