"""A board as VASSAL lays it out: every place at a pixel, every counter as a piece with its marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.formats.vassal.layers import encode_layers
from domain.formats.vassal.listcodec import encode_list
from domain.kernel.board import Board, Counter
from domain.words.looking import state_of

MAP, BOXES = "Main Map", "Boxes"
EDGE = 60  # pixels around the map
STEPS: Mapping[str, tuple[int, int]] = {"pointy": (35, 20), "flat": (20, 35), "": (80, 80)}  # of a unit of the board
BOX_STEP = 100
TYPE = (
    "mark;Id,Side,Kind,Ratings",
    "PROP;Strength;true,0,1000000,false;",
    "PROP;State;false,0,100,false;",
)  # outermost first; the core is added


class Pixel(NamedTuple):
    map: str
    x: int
    y: int


class PieceBoard:
    """Where each place lies, for the whole of a game: places that come up later are added below the boxes."""

    def __init__(self, board: Board) -> None:
        across, down = STEPS[board.cells]
        placed = [(spot.name, spot.x, spot.y) for spot in board.spots if spot.x is not None and spot.y is not None]
        left = min((x for _, x, _ in placed), default=0)
        top = min((y for _, _, y in placed), default=0)
        self.pixels = {name: Pixel(MAP, EDGE + (x - left) * across, EDGE + (y - top) * down) for name, x, y in placed}
        self.boxes = 0
        self.homes: dict[str, list[str]] = {}  # where each counter came on, as its properties tell for ever

    def at(self, place: str) -> Pixel:
        """Boxes lie in a column on a map of their own; off the board is no map at all."""
        if not place:
            return Pixel("null", 0, 0)
        if place not in self.pixels:
            self.boxes += 1
            self.pixels[place] = Pixel(BOXES, BOX_STEP, BOX_STEP * self.boxes)
        return self.pixels[place]

    def add(self, id_: str, counter: Counter) -> str:
        """The command that brings a counter on; its place is named, so that a reader without the module knows it."""
        pixel = self.at(counter.at)
        known = {"OldLocationName": counter.at, "OldX": str(pixel.x), "OldY": str(pixel.y), "OldMap": pixel.map}
        self.homes[counter.id] = [part for pair in known.items() for part in pair] if counter.at else []
        core = f"piece;;;{counter.kind or 'counter'}.png;{encode_list([counter.name], ';')}"
        type_ = encode_layers([*TYPE, core])
        return "+/" + encode_list([id_, type_, self.state(counter)], "/")

    def state(self, counter: Counter) -> str:
        """All that may change."""
        pixel, properties = self.at(counter.at), self.homes[counter.id]
        core = [pixel.map, str(pixel.x), str(pixel.y), counter.id, str(len(properties) // 2), *properties]
        marks = encode_list([counter.id, counter.side, counter.kind, counter.ratings], ",")
        strength = "" if counter.strength is None else str(counter.strength)
        return encode_layers([marks, strength, said(counter), encode_list(core, ";")])

    def move(self, id_: str, start: str, to: str, player: str) -> str:
        old, new = self.at(start), self.at(to)
        fields = [id_, new.map, str(new.x), str(new.y), "null", old.map, str(old.x), str(old.y), "null", player]
        return "M/" + encode_list(fields, "/")

    def change(self, id_: str, before: Counter, after: Counter) -> str:
        return "D/" + encode_list([id_, self.state(after), self.state(before)], "/")


def said(counter: Counter) -> str:
    """Marks and state in one text, each mark once."""
    words: Iterable[str] = (*counter.marks, *(part.strip() for part in state_of(counter).split(",")))
    return ", ".join(dict.fromkeys(word for word in words if word))
