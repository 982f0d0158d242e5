"""Several logs of one game: which of them tell it, and which only tell again what another tells."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

import msgspec

from domain.formats.vassal import commands as c
from domain.formats.vassal.bookmark import place_of_start
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.pieces import DECK, STACK, kind_of, read_core, read_deck, read_stack
from domain.formats.vassal.survey import Parts
from domain.kernel.errors import BadInput

_LEAST_SHARED = 2  # of pieces, one in so many: with fewer in common, two files are not of one game


class Outline(msgspec.Struct, frozen=True, kw_only=True):
    """What has to be known of a log to see where it belongs: where each piece starts, and each step in a word."""

    name: str
    start: Mapping[str, int]
    lies: bytes  # where all of it lies
    steps: Sequence[int]
    moves: Sequence[bool]  # whether a step touches a piece


class LogLink(msgspec.Struct, frozen=True, kw_only=True):
    """A log that is told, from a step on; `retells` are the logs that stand in it whole."""

    log: int
    skip: int = 0
    retells: tuple[int, ...] = ()


def outlined(name: str, parts: Parts) -> Outline:
    start, places = _position(parts.snapshot)
    return Outline(
        name=name,
        start=start,
        lies=place_of_start(places),
        steps=[_word(step) for step in parts.steps],
        moves=[any(isinstance(entry.command, c.AddPiece | c.MovePiece) for entry in step) for step in parts.steps],
    )


def linked(logs: Sequence[Outline]) -> list[LogLink]:
    """The chain, in the order given; a log that stands whole in another is not told for itself."""
    chain: list[LogLink] = []
    for number, log in enumerate(logs):
        _check_one_game(logs, number)
        retold = _retold(logs, chain, log)
        if retold is not None:
            told = tuple(n for link in chain[retold:] for n in (*link.retells, link.log))
            chain[retold:] = [LogLink(log=number, retells=told)]
        elif any(stands_in(log.steps, logs[link.log].steps) for link in chain) and log.steps:
            chain[-1] = msgspec.structs.replace(chain[-1], retells=(*chain[-1].retells, number))
        else:
            skip = _overlap(logs[chain[-1].log], log) if chain else 0
            chain.append(LogLink(log=number, skip=skip))
    return chain


def _retold(logs: Sequence[Outline], chain: Sequence[LogLink], log: Outline) -> int | None:
    """From which link on the chain stands whole in this log, which starts where that link does."""
    for at, link in enumerate(chain):
        if logs[link.log].start == log.start:
            steps = [step for later in chain[at:] for step in logs[later.log].steps[later.skip :]]
            if stands_in(steps, log.steps):
                return at
    return None


def stands_in(steps: Sequence[Hashable], other: Sequence[Hashable]) -> bool:
    """All of them, in that order, perhaps with others in between."""
    rest = iter(other)
    return all(step in rest for step in steps)


def _overlap(before: Outline, log: Outline) -> int:
    """With how many of its first steps a log tells the last ones before it once more; talk alone may be said twice."""
    last = before.steps[-len(log.steps) :] if log.steps else ()
    reach = borders([*log.steps, None, *last])[-1] if log.steps and last else 0
    return reach if any(log.moves[:reach]) else 0


def borders(row: Sequence[Hashable]) -> list[int]:
    """For each place the longest beginning of the row that ends there, and is not all of it."""
    found = [0] * len(row)
    for at in range(1, len(row)):
        length = found[at - 1]
        while length and row[at] != row[length]:
            length = found[length - 1]
        found[at] = length + (row[at] == row[length])
    return found


def _check_one_game(logs: Sequence[Outline], number: int) -> None:
    if not number:
        return
    before, log = logs[number - 1], logs[number]
    if not is_one_game(before.start, log.start):
        shared = len(before.start.keys() & log.start.keys())
        raise BadInput(
            f"{log.name} is no log of the same game as {before.name}: of {min(len(before.start), len(log.start))} "
            f"pieces they have {shared} in common; import each by itself"
        )


def is_one_game(pieces: Collection[str], others: Collection[str]) -> bool:
    """By the pieces they have in common."""
    return len(set(pieces) & set(others)) * _LEAST_SHARED >= min(len(pieces), len(others))


def _word(step: Iterable[Unpacked]) -> int:
    return hash(tuple((entry.depth, entry.command) for entry in step))


def _position(snapshot: Sequence[Unpacked]) -> tuple[dict[str, int], dict[str, tuple[object, ...]]]:
    """Each piece as it lies: a piece in a stack or deck lies where that does, whatever it says itself."""
    places: dict[str, tuple[object, ...]] = {}
    for entry in snapshot:
        command = entry.command
        if isinstance(command, c.AddPiece) and kind_of(command.type) == STACK:
            stack = read_stack(command.state)
            places |= dict.fromkeys(stack.pieces, (stack.map, stack.x, stack.y)) if stack else {}
        elif isinstance(command, c.AddPiece) and kind_of(command.type) == DECK:
            deck = read_deck(command.type, command.state)
            places |= dict.fromkeys(deck.cards, (deck.map, deck.x, deck.y)) if deck else {}
    found, lies = dict[str, int](), dict[str, tuple[object, ...]]()
    for entry in snapshot:
        if isinstance(entry.command, c.AddPiece) and entry.states:
            core = read_core(entry.states[-1])
            own = (core.map, core.x, core.y) if core else ()
            lies[entry.command.id] = places.get(entry.command.id, own)
            found[entry.command.id] = hash((lies[entry.command.id], *entry.states[:-1]))
    return found, lies
