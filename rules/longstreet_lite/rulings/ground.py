"""Disputes about bases, terrain, and what lies to the front, on the flank or in between."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Reading

READINGS: Mapping[str, Reading] = {
    "D1": Reading(
        "LL.1.base.2",
        "How deep is an infantry base? (That of guns and limbers comes with the scenario.)",
        {"A": "1 BW: square", "B": "0.67 BW: three wide, two deep", "C": "1.5 BW: two wide, three deep"},
        "A",
    ),
    "D3": Reading(
        "LL.1.edge.6",
        "A charge would touch a flank or rear edge without the right to a flank charge. What of it?",
        {
            "A": "it is refused, wherever it touches",
            "B": "it is allowed, wherever it touches, and counts as frontal",
            "C": "it is refused if it touches flank or rear only; at a corner of the front it counts as frontal",
        },
        "C",
    ),
    "D4": Reading(
        "LL.1.edge.6",
        "When is it judged whether a charge may strike the flank?",
        {"A": "before the charge begins", "B": "after its wheel", "C": "at contact"},
        "A",
    ),
    "D6": Reading(
        "LL.2.in.3",
        "May infantry fire from the water?",
        {
            "A": "no, and artillery neither",
            "B": "yes, volleys at -1",
            "C": "from a stream or ford, volleys at -1; from a marsh not at all",
        },
        "A",
    ),
    "D7": Reading(
        "LL.2.obs.2",
        "From which edge of obstructing terrain are the 2 BW of artillery fire counted?",
        {"A": "the near one, where the fire enters it", "B": "the far one, where the fire leaves it"},
        "A",
    ),
    "D8": Reading(
        "LL.2.hill.1",
        "May artillery fire at a unit at a crest from the other side?",
        {
            "A": "yes, and the unit has cover; only beyond the crest is it safe",
            "B": "no, neither at the crest nor beyond it",
        },
        "A",
    ),
    "D9": Reading(
        "LL.2.table",
        "Do standing crops give cover?",
        {
            "A": "no; small arms through them skirmish",
            "B": "in combat",
            "C": "in combat and against artillery fire",
        },
        "A",
    ),
    "D10": Reading(
        "LL.2.table",
        "May fieldworks be set up, which the terrain table leaves out? (Embankments are open linear terrain.)",
        {"A": "yes, they are walls", "B": "no, there are none"},
        "A",
    ),
    "D33": Reading(
        "LL.7.charge.3",
        "How is the 1 BW of a charge's wheel measured?",
        {"A": "along the arc of the outer front corner", "B": "straight from where that corner was to where it is"},
        "A",
    ),
    "D34": Reading(
        "LL.7.target.2",
        "Which movement is compared to find the nearest target of a charge?",
        {"A": "all of it, the wheel included", "B": "the straight part only"},
        "A",
    ),
    "D35": Reading(
        "LL.7.cover.2",
        "Several units attack one defender, and not all across its cover. Who takes the -1?",
        {
            "A": "each attacker that has no clear line of its own",
            "B": "nobody: one clear line of any attacker undoes the cover",
        },
        "A",
    ),
}
