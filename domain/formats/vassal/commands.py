"""Every kind of command a file can hold, as data. The raw layer: ids in it are players' passwords in clear."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Command(msgspec.Struct, frozen=True, gc=False):
    """One command of the tree."""


class Nothing(Command, frozen=True, gc=False):
    """No text of its own, though it may have children."""


class Marker(Command, frozen=True, gc=False):
    """A sign without content: `begin_save`, `end_save`, `SETUP_STACK`, `DECK`, `CHECK`."""

    name: str


class AddPiece(Command, frozen=True, gc=False):
    """A piece, stack or deck comes; its layers are still text."""

    id: str
    type: str
    state: str


class RemovePiece(Command, frozen=True, gc=False):
    id: str


class ChangePiece(Command, frozen=True, gc=False):
    id: str
    state: str
    old: str | None = None


class MovePiece(Command, frozen=True, gc=False):
    """A piece or a whole stack; an empty map is off the board."""

    id: str
    map: str
    x: int
    y: int
    under: str
    old_map: str
    old_x: int
    old_y: int
    old_under: str
    player: str = ""


class Audio(Command, frozen=True, gc=False):
    clip: str


class Undo(Command, frozen=True, gc=False):
    """A bracket round the inverse commands of an undo."""

    begins: bool


class Chat(Command, frozen=True, gc=False):
    text: str


class AddOn(Command, frozen=True, gc=False):
    """An extension or plugin that must be loaded."""

    kind: str
    name: str
    version: str = ""


class Unmask(Command, frozen=True, gc=False):
    """Players who let others see their masked pieces."""

    ids: tuple[str, ...]


class SeatTaken(Command, frozen=True, gc=False):
    """A player and the side taken."""

    id: str
    name: str
    side: str


class SeatLeft(Command, frozen=True, gc=False):
    id: str


class MapBoard(msgspec.Struct, frozen=True, gc=False):
    name: str
    column: int
    row: int
    reversed: bool = False


class Boards(Command, frozen=True, gc=False):
    map: str
    boards: tuple[MapBoard, ...]


class Turn(Command, frozen=True, gc=False):
    """A turn tracker: the current value of each level and of the levels within it, outermost first."""

    tracker: str
    values: tuple[str, ...]
    state: str = ""  # as it stands, for whoever knows the tracker


class PropertyChanged(Command, frozen=True, gc=False):
    name: str
    old: str
    new: str
    container: str = ""


class PropertyIs(Command, frozen=True, gc=False):
    """A property as the snapshot restores it."""

    name: str
    value: str
    container: str = ""


class Notes(Command, frozen=True, gc=False):
    kind: str  # scenario or public
    text: str


class PrivateNote(Command, frozen=True, gc=False):
    owner: str
    text: str


class SealedNote(Command, frozen=True, gc=False):
    """Written now, shown later: sealed orders."""

    name: str
    owner: str
    hidden: bool
    text: str
    date: str = ""
    handle: str = ""


class OptionLock(Command, frozen=True, gc=False):
    tab: str
    locked_by: str
    password: str
    date: str = ""


class EventLog(Command, frozen=True, gc=False):
    """Entries of time, user and action."""

    entries: tuple[tuple[str, ...], ...]


class MailAddress(Command, frozen=True, gc=False):
    address: str


class SymbolDice(Command, frozen=True, gc=False):
    """Symbolic dice: which face of each die, counted from 0."""

    button: str
    faces: tuple[int, ...]


class SightLine(Command, frozen=True, gc=False):
    """A line of sight thread."""

    thread: str
    fields: tuple[str, ...]


class Flare(Command, frozen=True, gc=False):
    """Look here."""

    id: str
    x: int
    y: int


class Clock(Command, frozen=True, gc=False):
    kind: str
    fields: tuple[str, ...]


class StartupKey(Command, frozen=True, gc=False):
    fields: tuple[str, ...]


class Unknown(Command, frozen=True, gc=False):
    """A command of the module's own, word for word."""

    text: str


class Bad(Command, frozen=True, gc=False):
    """A known command that does not have the fields it should."""

    text: str
    why: str


AnyCommand: TypeAlias = (
    Nothing | Marker | AddPiece | RemovePiece | ChangePiece | MovePiece | Audio | Undo | Chat | AddOn | Unmask
    | SeatTaken | SeatLeft | Boards | Turn | PropertyChanged | PropertyIs | Notes | PrivateNote | SealedNote
    | OptionLock | EventLog | MailAddress | SymbolDice | SightLine | Flare | Clock | StartupKey | Unknown | Bad
)  # fmt: skip
