"""Counters of a module with their prototypes filled in, and which of them a logged piece came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from domain.formats.vassal.commands import AddPiece
from domain.formats.vassal.layers import decode_layers
from domain.formats.vassal.listcodec import decode_list
from domain.formats.vassal.pieces import PieceType, read_type
from domain.formats.vassal.reading import decode_command
from domain.formats.vmod.limits import MAX_EXPANDED, MAX_LAYERS, MAX_NESTED
from domain.formats.vmod.model import CounterSlot, VassalModule
from domain.kernel.errors import BadInput

_PROTOTYPE, _MAKERS = "prototype;", ("placemark;", "replace;")
_MADE, _MADE_GPID = 2, 9  # of a layer that makes another piece
_IMAGES, _CORE_IMAGE = 16, 3
_Chain = list[tuple[str, str]]  # type and state of each layer, outermost first


class SlotKnown(msgspec.Struct, frozen=True, kw_only=True):
    """What a slot says of its counter, all prototypes filled in."""

    name: str
    image: str = ""  # the picture in front
    marks: dict[str, str] = {}
    prototypes: tuple[str, ...] = ()  # those it names itself, then those they name
    restricted: tuple[str, ...] = ()  # sides that may handle it
    tray: tuple[str, ...] = ()
    is_card: bool = False
    layers: int = 0


class SlotFinder:
    """The counters of a module: each filled in once, when it is asked for."""

    def __init__(self, module: VassalModule) -> None:
        self.module = module
        self._prototypes = {sheet.name: sheet.piece for sheet in module.prototypes}
        self._chains: dict[str, _Chain] = {}
        self._text = 0
        self._known: dict[int, SlotKnown] = {}
        self._by_gpid = {slot.gpid: number for number, slot in reversed(list(enumerate(module.slots))) if slot.gpid}
        self._made: dict[str, SlotKnown] | None = None
        self._by_look: dict[tuple[str, str], int | None] | None = None
        self.missing: dict[str, None] = {}  # prototypes that are named and not there

    def all(self) -> Iterator[SlotKnown]:
        return (self.known(number) for number in range(len(self.module.slots)))

    def known(self, number: int) -> SlotKnown:
        if number not in self._known:
            slot = self.module.slots[number]
            self._known[number] = self._read(slot.piece, slot)
        return self._known[number]

    def find(self, gpid: str, type: PieceType) -> SlotKnown | None:
        """By its slot's id; by that of a layer which makes it; else by name and picture, if there is but one such."""
        if gpid:
            if gpid in self._by_gpid:
                return self.known(self._by_gpid[gpid])
            return self._makes().get(gpid)
        number = self._looks().get((type.name, front_image(type.layers)))
        return None if number is None else self.known(number)

    def _looks(self) -> dict[tuple[str, str], int | None]:
        if self._by_look is None:
            self._by_look = {}
            for number in range(len(self.module.slots)):
                known = self.known(number)
                look = known.name, known.image
                self._by_look[look] = None if look in self._by_look else number
        return self._by_look

    def _makes(self) -> dict[str, SlotKnown]:
        """Pieces that no tray has: layers of others make them, and hold their definition."""
        if self._made is None:
            self._made = {}
            for text in (*(slot.piece for slot in self.module.slots), *self._prototypes.values()):
                for layer, _ in _chain(text):
                    if layer.startswith(_MAKERS):
                        fields = decode_list(layer, ";")[1:]
                        made = fields[_MADE] if len(fields) > _MADE_GPID else ""
                        if made.startswith("+/") and fields[_MADE_GPID] not in self._made:
                            self._made[fields[_MADE_GPID]] = self._read(made)
        return self._made

    def _read(self, text: str, slot: CounterSlot | None = None) -> SlotKnown:
        used: dict[str, None] = {}
        chain = list(islice(self._filled(_chain(text), used, ()), MAX_LAYERS + 1))
        if len(chain) > MAX_LAYERS:
            raise BadInput(f"a piece of the module has more than {MAX_LAYERS:,} layers, prototypes filled in")
        layers = [layer for layer, _ in chain]
        kind = read_type_of(layers)
        restricted = [
            fields[1]
            for layer in layers
            if layer.startswith("restrict;") and len(fields := decode_list(layer, ";")) > 1
        ]
        return SlotKnown(
            name=kind.name or (slot.name if slot else ""),
            image=front_image(layers),
            marks=_marks(chain),
            prototypes=tuple(used),
            restricted=tuple(side for sides in restricted for side in decode_list(sides, ",") if side),
            tray=slot.tray if slot else (),
            is_card=slot.is_card if slot else False,
            layers=len(layers),
        )

    def _filled(self, chain: _Chain, used: dict[str, None], within: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """With the layers of each prototype in its place; comments are dropped, as the original drops them."""
        if len(within) > MAX_NESTED:
            raise BadInput(f"prototypes stand more than {MAX_NESTED} deep within one another")
        for layer, state in chain:
            if layer.startswith(_PROTOTYPE):
                yield from self._prototype(layer, used, within)
            elif not layer.startswith("cmt"):
                self._text += len(layer)
                if self._text > MAX_EXPANDED:
                    raise BadInput("the pieces of the module, prototypes filled in, are longer than any module's")
                yield layer, state

    def _prototype(self, layer: str, used: dict[str, None], within: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        fields = decode_list(layer, ";")
        name = fields[1] if len(fields) > 1 else ""
        if name not in self._prototypes:
            self.missing[name] = None
            return
        if name in within:
            raise BadInput(f"the prototype {name!r} holds itself")
        used.setdefault(name)
        if name not in self._chains:
            self._chains[name] = _chain(self._prototypes[name])[:-1]  # without its core
        chain = self._chains[name]
        given = [pair.partition("=") for pair in decode_list(fields[2], ",")] if len(fields) > 2 and fields[2] else []
        for key, _, value in given:
            chain = [(one.replace(f"${key}$", value), state.replace(f"${key}$", value)) for one, state in chain]
        yield from self._filled(chain, used, (*within, name))


def _chain(text: str) -> _Chain:
    """The layers of a definition `+/null/TYPE/STATE`; none for what is no piece."""
    command = decode_command(text)
    if not isinstance(command, AddPiece):
        return []
    try:
        types, states = decode_layers(command.type), decode_layers(command.state)
    except BadInput:
        return []
    return list(zip(types, [*states, *[""] * (len(types) - len(states))], strict=False))


def read_type_of(layers: Sequence[str]) -> PieceType:
    """What never changes of a piece whose layers are known."""
    named = [layer for layer in layers if layer.startswith(("piece;", "basicName;"))]
    return read_type("\t".join(named)) if len(named) == 1 else _named(named)


def _named(layers: Sequence[str]) -> PieceType:
    names = [decode_list(layer, ";") for layer in reversed(layers)]
    said = [fields[1] if fields[0] == "basicName" else "".join(fields[4:5]) for fields in names if len(fields) > 1]
    return PieceType(layers=tuple(layers), name=next((name for name in reversed(said) if name), "").strip())


def _marks(chain: _Chain) -> dict[str, str]:
    found: dict[str, str] = {}
    for layer, state in chain:
        if layer.startswith("mark;"):
            fields = decode_list(layer, ";")
            keys, values = decode_list(fields[1], ",") if len(fields) > 1 else [], decode_list(state, ",")
            for key, value in zip(keys, values, strict=False):
                found.setdefault(key, value)
    return found


def front_image(layers: Sequence[str]) -> str:
    """The core's picture; else the first of the innermost layer of pictures that has one."""
    core = decode_list(layers[-1], ";") if layers and layers[-1].startswith("piece;") else []
    if len(core) > _CORE_IMAGE and core[_CORE_IMAGE]:
        return core[_CORE_IMAGE]
    for layer in reversed(layers):
        if layer.startswith("emb2;"):
            fields = decode_list(layer, ";")
            images = decode_list(fields[_IMAGES], ",") if len(fields) > _IMAGES else []
            if any(images):
                return next(filter(None, images))
    return ""
