"""2.1.2 How a pack writes what kind of unit a counter is: `hi2 reg`, `art 12lb double`, `cav dismounted`."""

from __future__ import annotations

from typing import Final, NamedTuple

ARMS: Final = {"cav": "cavalry", "cavA": "cavalry", "hi1": "heavy", "hi2": "heavy", "muskets": "light",
               "dragoon": "light", "art": "artillery", "wagon": "wagon"}  # fmt: skip
GUNS: Final = ("12lb", "4-8lb", "3lb")  # 10.8
# What may stand after each kind.
WORDS: Final = {
    "cav": ("dismounted",),
    "cavA": ("dismounted",),
    "hi1": ("reg", "nopikes", "column"),
    "hi2": ("swedish", "reg", "nopikes", "column"),
    "muskets": ("column",),
    "dragoon": ("column",),
    "art": ("double", "limbered"),
    "wagon": (),
}


class Kind(NamedTuple):
    """One kind as written: the code, the class of a gun, and the words after them."""

    code: str
    gun: str
    words: frozenset[str]

    @property
    def arm(self) -> str:
        """heavy, light, cavalry, artillery or wagon."""
        return ARMS[self.code]

    @property
    def width(self) -> int:
        """6.1, G.heavy_infantry The hexes it stands in."""
        return 2 if self.code == "hi2" else 1


def kind_of(text: str) -> Kind | None:
    """None for anything but a kind."""
    code, *words = text.split() or [""]
    gun = words.pop(0) if code == "art" and words else ""
    if code not in WORDS or (code == "art") != (gun in GUNS) or not set(words) <= set(WORDS[code]):
        return None
    return Kind(code, gun, frozenset(words))
