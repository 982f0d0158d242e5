"""Fire in English: who shot at whom, with what, and what it did."""

from __future__ import annotations

from domain.kernel.reasons import Modifier, Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.musket_and_pike.fire import asks as a
from rules.musket_and_pike.fire import facts as f
from rules.musket_and_pike.work import ResumeShots

MODES = {
    "pistol": "fires pistols at",
    "AF": "advances and fires at",
    "SK": "skirmishes with",
    "RF": "fires as it falls back at",
    "SAL": "gives a Salvo to",
    "guns": "fires its guns at",
    "reaction": "fires back at",
    "interception": "fires pistols at",
}
COLUMNS = {
    "front": "to the front",
    "flank": "to the flank",
    "salvo": "Salvo",
    "muskets": "muskets",
    "pistols": "pistols",
}
HOUSES = {"village": "village", "town": "town", "castle": "castle"}


def added(say: Say, modifiers: tuple[Modifier, ...]) -> str:
    """What modifies a die, each line with its rule."""
    return "".join(f" {one.value:+} {say.reason(one)} ({one.cite})" for one in modifiers)


def _count(number: int, one: str, many: str) -> str:
    return f"1 {one}" if number == 1 else f"{number} {many}"


def _result(ch: Of, fh: Of, mc: Of) -> str:
    parts = [_count(int(ch), "casualty hit", "casualty hits")] if ch else []
    parts += [_count(int(fh), "formation hit", "formation hits")] if fh else []
    parts += ["a morale check"] if mc else []
    return ", ".join(parts) or "no effect"


def _shot(say: Say, fact: f.ShotFired) -> str:
    total = f"{added(say, fact.modifiers)} = {fact.net}" if fact.modifiers else ""
    column = f", {COLUMNS[fact.column]}" if fact.column else ""
    own = ", read off the player's sheet" if fact.source != "pack" else ""
    return (
        f"{say.unit(fact.unit)} {MODES[fact.mode]} {say.unit(fact.target)} in {fact.to}: {fact.die}{total} on "
        f"{fact.table}{column}{own}: {_result(fact.ch, fact.fh, fact.mc)}"
    )


def _hits(say: Say, fact: f.HitsTaken) -> str:
    told = _result(fact.casualties, fact.disorder, 0)
    turned = (
        f" ({_count(fact.converted, 'formation hit', 'formation hits')} among them, 10.6.6)" if fact.converted else ""
    )
    return f"{say.unit(fact.unit)} takes {told}{turned} from {say.unit(fact.by)}"


FACTS: FactTexts = {
    f.ShotFired: _shot,
    f.ShotVoid: lambda say, x: f"the shot of {say.unit(x.unit)} at {say.unit(x.target)} is void: {say.reason(x.why)}",
    f.HitsTaken: _hits,
    f.PistolSpent: lambda say, x: f"{say.unit(x.unit)} spends a pistol ({say.reason(x.why)}, {x.why.cite})",
    f.SalvoSpent: lambda say, x: f"{say.unit(x.unit)} has given its Salvo of this turn (10.4)",
    f.GunsSpent: lambda say, x: f"{say.unit(x.unit)} is Fired ({say.reason(x.why)}, {x.why.cite})",
    f.FireSpent: lambda say, x: f"{say.unit(x.unit)} fires back no more in this activation: it rolled {x.die} (9.4.1a)",
    f.CoverTaken: lambda say, x: f"{say.unit(x.unit)} takes cover (9.4.5)",
    f.ChanceDeclined: lambda say, x: f"{say.unit(x.unit)} makes no use of {say.reason(x.what)}",
    f.UnitEvaded: lambda say, x: f"{say.unit(x.unit)} shifts to {x.to} from the fire of {say.unit(x.by)} (10.8.6)",
}


def _shots(say: Say, frame: ResumeShots) -> str:
    if not frame.shots:
        return f"the fire of {say.unit(frame.firer)} takes effect"
    targets = dict.fromkeys(shot.target for shot in frame.shots)
    return f"{say.unit(frame.firer)} is to fire at {' and '.join(map(say.unit, targets))}"


