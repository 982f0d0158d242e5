"""Disputed and optional rules as switches: what they are, and which are in force in a game.

Their words stand in book.en.toml.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.chapter import Reading
from rules.texts import is_on as is_on
from rules.texts import options_of, reading_among, readings_of, settled_of

# The rule, and its letters; the first is the usual one.
READINGS: Mapping[str, Reading] = readings_of("wallaces_war", {
    "D1": ("4.2d", "ABC"),
    "D2": ("4.2d", "AB"),
    "D3": ("4.2e", "ABC"),
    "D4": ("4.2d", "AB"),
    "D5": ("4.3e", "AB"),
    "D7": ("4.3b", "AB"),
    "D8": ("13.2f", "ABC"),
    "D9": ("4.4a", "AB"),
    "D11": ("4.5a", "AB"),
    "D12": ("4.5a", "ABC"),
    "D13": ("10.4d", "ABC"),
    "D14": ("13.2d", "AB"),
    "D15": ("13.2d", "ABC"),
    "D16": ("4.6a", "AB"),
    "D17": ("5.1b", "AB"),
    "D18": ("5.2e", "AB"),
    "D19": ("5.2d", "AB"),
    "D20": ("6.3c", "AB"),
    "D21": ("6.3a", "AB"),
    "D22": ("6.2b", "AB"),
    "D23": ("6.2a", "AB"),
    "D24": ("7.2b", "AB"),
    "D25": ("8.2i", "AB"),
    "D26": ("10.3/S9c", "AB"),
    "D27": ("10.2k", "ABC"),
    "D28": ("8.2g", "AB"),
    "D29": ("8.2g", "AB"),
    "D30": ("9.2a", "ABC"),
    "D31": ("9.3d", "ABC"),
    "D32": ("9.4f", "AB"),
    "D33": ("9.4f", "AB"),
    "D34": ("9.5c", "ABC"),
    "D35": ("9.7/S6c", "AB"),
    "D36": ("10.1a", "AB"),
    "D37": ("10.3/S2", "AB"),
    "D38": ("10.3/S2", "AB"),
    "D39": ("10.3/S2", "AB"),
    "D40": ("11.2.2e", "AB"),
    "D41": ("10.3/S10a", "AB"),
    "D42": ("10.3/S10a", "AB"),
    "D43": ("10.3/S9f", "AB"),
    "D44": ("13.3a", "ABC"),
    "D45": ("11.1d", "AB"),
    "D46": ("11.1h", "AB"),
    "D47": ("11.1c", "AB"),
    "D48": ("11.2.1e", "AB"),
    "D49": ("11.2.2a", "AB"),
    "D50": ("11.2a", "AB"),
    "D51": ("11.2.2h", "AB"),
    "D52": ("11.2.2g", "AB"),
    "D53": ("11.2.1g", "AB"),
    "D54": ("11.2.6d", "ABC"),
    "D56": ("11.2.1e", "AB"),
    "D57": ("11.2.4a", "AB"),
    "D58": ("12.3a", "AB"),
    "D59": ("12.5h", "AB"),
    "D60": ("12.5h", "AB"),
    "D61": ("12.5d", "AB"),
    "D62": ("12.5c", "AB"),
    "D63": ("13.4c", "AB"),
    "D64": ("13.6a", "AB"),
    "D65": ("13.5a", "AB"),
    "D66": ("13.7a", "AB"),
    "D67": ("13.3c", "AB"),
    "D68": ("16.2.3c", "AB"),
    "D69": ("14.5a", "AB"),
    "D70": ("8.3a", "AB"),
    "D71": ("14.3a", "AB"),
    "D72": ("14.6a", "AB"),
    "D73": ("14.4b", "AB"),
    "D74": ("8.4b", "AB"),
    "D75": ("15.2d", "AB"),
    "D76": ("15.2d", "AB"),
    "D77": ("15.2f", "AB"),
    "D78": ("15.2e", "AB"),
    "D79": ("17.2a", "AB"),
    "D80": ("17.2a", "AB"),
    "D81": ("17.1a", "AB"),
    "D82": ("16.1a", "AB"),
    "D83": ("16.2.4d", "AB"),
    "D84": ("16.1a", "AB"),
    "D85": ("16.3.3a", "AB"),
    "D86": ("20.3.6c", "AB"),
    "D88": ("20.2.6a", "AB"),
    "D89": ("12.5a", "ABC"),
    "D90": ("13.4a", "AB"),
    "D91": ("4.3g", "AB"),
    "D92": ("4.4b", "ABC"),
    "D93": ("10.2n", "AB"),
    "D94": ("7.4d", "AB"),
})  # fmt: skip

SETTLED: Mapping[str, str] = settled_of("wallaces_war", ("D55", "D87"))  # no second way to play these

OPTIONS = options_of("wallaces_war", {
    "leader_loss_on_10": "13.4b",
    "lewes_edward_target": "20.3.2a",
    "house2_leaders": "13.2",
    "retreats_past_leaders": "7.3b",
})  # fmt: skip

reading = reading_among(READINGS)
