"""Disputed and optional rules as switches: what they are, and which are in force in a game.

Their words stand in book.en.toml.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.chapter import Reading
from rules.texts import is_on as is_on
from rules.texts import options_of, reading_among, readings_of, settled_of

# The rule, its letters, and the usual one where that is not the first.
READINGS: Mapping[str, Reading] = readings_of("musket_and_pike", {
    "D2": ("4.5", "ab"),
    "D3": ("4.1.1", "ab"),
    "D4": ("4.1.2", "ab"),
    "D5": ("4.2.1", "ab"),
    "D6": ("4.4.4", "abc"),
    "D7": ("4.4.2", "ab"),
    "D8": ("3.4.A", "ab"),
    "D9": ("4.6", "ab"),
    "D10": ("5.1.2", "ab"),
    "D11": ("5.1.2", "ab"),
    "D12": ("5.2.2", "abc"),
    "D13": ("5.1.1", "ab"),
    "D14": ("5.3.1", "ab"),
    "D15": ("5.4.2", "abc"),
    "D16": ("5.4.3", "abc"),
    "D17": ("5.3.2", "ab"),
    "D18": ("5.6.1", "abc"),
    "D19": ("5.6.1", "ab"),
    "D20": ("5.6.1", "abc"),
    "D21": ("5.6.2", "abc"),
    "D22": ("5.6.4", "abc"),
    "D23": ("5.7.1", "ab"),
    "D24": ("5.8", "abc"),
    "D25": ("6.2.2", "ab"),
    "D26": ("6.3.3", "abcd"),
    "D27": ("6.3.4", "ab"),
    "D28": ("6.3.4", "ab"),
    "D29": ("7.3.3", "abc"),
    "D30": ("7.4", "abc"),
    "D31": ("8.2.1", "ab"),
    "D32": ("8.3.1", "ab"),
    "D33": ("8.4", "ab"),
    "D34": ("9.1.1a", "ab"),
    "D35": ("9.1.1", "ab"),
    "D36": ("9.1.3", "ab"),
    "D37": ("10.3.4", "ab", "b"),
    "D38": ("9.1.3", "ab"),
    "D39": ("9.2.3", "ab"),
    "D40": ("13.2.2", "ab"),
    "D41": ("9.2.4", "ab"),
    "D42": ("9.3.1", "ab"),
    "D43": ("9.4.2", "ab"),
    "D44": ("9.4.5", "abc"),
    "D45": ("10.1.4", "ab"),
    "D46": ("10.6.5", "ab"),
    "D47": ("10.6.5", "ab"),
    "D48": ("10.6.4", "ab"),
    "D49": ("10.6.6", "ab"),
    "D50": ("10.3.5", "ab"),
    "D51": ("10.3.5", "ab"),
    "D52": ("10.5.1", "ab"),
    "D53": ("10.8.3", "ab"),
    "D54": ("10.8.6", "abc"),
    "D55": ("10.9.3.B", "ab"),
    "D56": ("10.1.3", "ab"),
    "D57": ("10.10", "ab"),
    "D58": ("11.1.3", "ab"),
    "D59": ("11.1.2", "ab"),
    "D60": ("11.2.F", "ab"),
    "D61": ("11.3.1", "ab"),
    "D62": ("11.3.3", "ab"),
    "D63": ("11.3.4", "ab"),
    "D64": ("11.3.5", "abc"),
    "D65": ("11.3.6", "abc"),
    "D66": ("11.3.7", "ab"),
    "D67": ("11.4.2", "ab"),
    "D68": ("11.4.5", "ab"),
    "D69": ("11.6", "ab"),
    "D70": ("11.7.4", "ab"),
    "D71": ("11.8", "ab"),
    "D72": ("12.2", "ab"),
    "D73": ("13.2.5", "ab"),
    "D74": ("12.4.3", "abc"),
    "D75": ("13.4.1", "abc"),
    "D76": ("13.4.2", "ab"),
    "D77": ("14.3", "ab"),
    "D78": ("14.4", "ab"),
    "D79": ("15", "ab", "b"),
    "D80": ("15", "ab"),
    "D82": ("6.2.4", "ab"),
    "D83": ("10.2", "ab"),
    "D84": ("11.2.C", "ab"),
    "D85": ("10.4", "ab"),
    "D86": ("5.3.5", "ab"),
    "D87": ("11.5.1", "ab"),
    "D88": ("12.5.2", "ab"),
    "D89": ("12.5.2", "ab"),
    "D90": ("10.3.4", "ab"),
})  # fmt: skip

SETTLED: Mapping[str, str] = settled_of("musket_and_pike", ("D1", "D81", "D91", "D92"))

OPTIONS = options_of("musket_and_pike", {
    "hi_fire_limit": "9.4.1a",
    "historical_orders": "5.5.3",
    "own_charts": "DRV.tables",
})  # fmt: skip

reading = reading_among(READINGS)
