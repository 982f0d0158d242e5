"""Files with a few changes in them, of a fixed seed: read or refused in a sentence, and never anything else."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from domain.formats.importing.retelling import retell
from domain.formats.vassal.container import read_container, write_container
from domain.formats.vassal.metadata import Metadata
from domain.formats.vassal.payload import decode_payload, encode_payload
from domain.formats.vassal.read import read_chain
from domain.formats.vmod.lore import ReadModule
from domain.formats.vmod.reading import read_module
from domain.kernel.errors import RefightError
from rules import SYSTEMS
from tests.vassal.builder import EXAMPLE
from tests.vassal.test_chain import first, go
from tests.vassal.test_joining import read
from tests.vmod.builder import GAME, game, png, vmod

MILL_RAID = Path(__file__).parents[2] / "fixtures/freeform/mill-raid.vlog"
TEXTS = (EXAMPLE, decode_payload(read_container(MILL_RAID.read_bytes()).payload).text)
PARTS = ("\x1b", "\\", "\t", ";", "/", ",", "\0", "9" * 30, "null", "LOG\t", "+/", "D/", "M/", "|", "@@", "stack")
TRIES = 120
MODULE = ReadModule(read_module(game()), anyway=True)


def changed(luck: random.Random, text: Sequence[str]) -> str:
    kept = list(text)
    for _ in range(luck.randint(1, 10)):
        at, length = luck.randrange(len(kept) + 1), luck.randrange(1, 120)
        match luck.randrange(4):
            case 0:
                del kept[at : at + length]
            case 1:
                kept[at:at] = luck.choice(PARTS)
            case 2:
                kept[at:at] = kept[luck.randrange(len(kept) + 1) :][:length]
            case 3:
                kept[at : at + length] = reversed(kept[at : at + length])
    return "".join(kept)


def damaged(luck: random.Random, data: bytes) -> bytes:
    kept = bytearray(data)
    for _ in range(luck.randint(1, 6)):
        at = luck.randrange(len(kept))
        kept[at] ^= 1 << luck.randrange(8)
    return bytes(kept[: luck.randrange(len(kept))] if luck.random() < 0.3 else kept)


def plain(luck: random.Random) -> None:
    story = read_chain([("a", changed(luck, luck.choice(TEXTS)).encode())], salvage=True, module=MODULE)
    retell(SYSTEMS["freeform"], story, 1)


def packed(luck: random.Random) -> None:
    payload = encode_payload(changed(luck, luck.choice(TEXTS)), "VCSK", 0x5A)
    data = write_container(payload, Metadata(vassal="3.7"), Metadata(name="T"))
    story = read_chain([("a", damaged(luck, data) if luck.random() < 0.5 else data)], salvage=luck.random() < 0.5)
    read_chain([("b", data)], mark=story.mark)


def module(luck: random.Random) -> None:
    data = vmod(changed(luck, GAME).encode(), {"images/field.png": png(9, 9)})
    found = read_module(damaged(luck, data) if luck.random() < 0.5 else data)
    read_chain([("a", EXAMPLE.encode())], module=ReadModule(found, anyway=True))


def mark(luck: random.Random) -> None:
    read("b", first(200), mark=damaged(luck, read("a", first(), go(100, 200)).mark))


@pytest.mark.parametrize("tried", [plain, packed, module, mark])
def test_a_changed_file_is_read_or_refused(tried: Callable[[random.Random], None]):
    luck, came = random.Random(19), 0
    for _ in range(TRIES):
        with suppress(RefightError):
            tried(luck)
            came += 1
    assert came > 0, "some of them can still be read"
