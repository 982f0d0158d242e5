"""How large a picture is, by its first bytes alone: nothing is decoded just to measure it."""

from __future__ import annotations

import re
import struct

from domain.formats.vmod.limits import MAX_PIXELS

_PNG, _GIF, _JPEG = b"\x89PNG\r\n\x1a\n", (b"GIF87a", b"GIF89a"), b"\xff\xd8"
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # of a JPEG: those that say the size
_SVG = re.compile(rb"<svg\b([^<>]{0,4000}+)")
_LENGTH = re.compile(r"\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(?:px)?\s*")


def image_kind(head: bytes) -> str:
    """png, gif, jpeg or svg, by content; empty for anything else."""
    if head.startswith(_PNG):
        return "png"
    if head.startswith(_GIF):
        return "gif"
    if head.startswith(_JPEG):
        return "jpeg"
    return "svg" if _SVG.search(head[:4096]) else ""


def image_size(head: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None if it does not say, or says what no picture has."""
    kind = image_kind(head)
    size = {"png": _png, "gif": _gif, "jpeg": _jpeg, "svg": _svg}[kind](head) if kind else None
    return size if size and 0 < size[0] * size[1] <= MAX_PIXELS and min(size) > 0 else None


def _png(head: bytes) -> tuple[int, int] | None:
    return struct.unpack(">II", head[16:24]) if len(head) >= 24 else None


def _gif(head: bytes) -> tuple[int, int] | None:
    return struct.unpack("<HH", head[6:10]) if len(head) >= 10 else None


def _jpeg(head: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(head):
        if head[at] != 0xFF:
            return None
        marker = head[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", head[at + 5 : at + 9])
            return width, height
        at += 2 if marker == 0xFF or 0xD0 <= marker <= 0xD9 else 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return None


def _svg(head: bytes) -> tuple[int, int] | None:
    found = _SVG.search(head)
    text = found[1].decode("utf-8", "replace") if found else ""
    said = [_attribute(text, name) for name in ("width", "height")]
    lengths = [_LENGTH.fullmatch(value) for value in said]
    if lengths[0] and lengths[1]:
        return round(float(lengths[0][1])), round(float(lengths[1][1]))
    box = _attribute(text, "viewBox").replace(",", " ").split()
    sizes = [_LENGTH.fullmatch(value) for value in box[2:4]]
    return (round(float(sizes[0][1])), round(float(sizes[1][1]))) if len(sizes) == 2 and sizes[0] and sizes[1] else None


def _attribute(text: str, name: str) -> str:
    found = re.search(rf"""\b{name}\s*=\s*["']([^"']{{0,200}})["']""", text)
    return found[1] if found else ""
