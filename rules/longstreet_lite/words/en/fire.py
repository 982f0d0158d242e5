"""The Fire phase in English: who fired at whom, with what dice, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from domain.tabletop.angles import round_div
from domain.tabletop.lengths import length_text
from domain.words.plain import count
from rules.longstreet_lite.fire import asks as a
from rules.longstreet_lite.fire import facts as f
from rules.longstreet_lite.state import Shot
from rules.longstreet_lite.tables import Mode
from rules.longstreet_lite.words.en.plain import nested, said

DOES: Mapping[Mode, str] = {
    "volley": "volleys at",
    "skirmish": "skirmishes with",
    "canister": "fires canister at",
    "bombard": "bombards",
}


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def _said(say: Say, shots: Iterable[Shot]) -> str:
    alike = groupby(shots, key=lambda shot: (shot.mode, shot.target, shot.needs, shot.modifiers))
    return "; ".join(_group(say, list(group)) for _, group in alike)


def _group(say: Say, shots: list[Shot]) -> str:
    """Bases with the same target and number in one clause: range, number, why, faces, hits."""
    first = shots[0]
    why = "".join(f", {m.value:+} {say.reason(m)} ({m.cite})" for m in first.modifiers)
    needs = f"{first.needs}+" if first.needs < 6 else "6"
    faces = ", ".join(_faces(shot) for shot in shots)
    hits = _counted(sum(shot.hits for shot in shots), "hit")
    who = f"{say.unit(first.target)}, {_bases(shots)}{_far(shots)}"
    return f"{DOES[first.mode]} {who}: needs {needs}{why}; {faces}: {hits}"


def _faces(shot: Shot) -> str:
    """A die rolled again shows both faces."""
    again = shot.again or (0,) * len(shot.faces)
    return " ".join(f"{one}→{two}" if two else f"{one}" for one, two in zip(shot.faces, again, strict=True))


def _bases(shots: list[Shot]) -> str:
    numbers = [shot.base for shot in shots]
    if len(numbers) == 1:
        return f"base {numbers[0]}"
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"bases {numbers[0]} to {numbers[-1]}"
    return f"bases {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _far(shots: list[Shot]) -> str:
    near, far = (length_text(round_div(pick(shot.range for shot in shots), 10) * 10) for pick in (min, max))
    return f" at {near} BW{_turned(shots)}" if near == far else f" at {near} to {far} BW{_turned(shots)}"


def _turned(shots: list[Shot]) -> str:
    """One turn for all, else that of each base in its order, so that a zone straight ahead is not taken for turned."""
    turns = [shot.turn for shot in shots]
    said = [f"{turn:+}°" if turn else "0°" for turn in (turns if len(set(turns)) > 1 else turns[:1])]
    return f", turned {', '.join(said)}" if any(turns) else ""


def _fired(say: Say, fact: f.UnitFired) -> str:
    smoke = "; smoke (LL.5.seq.2)" if fact.smoke else ""
    return f"{say.unit(fact.unit)} {_said(say, fact.shots)}{smoke}"


def _rerolled(say: Say, fact: f.ShotsRerolled) -> str:
    rule = "LL.1.dice.3" if fact.choice == "must" else "LL.1.dice.2"
    how = "must roll again what hit" if fact.choice == "must" else "rolls again what missed"
    return f"{say.unit(fact.unit)} {how} ({say.unit(fact.card)}, {rule}): {_said(say, fact.shots)}"


def _ended(say: Say, fact: f.FireEnded) -> str:
    hits = ", ".join(f"{count} on {say.unit(unit)}" for unit, count in fact.hits.items())
    return f"the fire of {fact.by} is over; hits: {hits or 'none'} (LL.5.seq.3)"


def _removed(say: Say, fact: f.HitsRemoved) -> str:
    wasted = fact.morale - fact.removed
    lost = f", {wasted} wasted" if wasted else ""
    taken = f"{_counted(fact.removed, 'hit')} off {say.unit(fact.unit)}{lost}"
    return f"morale takes {taken}; {fact.left} left (LL.5.morale.1)"


def _killed(say: Say, fact: f.KillsRolled) -> str:
    faces = ", ".join(map(str, fact.faces))
    return f"to kill {say.unit(fact.unit)}: needs 4+; {faces}: {_counted(fact.kills, 'base')} lost (LL.5.kill.1)"


def _may_reroll(say: Say, frame: a.AwaitFireReroll) -> str:
    return f"{frame.side} may re-roll the failed to-hit dice of {say.unit(frame.unit)} ({say.unit(frame.card)})"


def _no_hits_on_it(_say: Say, of: tuple[Of, ...]) -> str:
    there = ", ".join(f"{unit} ({hits})" for unit, hits in zip(of[2::2], of[3::2], strict=True))
    return f"{of[0]!r} is no unit of {of[1]} with hits; there are {there}"


def _last_hit_stays(say: Say, of: tuple[Of, ...]) -> str:
    hits = count(int(of[1]), "hits")
    return f"{say.name(of[0])} has {hits} and keeps one: a card of these would take nothing off"


def _may_not_fire_at_it(say: Say, of: tuple[Of, ...]) -> str:
    unit, target, mode, *aims = of
    three = zip(aims[::3], aims[1::3], aims[2::3], strict=True)
    instead = "; ".join(f"base {base} at {say.name(met)} at {length_text(int(gap))} BW" for base, met, gap in three)
    return f"no base of {say.name(unit)} may fire at {say.name(target)}; with {mode} they would: {instead}"


FACTS: FactTexts = {
    f.UnitFired: _fired,
    f.ShotsRerolled: _rerolled,
    f.FireEnded: _ended,
    f.HitsRemoved: _removed,
    f.KillsRolled: _killed,
}
ASKED: QuestionTexts = {
    a.AwaitFireReroll: _may_reroll,
    a.AwaitFireMorale: lambda _say, x: f"{x.side} may play morale cards against the hits",
}
ORDERS: OrderTexts = {
    a.FireUnit: "LL.5.gen.1 One unit fires with every base that can. Bases with one best target need nothing more. "
    "`target` is the unit to prefer where a zone may be turned, and the unit to bombard; `aims` turns "
    'single bases by whole degrees, right above zero: aims={"1":-20}. `hold` keeps bases silent (D18 B '
    "only). `use_card` names this unit for the modifier card of the phase.",
    a.EndFire: "LL.5.seq.3 All that is to fire has fired.",
}
REASONS: ReasonTexts = {
    "nobody to fire": said("{0} has no unit {1:typed} on the table; there are {rest}"),
    "has fired": "{0:name} has fired in this phase; a unit fires once",
    "limbered guns": "{0:name} is limbered and cannot fire; unlimbered guns can",
    "kept from firing": "{0:name} may not fire in this phase: {1:name}",
    "base in the water": "base {1} of {0:name} stands in the water ({2}) and cannot fire",
    "gun in woods": "base {1} of {0:name} stands in {2} and cannot fire",
    "gun on an obstacle": "base {1} of {0:name} stands on {2} and cannot fire",
    "every base holds": "every base of {0:name} that could fire holds its fire; give it no order instead",
    "no enemy there": said("{0:typed} is no enemy unit on the table; there are {rest}"),
    "no base may hold": "no base may hold its fire while others fire; the unit fires with all that can, or not at all",
    "no base of the front": "base {1} of {0:name} does not fire: its front rank is bases 1 to {2}",
    "no card waits for it": "no card in force waits to be given to {0:name}; fire without use_card",
    "back along the line": "{0:name} lies back from {1:name}, which has just fired; fire goes on from one flank to the "
    "other",
    "no morale card named": "no card is named; name one for a unit with hits, or decline",
    "no hits on it": _no_hits_on_it,
    "too many morale cards": "{1} cards for {0:name} are too many; two for a unit is the most",
    "no morale card for it": "no card is named for {0:name}; name one, or leave it out",
    "the last hit stays": _last_hit_stays,
    "no base may fire": "no base of {0:name} may fire from where it stands",
    "target in no zone": said("no base of {0:name} has {2:name} in its zones within {1:bw} BW"),
    "no enemy in its zones": said("no base of {0:name} has an enemy in its zones within {1:bw} BW"),
    "may not fire at it": _may_not_fire_at_it,
    "target straight ahead": said(
        "base {1} of {0:name} has {3:name} at {4:bw} BW straight ahead to {2} at; only without may its zone turn"
    ),
    "turned too far": "base {1} of {0:name} may turn its zone by {2}° at most, not {3}°",
    "friend straight ahead": said(
        "base {1} of {0:name} has a friend straight ahead, {2:name} at {3:bw} BW, and may not fire"
    ),
    "zone meets nobody": said("the zone of base {1} of {0:name}, {2:turned}, meets nobody within {3:bw} BW"),
    "zone meets a friend": said(
        "the zone of base {1} of {0:name}, {2:turned}, meets a friend first, {3:name} at {4:bw} BW"
    ),
    "outside its arc": said(
        "the zone of base {1} of {0:name}, {2:turned}, meets {3:name} at {4:bw} BW, outside the 45° of its arc"
    ),
    "zone ends short": nested(
        "the zone of base {1} of {0:name}, {2:turned}, does not reach {3:name} at {4:bw} BW: {why}"
    ),
    "obstruction ends the zone": said("{0} ends the zone at {1:bw} BW, 2 BW past its edge"),
    "stands at the crest": "it stands at the crest of {0}",
    "crest ends the zone": said("the crest of {0} ends the zone at {1:bw} BW"),
    "must volley, not across a crest": said(
        "base {1} of {0:name} could only skirmish {2:turned} (the crest of {6} is in the way) and must volley, "
        "at {3:name} at {4:bw} BW {5:turned}"
    ),
    "must volley, not through terrain": said(
        "base {1} of {0:name} could only skirmish {2:turned} ({6} is in the way) and must volley, "
        "at {3:name} at {4:bw} BW {5:turned}"
    ),
    "must fire canister": said(
        "base {1} of {0:name} meets nobody within 6 BW {2:turned}, and its battery must fire canister"
    ),
    "bombardment turned too far": "base {1} of {0:name} may turn its bombardment by {2}° at most, not {3}°",
    "short range": said(
        "base {1} of {0:name} cannot bombard {2:name} at {3:bw} BW: that is short range, for canister only"
    ),
    "one unit only": said(
        "base {1} of {0:name} would bombard {2:name} at {3:bw} BW and its battery {4:name}: one unit only"
    ),
    "to hit": "to hit: {0:name}",
    "to-hit dice again": "to-hit dice again: {0:name}",
    "to kill": "to kill: {0:name}",
    "to re-roll to-hit dice": "to re-roll the dice of {0:unit}",
    "morale cards against fire": "morale cards against fire",
    "three ranks or more": "three ranks or more",
    "shot from behind its front line": "shot from behind its front line",
    "target in cover": "target in cover",
    "firing base in difficult terrain": "firing base in difficult terrain",
}
