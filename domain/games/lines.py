"""Lines side by side: the tree of a game, and where two lines part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.games.games import Games
from domain.games.positions import Position
from domain.kernel.board import Counter
from domain.kernel.errors import BadInput
from domain.kernel.facts import LineOpened, LossTaken, Side
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.refs import Ref
from domain.tabletop.lengths import angle_text
from domain.words.looking import seen, state_of
from domain.words.phrases import phrase, word
from domain.words.plain import count
from domain.words.tell import tell


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a game as the tree shows it."""

    name: str
    parent: str  # empty for the first line
    at: int
    entries: int
    depth: int
    luck: str = ""
    why: str = ""
    consent: tuple[Side, ...] = ()


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that differs: in the first position, and in the second."""

    what: str
    first: str
    second: str


class LineDiff(msgspec.Struct, frozen=True, kw_only=True):
    """Where two refs part, and what differs in the end."""

    first: str
    second: str
    shared: int  # the last entry, as the first counts, up to which both tell the same
    first_entry: str = ""  # what each has next, in words; empty when one simply ends
    second_entry: str = ""
    board: tuple[Change, ...] = ()
    points: tuple[Change, ...] = ()
    losses: tuple[Change, ...] = ()

    @property
    def is_same(self) -> bool:
        return not (self.first_entry or self.second_entry)


def tree(games: Games, game: str) -> list[Branch]:
    """All lines of a game, each below the one it came from."""
    names = games.log.lines(game)
    children: dict[str, list[str]] = {}
    for name in names:
        opened = games.log.line(game, name).opened
        children.setdefault(opened.parent if opened else "", []).append(name)
    return [_branch(games, game, name, depth) for name, depth in _below(children)]


def _below(children: Mapping[str, list[str]]) -> Iterator[tuple[str, int]]:
    """Each line and how deep it lies; a stack of our own, because branches of branches may go very deep."""
    waiting = [(name, 0) for name in reversed(children.get("", []))]
    while waiting:
        name, depth = waiting.pop()
        yield name, depth
        waiting += [(child, depth + 1) for child in reversed(children.get(name, []))]


def _branch(games: Games, game: str, name: str, depth: int) -> Branch:
    line = games.log.line(game, name)
    head = games.log.head(line).number
    opened = line.opened
    if opened is None:
        return Branch(name=name, parent="", at=0, entries=head, depth=depth)
    return Branch(
        name=name, parent=opened.parent, at=opened.at, entries=head, depth=depth, luck=opened.luck,
        why=opened.why, consent=opened.consent,
    )  # fmt: skip


def diff(games: Games, a: Ref, b: Ref) -> LineDiff:
    """First difference in what happened, then what differs in board, points and losses."""
    first, second = games.position(a), games.position(b)
    if first.line.system is not second.line.system:
        raise BadInput(f"{a} is played by {first.line.system.key}, {b} by {second.line.system.key}: nothing to compare")
    ours, theirs = _happened(games, first), _happened(games, second)
    pairs = zip(ours, theirs, strict=False)
    shared = next((i for i, (x, y) in enumerate(pairs) if x.fact != y.fact), min(len(ours), len(theirs)))
    return LineDiff(
        first=str(a), second=str(b), shared=ours[shared - 1].number if shared else 0,
        first_entry=_words(games, first, ours, shared), second_entry=_words(games, second, theirs, shared),
        board=board_changes(first, second),
        points=_changes(_numbers(first.state.core.points), _numbers(second.state.core.points)),
        losses=_changes(losses_in(ours), losses_in(theirs)),
    )  # fmt: skip


def board_changes(first: Position, second: Position) -> tuple[Change, ...]:
    return _changes(_board(first), _board(second), absent="not there")


def _happened(games: Games, position: Position) -> list[Entry]:
    """The entries that tell the story: that a line was opened is no part of it."""
    entries = games.log.entries(position.line, 0, position.number)
    return [entry for entry in entries if not isinstance(entry.fact, LineOpened)]


def _words(games: Games, position: Position, entries: list[Entry], at: int) -> str:
    if at >= len(entries):
        return ""
    entry = entries[at]
    return f"entry {entry.number}: {tell(position.line.system, entry.fact, games.names(position.line))}"


def _board(position: Position) -> dict[str, str]:
    return board_words(position.line.system, position.state, None)


def board_words(system: System[Any], state: Any, viewer: Side | None) -> dict[str, str]:
    """Where and how each unit stands that the viewer sees, by its name."""
    board = seen(system, state, viewer)
    return {counter.name: ", ".join(filter(None, stands(counter))) for counter in board.counters}


def stands(counter: Counter) -> Iterator[str]:
    """Where and how: on a table a unit may stand where it stood and look elsewhere."""
    yield word(counter.at) or phrase("off the board")
    if counter.figure and counter.figure.heading is not None:
        yield phrase("facing {0}", angle_text(counter.figure.heading))
    yield phrase("strength {0}", counter.strength) if counter.strength is not None else ""
    yield state_of(counter)


def losses_in(entries: Iterable[Entry]) -> dict[str, str]:
    """By side, and by what the losses are counted in: steps and figures do not add up."""
    sums: dict[str, dict[str, int]] = {}
    for fact in (entry.fact for entry in entries if isinstance(entry.fact, LossTaken)):
        kinds = sums.setdefault(fact.side, {})
        kinds[fact.kind] = kinds.get(fact.kind, 0) + fact.amount
    return {side: ", ".join(count(n, kind) for kind, n in kinds.items()) for side, kinds in sums.items()}


def _numbers(values: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in values.items()}


def _changes(first: Mapping[str, str], second: Mapping[str, str], absent: str = "none") -> tuple[Change, ...]:
    names = list(dict.fromkeys([*first, *second]))
    return tuple(
        Change(what=name, first=first.get(name, absent), second=second.get(name, absent))
        for name in names
        if first.get(name) != second.get(name)
    )
