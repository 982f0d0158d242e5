"""Which pictures of a counter can be seen: its own, and of each layer the one that is turned up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.formats.vassal.listcodec import decode_list
from domain.words.scan import whole

_CORE_IMAGE, _IMAGES, _OFFSET = 3, 16, 14
_FARTHEST = 2000  # pixels that a layer lies aside
Shown = tuple[str, int, int]


def images_shown(layers: Sequence[str], states: Sequence[str]) -> tuple[Shown, ...]:
    """The lowest first; traits are listed outermost first, and the core is the last."""
    return tuple(shown for pair in reversed(list(zip(layers, states, strict=False))) for shown in _shown(*pair))


def _shown(layer: str, state: str) -> Iterator[Shown]:
    if layer.startswith("piece;"):
        fields = decode_list(layer, ";")
        if len(fields) > _CORE_IMAGE and fields[_CORE_IMAGE]:
            yield fields[_CORE_IMAGE], 0, 0
    elif layer.startswith("emb2;"):
        fields = decode_list(layer, ";")
        level = whole(state.partition(";")[0]) or 0
        images = decode_list(fields[_IMAGES], ",") if len(fields) > _IMAGES else []
        if 0 < level <= len(images) and images[level - 1]:
            yield images[level - 1], *_aside(fields)


def _aside(fields: Sequence[str]) -> tuple[int, int]:
    x, y = (whole(text) or 0 for text in fields[_OFFSET : _OFFSET + 2])
    return max(-_FARTHEST, min(x, _FARTHEST)), max(-_FARTHEST, min(y, _FARTHEST))
