"""Disputed and optional rules as switches: what they are, and which are in force in a game.

Their words stand in book.en.toml, and in the book of each other language.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.chapter import Reading
from rules.texts import is_on as is_on
from rules.texts import options_of, reading_among, readings_of, settled_of

# The rule, its letters, and the usual one where that is not the first.
READINGS: Mapping[str, Reading] = readings_of("longstreet_lite", {
    "D1": ("LL.1.base.2", "ABC"),
    "D2": ("LL.1.dice.6", "AB"),
    "D3": ("LL.1.edge.6", "ABC", "C"),
    "D4": ("LL.1.edge.6", "ABC"),
    "D5": ("LL.1.loss.3", "AB"),
    "D6": ("LL.2.in.3", "ABC"),
    "D7": ("LL.2.obs.2", "AB"),
    "D8": ("LL.2.hill.1", "AB"),
    "D9": ("LL.2.table", "ABC"),
    "D10": ("LL.2.table", "AB"),
    "D11": ("LL.3.terr.5", "AB"),
    "D13": ("LL.3.lose.2", "AB"),
    "D14": ("LL.4.deck.3", "ABC"),
    "D15": ("LL.4.resh.4", "AB"),
    "D16": ("LL.4.two.1", "AB"),
    "D17": ("LL.4.pass.2", "ABC"),
    "D18": ("LL.5.gen.1", "AB"),
    "D19": ("LL.5.artprio.2", "AB"),
    "D20": ("LL.5.artprio.4", "ABC"),
    "D21": ("LL.5.artterr.2", "ABC"),
    "D22": ("LL.5.volley.1", "AB"),
    "D23": ("LL.5.skirm.4", "AB"),
    "D25": ("LL.5.dense.1", "AB"),
    "D26": ("LL.5.last.1", "AB"),
    "D27": ("LL.6.face.1", "AB"),
    "D28": ("LL.6.face.3", "ABC"),
    "D29": ("LL.6.quart.1", "AB", "B"),
    "D30": ("LL.6.prol.1", "AB"),
    "D31": ("LL.6.aform.4", "AB"),
    "D32": ("LL.7.charge.1", "AB"),
    "D33": ("LL.7.charge.3", "AB"),
    "D34": ("LL.7.target.2", "AB"),
    "D35": ("LL.7.cover.2", "AB"),
    "D36": ("LL.7.ndice.4", "AB"),
    "D37": ("LL.7.barely.1", "AB"),
    "D38": ("LL.7.few.1", "AB"),
    "D39": ("LL.7.vuln.1", "AB"),
    "D40": ("LL.7.vuln.1", "AB"),
    "D41": ("LL.7.fdist.2", "ABC"),
    "D42": ("LL.7.fdist.2", "AB"),
    "D43": ("LL.7.fdir.2", "AB"),
    "D44": ("LL.7.fdir.4", "AB"),
    "D45": ("LL.7.finterp.1", "AB"),
    "D46": ("LL.7.finterp.2", "AB"),
    "D47": ("LL.7.finterp.3", "AB"),
    "D48": ("LL.7.flimb.1", "AB"),
    "D49": ("LL.5.artterr.2", "AB", "B"),
    "D51": ("LL.3.bp.3", "AB"),
    "D52": ("LL.6.path.2", "AB"),
    "D53": ("LL.3.bp.2", "AB"),
    "D54": ("LL.4.mod.1", "AB"),
    "D55": ("LL.7.fdir.1", "AB"),
    "D56": ("LL.5.zone.3", "AB"),
    "D58": ("LL.4.int.3", "ABC"),
    "D59": ("LL.5.who.3", "AB"),
    "D60": ("LL.4.pass.2", "AB"),
})  # fmt: skip

SETTLED: Mapping[str, str] = settled_of("longstreet_lite", ("D12", "D24", "D50", "D57"))  # no second way to play these

OPTIONS = options_of("longstreet_lite", {
    "void_effects": "LL.F.2",
    "plateaus": "LL.2.crest.1",
    "rivers": "LL.3.terr.3",
    "strict_firing_order": "LL.5.gen.2",
})  # fmt: skip

reading = reading_among(READINGS)
