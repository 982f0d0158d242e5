"""Small VASSAL modules, built in the test that reads them; every name and number in them is our own."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from domain.formats.vassal.layers import encode_layers
from domain.formats.vassal.listcodec import encode_list

CLASSES = {
    "GameModule": "VASSAL.build.GameModule", "ModuleExtension": "VASSAL.build.module.ModuleExtension",
    "Map": "VASSAL.build.module.Map", "BoardPicker": "VASSAL.build.module.map.BoardPicker",
}  # fmt: skip


def el(kind: str, *inside: str, text: str = "", **attributes: object) -> str:
    """An element by the last part of its class."""
    name = CLASSES.get(kind, kind if kind in ("entry", "setup", "option") else f"VASSAL.x.{kind}")
    said = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items())
    return f"<{name}{said}>{escape(text)}{''.join(inside)}</{name}>"


def piece(name: str, *layers: tuple[str, str], image: str = "") -> str:
    """The definition of a counter: pairs of type and state, outermost first."""
    types, states = (
        [*(kind for kind, _ in layers), f"piece;;;{image};{name}"],
        [*(state for _, state in layers), "null;0;0;"],
    )
    return "+/" + encode_list(["null", encode_layers(types), encode_layers(states)], "/")


def slot(name: str, *layers: tuple[str, str], gpid: str = "", image: str = "", kind: str = "PieceSlot") -> str:
    return el(kind, text=piece(name, *layers, image=image), entryName=name, gpid=gpid)


def prototype(name: str, *layers: tuple[str, str]) -> str:
    return el("PrototypeDefinition", text=piece("", *layers), name=name)


def module(*inside: str, name: str = "Test Game", version: str = "1.2") -> str:
    return el("GameModule", *inside, name=name, version=version, VassalVersion="3.7.20")


def png(width: int, height: int) -> bytes:
    """A white picture; its size is all that matters."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xff" * ((width + 7) // 8)) * height)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def vmod(build: str | bytes, files: Mapping[str, bytes] | None = None, name: str = "buildFile.xml") -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, build)
        for member, content in (files or {}).items():
            archive.writestr(member, content)
    return held.getvalue()


HEXES = el(
    "HexGrid", el("HexGridNumbering", hOff=0, vOff=0, stagger="false", hLeading=1, vLeading=1),
    dx=96, dy=120, x0=60, y0=60, snapTo="true",
)  # fmt: skip
FIELD = el(
    "Map",
    el(
        "BoardPicker",
        el(
            "Board",
            el("ZonedGrid", el("Zone", name="Turn Track", path="800,0;1000,0;1000,600;800,600"), HEXES),
            name="Field", image="field.png",
        ),
    ),
    el("DrawPile", name="Events", x=850, y=50, owningBoard="Field", faceDown="Always", shuffle="Via right-click Menu"),
    mapName="Main Map",
)  # fmt: skip
DEAD = el("Map", el("BoardPicker", el("Board", name="Box", width=300, height=300)), mapName="Dead Pile")
SIDES = el("PlayerRoster", el("entry", text="Union"), el("entry", text="Rebel"), el("entry", text="Solitaire"))
COUNTERS = el(
    "PieceWindow",
    el(
        "TabWidget",
        slot("2/Cav", ("prototype;Union Cavalry", ""), gpid="17"),
        slot("Guard", ("mark;Side", "Rebel"), gpid="18", image="guard.png"),
        slot("Smoke", gpid="19"),
        entryName="Counters",
    ),
)
PROTOTYPES = el(
    "PrototypesContainer",
    prototype("Union Cavalry", ("prototype;Union", ""), ("emb2;;2;A;;2;;;2;;;;1;false;0;0;cav.png;;true;Look;", "1")),
    prototype("Union", ("mark;Side", "Union")),
)
PHASES = el("ListTurnLevel", property="Phase", list="Move,Fire")
TURNS = el("TurnTracker", el("CounterTurnLevel", PHASES, property="Turn", start=1), name="Turn")
DICE = el("DiceButton", name="Combat", nDice=2, nSides=10)
GAME = module(SIDES, FIELD, DEAD, COUNTERS, PROTOTYPES, TURNS, DICE)


def game(build: str = GAME) -> bytes:
    return vmod(build, {"images/field.png": png(1000, 600), "images/guard.png": png(48, 48)})
