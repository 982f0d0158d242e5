"""Facts of the Fire phase in plain words: who fired at whom, with what dice, and what it cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from domain.angles import round_div
from domain.facts import Fact
from domain.measuretext import length_text
from rules.longstreet_lite.fire import facts as f
from rules.longstreet_lite.tables import Mode

DOES: Mapping[Mode, str] = {
    "volley": "volleys at",
    "skirmish": "skirmishes with",
    "canister": "fires canister at",
    "bombard": "bombards",
}


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def _alike(shot: f.Shot) -> tuple[Any, ...]:
    return shot.mode, shot.target, shot.needs, shot.modifiers


def _fired(fact: f.UnitFired) -> str:
    smoke = "; smoke (LL.5.seq.2)" if fact.smoke else ""
    return f"{fact.unit} {_said(fact.shots)}{smoke}"


def _said(shots: Iterable[f.Shot]) -> str:
    return "; ".join(_group(list(group)) for _, group in groupby(shots, key=_alike))


def _group(shots: list[f.Shot]) -> str:
    """Bases with the same target and number in one clause: range, number, why, faces, hits."""
    first = shots[0]
    why = "".join(f", {m.value:+} {m.why} ({m.cite})" for m in first.modifiers)
    needs = f"{first.needs}+" if first.needs < 6 else "6"
    faces = ", ".join(_faces(shot) for shot in shots)
    hits = _counted(sum(shot.hits for shot in shots), "hit")
    return f"{DOES[first.mode]} {first.target}, {_bases(shots)}{_far(shots)}: needs {needs}{why}; {faces}: {hits}"


def _faces(shot: f.Shot) -> str:
    """A die rolled again shows both faces."""
    again = shot.again or (0,) * len(shot.faces)
    return " ".join(f"{one}→{two}" if two else f"{one}" for one, two in zip(shot.faces, again, strict=True))


def _bases(shots: list[f.Shot]) -> str:
    numbers = [shot.base for shot in shots]
    if len(numbers) == 1:
        return f"base {numbers[0]}"
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"bases {numbers[0]} to {numbers[-1]}"
    return f"bases {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _far(shots: list[f.Shot]) -> str:
    near, far = (length_text(round_div(pick(shot.range for shot in shots), 10) * 10) for pick in (min, max))
    return f" at {near} BW{_turned(shots)}" if near == far else f" at {near} to {far} BW{_turned(shots)}"


def _turned(shots: list[f.Shot]) -> str:
    """One turn for all, else that of each base in its order, so that a zone straight ahead is not taken for turned."""
    turns = [shot.turn for shot in shots]
    said = [f"{turn:+}°" if turn else "0°" for turn in (turns if len(set(turns)) > 1 else turns[:1])]
    return f", turned {', '.join(said)}" if any(turns) else ""


def _rerolled(fact: f.ShotsRerolled) -> str:
    rule = "LL.1.dice.3" if fact.choice == "must" else "LL.1.dice.2"
    how = "must roll again what hit" if fact.choice == "must" else "rolls again what missed"
    return f"{fact.unit} {how} ({fact.card}, {rule}): {_said(fact.shots)}"


def _ended(fact: f.FireEnded) -> str:
    hits = ", ".join(f"{count} on {unit}" for unit, count in fact.hits.items())
    return f"the fire of {fact.by} is over; hits: {hits or 'none'} (LL.5.seq.3)"


def _removed(fact: f.HitsRemoved) -> str:
    wasted = fact.morale - fact.removed
    lost = f", {wasted} wasted" if wasted else ""
    return f"morale takes {_counted(fact.removed, 'hit')} off {fact.unit}{lost}; {fact.left} left (LL.5.morale.1)"


def _killed(fact: f.KillsRolled) -> str:
    faces = ", ".join(map(str, fact.faces))
    return f"to kill {fact.unit}: needs 4+; {faces}: {_counted(fact.kills, 'base')} lost (LL.5.kill.1)"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    f.UnitFired: _fired,
    f.ShotsRerolled: _rerolled,
    f.FireEnded: _ended,
    f.HitsRemoved: _removed,
    f.KillsRolled: _killed,
}
