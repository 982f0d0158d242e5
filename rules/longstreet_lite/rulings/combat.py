"""Disputes about charges, combat, retreats and the victory test."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Reading

READINGS: Mapping[str, Reading] = {
    "D32": Reading(
        "LL.7.charge.1",
        "May a charge be declared that does not reach?",
        {"A": "no, it is measured first", "B": "yes: it moves as far as it can and stops"},
        "A",
    ),
    "D36": Reading(
        "LL.7.ndice.4",
        "Whom does the limit of ten dice bind?",
        {"A": "every unit", "B": "attacking units only"},
        "A",
    ),
    "D37": Reading(
        "LL.7.barely.1",
        "A defender is barely engaged if it overlaps less than half of what?",
        {"A": "one base of the attacker's front: less than 0.5 BW", "B": "the attacker's whole front"},
        "A",
    ),
    "D38": Reading(
        "LL.7.few.1",
        "What becomes of an engaged defender for which there was no die?",
        {
            "A": "it has won without rolling, so its attackers have lost",
            "B": "it takes no part in the combat",
        },
        "A",
    ),
    "D39": Reading(
        "LL.7.vuln.1",
        "Is infantry in column vulnerable?",
        {"A": "no, only if flanked", "B": "yes"},
        "A",
    ),
    "D40": Reading(
        "LL.7.vuln.1",
        "Is limbered artillery vulnerable, apart from its own way of defending?",
        {"A": "yes: attack dice against it have +1", "B": "no: attack dice against it have no bonus"},
        "A",
    ),
    "D41": Reading(
        "LL.7.fdist.2",
        "What does the number rolled for a retreat measure?",
        {
            "A": "both the way gone and the distance from the enemy engaged, each at least that",
            "B": "the distance from the enemy engaged only",
            "C": "the way gone only, with 1 BW kept from every enemy",
        },
        "A",
    ),
    "D42": Reading(
        "LL.7.fdist.2",
        "Is exactly 1 BW from an enemy far enough at the end of a retreat?",
        {"A": "yes", "B": "no, it must be more"},
        "A",
    ),
    "D43": Reading(
        "LL.7.fdir.2",
        "Where may a retreat not go?",
        {
            "A": "anywhere ahead of the unit's front line as it stood (of a battery, that of its guns)",
            "B": "directly in front of the unit as it stood, between its flank lines",
        },
        "A",
    ),
    "D44": Reading(
        "LL.7.fdir.4",
        "May a retreat take a longer way round difficult terrain or friends?",
        {"A": "no, the shortest legal way", "B": "yes"},
        "A",
    ),
    "D46": Reading(
        "LL.7.finterp.2",
        "Which friends lose a base when a retreat passes through them?",
        {"A": "any", "B": "those that need not retreat in the same step themselves"},
        "A",
    ),
    "D47": Reading(
        "LL.7.finterp.3",
        "Does the ground on which a retreat starts count as crossed?",
        {"A": "yes; the base is lost after the move", "B": "no"},
        "A",
    ),
    "D48": Reading(
        "LL.7.flimb.1",
        "What becomes of the attackers of a limbered battery that holds?",
        {
            "A": "nothing: it retreats and leaves them unengaged",
            "B": "they have lost: one base each, and they retreat",
        },
        "A",
    ),
    "D51": Reading(
        "LL.3.bp.3",
        "Do the bases of a unit that routs or leaves the table count as lost?",
        {"A": "yes, all of them", "B": "no"},
        "A",
    ),
    "D53": Reading(
        "LL.3.bp.2",
        "Is the victory die rolled when it cannot matter?",
        {"A": "yes, always", "B": "no, only when it can decide"},
        "A",
    ),
    "D55": Reading(
        "LL.7.fdir.1",
        "Which way does a unit face after its retreat?",
        {
            "A": "as before; only a limbered battery and a unit that must re-form choose",
            "B": "as its owner likes",
        },
        "A",
    ),
}
