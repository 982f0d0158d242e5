"""Disputes about fire: who fires, along which lines, at whom."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Reading

READINGS: Mapping[str, Reading] = {
    "D18": Reading(
        "LL.5.gen.1",
        "May a unit fire with some of its bases only?",
        {"A": "no: it holds its fire, or every base fires that can", "B": "yes, each base fires or not"},
        "A",
    ),
    "D19": Reading(
        "LL.5.artprio.2",
        "What is a zone widened by up to 45°? (Bases of the firing unit never block it.)",
        {
            "A": "the same strip, 1 BW wide, turned about the middle of the base's front",
            "B": "a cone that opens by 45° from each front corner; an enemy base in it with a clear line is a target",
        },
        "A",
    ),
    "D20": Reading(
        "LL.5.artprio.4",
        "How far may a bombardment turn? (Each base needs a clear zone of its own to the target.)",
        {
            "A": "up to 45° to either side",
            "B": "not at all, it goes straight ahead",
            "C": "to any target ahead of the front line",
        },
        "A",
    ),
    "D21": Reading(
        "LL.5.artterr.2",
        "When does cover lie wholly between guns and target?",
        {
            "A": "when every line in the strip from base to struck base crosses it",
            "B": "when any of it is in the strip",
            "C": "when the whole piece of terrain lies between the two",
        },
        "A",
    ),
    "D22": Reading(
        "LL.5.volley.1",
        "How much cover in the zone before the target bars a volley?",
        {"A": "any", "B": "only cover across the whole strip"},
        "A",
    ),
    "D23": Reading(
        "LL.5.skirm.4",
        "A base could skirmish straight ahead or volley at an angle. Which must it do?",
        {"A": "volley at the angle", "B": "fire straight ahead"},
        "A",
    ),
    "D25": Reading(
        "LL.5.dense.1",
        "Is a target dense whose third rank is not full?",
        {"A": "yes, one base in a third rank is enough", "B": "no, three full ranks are needed"},
        "A",
    ),
    "D49": Reading(
        "LL.5.artterr.2",
        "When do woods cover a base that stands partly in them?",
        {
            "A": "always: if any part of it is in the woods, or the strip crosses woods before it",
            "B": "if the strip crosses woods before it, or the edge it strikes lies at or inside the edge of the woods",
        },
        "B",
    ),
    "D56": Reading(
        "LL.5.zone.3",
        "May a base with a friend straight ahead fire at an angle?",
        {"A": "yes", "B": "no, it may not fire at all"},
        "A",
    ),
    "D59": Reading(
        "LL.5.who.3",
        "On which linear terrain is a gun kept from firing?",
        {"A": "walls and works", "B": "any, fences and embankments too"},
        "A",
    ),
}
