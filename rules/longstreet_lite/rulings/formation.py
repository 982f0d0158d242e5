"""Disputes about deployment, formations, and how units turn and move."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Reading

READINGS: Mapping[str, Reading] = {
    "D5": Reading(
        "LL.1.loss.3",
        "May a unit close up when bases are lost?",
        {
            "A": "no, the rest stand still, unless no choice of bases would leave a legal formation",
            "B": "yes",
        },
        "A",
    ),
    "D11": Reading(
        "LL.3.terr.5",
        "In which order do the armies deploy? (Each base wholly in its own zone, in any legal formation.)",
        {"A": "one whole army, then the other", "B": "unit by unit in turns"},
        "A",
    ),
    "D27": Reading(
        "LL.6.face.1",
        "What becomes of a short last rank when the unit turns about?",
        {
            "A": "it is seated again at the new rear, within the same rectangle",
            "B": "such a unit may not turn about",
        },
        "A",
    ),
    "D28": Reading(
        "LL.6.face.3",
        "Which infantry formations are linear?",
        {
            "A": "all but the column, which is one base wide",
            "B": "those with at least as many files as ranks",
            "C": "those of one or two ranks",
        },
        "A",
    ),
    "D29": Reading(
        "LL.6.quart.1",
        "A quarter turn would leave a short rank elsewhere than at the rear. What of it?",
        {
            "A": "the bases are seated again: as many files as there were ranks, filled from the front, on the centre "
            "of the old footprint",
            "B": "it is refused",
        },
        "B",
    ),
    "D30": Reading(
        "LL.6.prol.1",
        "May guns turn while they are prolonged?",
        {"A": "yes, if no corner moves farther than the allowance", "B": "no, they keep their facing"},
        "A",
    ),
    "D31": Reading(
        "LL.6.aform.4",
        "Does limbering or unlimbering within 6 BW of the enemy cause disorder?",
        {"A": "yes, like any change of formation", "B": "no, only difficult terrain does"},
        "A",
    ),
    "D52": Reading(
        "LL.6.path.2",
        "May a unit move off the table of its own will?",
        {"A": "no", "B": "yes, and all its bases are lost"},
        "A",
    ),
}
