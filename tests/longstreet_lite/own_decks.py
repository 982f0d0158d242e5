"""Decks of our own for tests: what users would type, with no line of code behind it."""

from __future__ import annotations

from domain.kernel.packs import Pack
from tests.longstreet_lite.positions import HOUSE

# Section 11.3 of the reference: the same thirty neutral cards for each side.
HOUSE_30 = """
source = "tests"
deck = "HOUSE-30"
cards = [
  { id = "plain-1", name = "Plain", nation = "NEUTRAL", copies = 10, morale = 1, source = "tests" },
  { id = "plain-2", name = "Steady", nation = "NEUTRAL", copies = 6, morale = 2, source = "tests" },
  { id = "quickstep", name = "Quickstep", nation = "NEUTRAL", copies = 4, morale = 1, modifier = "BUGLE",
    source = "tests", effects = [{ do = "move_bonus", n = 2 }] },
  { id = "aim-low", name = "Aim Low", nation = "NEUTRAL", copies = 3, morale = 1, modifier = "RIFLE",
    source = "tests", effects = [{ do = "may_reroll", units = "one", dice = "to_hit" }] },
  { id = "cold-steel", name = "Cold Steel", nation = "NEUTRAL", copies = 3, morale = 1, modifier = "SABRES",
    source = "tests", effects = [{ do = "extra_combat_dice", n = 2, units = "one", dice = "attack" }] },
  { id = "old-rivals", name = "Old Rivals", nation = "NEUTRAL", copies = 2, morale = 1, interrupt = true,
    timing = "after_move", source = "tests",
    effects = [{ do = "unit_may_not_move", units = "one", whose = "enemy" }] },
  { id = "stray-courier", name = "Stray Courier", nation = "NEUTRAL", copies = 1, morale = 2, interrupt = true,
    red = true, timing = "turn_start", source = "tests", effects = [{ do = "no_modifiers", whose = "enemy" }] },
  { id = "sharpshooters", name = "Sharpshooters", nation = "NEUTRAL", copies = 1, morale = 2, interrupt = true,
    red = true, timing = "after_fire", source = "tests",
    effects = [{ do = "unit_may_not_fire", units = "one", whose = "enemy" }] },
]
"""


def deck(text: str) -> Pack:
    """The house scenarios with other cards."""
    return Pack(name="own", files={**HOUSE.files, "cards.toml": text.replace("\n  {", " {").replace("\n    ", " ")})


def one_card(keys: str) -> Pack:
    """Forty plain cards, and a card `own` of these keys."""
    return deck(
        f"""
source = "tests"
deck = "OWN"

[[cards]]
id = "plain"
name = "Plain"
nation = "NEUTRAL"
copies = 40
morale = 1
source = "tests"

[[cards]]
id = "own"
name = "Own"
nation = "NEUTRAL"
copies = 4
morale = 1
source = "tests"
{keys}
"""
    )
