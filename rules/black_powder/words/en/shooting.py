"""Shooting in English: who shot at whom, with what, and what it did."""

from __future__ import annotations

from collections.abc import Callable

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.black_powder.shooting import asks as a
from rules.black_powder.shooting import facts as f
from rules.black_powder.words.en.breaking import added
from rules.black_powder.words.en.plain import inches

ROCKETS = {"bursts": "bursts on the launcher", "hits": "hits", "lost": "is lost", "drifts": "drifts"}
FIRES = {"out": "it is out", "contained": "it is held in check", "burns on": "it burns on"}
OCCASIONS = {"shooting": "shoots at", "closing fire": "gives closing fire at", "traversing fire": "fires in passing at"}


def _share(ten_thousandths: int) -> str:
    return f"{ten_thousandths // 100} %"


def _target(say: Say, x: f.TargetChosen) -> str:
    was = x.measured
    notes = [f"{_share(was.in_arc)} in its zone", f"{_share(was.visible)} seen"]
    if was.corridor is not None:
        notes.append(f"through a corridor of {inches(was.corridor)}")
    notes += [f"not clear: {', '.join(map(say.term, x.unclear))}"] if x.unclear else []
    notes += [f"passing over {say.units(x.ignored)}"] if x.ignored else []
    notes += [f"{x.band} range"] if x.band else []
    notes += ["over heads"] if x.overhead else []
    notes += ["in enfilade"] if x.enfilade else []
    side = f" from its {x.face} side" if x.face else ""
    far = f" at {inches(was.distance)} of {inches(was.range)}" if x.occasion == "shooting" else ""
    if x.occasion == "traversing fire":
        far = f" at {inches(was.near)}, along {_share(was.crossed)} of its front"
    return f"{say.unit(x.unit)}{side} {OCCASIONS[x.occasion]} {say.unit(x.target)}{far} ({', '.join(notes)})"


def _faces(faces: tuple[int, ...], again: tuple[int, ...]) -> str:
    return ", ".join(f"{face}*" if place in again else str(face) for place, face in enumerate(faces)) or "no dice"


def _shots(say: Say, x: f.ShotsRolled) -> str:
    number = "".join(f" {one.value:+} {say.reason(one)}" for one in x.steps[1:])
    dice = f"{x.steps[0].value} {say.reason(x.steps[0])}{number}" if x.steps else "no dice"
    mods = added(say, x.modifiers)
    at = f" at {say.unit(x.target)}" if x.target else ""
    return (
        f"{say.unit(x.unit)}{at}: {len(x.faces)} dice ({dice}), {x.needs}+ to hit{mods}: "
        f"{_faces(x.faces, x.again)}: {_number(x.hits, 'hit')}"
    )


def _number(count: int, what: str) -> str:
    return f"no {what}" if not count else f"1 {what}" if count == 1 else f"{count} {what}s"


def _casualties(count: int) -> str:
    return "no casualties" if not count else "1 casualty" if count == 1 else f"{count} casualties"


def _saves(say: Say, x: f.SavesRolled) -> str:
    lots = "; ".join(
        (f"{lot.needs}+{added(say, lot.modifiers)}: {_faces(lot.faces, lot.again)}" if lot.needs <= 6 else "no save")
        for lot in x.lots
    )
    return f"{say.unit(x.unit)} saves {sum(lot.hits for lot in x.lots)}: {lots}: {_casualties(x.casualties)}"


def _rocket(say: Say, x: f.RocketFlown) -> str:
    if x.result != "drifts":
        return f"a rocket of {say.unit(x.unit)} ({x.die}) {ROCKETS[x.result]}"
    struck = f", and strikes {say.units(x.struck)}" if x.struck else ""
    return f"a rocket of {say.unit(x.unit)} ({x.die}) drifts {inches(x.drift)} toward {x.bearing // 100}°{struck}"


def _fire(_say: Say, x: f.FireStarted) -> str:
    state = f"it burns, fierceness {x.fierceness}" if x.burns and x.fierceness else "it burns" if x.burns else "no fire"
    return f"{x.block}, {_number(x.hits, 'hit')}: {x.die}: {state}"


