"""D71 to D96: disputes about command, hidden movement, Counter-Attacks, the Train and victory."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Reading

READINGS: Mapping[str, Reading] = {
    "D71": Reading(
        "18.2",
        "Do Hidden Movement Counters observe?",
        {
            "A": "no",
            "B": "yes, decoys too",
            "C": "yes, those that hold units (this gives contents away)",
        },
        "A",
    ),
    "D72": Reading(
        "18.3",
        "Which terrain costs does a Hidden Movement Counter pay?",
        {
            "A": "those of infantry",
            "B": "the worst of what it holds, less what 18.8 waives (this gives contents away)",
        },
        "A",
    ),
    "D73": Reading(
        "18.2",
        "From where may units be taken into a new Hidden Movement Counter?",
        {
            "A": "its hex and the adjacent ones, observed or not",
            "B": "its hex and those adjacent ones that no enemy observes",
        },
        "A",
    ),
    "D74": Reading(
        "18.5",
        "May units be deployed next to enemy infantry in every command state?",
        {
            "A": "yes, deploying is not moving",
            "B": "no, only in Attack state",
        },
        "A",
    ),
    "D75": Reading(
        "18.8",
        "Does Disrupted artillery deploy Ready?",
        {"A": "no, it deploys Fired", "B": "yes, like all artillery"},
        "A",
    ),
    "D76": Reading(
        "20.2",
        "Does moving at night Disrupt the units that stay inside a Hidden Movement Counter?",
        {"A": "no", "B": "yes"},
        "A",
    ),
    "D77": Reading(
        "16.4",
        "A Restricted army enters a hex next to several enemy infantry hexes under 16.4(1). For how many must it hold? "
        "(B, an attack merely intended, is not offered: an intention cannot be recorded.)",
        {"A": "for each of them, by an attack already declared", "C": "for one of them, by an attack already declared"},
        "A",
    ),
    "D79": Reading(
        "17.3",
        "What opens the window of control, and whose order do attacks follow?",
        {
            "A": "any activation; once a controlled unit has declared an attack its controller orders all attacks",
            "B": "movement only; the controller orders only the attacks of units he controls",
        },
        "A",
    ),
    "D80": Reading(
        "17.5",
        "Who places the units of a controlled Hidden Movement Counter, and may they act?",
        {
            "A": "the owner places them; they may do nothing this turn",
            "B": "the controller places them and may move them",
        },
        "A",
    ),
    "D81": Reading(
        "17.4",
        "May the owner coordinate the attack of a controlled unit, and who chooses its support and advance?",
        {
            "A": "he may, though in Panic; the owner chooses",
            "B": "he may not; the controller chooses",
        },
        "A",
    ),
    "D82": Reading(
        "17.2",
        "May a control attempt be made on the Train?",
        {"A": "yes", "B": "no"},
        "A",
    ),
    "D83": Reading(
        "22.5",
        "Do captured brigades count for demoralization?",
        {"A": "yes", "B": "no"},
        "A",
    ),
    "D84": Reading(
        "19.1",
        "What may be Counter-Attacked?",
        {
            "A": "a brigade that attacked, whether it advanced or not, and artillery that bombarded",
            "B": "only a brigade that advanced",
        },
        "A",
    ),
    "D85": Reading(
        "19.2",
        "May a Supporting Brigade that stayed in an attacked hex Counter-Attack?",
        {"A": "yes, if it has not fought itself", "B": "no: an attack was declared on its hex"},
        "A",
    ),
    "D86": Reading(
        "19.3",
        "How many Counter-Attacks may answer one combat?",
        {
            "A": "one, by the side that defended in it; then the other side may answer, and so on",
            "B": "one by each brigade that may",
            "C": "one; an answer to it only if it advanced",
        },
        "A",
    ),
    "D87": Reading(
        "21.4",
        "When may a Train be attacked, and how are points counted?",
        {
            "A": "whatever stands with it; 1 point for each attacking unit",
            "B": "only when alone in its hex; 1 point for each attacking unit",
            "C": "whatever stands with it; a coordinated stack of artillery scores 1 point together",
        },
        "A",
    ),
    "D89": Reading(
        "23.5",
        "Which Union brigades have been Eliminated or Routed?",
        {
            "A": "all that suffered either at least once, even if they came back or were captured",
            "B": "those in the Routed, Eliminated and Destroyed Cadres boxes at the end",
        },
        "A",
    ),
    "D90": Reading(
        "23.4",
        "Which Union units count towards the ten in the boxes?",
        {"A": "all combat units", "B": "brigades only"},
        "A",
    ),
    "D94": Reading(
        "8.4",
        "Enemy units are revealed next to a unit that has finished. May it still declare an attack?",
        {"A": "no", "B": "yes, once"},
        "A",
    ),
    "D95": Reading(
        "18.4",
        "A Hidden Movement Counter can be observed though nothing has moved. When is it revealed?",
        {
            "A": "when the next Movement Phase of either player opens",
            "B": "when the next piece moves",
        },
        "A",
    ),
    "D96": Reading(
        "18.8",
        "May a Shaken brigade inside a Hidden Movement Counter rally with an enemy unit within 2 hexes?",
        {"A": "yes", "B": "no: the distance of 7.4 counts"},
        "A",
    ),
}
