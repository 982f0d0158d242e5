"""Why an order comes at the wrong moment, what points are scored for, how the game ends, and what the board says."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.reasons import Of, Reason
from domain.kernel.say import ReasonTexts, Say, Template
from rules.gettysburg import clock

COMMON = ("MoveUnit", "DeclareAttack", "DeclareBombardment", "ReorderStack")  # named before what is rarely ordered


def _either(orders: Iterable[Of]) -> str:
    return " or ".join(map(str, orders))


def _no_order_of_this_phase(_say: Say, of: tuple[Of, ...]) -> str:
    order, phase, *there = map(str, of)
    if phase == "movement":
        there = [*COMMON, *(other for other in there if other not in COMMON)]
    return f"{order} is no order of the {phase} phase; there: {', '.join(there)}"


# 4.1a, 20.5 How it ends; `now` is asked while it goes on.
ENDINGS = {"last-turn": "end of {0}", "rain": "rain before {0} (20.5)", "now": "at {0}"}
# 23.5 What is counted at Little Round Top.
COUNTED = {
    "Taneytown Road": "Confederate infantry brigades on the Taneytown Road",
    "Baltimore Pike": "Confederate infantry brigades on the Baltimore Pike",
    "broken": "Union infantry brigades Eliminated or Routed",
}


def _when(of: tuple[Of, ...]) -> str:
    return ENDINGS[str(of[0])].format(clock.said(int(of[1])))


def _ended(verdict: str) -> Template:
    """How and when it ended, and what decided it."""
    return lambda _say, of: f"{_when(of)}; {verdict.format(*of[2:])}"


def _counted(_say: Say, of: tuple[Of, ...]) -> str:
    counts = [f"{COUNTED[str(what)]}: {count}" for what, count in zip(of[2::2], of[3::2], strict=True)]
    return "; ".join((_when(of), *counts))


def _now(counts: str) -> Template:
    def told(say: Say, of: tuple[Of, ...]) -> str:
        winner, cite, key, *more = of
        why = say.reason(Reason(str(key), of=(*more,)))
        return f"if it ended now, the {winner} side would win ({why}; {cite}{counts})"

    return told


def _title(_say: Say, of: tuple[Of, ...]) -> str:
    battle, turn, active, phase, *commands = of
    states = ", ".join(f"{side} {state}" for side, state in zip(commands[::2], commands[1::2], strict=True))
    return f"{battle}: {clock.said(int(turn))}, {active} {phase}" + (f" ({states})" if states else "")


def _differential(_say: Say, of: tuple[Of, ...]) -> str:
    column, reckoned = map(int, of)
    held = f", held from {reckoned:+}" if column != reckoned else ""
    return f"differential {f'{column:+}' if column else '0'}{held}"


REASONS: ReasonTexts = {
    # the gate
    "not asked": lambda _say, of: f"it is for the {of[0]} side to act now ({_either(of[1:])})",
    "must wait": lambda _say, of: f"{of[0]} must wait: first the {of[1]} side gives {_either(of[2:])}",
    "not your turn": "it is for the {1} side to act in this {0} phase",
    "no order of this phase": _no_order_of_this_phase,
    "set-up first": "the {0} side must end its set-up first (EndPhase)",
    # 4.3 points
    "unit captured": "{0:name} captured",
    "cadre destroyed": "cadre of {0:name} destroyed",
    "the Train attacked": "attack on the enemy Train",
    "the Train left the map": "the Confederate Train left the map by {0}",
    # 4.1, 23.2 to 23.5 endings
    "victory by points": _ended("{0} victory with a score of {1:+}"),
    "decisive victory by points": _ended("{0} decisive victory with a score of {1:+}"),
    "brigades on Cemetery Hill": _ended("Confederate infantry brigades on Cemetery Hill: {0}"),
    "score and units in the boxes": _ended("score {0:+}, Union units Eliminated, Routed or destroyed: {1}"),
    "roads and brigades": _counted,
    "if it ended now": _now(""),
    "if it ended now, without points": _now("; points do not count"),
    # the board, and the tables read
    "title of the board": _title,
    "in its HMC": "in {0}",
    "due there": lambda _say, of: f"{clock.said(int(of[0]))} at {of[1]}",
    "declared on": "{0} on {1}",
    "support": "support {0}",
    "came of it": "{0} ({1})",
    "artillery units": lambda _say, of: f"{of[0]} artillery unit{'' if of[0] == 1 else 's'}",
    "differential": _differential,
    "Army Marker": "Army Marker of the {0} side",
}