ASKED: QuestionTexts = {
    ResumeShots: _shots,
    a.ResumeFire: lambda say, x: f"{say.unit(x.unit)} has more to do when all is answered",
    a.AwaitCover: lambda say, x: f"{say.unit(x.unit)} may take cover from {say.unit(x.firer)}",
    a.AwaitEvade: lambda say, x: f"{say.unit(x.unit)} may shift aside from the fire of {say.unit(x.firer)}",
}
ORDERS: OrderTexts = {
    a.FirePistol: "cavalry fires a pistol without moving; `hex`: at which hex of a two-hex unit",
    a.AdvancingFire: "infantry under Charge steps forward and fires; without `to` it comes out of the guns in its hex",
    a.Skirmish: "infantry fires where it stands; `hexes`: at which hex of each two-hex target, as in all its fire",
    a.RetreatingFire: "infantry fires and steps back; without `to` it goes behind the guns in its hex",
    a.Salvo: "heavy infantry gives all its fire at once, to its front, once a turn",
    a.FireGuns: "artillery fires at an enemy in its front, range and sight",
    a.TurnGuns: "artillery turns in place of firing",
    a.TakeCover: "a unit in a castle, town or village does not fire back and is not harmed",
    a.Evade: "cavalry shifts into a flank hex to keep its formation",
}
REASONS: ReasonTexts = {
    "fire": "fire of {0:unit} at {1:unit}",
    "fire of": "fire of {0:unit}",
    "result of fire": lambda _say, of: _result(of[0], of[1], of[2]),
    "row of fire": "{0} ({1})",
    "column of fire": lambda _say, of: COLUMNS[str(of[0])],
    "artillery": "artillery",
    "hits": lambda _say, of: _result(of[0], 0, 0),
    "fired": "fired",
    "turned in place of fire": "turned in place of firing",
    "fired in reaction": "fired in reaction",
    "each half into its own hexes": "each half of {0:unit} fires into hexes next to it",
    "not in that hex": "{0:unit} does not stand in {1}",
    "only guns are laid": "{0:unit} is no artillery: no hand is named",
    "one hex for each target": "{0:unit} has more hexes named than targets",
    "cannot fire into that hex": "{0:unit} cannot fire into {1}",
    "pistols in melee": "in the melee",
    "changes places with the guns": "it changes places with the guns",
    # what modifies a shot
    "Advancing Fire": "Advancing Fire",
    "Retreating Fire": "Retreating Fire",
    "answer to Retreating Fire": "at Retreating Fire",
    "answer in place": "at Advancing Fire in place",
    "after its Salvo": "after its Salvo",
    "horse in motion": "at cavalry in motion",
    "target_formation_shaken": "target shaken",
    "target_open_order": "target in Open Order",
    "target_formation_broken": "target broken",
    "target_hedgehog": "target in Hedgehog",
    "target_column": "target in Column",
    "target_behind_hedge": "behind a hedge",
    "target_behind_berm_or_abatis": "behind a berm or abatis",
    "target_behind_entrenchment": "behind an entrenchment",
    "target_in_village_castle_town": lambda _say, of: f"in a {HOUSES[str(of[0])]}",
    "target_in_woods": "in woods",
    "target_in_wagons": "among wagons",
    "range of the guns": "range",
    "double battery": "double battery",
    # why a shot comes to nothing, and what was let pass
    "no longer there": "it is no longer there",
    "under cover": "{0:unit} is under cover",
    "covered": "it is under cover",
    "cover": "the cover",
    "evasion": "its chance to shift aside",
    "attacked in Column": "attacked in Column",
    # refusals
    "infantry only": "{0:unit} is no infantry",
    "no cavalry": "{0:unit} is no cavalry",
    "no artillery": "{0:unit} is no artillery",
    "Hedgehog cannot fire": "{0:unit} is in Hedgehog and cannot fire",
    "no pistols": "{0:unit} has no pistol loaded",
    "second pistol in one action": "{0:unit} has fired a pistol in this action already",
    "below another unit": "{0:unit} lies under another unit; only the top one fires",
    "another unit is on top there": "another unit is on top where {1:unit} stands",
    "out of range": "{1:unit} is out of range of {0:unit}",
    "Salvo to the front only": "{0:unit} may salvo into its front hexes only",
    "Salvo by heavy infantry only": "{0:unit} is no heavy infantry",
    "no Salvo in this battle": "the side of {0:unit} gives no Salvoes in this battle",
    "has salvoed this turn": "{0:unit} has given a Salvo this turn",
    "no more Salvoes this turn": "only {0} of a side may salvo in a turn",
    "nobody fires to the rear": "{1:unit} is to the rear of {0:unit}",
    "one target for each half": "{0:unit} has one target for each hex it stands in, and at least one",
    "no such target": "{0:unit} is no enemy on the map that can be fired at",
    "one of them fires": "of horse and light infantry together only one fires, as this is read",
    "no turn in this fire": "{0:unit} steps into a front hex without a turn or a wheel",
    "must end adjacent to an enemy": "{0:unit} would not be adjacent to an enemy in {1}",
    "Advancing Fire under Charge only": "{0:unit} is not under Charge",
    "no guns to come out of": "{0:unit} is not with usable guns next to an enemy; name the hex it steps into",
    "no Retreating Fire under Charge": "{0:unit} is under Charge",
    "must step back": "{0:unit} is not with usable guns next to an enemy; name the rear hex it steps into",
    "no rear hex": "{1} is no rear hex that {0:unit} can enter",
    "has fired this turn": "{0:unit} has fired this turn, or done something in its place",
    "limbered": "{0:unit} is limbered",
    "guns of no use": "{0:unit} is disabled or captured",
    "stacked with a Hedgehog": "{0:unit} stands with a Hedgehog",
    "outside its front": "{1:unit} is not in the front of {0:unit}",
    "no line of sight": "{0:unit} does not see {1:unit}",
    "over a friendly unit": "a friend stands between {0:unit} and {1:unit}",
    "faces so already": "{0:unit} faces so already",
    "broken": "{0:unit} is broken",
    "has spent its fire": "{0:unit} rolled high and fires back no more in this activation",
    "cannot evade": "{0:unit} is not cavalry in normal or shaken formation",
    "not with light infantry": "{0:unit} stands with light infantry",
    "no flank hex": "{1} is no flank hex of {0:unit}",
    "within grazing range": "{1} is within grazing range of those guns",
    "may not become adjacent": "{0:unit} may not become adjacent to an enemy under its order",
    "may not end closer": "{0:unit} may not come closer to the enemy under its order",
}
