"""The data of a page, as JSON: what the browser reads. Texts, pictures and reckonings stand once and are numbered."""

from __future__ import annotations

import msgspec

FORMAT = 1
NONE = -1  # instead of the number of a text or a reckoning

HEAD, ASIDE, WITHHELD = 1, 2, 4  # what is to be known of a row: it opens an order; only machinery; not for these eyes


class Row(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One entry; all but `order`, `flags` and `to` are numbers of texts."""

    order: int
    kind: int
    by: int
    words: int
    note: int  # the reckoning behind it, or NONE
    flags: int
    to: int  # NONE: for everyone; else a bit for each side of the game that may see it
    source: int


class Reckoning(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What stands behind an entry: where its dice come from, what was reckoned, tables read, rules named."""

    origin: str
    parts: tuple[tuple[str, int, int, tuple[tuple[int, str, str], ...]], ...]  # of, needs, times, (value, why, cite)
    tables: tuple[tuple[str, str, str, str, str], ...]  # table, row, column, cell, cite
    rules: tuple[str, ...]


class Piece(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A counter, or its name plate, as it is drawn: numbers of texts and pictures; no `x` and `y` in a box."""

    id: int
    face: int
    words: int
    place: int
    x: float | None = None
    y: float | None = None


class Scene(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How the board differs from what it was before that entry."""

    entry: int
    pieces: tuple[Piece, ...]
    gone: tuple[int, ...]  # ids
    title: int
    notes: int
    ground: int


class Trace(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What an order did, drawn: under the pieces, and over them. It stands at the order's last entry.

    While a fight is told, from its first entry on, another stands there: who strikes whom, and from how far.
    """

    entry: int
    below: int
    above: int
    box: tuple[int, int, int, int]  # left, top, right and bottom of what it leads to


class Turn(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A phase begins; `heading` is what the whole turn is called."""

    entry: int
    turn: int
    heading: int
    words: int
    side: int


class Points(msgspec.Struct, frozen=True, array_like=True, gc=False):
    entry: int
    side: int
    points: int
    why: int


class Loss(msgspec.Struct, frozen=True, array_like=True, gc=False):
    entry: int
    side: int
    kind: int
    amount: int
    men: int | None


class Dice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    entry: int
    side: int
    die: int
    faces: tuple[int, ...]


class Comment(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A note on an entry: all but the first two are numbers of texts; `mark` is that of an empty one for a comment."""

    entry: int
    about: int
    by: int
    mark: int
    words: int


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """Entries of one line that follow each other, and all that is told of them."""

    rows: tuple[Row, ...] = ()
    frames: tuple[tuple[Scene, ...], ...] = ()  # told apart only where two viewers see different things
    traces: tuple[tuple[Trace, ...], ...] = ()  # of each of these views
    turns: tuple[Turn, ...] = ()
    points: tuple[Points, ...] = ()
    losses: tuple[Loss, ...] = ()
    dice: tuple[Dice, ...] = ()
    rulings: tuple[tuple[int, dict[str, str]], ...] = ()  # from which entry on a dispute is read in which way
    remarks: tuple[Comment, ...] = ()


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """One line: its own entries; those up to `base` are its parent's."""

    name: str
    parent: str
    base: int
    why: str
    seen_as: tuple[int, ...]  # for each viewer, which of the views is his
    seal: str  # the hash of its last entry
    own: Stretch


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """The board without its pieces; `frame` is what there is to see of it: left, top, width, height."""

    svg: str
    frame: tuple[float, float, float, float]


class Rule(msgspec.Struct, frozen=True, array_like=True):
    """A rule that is named somewhere, in our words, with the disputes and the played options it touches."""

    text: str
    disputes: tuple[str, ...]
    options: tuple[str, ...]


class Dispute(msgspec.Struct, frozen=True, array_like=True):
    rule: str
    question: str
    choices: dict[str, str]
    choice: str  # at the start of the game


class Curve(msgspec.Struct, frozen=True, array_like=True):
    """Luck of a side added up: the entry from which on it stands, the sum, and within how much fair dice stay."""

    side: str
    points: tuple[tuple[int, float, float], ...]


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """An order whose dice were least to be expected."""

    entry: int
    side: str  # whom it was good for
    kind: str
    came: str  # of it, in words; empty: nothing was lost or won
    odds: str  # of something as good or better


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """How lucky each side was on one line; for two sides one curve is enough: the other is its mirror."""

    line: str
    viewers: tuple[int, ...]  # which of the page's viewers may know it
    words: str
    orders: int  # that could change who wins, points or losses; 0: curves are of the height of dice, by who threw them
    curves: tuple[Curve, ...]
    stood_out: tuple[Outcome, ...]


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """What the numbers stand for."""

    texts: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    notes: tuple[Reckoning, ...] = ()
    grounds: tuple[Ground, ...] = ()
    rules: dict[str, Rule] = {}
    disputes: dict[str, Dispute] = {}


class Game(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A whole page."""

    format: int
    game: str
    title: str
    system: str
    scenario: str
    sides: tuple[str, ...]
    looks: dict[str, str]  # the class each side is drawn with
    viewers: tuple[str | None, ...]  # None is the umpire, who sees everything
    legend: tuple[tuple[str, str], ...]  # a drawn sign and its word
    options: dict[str, str]  # those that are played
    tables: Tables
    lines: tuple[Course, ...]
    luck: Luck | None = None  # only where it was asked for
    players: dict[str, str] = {}  # by side; only where the host says so
    zeros: tuple[int, ...] = ()  # dice whose highest face is called 0
    after: int = 0  # the newest part only: entries up to this one are still to come
    words: dict[str, str] = {}  # what the scripts say, by the English for it; none in English
