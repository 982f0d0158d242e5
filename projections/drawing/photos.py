"""Pictures of somebody else's map and counters, where the owner keeps them: each stands once in a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from domain.kernel.board import Counter
from projections.drawing.plane import number


class Photo(NamedTuple):
    address: str  # that holds the picture itself
    width: int
    height: int


class FaceLayer(NamedTuple):
    """One picture of a counter, and how far from its middle."""

    photo: str
    x: int = 0
    y: int = 0


class MapPhoto(NamedTuple):
    """Where the picture of a board lies, in the units of the spots on it."""

    photo: str
    left: float
    top: float
    width: float
    height: float
    turned: bool = False  # upside down


class Photos(NamedTuple):
    photos: Mapping[str, Photo] = {}
    faces: Mapping[str, Mapping[str, tuple[FaceLayer, ...]]] = {}  # of a counter in each of its states, front first
    maps: tuple[MapPhoto, ...] = ()
    is_inline: bool = False  # each counter holds its pictures itself: what is not shown is in no drawing

    def layers(self, counter: Counter) -> tuple[FaceLayer, ...]:
        """As it lies by now; in a state that was never seen, its front."""
        known = self.faces.get(counter.id)
        if not known or counter.hidden:
            return ()
        return known.get(str(counter.state)) or next(iter(known.values()))


NONE = Photos()
_SHOWN: ContextVar[Photos] = ContextVar("photos", default=NONE)


def photos() -> Photos:
    """Those of the game that is drawn."""
    return _SHOWN.get()


@contextmanager
def showing(kept: Photos) -> Iterator[None]:
    """While something of this game is drawn."""
    token = _SHOWN.set(kept)
    try:
        yield
    finally:
        _SHOWN.reset(token)


def face(layers: Iterable[FaceLayer], wide: float, high: float) -> str:
    """A counter's pictures over each other, the first as large as fits."""
    known = photos().photos
    listed = [layer for layer in layers if layer.photo in known]
    if not listed:
        return ""
    first = known[listed[0].photo]
    scale = min(wide / first.width, high / first.height)
    return "".join(_used(layer, scale) for layer in listed)


def _used(layer: FaceLayer, scale: float) -> str:
    moved = f"translate({number(layer.x * scale)},{number(layer.y * scale)}) " if layer.x or layer.y else ""
    way = f'transform="{moved}scale({scale:.4f})"'
    kept = photos()
    return _image(kept.photos[layer.photo], way) if kept.is_inline else f'<use href="#photo-{layer.photo}" {way}/>'


def definitions(counters: Iterable[Counter]) -> Iterator[str]:
    """The pictures that these counters bear now, each once."""
    kept = photos()
    used = dict.fromkeys(layer.photo for counter in counters for layer in kept.layers(counter))
    held = [_defined(name, kept.photos[name]) for name in used if name in kept.photos]
    if held:
        yield f"<defs>{''.join(held)}</defs>"


def _defined(name: str, photo: Photo) -> str:
    return _image(photo, f'id="photo-{name}"')


def _image(photo: Photo, more: str) -> str:
    """About its own middle."""
    place = f'x="{number(-photo.width / 2)}" y="{number(-photo.height / 2)}"'
    size = f'width="{photo.width}" height="{photo.height}"'
    return f'<image {more} {place} {size} href="{photo.address}"/>'


def map_photos(
    unit: tuple[float, float], origin: tuple[float, float], within: tuple[float, float, float, float]
) -> Iterator[str]:
    """The boards' own pictures, as the spots on them are drawn, and no further than the map."""
    kept = photos()
    laid = [one for one in kept.maps if one.photo in kept.photos]
    if not laid:
        return
    left, top, right, bottom = within
    place = f'x="{number(left)}" y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}"'
    yield f'<clipPath id="map-edge"><rect {place}/></clipPath><g clip-path="url(#map-edge)">'
    for one in laid:
        x, y = one.left * unit[0] + origin[0], one.top * unit[1] + origin[1]
        wide, high = one.width * unit[0], one.height * unit[1]
        turn = f' transform="rotate(180 {number(x + wide / 2)} {number(y + high / 2)})"' if one.turned else ""
        place = f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"'
        yield f'<image {place} preserveAspectRatio="none"{turn} href="{kept.photos[one.photo].address}"/>'
    yield "</g>"
