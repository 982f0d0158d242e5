"""D01 to D23: disputes about scope, set-up, data, terrain and geometry."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Reading

READINGS: Mapping[str, Reading] = {
    "D01": Reading(
        "23.1",
        "A scenario speaks of an optional rule that was not chosen. Is that rule then in play?",
        {
            "A": "no: optional rules are switched one by one, and words about an unused one are void",
            "B": "yes: a scenario brings in the optional rules it speaks of",
        },
        "A",
    ),
    "D03": Reading(
        "3.2",
        "Union 72 and 73 set up in a hex not adjacent to 1234: one hex or two?",
        {
            "A": "both in the same hex",
            "B": "each in a hex of its own choosing, neither of them 1234 nor adjacent to it",
        },
        "A",
    ),
    "D05": Reading(
        "23.2",
        "The set-up hex of Confederate 28 lost a digit in print. Where does it stand?",
        {
            "A": "1221, beside O'Neal and near the rest of Rodes' division",
            "B": "2221, behind the Union line",
            "C": "1121, a hex to the north of 1221",
        },
        "A",
    ),
    "D06": Reading(
        "23.4",
        "Confederate 3 (Law) is in the set-up list, and due on 2 July, turn 5. When does it come?",
        {"A": "it is set up at 1628 with the others", "B": "it arrives on turn 5 at A"},
        "A",
    ),
    "D07": Reading(
        "23.5",
        "On turn 7 the Union may move only 29 to 38, yet 39 to 49 are due. May they enter?",
        {
            "A": "no, entering is moving: they wait for turn 8",
            "B": "yes, the limit is for units on the map",
        },
        "A",
    ),
    "D08": Reading(
        "23.1",
        "Does a scenario receive the reinforcements due on its first turn?",
        {"A": "yes, but for units already set up", "B": "no, only those of later turns"},
        "A",
    ),
    "D09": Reading(
        "23.1",
        "Units marked h may start hidden or in the open. Is that decided unit by unit?",
        {
            "A": "yes: some may be hidden and others open",
            "B": "no: the whole group is hidden, or the whole group is open",
        },
        "A",
    ),
    "D10": Reading(
        "2.11",
        "Do the two faces of an Army Marker bear one set of values or two?",
        {
            "A": "one set, that of the front",
            "B": "two: the values of the face that is up count (the pack must give both)",
        },
        "A",
    ),
    "D11": Reading(
        "CRT",
        "The cell of roll 12 in column -2 breaks an even series. What does it say?",
        {"A": "D4, as printed", "B": "D3, as the series would have it"},
        "A",
    ),
    "D12": Reading(
        "6.2",
        "What does a hex with two kinds of terrain cost?",
        {
            "A": "the higher of the two; hexsides and stacking are added",
            "B": "the sum of both; hexsides and stacking are added",
        },
        "A",
    ),
    "D14": Reading(
        "8.3",
        "The road rate may not be used adjacent to an enemy unit. Which hex of the step counts?",
        {"A": "the hex entered", "B": "the hex left and the hex entered", "C": "the hex left"},
        "A",
    ),
    "D15": Reading(
        "TET",
        "Artillery pays 2 more to cross a protected hexside. In which direction?",
        {"A": "both ways", "B": "only into the hex with the symbol"},
        "A",
    ),
    "D17": Reading(
        "6.4",
        "When is a hexside of a heavy-woods hex clear, so that the defender gains its shift?",
        {
            "A": "when the map says so for that hexside",
            "B": "when the attacker's hex is not woods",
        },
        "A",
    ),
    "D19": Reading(
        "11.4",
        "When is the differential held to -4 and +4?",
        {
            "A": "once, after all modifiers",
            "B": "the bare difference first, and again after the modifiers",
        },
        "A",
    ),
    "D20": Reading(
        "22.2",
        "How near to enemy infantry must infantry start for disengagement and the limit on forced marches?",
        {"A": "adjacent or one hex between, as in 8.6(2)", "B": "adjacent"},
        "A",
    ),
    "D21": Reading(
        "6.6",
        "Whom does a protected hexside shield from bombardment?",
        {"A": "every unit in the hex", "B": "infantry only"},
        "A",
    ),
    "D22": Reading(
        "14.4L",
        "Do slope hexsides block the Line of Sight?",
        {"A": "no: only hexes block it", "B": "yes, slope hexsides block it as well"},
        "A",
    ),
    "D23": Reading(
        "18.2",
        "How is the reach of observation counted: 5 hexes, 7 from a hill, 3 at night?",
        {
            "A": "in intermediate hexes: distances 6, 8 and 4",
            "B": "in hexes from one to the other: distances 5, 7 and 3",
        },
        "A",
    ),
}
