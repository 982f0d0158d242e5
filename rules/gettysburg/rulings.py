"""Disputed and optional rules as switches: what they are, and which are in force in a game.

Their words stand in book.en.toml, and in the book of each other language.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.chapter import Reading
from domain.kernel.core import HasCore
from rules.texts import options_of, reading_among, readings_of, settled_of

# The rule, its letters, and the usual one where that is not the first.
READINGS: Mapping[str, Reading] = readings_of("gettysburg", {
    "D01": ("23.1", "AB"),
    "D03": ("3.2", "AB"),
    "D05": ("23.2", "ABC"),
    "D06": ("23.4", "AB"),
    "D07": ("23.5", "AB"),
    "D08": ("23.1", "AB"),
    "D09": ("23.1", "AB"),
    "D10": ("2.11", "AB"),
    "D11": ("CRT", "AB"),
    "D12": ("6.2", "AB"),
    "D14": ("8.3", "ABC"),
    "D15": ("TET", "AB"),
    "D17": ("6.4", "AB"),
    "D19": ("11.4", "AB"),
    "D20": ("22.2", "AB"),
    "D21": ("6.6", "AB"),
    "D22": ("14.4L", "AB"),
    "D23": ("18.2", "AB"),
    "D24": ("7.4", "ABC"),
    "D25": ("7.3", "AB"),
    "D26": ("7.3", "ABC"),
    "D27": ("7.4", "AB"),
    "D28": ("17.3", "ABC"),
    "D29": ("9.3", "AB"),
    "D30": ("9.3", "AB"),
    "D31": ("10.2", "ABC"),
    "D32": ("10.2", "AB"),
    "D33": ("15.3", "ABC"),
    "D34": ("8.6(4)", "AB"),
    "D35": ("15.1", "AB"),
    "D36": ("21.1", "AB"),
    "D37": ("10.4", "AB"),
    "D38": ("10.4", "AB"),
    "D39": ("4.3", "AB"),
    "D40": ("22.6", "AB"),
    "D41": ("22.4", "AB"),
    "D42": ("22.2", "AB"),
    "D43": ("11.2", "AB"),
    "D44": ("9.5", "AB"),
    "D45": ("11.6", "ABC"),
    "D46": ("11.7", "AB"),
    "D47": ("11.7", "AB"),
    "D48": ("11.3", "AC"),
    "D49": ("13.1", "AB"),
    "D50": ("12.2", "AB"),
    "D51": ("12.2", "AB"),
    "D52": ("12.3", "AB"),
    "D53": ("12.4", "AB"),
    "D54": ("12.4", "ABC"),
    "D55": ("12.4", "AB"),
    "D56": ("12.6", "ABC"),
    "D57": ("13.4", "AB"),
    "D58": ("14.4R", "ABC"),
    "D59": ("13.5", "ABC"),
    "D60": ("12.7", "AB"),
    "D61": ("7.5", "AB"),
    "D62": ("14.2", "AB"),
    "D63": ("5.3.3", "AB"),
    "D64": ("20.3", "AB"),
    "D65": ("20.2", "AB"),
    "D66": ("15.5", "ABC"),
    "D67": ("15.4", "AB"),
    "D68": ("22.3", "AB"),
    "D69": ("22.3", "ABC"),
    "D71": ("18.2", "ABC"),
    "D72": ("18.3", "AB"),
    "D73": ("18.2", "AB"),
    "D74": ("18.5", "AB"),
    "D75": ("18.8", "AB"),
    "D76": ("20.2", "AB"),
    "D77": ("16.4", "AC"),
    "D79": ("17.3", "AB"),
    "D80": ("17.5", "AB"),
    "D81": ("17.4", "AB"),
    "D82": ("17.2", "AB"),
    "D83": ("22.5", "AB"),
    "D84": ("19.1", "AB"),
    "D85": ("19.2", "AB"),
    "D86": ("19.3", "ABC"),
    "D87": ("21.4", "ABC"),
    "D89": ("23.5", "AB"),
    "D90": ("23.4", "AB"),
    "D94": ("8.4", "AB"),
    "D95": ("18.4", "AB"),
    "D96": ("18.8", "AB"),
})  # fmt: skip

SETTLED: Mapping[str, str] = settled_of(
    "gettysburg", ("D02", "D04", "D13", "D16", "D18", "D70", "D78", "D88", "D91", "D92", "D93")
)  # no second way to play these

_NEEDS: Mapping[str, str] = {
    "restricted_start": "command_control",
    "loss_of_control": "command_control",
    "demoralization": "command_control",
}
OPTIONS = options_of("gettysburg", {
    "command_control": "16.0",
    "restricted_start": "16.4O",
    "loss_of_control": "17.0",
    "hidden_movement": "18.0",
    "counterattacks": "19.0",
    "alternate_entry": "22.1",
    "disengagement": "22.2",
    "questionable": "22.3",
    "forced_march": "22.4",
    "demoralization": "22.5",
    "return_to_map": "22.6",
}, _NEEDS)  # fmt: skip
FULL: tuple[str, ...] = tuple(option for option in OPTIONS if option not in ("restricted_start", "return_to_map"))

reading = reading_among(READINGS)


def is_on(state: HasCore, option: str) -> bool:
    """Whether an optional rule is played, and with it the one it needs."""
    options = state.core.options
    return option in options and _NEEDS.get(option, option) in options
