"""Who played, without saying who they are: ids, which are passwords, and names become pseudonyms.

Words printed in the module, such as the names of counters and places, stay as they are; so do the names of sides,
even where a player goes by one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from domain.formats.vassal import commands as c
from domain.formats.vassal.limits import MAX_PLAYERS
from domain.formats.vassal.reading import NOBODY
from domain.kernel.errors import BadInput
from domain.kernel.naming import RESERVED, UMPIRE, slug
from domain.words.pseudonyms import Pseudonyms, half_names

SOMEBODY = "[player]"
OBSERVER = "<observer>"
_MOST_TOLD = 50  # names taken from properties; more are no players, but notes of some kind
_KEPT, _PART = 200, 1 << 20  # characters
_NO_NAME = frozenset(
    {"", NOBODY, "none", "nobody", "no", "yes", "true", "false", "neutral", "unowned", "unknown", "any"}
)
_VASL_ARTILLERY = re.compile(r"OBA/[^/]*+/[^/]*+/(?P<id>[^,/]++),")
_VASL_CONCEALED = "concealment;"
# What these hold is somebody's: if one cannot be read, its text is not handed out either.
_SENSITIVE = (
    "PLAYER\t",
    "PYREMOVE\t",
    "PNOTE\t",
    "SNOTE\t",
    "SEMAIL",
    "LOCKSPOTAB\t",
    "CLOCK",
    "UNMASK\t",
    "PRIV_CHAT",
)

_OF_PIECES = ("+/", "D/", "M/")


class People:
    """Everybody the file knows, in order of appearance; a player may be known by an id, by a name, or by both."""

    def __init__(self, sides: Iterable[str], names: Sequence[str] = ()) -> None:
        self._pseudonyms = Pseudonyms(names)
        self._slugs: dict[str, str] = {}  # of a side as the file calls it
        self._known: dict[str, str] = {}  # id or name -> pseudonym
        self._seats: dict[str, str] = {}  # pseudonym -> side
        self._met: dict[tuple[str, str], str] = {}  # the same, as asked for
        self._told: set[str] = set()
        self._scrubbed: dict[str, str] = {}
        for side in sides:
            self._side(side)

    @property
    def sides(self) -> tuple[str, ...]:
        """Those of the roster, then players who are on none of them but did something."""
        return tuple(side for side in self._slugs.values() if side != UMPIRE)

    @property
    def seats(self) -> dict[str, str]:
        return {shown: side for shown, side in self._seats.items() if side}

    @property
    def players(self) -> tuple[str, ...]:
        return self._pseudonyms.shown

    def meet(self, id: str = "", name: str = "") -> str:
        """The pseudonym of somebody; empty for nobody."""
        if (id, name) not in self._met:
            self._met[id, name] = self._meet(id, name)
        return self._met[id, name]

    def _meet(self, id: str, name: str) -> str:
        keys = [_folded(word) for word in (id, name) if _folded(word) not in ("", NOBODY)]
        shown = next((self._known[key] for key in keys if key in self._known), "")
        if keys and not shown:
            shown = self._new(name if _folded(name) in keys else id)
        for word in (id, name):
            self._learn(word, shown)
        for part in half_names(name):
            if _folded(part) not in self._slugs:
                self._pseudonyms.also(part, shown)
        return shown

    def meet_told(self, value: str) -> None:
        """Somebody whom a piece's property names."""
        key = _folded(value)
        is_name = key not in _NO_NAME and not key.isdigit() and len(value) <= 40
        if is_name and (key in self._known or len(self._told) < _MOST_TOLD):
            self._told.add(key)
            self.meet(name=value)

    def sit(self, shown: str, side: str) -> None:
        if side and side != OBSERVER:
            self._seats[shown] = self._side(side)
        else:
            self._seats.pop(shown, None)

    def has_seat(self, shown: str) -> bool:
        return shown in self._seats

    def by(self, shown: str) -> str:
        """The side a player is on; else the player alone is one."""
        return self._seats.get(shown) or (self._side(shown) if shown else "")

    def add_side(self, name: str) -> str:
        """The slug of a side that the game has, though nobody sits on it."""
        return "" if self._side(name) == UMPIRE else self._side(name)

    def side_within(self, text: str) -> str:
        """The side whose name stands in a word, such as `AxisVP`; the longest, if there are several."""
        folded = text.casefold()
        named = [name for name in self._slugs if len(name) > 2 and name in folded]
        return self._slugs[max(named, key=len)] if named else ""

    def side_named(self, name: str) -> str:
        """The slug of a side the file knows; empty if it knows none of that name."""
        return self._slugs.get(_folded(name), "")

    def scrub(self, text: str) -> str:
        """Text without ids, names and addresses; short texts are often the same, very long ones go in parts."""
        if len(text) > _KEPT:
            return "".join(map(self._pseudonyms.scrub, self._parts(text)))
        if text not in self._scrubbed:
            self._scrubbed[text] = self._pseudonyms.scrub(text)
        return self._scrubbed[text]

    def blank(self, text: str) -> str:
        """The same with one word for all people: whoever is called what."""
        parts = self._parts(text) if len(text) > _PART else (text,)
        return "".join(self._pseudonyms.scrub(part, SOMEBODY) for part in parts)

    def label(self, text: str) -> str:
        return self._pseudonyms.label(text)

    def _parts(self, text: str) -> Iterator[str]:
        """Cut where no name stands across the cut, if there is such a place at all."""
        start = 0
        while len(text) - start > _PART:
            end = start + _PART
            cuts = (cut for cut in range(end, end - _PART // 16, -1) if text[cut].isspace())
            cut = next((cut for cut in islice(cuts, 100) if self._is_free(text[cut - _KEPT : cut + _KEPT])), end)
            yield text[start:cut]
            start = cut
        yield text[start:]

    def _is_free(self, text: str) -> bool:
        return self._pseudonyms.scrub(text) == text

    def told(self, value: str) -> str:
        """The value of a property that names a player."""
        key = _folded(value)
        if key in self._known:  # before all else: a password may be a number
            return self._known[key]
        return value if key in _NO_NAME or key.isdigit() else SOMEBODY

    def _new(self, word: str) -> str:
        self._scrubbed.clear()
        return self._pseudonyms.unnamed() if _folded(word) in self._slugs else self._pseudonyms.of(word)

    def _learn(self, word: str, shown: str) -> None:
        key = _folded(word)
        if key in ("", NOBODY) or key in self._known:
            return
        if len(self._known) >= MAX_PLAYERS:
            raise BadInput(f"the file names more than {MAX_PLAYERS} players; that is no game")
        self._known[key] = shown
        if key not in self._slugs:
            self._pseudonyms.also(word, shown)
            self._scrubbed.clear()

    def _side(self, name: str) -> str:
        key = _folded(name)
        if key not in self._slugs:
            self._slugs[key] = UMPIRE if slug(name) == UMPIRE else _unused(name, {*RESERVED, *self._slugs.values()})
        return self._slugs[key]


def _unused(name: str, taken: set[str]) -> str:
    """A side's name as orders can be signed with; unlike those before it."""
    plain = slug(name) if slug(name) != slug("") else "side"
    numbers = (f"{plain[:58]}-{number}" for number in range(2, len(taken) + 3))
    return next(found for found in (plain, *numbers) if found not in taken)


def ids_in_text(text: str) -> Iterable[str]:
    """Ids in the commands of a module that is known to write some."""
    return _VASL_ARTILLERY.findall(text)


def ids_in_type(layers: Sequence[str]) -> Iterable[str]:
    """Ids in the type of a piece, where no id should be; one module's trait has them."""
    return [layer.split(";")[1] for layer in layers if layer.startswith(_VASL_CONCEALED)]


def ids_in(command: c.AnyCommand) -> Iterable[str]:
    """Ids that a command is known to hold, besides those of seats."""
    match command:
        case c.MovePiece(player=player):
            return (player,)
        case c.PrivateNote(owner=owner) | c.SealedNote(owner=owner):
            return (owner,)
        case c.SeatLeft(id=id):
            return (id,)
        case c.Unmask(ids=ids):
            return ids
        case c.OptionLock(locked_by=locked_by):
            return (locked_by,)
        case c.Clock(fields=fields):
            return fields[:2]
        case c.EventLog(entries=entries):
            return [entry[1] for entry in entries if len(entry) > 1]
        case c.Unknown(text=text) | c.Bad(text=text):
            return ids_in_text(text)
    return ()


def publishable(text: str) -> str:
    """A command that could not be read, without what may be somebody's id in it."""
    if text.startswith(_SENSITIVE):
        return text.partition("\t")[0]
    return "/".join(text.split("/", 2)[:2]) if text.startswith(_OF_PIECES) else text


def _folded(word: str) -> str:
    return " ".join(word.casefold().split())