def _far(text: str) -> Callable[[Say, tuple[Of, ...]], str]:
    """Of two units and two lengths."""

    def told(say: Say, of: tuple[Of, ...]) -> str:
        one, other, far, most = of
        return text.format(say.unit(one), say.unit(other), inches(int(far)), inches(int(most)))

    return told


def _nearer(text: str) -> Callable[[Say, tuple[Of, ...]], str]:
    """Of two units and a length."""

    def told(say: Say, of: tuple[Of, ...]) -> str:
        return text.format(say.unit(of[0]), say.unit(of[1]), inches(int(of[2])))

    return told


REASONS: ReasonTexts = {
    # what dice are rolled for
    "shots": "{0:unit} at {1:unit}",
    "saves": "saves of {0:unit} against {1:unit}",
    "machine gun": "the next die of {0:unit} at {1:unit}",
    "clearing a jam": "{0:unit} clears its jam",
    "rockets": "rockets of {0:unit} at {1:unit}",
    "rocket drifts": "how far a rocket of {0:unit} drifts",
    "which way it drifts": "which way a rocket of {0:unit} drifts",
    "rocket close by": "a rocket close by {0:unit}",
    "shots at a building": "{0:unit} at {1}",
    "catches fire": "whether {0} catches fire",
    "fierceness": "how fiercely {0} burns",
    "putting out the fire": "putting out the fire in {0}",
    # causes
    "shooting": "{0:unit}",
    "traversing fire": "traversing fire of {0:unit}",
    "a six": "a six of {0:unit}",
    "rocket": "a rocket of {0:unit}",
    "burnt": "burnt in {0}",
    # dice and modifiers
    "shooting value": "shooting",
    "tiny": "tiny",
    "size": "{0}",
    "march column": "march column",
    "attack column": "attack column",
    "mixed formation": "mixed formation",
    "side of a square": "side of a square",
    "side of a building": "side of a building",
    "part of them sees": "{0} % of them see",
    "dice divided": "dice divided",
    "first fire": "first fire",
    "recruits on fire": "eager recruits",
    "near a commander": "near a commander",
    "enfilade": "enfilade",
    "dice of the machine gun": "die by die",
    "disordered or shaken": "disordered or shaken",
    "not clear": lambda say, of: f"not clear: {', '.join(say.term(str(one)) for one in of)}",
    "closing fire": lambda say, of: f"closing fire of {say.unit(of[0])}" if of else "closing fire",
    "passes close": "it passes close",
    "shot by skirmishers": "skirmishers",
    "close range": "close range",
    "guns at a column or square": "a column or square",
    "beyond half range": "beyond half range",
    "over heads": "over heads",
    "cover": "cover of {0}, {1} % in it",
    "walls": "walls of {0}, {1} % behind them",
    "shell or rocket": "shell or rocket",
    "gun fire": "guns at {0} range",
    "needs": "{0}+",
    "dice shot": "{0} dice",
    "hits": lambda _say, of: _number(int(of[0]), "hit"),
    # refusals
    "nothing to shoot with": "{0:unit} has nothing to shoot with",
    "march column does not shoot": "{0:unit} is in march column, which does not shoot",
    "limbered": lambda say, of: f"{say.unit(of[0])} is limbered, or being so" if of else "limbered",
    "jammed": "{0:unit} is jammed",
    "not jammed": "{0:unit} is no jammed gun of yours",
    "has shot": "{0:unit} has shot already",
    "has torched": "{0:unit} has set a building on fire and does nothing else",
    "has just returned": "{0:unit} has just returned to the table",
    "has reacted": "{0:unit} has given its fire of this turn",
    "no sides to shoot from": "{0:unit} shoots from its front only",
    "which side shoots": "{0:unit} shoots by sides: say which (front, left, right, rear)",
    "side has shot": "the {1} side of {0:unit} has shot already",
    "no figure there": "no figure on the edge of {0:unit} stands at {1}",
    "no enemy there": "no enemy {0:unit} stands there",
    "nobody to shoot at": "{0:unit} has nobody it may shoot at",
    "target is engaged": "{0:unit} is in hand-to-hand fighting",
    "out of range": _far("{1} is {2} from {0}, which reaches {3}"),
    "too near": _far("{1} is {2} from {0}, which does not shoot nearer than {3}"),
    "out of the front zone": "no part of {1:unit} is in the zone {0:unit} shoots into",
    "not seen": "{0:unit} does not see {1:unit}",
    "not over heads": "{0:unit} may not shoot at {1:unit} over the heads of those between",
    "corridor too narrow": _far("{0} has a corridor of {2} to {1}; it must be {3}"),
    "nearer target": _nearer("{0} must take the nearest clear target: {1} at {2}"),
    "nearest must be taken": _nearer("no clear target: {0} must take the nearest, {1} at {2}"),
    "dice not divided so": "{0:unit} has no dice to divide so: two for each side of a building",
    "only skirmishers divide": "only skirmishers divide their dice; {0:unit} does not skirmish",
    "a number for each target": "{0:unit} needs a number of dice for each target, each named once",
    "a nearer one is passed over": lambda say, of: (
        f"{say.unit(of[0])} divides its dice over the nearest: {say.units(of[1:])}"
    ),
    "more dice for one farther off": "{0:unit} gives no farther target more dice than a nearer one",
    "no dice to shoot with": "{0:unit} has no die for that shot",
    "aim is not on the target": "{2} is no point of {1:unit}, at which {0:unit} aims",
    "was forming square": "{0:unit} was forming square, and so gives no closing fire",
    "too many dice": "{0:unit} would roll {1} dice and has {2}",
    "another gun is firing": "{1:unit} is firing, not {0:unit}",
    "engaged already": "{0:unit} is engaged already",
    "not charged on the front": "{0:unit} is not charged on its front",
    "no gun in action": "{0:unit} is no gun in action",
    "no closing fire of this piece": "{0:unit} gives no closing fire: not with such a piece",
    "no closing fire of this horse": "{0:unit} gives no closing fire: no firearms, or not in line",
    "no closing fire from a building": "{0:unit} gives no closing fire from a building",
    "no closing fire": "{0:unit} gives no closing fire in {1:term}, or has no firearms",
    "does not cross the front": "nobody crosses half the front of {0:unit} within 12 inches",
    "passes out of range": lambda say, of: (
        f"who passes at {inches(int(of[1]))} is out of range of {say.unit(of[0])}, {inches(int(of[2]))}"
    ),
    "no fires are played": "fires are not played in this game",
    "no building there": "{1} is no building that stands",
    "sets nothing on fire": "{0:unit} sets nothing on fire",
    "building is held": "{1} is held: {0:unit} cannot set it on fire so",
    "does not touch it": "{0:unit} does not touch {1} from outside",
    "has acted": "{0:unit} has shot, or has set a building on fire",
}
FACTS: FactTexts = {
    f.TargetChosen: _target,
    f.ShotsRolled: _shots,
    f.SavesRolled: _saves,
    f.GunJammed: lambda say, x: f"{say.unit(x.unit)} jams",
    f.JamTried: lambda say, x: f"{say.unit(x.unit)} tries to clear its jam: {x.die}: {'done' if x.cleared else 'no'}",
    f.RocketFlown: _rocket,
    f.BlockHit: lambda say, x: f"{x.block} may catch fire: {_number(x.hits, 'hit')} by {say.unit(x.by)}",
    f.BlockTorched: lambda say, x: f"{say.unit(x.unit)} sets fire to {x.block}",
    f.FireStarted: _fire,
    f.FireFought: lambda _say, x: f"the fire in {x.block} is fought: {x.die} against {x.fierceness}: {FIRES[x.result]}",
    f.FireBurned: lambda _say, x: f"{x.block} has burned for {x.turns} turns{' and falls' if x.down else ''}",
}
ASKED: QuestionTexts = {
    a.AwaitNextDie: lambda say, x: (
        f"{say.unit(x.unit)} has rolled {', '.join(map(str, x.faces))} ({x.needs}+): another die, or stop?"
    ),
}
ORDERS: OrderTexts = {
    a.ShootUnit: "a unit shoots at the nearest target, or at one it may take instead",
    a.ClearJam: "the crew of a jammed machine gun tries to clear it",
    a.EndShooting: "nobody of the side shoots any more",
    a.Torch: "a unit sets fire to an empty building it touches",
    a.NextDie: "a machine gun rolls another die",
    a.StopFiring: "a machine gun stops",
}
