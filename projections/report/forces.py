"""Who was there: the forces at the start, what each unit lost, and who is left."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Sequence

from domain.kernel.board import Board, Counter
from domain.kernel.facts import Side
from domain.words.phrases import headings, phrase, some
from projections.drawing.words import plain
from projections.models.casualties import losses, said
from projections.report.document import Block, Para, Section, Table
from projections.report.teller import Teller


def start(teller: Teller) -> Section:
    """By side, as they stood when the first turn began; where none did, before anything was rolled or lost."""
    board = teller.in_words(teller.opening)
    blocks = [block for side in board.sides for block in _force(teller, board, side)]
    return Section("forces", phrase("Forces at the start"), tuple(blocks) or (Para(phrase("none")),))


def _force(teller: Teller, board: Board, side: Side) -> Iterator[Block]:
    own = [counter for counter in board.counters if counter.side == side and not counter.hidden]
    unseen = sum(counter.side == side and counter.hidden for counter in board.counters)
    kinds = Count(teller.word(counter.kind) for counter in own if counter.kind)
    told = [f"{number} {kind}" for kind, number in kinds.items()]
    strength = sum(counter.strength or 0 for counter in own)
    told += [phrase("strength {0} in all", strength)] if strength else []
    told += [phrase("{0} face down", unseen)] if unseen else []
    count = some(len(own) + unseen, "unit", "units")
    yield Para(phrase("{0}: {1}", teller.side(side), f"{count} ({', '.join(told)})" if told else count), strong=True)
    if own:
        rows = tuple((_name(one), teller.word(one.kind), _power(one), _place(teller, one)) for one in own)
        yield _filled(headings("unit", "kind", "strength", "place"), rows)


def _filled(columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Table:
    """Without columns in which nothing stands."""
    kept = [i for i in range(len(columns)) if i == 0 or any(row[i] for row in rows)]
    names = tuple(phrase(columns[i]) for i in kept)
    return Table(names, tuple(tuple(row[i] for i in kept) for row in rows), wide=True)


def _name(counter: Counter) -> str:
    return plain(counter.name) or counter.id


def _power(counter: Counter) -> str:
    return counter.ratings or ("" if counter.strength is None else str(counter.strength))


def _place(teller: Teller, counter: Counter) -> str:
    """Without the side it is of, which is told above: `union Routed box`."""
    if not counter.at:
        return phrase("off the board")
    return teller.word(counter.at).removeprefix(f"{counter.side} ")


def lost(teller: Teller) -> Section:
    """By side and by unit, the largest first."""
    found = losses(teller.games, teller.ref, teller.viewer)
    sides = tuple((teller.side(side), said(kinds, found.men[side])) for side, kinds in found.by_side.items())
    units: dict[tuple[Side, str], tuple[dict[str, int], int]] = {}
    for row in found.by_unit:
        kinds, men = units.get((row.side, row.unit), ({}, 0))
        units[row.side, row.unit] = ({**kinds, row.kind: row.amount}, men + (row.men or 0))
    order = sorted(units.items(), key=lambda one: (-one[1][1], -sum(one[1][0].values())))
    rows = tuple((teller.side(side), teller.name(unit), said(*each)) for (side, unit), each in order)
    blocks: list[Block] = [Table(tuple(map(phrase, headings("side", "losses"))), sides)]
    blocks += [Table(tuple(map(phrase, headings("side", "unit", "lost"))), rows)] if rows else []
    return Section("losses", phrase("Losses"), tuple(blocks))


def survivors(teller: Teller) -> Section:
    """Who is on the board at the end, with the strength each began with; and who is no longer there."""
    board, before = teller.in_words(teller.board(teller.last)), teller.in_words(teller.opening)
    began = {counter.id: counter for counter in before.counters if not counter.hidden}
    boxes = {spot.name for spot in board.spots if spot.x is None} if not board.field else set()
    blocks: list[Block] = []
    for side in board.sides:
        own = [counter for counter in board.counters if counter.side == side]
        blocks += _left(teller, side, own, began, boxes)
        there = {counter.id for counter in board.counters}
        if gone := [_name(one) for id, one in began.items() if one.side == side and id not in there]:
            missing = phrase("No longer there: {0}", ", ".join(gone))
            blocks.append(Para(phrase("Not seen at the end: {0}", ", ".join(gone)) if teller.viewer else missing))
    return Section("survivors", phrase("Survivors"), tuple(blocks) or (Para(phrase("none")),))


def _left(
    teller: Teller, side: Side, own: Sequence[Counter], began: dict[str, Counter], boxes: set[str]
) -> Iterator[Block]:
    shown = sorted((one for one in own if not one.hidden), key=lambda one: one.at in boxes)
    beside = sum(one.at in boxes for one in shown)
    told = [some(len(shown) - beside, "unit on the board", "units on the board")]
    told += [phrase("{0} beside it", beside)] if beside else []
    told += [phrase("{0} face down", len(own) - len(shown))] if len(own) > len(shown) else []
    yield Para(phrase("{0}: {1}", teller.side(side), ", ".join(told)), strong=True)
    if shown:
        rows = tuple(
            (_name(one), _change(one, began.get(one.id)), _place(teller, one), str(one.state)) for one in shown
        )
        yield _filled(headings("unit", "strength", "place", "state"), rows)


def _change(now: Counter, before: Counter | None) -> str:
    then, left = _power(before) if before else "", _power(now)
    return f"{then} → {left}" if then and left and then != left else left
