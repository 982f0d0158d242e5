"""Pictures as PNG: the same SVG, drawn by resvg with a typeface of its own, so that it looks alike everywhere."""

from __future__ import annotations

import re
from pathlib import Path

from domain.kernel.errors import BadInput

LEAST, MOST = 200, 8000  # pixels wide
MOST_PIXELS = 80_000_000
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
MOST_SMALL = 200_000  # bytes
# Nothing that leads out of the file, nothing that runs, and no filters, which may take any time and room.
_MORE_THAN_SHAPES = re.compile(
    rb"(?i)href|url\s*\(\s*[\"']?(?!#)|<!|<\?xml-|<\s*(?:script|image|foreignobject|use|filter|pattern|style)|@import"
)
FACE = "Source Sans Pro"
FACES = ("SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSansPro-It", "SourceSansPro-BoldIt")
MISSING = (
    "PNG pictures need two further packages: `pip install 'refight[png]'`, or `pipx inject refight resvg-py "
    "font-source-sans-pro`; --svg needs neither, and any browser opens it"
)


def png_of(svg: str, width: int | None = None) -> bytes:
    """As wide as it is drawn, if no width is named; letters our typeface lacks are those of the machine, if any."""
    try:
        from resvg_py import svg_to_bytes

        files = font_files()
    except ImportError:
        raise BadInput(MISSING) from None
    check_size(svg, width)
    drawn = svg_to_bytes(svg_string=svg, width=width, font_files=files, font_family=FACE, sans_serif_family=FACE)
    return bytes(drawn)


def small_png(svg: bytes, width: int) -> bytes | None:
    """A small drawing of somebody else's as PNG; None for one that is more than shapes, or without resvg."""
    if _MORE_THAN_SHAPES.search(svg) or len(svg) > MOST_SMALL:
        return None
    try:
        from resvg_py import svg_to_bytes

        return bytes(svg_to_bytes(svg_string=svg.decode(), width=width))
    except (ImportError, ValueError, RuntimeError):
        return None


def check_size(svg: str, width: int | None) -> None:
    """A picture is in memory as a whole before it is packed."""
    found = SIZE.search(svg)
    wide, high = map(float, found.groups()) if found else (0.0, 0.0)
    scale = (width or wide) / max(wide, 1)
    if wide * high * scale * scale > MOST_PIXELS:
        most = int((MOST_PIXELS * wide / high) ** 0.5)
        raise BadInput(f"the picture would be too large in pixels; --width {most} is the most, or draw it with --svg")


def font_files() -> list[str]:
    import font_source_sans_pro  # type: ignore[import-untyped]

    folder = Path(font_source_sans_pro.__file__).parent / "files"
    return [str(folder / f"{face}.ttf") for face in FACES]
