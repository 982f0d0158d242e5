"""D24 to D42: disputes about movement, states, reinforcements and the Train."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Reading

READINGS: Mapping[str, Reading] = {
    "D24": Reading(
        "7.4",
        "Does an enemy Hidden Movement Counter count as an enemy unit where distance matters?",
        {
            "A": "yes for rules about any enemy unit, never for rules that name infantry, cavalry or artillery",
            "B": "never",
            "C": "as what it holds: a decoy as nothing (this gives contents away)",
        },
        "A",
    ),
    "D25": Reading(
        "7.3",
        "When may a Disrupted unit recover, when are the 2 points paid, and may it then force-march?",
        {
            "A": "at the start of its own move, paid first; no forced march that turn",
            "B": "if not adjacent to an enemy at the start of the phase; paid at any time; forced march allowed after",
        },
        "A",
    ),
    "D26": Reading(
        "7.3",
        "May units inside a Hidden Movement Counter recover from Disruption?",
        {
            "A": "yes, if the counter uses at most 4 of its 6 movement points",
            "B": "no",
            "C": "yes, of itself",
        },
        "A",
    ),
    "D27": Reading(
        "7.4",
        "When is a rally rolled for?",
        {
            "A": "in step 5.3.2B after all movement, for the brigades the owner chooses",
            "B": "instead of moving, at any moment of the Movement Phase",
        },
        "A",
    ),
    "D28": Reading(
        "17.3",
        "May a unit that nobody controls (roll of 4) rally?",
        {"A": "yes, but its Disruption stays", "B": "no", "C": "yes, and it loses its Disruption"},
        "A",
    ),
    "D29": Reading(
        "9.3",
        "Where is overstacking by a retreating unit tested?",
        {"A": "in each hex it enters", "B": "only where the retreat ends"},
        "A",
    ),
    "D30": Reading(
        "9.3",
        "Retreating units overstack a hex. Which unit may the owner choose to rout?",
        {"A": "one of those that retreated", "B": "any in the hex, also one that stood there"},
        "A",
    ),
    "D31": Reading(
        "10.2",
        "What does the entry hex cost besides the place in the column?",
        {"A": "nothing more", "B": "the stacking cost too", "C": "the stacking and the terrain cost too"},
        "A",
    ),
    "D32": Reading(
        "10.2",
        "How is the column at an entry hex counted?",
        {
            "A": "all that enter there in a player turn are one column; the Train pays 1 and is not counted",
            "B": "each group of the schedule is a column of its own",
        },
        "A",
    ),
    "D33": Reading(
        "15.3",
        "How often is the delay of infantry by cavalry rolled for?",
        {
            "A": "once for each exit, before the next hex is chosen",
            "B": "once for each enemy cavalry brigade adjacent to the hex left",
            "C": "again whenever another hex is chosen instead",
        },
        "A",
    ),
    "D34": Reading(
        "8.6(4)",
        "Enemy infantry is revealed next to moving cavalry. Does the cavalry test its morale?",
        {"A": "no, the infantry came to it", "B": "yes"},
        "A",
    ),
    "D35": Reading(
        "15.1",
        "What does accelerated movement give?",
        {
            "A": "8 movement points, if the whole move keeps 3 hexes from every enemy unit",
            "B": "half cost for each hex entered that lies 3 hexes from every enemy unit; others at full cost",
        },
        "A",
    ),
    "D36": Reading(
        "21.1",
        "May a Train that is still on its moved side move?",
        {
            "A": "yes; it is turned back of itself when no enemy unit is adjacent",
            "B": "no; it must first be turned back",
        },
        "A",
    ),
    "D37": Reading(
        "10.4",
        "Does an attack on the Train in the enemy's last Combat Phase stop returns?",
        {"A": "yes, as 10.4 says; a bombardment too", "B": "no, as in the shorter list of 21.5"},
        "A",
    ),
    "D38": Reading(
        "10.4",
        "Does a unit keep its Disrupted marker in the Routed or Eliminated box?",
        {"A": "no", "B": "yes: it returns Disrupted as well"},
        "A",
    ),
    "D39": Reading(
        "4.3",
        "The Union controls the Confederate Train and takes it off the map by E, F or G. Are points scored?",
        {"A": "yes, by the Confederates", "B": "no"},
        "A",
    ),
    "D40": Reading(
        "22.6",
        "In which state does a unit come back that had left the map?",
        {"A": "as it left", "B": "Normal, artillery Ready"},
        "A",
    ),
    "D41": Reading(
        "22.4",
        "May a Train force-march?",
        {"A": "no, it can never be Disrupted", "B": "yes, at no price"},
        "A",
    ),
    "D42": Reading(
        "22.2",
        "May a move of a single hex be a disengagement?",
        {"A": "never", "B": "if the player declares it"},
        "A",
    ),
}
