"""A piece is a core wrapped in traits: its type and its state are chains of as many layers, outermost first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from domain.formats.vassal.limits import MAX_LAYERS
from domain.formats.vassal.listcodec import encode_element, is_quoted_when_written, unquoted
from domain.kernel.errors import BadInput

TAB = "\t"


def decode_layers(text: str) -> list[str]:
    """The layers in one pass: a delimiter with n backslashes closes layer n.

    What is no pair (layer, rest of the chain) is the last layer, as it is written.
    """
    layers = text.split(TAB)
    if len(layers) > MAX_LAYERS:
        raise BadInput(f"a piece has more than {MAX_LAYERS:,} layers; no counter has that many")
    if text[:1] == "'" or "\t'" in text:
        return _exactly(text)
    for level in range(len(layers) - 1):
        layer = layers[level]
        own = layer.rstrip("\\")
        if len(layer) - len(own) != level:
            return _exactly(text)
        layers[level] = own
    return layers


def _exactly(text: str) -> list[str]:
    """With quotes, delimiters within a layer, and chains that are none; still in one pass."""
    ends, depths = _delimiters(text)
    lowest = [*accumulate(reversed(depths), min)][::-1]  # from here on
    layers: list[str] = []
    start, end, mark = 0, len(text), 0
    while True:
        level = len(layers)
        while mark < len(ends) and depths[mark] > level:
            mark += 1  # escaped at this level, so part of the layer
        if mark == len(ends) or (mark + 1 < len(ends) and lowest[mark + 1] <= level):
            return [*layers, _raised(text[start:end], level)]
        layers.append(unquoted(_raised(text[start : ends[mark] - level], level + 1)))
        start, mark = ends[mark] + 1, mark + 1
        if end - start >= 2 and text[start] == "'" == text[end - 1]:
            start, end = start + 1, end - 1


def _delimiters(text: str) -> tuple[list[int], list[int]]:
    """Where each one stands, and the number of backslashes before it."""
    parts = text.split(TAB)[:-1]
    ends = [at - 1 for at in accumulate(len(part) + 1 for part in parts)]
    return ends, [len(part) - len(part.rstrip("\\")) for part in parts]


def _raised(text: str, levels: int) -> str:
    """Text as it is so many levels further in."""
    return text.replace("\\" * levels + TAB, TAB) if levels and TAB in text else text


def encode_layers(layers: Sequence[str]) -> str:
    """The chain as text, outermost layer first."""
    if not layers:
        raise ValueError("a piece has a core at least")
    *outer, core = layers
    written = [encode_element(layer, TAB) for layer in outer]
    opens = _quotes(written, core)
    parts = [_lowered(layer, level) + "\\" * level + TAB + "'" * opens[level] for level, layer in enumerate(written)]
    return "".join(parts) + _lowered(core, len(outer)) + "'" * sum(opens)


def _quotes(written: Sequence[str], core: str) -> list[bool]:
    """For each level whether the rest of the chain stands in quotes there; known from the core outwards."""
    first, last = core[:1], core[-1:]
    opens: list[bool] = []
    for layer in reversed(written):
        opens.append(is_quoted_when_written(first, last))
        first, last = layer[:1] or TAB, "'" if opens[-1] else last or TAB
    return opens[::-1]


def _lowered(text: str, levels: int) -> str:
    """Text as it is written so many levels further out."""
    return text.replace(TAB, "\\" * levels + TAB) if levels and TAB in text else text
