"""Commands from their text. Total: what cannot be read comes back as `Bad` or `Unknown`, word for word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.formats.vassal import commands as c
from domain.formats.vassal.listcodec import decode_list
from domain.words.scan import whole

LOG = "LOG\t"
NOBODY = "null"  # as the original writes nothing
_PICKER = "BoardPicker"
_TURN = "TURN"


class _Wrong(Exception):
    """A command lacks what its kind needs."""


def decode_command(text: str) -> c.AnyCommand:
    """One command of the tree; `LOG` and its tab come off before."""
    if not text:
        return c.Nothing()
    try:
        return _decoded(text)
    except _Wrong as wrong:
        return c.Bad(text, str(wrong))


def _decoded(text: str) -> c.AnyCommand:
    by_piece = _PIECE.get(text[:2])
    if by_piece:
        return by_piece(text[2:])
    if text.startswith("CHAT"):
        return c.Chat(text[4:])
    head, tab, rest = text.partition("\t")
    if tab and head in _BY_HEAD:
        return _BY_HEAD[head](rest)
    if not tab and text in ("begin_save", "end_save"):
        return c.Marker(text)
    return _others(text, head, rest)


def _others(text: str, head: str, rest: str) -> c.AnyCommand:
    """Commands whose head holds a name: of a map, of a turn tracker."""
    if head.endswith(_PICKER):
        return _boards(head.removesuffix(_PICKER), rest)
    if head.startswith(_TURN) and rest:
        return c.Turn(head.removeprefix(_TURN), _turn_values(rest), rest)
    if text.startswith("Events") and "," in text:
        entries = decode_list(text.removeprefix("Events").lstrip("\t"), "|")
        return c.EventLog(tuple(tuple(decode_list(entry, ",")) for entry in entries))
    return c.Unknown(text)


def _fields(rest: str, delimiter: str, least: int, most: int) -> list[str]:
    found = decode_list(rest, delimiter)
    if not least <= len(found) <= most:
        raise _Wrong(f"it has {len(found)} fields where {least} are needed")
    return found


def _number(text: str) -> int:
    number = whole(text)
    if number is None or abs(number) > 1 << 31:
        raise _Wrong(f"{text[:40]!r} is not a position")
    return number


def _named(text: str) -> str:
    return "" if text == NOBODY else text


def _add(rest: str) -> c.AnyCommand:
    return c.AddPiece(*_fields(rest, "/", 3, 3))


def _change(rest: str) -> c.AnyCommand:
    return c.ChangePiece(*_fields(rest, "/", 2, 3))


def _move(rest: str) -> c.AnyCommand:
    piece, new_map, x, y, under, old_map, old_x, old_y, old_under, *player = _fields(rest, "/", 9, 10)
    return c.MovePiece(
        piece, _named(new_map), _number(x), _number(y), _named(under),
        _named(old_map), _number(old_x), _number(old_y), _named(old_under), _named(player[0] if player else ""),
    )  # fmt: skip


def _boards(map_name: str, rest: str) -> c.AnyCommand:
    found = decode_list(rest, "\t") if rest else []
    if len(found) % 3:
        raise _Wrong("each board needs a name, a column and a row")
    boards = []
    for name, column, row in zip(found[::3], found[1::3], found[2::3], strict=True):
        parts = decode_list(name, "/")
        boards.append(c.MapBoard(parts[0], _number(column), _number(row), parts[1:] == ["rev"]))
    return c.Boards(map_name, tuple(boards))


def _turn_values(state: str) -> tuple[str, ...]:
    """The current value of the level that is on, and of those within it: what stands first in each."""
    which, *levels = decode_list(state, "|")
    at = whole(which)
    if at is None or not 0 <= at < len(levels):
        raise _Wrong("the turn tracker does not say which of its levels it is at")
    values: list[str] = []
    level = levels[at]
    while level and len(values) < 8:
        current, *rest = decode_list(level, ";")
        values.append(current)
        within = whole(rest[0]) if rest else None
        below = rest[3:]
        level = below[within] if within is not None and 0 <= within < len(below) else ""
    return tuple(values)


def _property_is(rest: str) -> c.AnyCommand:
    """The head is the first element of the list, so the rest begins with a delimiter."""
    _, name, value, *container = _fields(rest, ";", 3, 4)
    return c.PropertyIs(name, value, *container)


def _notes(kind: str) -> Callable[[str], c.AnyCommand]:
    return lambda rest: c.Notes(kind, "\n".join(decode_list(rest, "|")))


def _sealed(rest: str) -> c.AnyCommand:
    name, owner, hidden, text, *more = _fields(rest, "\t", 4, 6)
    return c.SealedNote(name, owner, hidden != "false", text, *more)


def _symbols(rest: str) -> c.AnyCommand:
    button, *faces = _fields(rest, "\t", 2, 1000)
    return c.SymbolDice(button, tuple(_number(face) for face in faces))


def _flare(rest: str) -> c.AnyCommand:
    flare, x, y = _fields(rest, "\t", 3, 3)
    return c.Flare(flare, _number(x), _number(y))


def _listed(rest: str) -> tuple[str, ...]:
    return tuple(decode_list(rest, "\t"))


def _tabbed(kind: Callable[..., c.AnyCommand], least: int, most: int) -> Callable[[str], c.AnyCommand]:
    return lambda rest: kind(*_fields(rest, "\t", least, most))


def _first_and_rest(kind: Callable[[str, tuple[str, ...]], c.AnyCommand]) -> Callable[[str], c.AnyCommand]:
    def read(rest: str) -> c.AnyCommand:
        first, *others = decode_list(rest, "\t")
        return kind(first, tuple(others))

    return read


_PIECE: dict[str, Callable[[str], c.AnyCommand]] = {
    "+/": _add,
    "-/": c.RemovePiece,
    "D/": _change,
    "M/": _move,
}
_BY_HEAD: dict[str, Callable[[str], c.AnyCommand]] = {
    "AUDIO": c.Audio,
    "UNDO": lambda rest: c.Undo(rest == "true"),
    "SETUP_STACK": lambda _: c.Marker("SETUP_STACK"),
    "DECK": lambda _: c.Marker("DECK"),
    "CHECK": lambda _: c.Marker("CHECK"),  # old versions warn of other versions so
    "EXT": lambda rest: c.AddOn("extension", *_fields(rest, "\t", 1, 2)),
    "PLUGIN": lambda rest: c.AddOn("plugin", *_fields(rest, "\t", 1, 2)),
    "UNMASK": lambda rest: c.Unmask(_listed(rest) if rest else ()),
    "PLAYER": _tabbed(c.SeatTaken, 3, 3),
    "PYREMOVE": _tabbed(c.SeatLeft, 1, 1),
    "MutableProperty": _tabbed(c.PropertyChanged, 3, 4),
    "GlobalProperty": _property_is,
    "GlobalTranslatable": _property_is,
    "NOTES": _notes("scenario"),
    "PNOTES": _notes("public"),
    "PNOTE": _tabbed(c.PrivateNote, 2, 2),
    "SNOTE": _sealed,
    "LOCKSPOTAB": _tabbed(c.OptionLock, 3, 4),
    "SEMAIL": c.MailAddress,
    "SHOW_RESULTS": _symbols,
    "LOS": _first_and_rest(c.SightLine),
    "FLARE": _flare,
    "CLOCK": lambda rest: c.Clock("clock", _listed(rest)),
    "CLOCKCONTROL": lambda rest: c.Clock("clock control", _listed(rest)),
    "SGKC": lambda rest: c.StartupKey(_listed(rest)),
}


def point_fields(fields: Sequence[str]) -> tuple[str, int, int] | None:
    """Map, x and y as they begin every state; off the board the map is empty."""
    if len(fields) < 3:
        return None
    x, y = whole(fields[1]), whole(fields[2])
    if x is None or y is None or max(abs(x), abs(y)) > 1 << 31:
        return None
    return _named(fields[0]), x, y
