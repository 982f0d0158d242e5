"""What points are scored for, and how the game ends, in English."""

from __future__ import annotations

from domain.kernel.reasons import Of, Reason
from domain.kernel.say import ReasonTexts, Say, Template
from rules.gettysburg import clock

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


REASONS: ReasonTexts = {
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
}
