"""D43 to D69: disputes about combat, artillery, cavalry and night."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Reading

READINGS: Mapping[str, Reading] = {
    "D43": Reading(
        "11.2",
        "Is an attack declared on a hex or on a unit?",
        {
            "A": "on the hex: later attacks meet whoever defends it then",
            "B": "on the unit: when it is gone the other attacks are wasted, even if another brigade stays",
        },
        "A",
    ),
    "D44": Reading(
        "9.5",
        "How many brigades may attack from one hex in a Combat Phase?",
        {"A": "one, the top one", "B": "each brigade there, from the top down"},
        "A",
    ),
    "D45": Reading(
        "11.6",
        "Is coordination rolled for by hex or by defender, and must it be?",
        {
            "A": "if wanted, one roll for the hex; the count of attacks runs on when the defender changes",
            "B": "if wanted, a new roll and a new count for each new defender with two or more attacks to come",
            "C": "always, one roll for the hex",
        },
        "A",
    ),
    "D46": Reading(
        "11.7",
        "Which of two Supporting Brigades takes over the defence?",
        {"A": "the next in the stack from the top", "B": "the one the owner chooses"},
        "A",
    ),
    "D47": Reading(
        "11.7",
        "When may the defender swap the defending and a Supporting Brigade?",
        {
            "A": "between two attacks, unless they are coordinated",
            "B": "between two attacks, only after a failed coordination roll",
        },
        "A",
    ),
    "D48": Reading(
        "11.3",
        "Who chooses artillery support first? (B, both in secret at once, is not offered: the log is open.)",
        {"A": "the attacker, openly", "C": "the defender, openly"},
        "A",
    ),
    "D49": Reading(
        "13.1",
        "May artillery that has declared a bombardment give support before it fires?",
        {
            "A": "no: the declaration binds it; if the target is gone the shot is lost",
            "B": "yes, as long as it has not fired",
        },
        "A",
    ),
    "D50": Reading(
        "12.2",
        "Does a brigade that survives its elimination test take the rest of the result?",
        {"A": "yes", "B": "no: the test takes the place of all else"},
        "A",
    ),
    "D51": Reading(
        "12.2",
        "Which morale counts in a rout test?",
        {"A": "that of the face up when the die is thrown", "B": "that of the Shaken face"},
        "A",
    ),
    "D52": Reading(
        "12.3",
        "A defender already Shaken is hit by a number above its morale and passes the rout test. Does it retreat?",
        {"A": "yes", "B": "no, it stays"},
        "A",
    ),
    "D53": Reading(
        "12.4",
        "A retreat leads next to enemy cavalry. Is morale tested?",
        {"A": "no: the unit just goes on one hex", "B": "yes, as next to infantry"},
        "A",
    ),
    "D54": Reading(
        "12.4",
        "What bars a retreat, and when may it leave the map?",
        {
            "A": "enemy hexes and prohibited terrain bar it; the owner may always choose the map edge",
            "B": "the same, but the map edge only when no hex is open",
            "C": "only enemy hexes bar it; the owner may always choose the map edge",
        },
        "A",
    ),
    "D55": Reading(
        "12.4",
        "Which morale counts in the tests of a retreat?",
        {"A": "that of the face now up", "B": "that of the face up before the combat"},
        "A",
    ),
    "D56": Reading(
        "12.6",
        "Which brigades are shaken by the fate of another in their hex?",
        {
            "A": "those in the attacked hex, once for each combat",
            "B": "those in the attacker's hex as well, when the attacker routs",
            "C": "those in a bombarded hex as well, when the target routs",
        },
        "A",
    ),
    "D57": Reading(
        "13.4",
        "A brigade is routed or eliminated and leaves artillery alone. Does the artillery retreat?",
        {"A": "no, it stays, and the hex is not empty", "B": "yes, as after a retreat"},
        "A",
    ),
    "D58": Reading(
        "14.4R",
        "How does artillery test a morale that the rulebook does not give?",
        {
            "A": "with the morale of the pack; without one it passes",
            "B": "not at all: rout results do nothing to it",
            "C": "not at all: it routs",
        },
        "A",
    ),
    "D59": Reading(
        "13.5",
        "Several artillery units stand alone under attack. Who picks the defender, and what of the others?",
        {
            "A": "the owner picks; the others retreat Disrupted",
            "B": "the attacker picks; the others retreat Disrupted",
            "C": "the owner picks; the others retreat, not Disrupted",
        },
        "A",
    ),
    "D60": Reading(
        "12.7",
        "When do brigades with a wasted attack advance?",
        {
            "A": "right after the combat, with the brigade that fought",
            "B": "each when its own attack would have come",
        },
        "A",
    ),
    "D61": Reading(
        "7.5",
        "What bars the path of a rout?",
        {
            "A": "enemy units, Hidden Movement Counters and Train; terrain does not",
            "B": "enemy units, the Train and prohibited terrain; Hidden Movement Counters do not",
        },
        "A",
    ),
    "D62": Reading(
        "14.2",
        "When is the unit chosen that a bombardment hits?",
        {
            "A": "with the declaration; if it is gone the shot is lost",
            "B": "when the shot is resolved, among those in the hex",
        },
        "A",
    ),
    "D63": Reading(
        "5.3.3",
        "How do bombardments and attacks on one hex mix?",
        {
            "A": "in any order the attacker likes, as one group",
            "B": "bombardments are a group of their own, apart from the attacks",
        },
        "A",
    ),
    "D64": Reading(
        "20.3",
        "Which results change at night?",
        {
            "A": "all: attacker results become AR, defender results DR, without elimination",
            "B": "only A and D without further letters; elimination is still ignored",
        },
        "A",
    ),
    "D65": Reading(
        "20.2",
        "What is moving at night?",
        {
            "A": "a move of the Movement Phase",
            "B": "any change of hex: retreat and advance as well",
        },
        "A",
    ),
    "D66": Reading(
        "15.5",
        "Which hexes may be charged, and when?",
        {
            "A": "clear hexes only; never as a Counter-Attack",
            "B": "clear hexes and bare hills; never as a Counter-Attack",
            "C": "clear hexes only; as a Counter-Attack too",
        },
        "A",
    ),
    "D67": Reading(
        "15.4",
        "Cavalry retreats before combat and another brigade stays in the hex. What becomes of the attack?",
        {"A": "it strikes the brigade that stays", "B": "it is wasted"},
        "A",
    ),
    "D68": Reading(
        "22.3",
        "Is a unit rebuilt from the Eliminated box Questionable?",
        {"A": "no, only those from the Routed box", "B": "yes"},
        "A",
    ),
    "D69": Reading(
        "22.3",
        "What follows when a Questionable brigade fails its test?",
        {
            "A": "its marker stays; if the attacker failed, the defender is not tested",
            "B": "its marker is removed; if the attacker failed, the defender is not tested",
            "C": "its marker stays; a Questionable defender is tested even if the attacker failed",
        },
        "A",
    ),
}
