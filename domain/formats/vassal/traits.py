"""Traits: how one layer of a piece's state becomes marks that a player would name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from domain.formats.vassal.labels import label_text
from domain.formats.vassal.listcodec import decode_list
from domain.formats.vassal.reading import NOBODY
from domain.words.scan import whole

YES = "yes"
_MOST_POINTS = 200
HIDDEN = frozenset({"hide", "obs", "conceal"})  # the last is VASL's own mask
_NAME_FORMAT = 12  # of a label
_LEVEL_NAMES, _LAYER_NAME, _IMAGES = 17, 19, 16
_PLAYER_WORDS = ("playername", "playerid")

# Menus and displays: their state, if they have any, says nothing of the game.
_SILENT = frozenset({
    "basicName", "border", "button", "calcProp", "clone", "cmt", "delete", "deselect", "globalhotkey", "globalkey",
    "hideCmd", "immob", "locCommand", "locmsg", "macro", "menuSeparator", "nonRect", "nonRect2", "piece", "pivot",
    "placemark", "playSound", "prototype", "replace", "report", "return", "sendto", "setpieceprop", "setprop",
    "submenu", "translate",
})  # fmt: skip


class Trait(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A layer whose state says something: which one, its id, and the names of the marks it gives."""

    layer: int
    id: str
    keys: tuple[str, ...] = ()  # an empty one is hidden behind a trait further out
    levels: tuple[str, ...] = ()  # names of the levels of a layer of images
    names: bool = False  # a label that stands for the counter's own name
    tells_player: bool = False  # its value is the name or id of a player


def traits_of(layers: Sequence[str]) -> tuple[Trait, ...]:
    """What can be read of a chain, outermost first; a name that stands twice belongs to the outer trait."""
    taken: dict[str, int] = {}
    return tuple(trait for number, layer in enumerate(layers) if (trait := _trait(number, layer, taken)))


def _trait(number: int, layer: str, taken: dict[str, int]) -> Trait | None:
    kind = layer.partition(";")[0]
    if kind in _SILENT:
        return None
    if kind in HIDDEN:
        return Trait(layer=number, id=kind)
    if kind in ("mark", "PROP"):
        return _properties(number, kind, layer, taken)
    if kind in ("emb2", "emb"):
        return _images(number, kind, layer, taken)
    names = kind == "label" and decode_list(layer, ";")[_NAME_FORMAT : _NAME_FORMAT + 1] == ["$label$"]
    return Trait(layer=number, id=kind, keys=(_numbered(_CALLED.get(kind, kind) or "trait", taken),), names=names)


def _properties(number: int, kind: str, layer: str, taken: dict[str, int]) -> Trait:
    fields = decode_list(layer, ";")
    names = decode_list(fields[1], ",") if kind == "mark" and len(fields) > 1 else fields[1:2]
    keys = []
    for name in names:
        keys.append("" if name in taken else name)
        taken.setdefault(name, 1)
    tells = kind == "PROP" and any(word in layer.casefold() for word in _PLAYER_WORDS)
    return Trait(layer=number, id=kind, keys=tuple(keys), tells_player=tells)


def _images(number: int, kind: str, layer: str, taken: dict[str, int]) -> Trait | None:
    fields = decode_list(layer, ";")
    name = "".join(fields[_LAYER_NAME : _LAYER_NAME + 1]) or "".join(fields[1:2])
    levels = tuple(decode_list(fields[_LEVEL_NAMES], ",")) if len(fields) > _LEVEL_NAMES and kind == "emb2" else ()
    images = decode_list(fields[_IMAGES], ",") if len(fields) > _IMAGES else []
    if not name and not any(levels) and len(images) < 2:
        return None  # one picture without a name is only how the counter looks
    return Trait(layer=number, id=kind, keys=(_numbered(name.strip() or "layer", taken),), levels=levels)


def _numbered(name: str, taken: dict[str, int]) -> str:
    """The name, with a number if it was given before."""
    found = name
    while found in taken:
        taken[name] += 1
        found = f"{name} {taken[name]}"
    taken[found] = 1
    return found


def marks_in(trait: Trait, state: str) -> dict[str, str]:
    """The marks that a layer gives in this state; none where it is off."""
    if not state or trait.id in HIDDEN:
        return {}
    values = _VALUES.get(trait.id, _as_it_stands)(trait, state)
    return {key: value for key, value in zip(trait.keys, values, strict=False) if key and value}


def may_own(trait: Trait) -> bool:
    return trait.id in HIDDEN or trait.id == "restrict"


def owner_in(trait: Trait, state: str) -> str:
    """The id of the player whom a layer names: who hid the piece, masked it, or may alone handle it."""
    if may_own(trait):
        owner = decode_list(state, ";")[0]
        return "" if owner == NOBODY else owner
    return ""


def trail_in(state: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The map and the points of a movement trail, the last of them if there are very many."""
    fields = decode_list(state, ";")
    count = whole(fields[2]) if len(fields) > 2 else None
    points = []
    for field in fields[3 : 3 + max(count or 0, 0)][-_MOST_POINTS:]:
        x, _, y = field.partition(",")
        at = whole(x), whole(y)
        if at[0] is not None and at[1] is not None:
            points.append((at[0], at[1]))
    return "".join(fields[1:2]), tuple(points)


def _as_it_stands(_trait: Trait, state: str) -> Iterator[str]:
    yield "" if state == NOBODY else state


def _listed(_trait: Trait, state: str) -> Sequence[str]:
    return decode_list(state, ",")


def _level(trait: Trait, state: str) -> Iterator[str]:
    """Its name without the signs that join it to the counter's name; its number, if it has none."""
    level = whole(state.partition(";")[0])
    if level is not None and level > 0:
        name = trait.levels[level - 1] if level <= len(trait.levels) else ""
        yield name.strip("+: ").removeprefix("- ") or str(level)


def _label(_trait: Trait, state: str) -> Iterator[str]:
    yield label_text(state)


def _yes(_trait: Trait, state: str) -> Iterator[str]:
    yield YES if state == "true" else ""


def _cells(_trait: Trait, state: str) -> Iterator[str]:
    cells = decode_list(state, ",")
    yield ", ".join(cells) if any(cells) else ""


def _trail(_trait: Trait, state: str) -> Iterator[str]:
    """As pixels; whoever knows the grid names them."""
    _, points = trail_in(state)
    yield " ".join(f"{x},{y}" for x, y in points) if len(points) > 1 else ""


def _carried(_trait: Trait, state: str) -> Iterator[str]:
    _, *pieces = decode_list(state, ";")
    yield " ".join(piece for piece in pieces if piece)


def _mat(_trait: Trait, state: str) -> Iterator[str]:
    yield state if state.isdigit() else ""


_CALLED: Mapping[str, str] = {
    "rotate": "facing", "markmoved": "moved", "moved": "moved", "footprint": "trail", "AreaOfEffect": "area of effect",
    "mat": "carries", "matPiece": "on", "attach": "attached",
}  # fmt: skip
_VALUES: Mapping[str, Callable[[Trait, str], Iterator[str] | Sequence[str]]] = {
    "mark": _listed,
    "emb2": _level,
    "emb": _level,
    "markmoved": _yes,
    "moved": _yes,
    "AreaOfEffect": _yes,
    "footprint": _trail,
    "table": _cells,
    "label": _label,
    "mat": _carried,
    "attach": _carried,
    "matPiece": _mat,
}
