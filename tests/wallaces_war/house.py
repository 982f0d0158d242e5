"""The pack that comes with Wallace's War, and copies of it with some words written anew."""

from __future__ import annotations

from domain.kernel.packs import Pack
from tests.shipped import shipped_packs

HOUSE = next(pack for pack in shipped_packs("wallaces_war") if pack.name == "house")


def with_file(file: str, *changes: tuple[str, str]) -> Pack:
    """The shipped pack with the first place of each of these words, which must be there, written anew."""
    text = HOUSE.files[file]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return Pack(name="mine", files={**HOUSE.files, file: text})
