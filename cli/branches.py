"""What if: branch, take back, draw the tree, compare."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Literal

import click

from cli import params
from cli.output import Grid, counted, emit
from cli.session import Session, command
from domain.audit import groups
from domain.facts import OrderGiven
from domain.gamelog import Line
from domain.games import Games
from domain.lines import Branch, Change
from domain.lines import diff as diff_lines
from domain.lines import tree as tree_of
from domain.refs import MAIN, Ref
from domain.words import tell


@command("branch")
@params.ref_argument
@click.option("--name", required=True, help="The name of the new line.")
@click.option("--luck", type=click.Choice(["same", "fresh"]), default="fresh", show_default=True,
              help="same: the dice the parent rolled after this entry come again.")  # fmt: skip
@click.option("--why", default="", help="What you want to find out; it stands in the tree.")
def branch(session: Session, ref: Ref, name: str, luck: Literal["same", "fresh"], why: str) -> None:
    """Open a new line from any entry; the old one stays as it is.

    \b
        refight branch ridge:3 --name left-hook --why 'what if they go left?'
    """
    line = session.line(ref)
    opened = session.games.branch(ref, name, luck=luck, why=why)
    assert opened.opened is not None
    at = opened.opened.at
    new = Ref(ref.game, name)
    cuts = _clean_cuts(session.games, line, at)
    value = {
        "ref": str(new),
        "parent": opened.opened.parent,
        "at": at,
        "luck": luck,
        "why": why,
        "mid_order": bool(cuts),
        "clean_cuts": cuts,
    }
    old = Ref(line.game, opened.opened.parent) if opened.opened.parent != MAIN else line.game
    middle = f"entry {at} lies in the middle of an order; clean cuts are {' and '.join(map(str, cuts))}"
    emit(
        session,
        value,
        f"{new} goes on from {opened.opened.parent}:{at} with {luck} luck",
        *([middle] if cuts else []),
        f"next: `refight order {new} 'ORDER' --by {next_giver(session.games, new)}`, then `refight diff {old} {new}`",
    )


def next_giver(games: Games, ref: Ref) -> str:
    """A side that has an order to give there; the first of the game if none has."""
    position = games.position(ref)
    choice = next(iter(position.line.system.options(position.state)), None)
    return choice.by if choice else position.state.core.active or position.line.started.sides[0]


def _clean_cuts(games: Games, line: Line, at: int) -> list[int]:
    """The ends of orders before and after an entry in the middle of one; none if it is an end itself."""
    ends = [group[-1].number for group in groups(games.log.entries(line))]
    if at in ends:
        return []
    after = next(end for end in ends if end > at)
    return [*[end for end in ends if end < at][-1:], after]


@command("take-back")
@params.ref_argument
@click.option("--consent", multiple=True, required=True, shell_complete=params.complete_side,
              help="A side that agrees; once for each, all are needed.")  # fmt: skip
@click.option("--name", default="", help="The name of the new line; take-back-1 and so on if not given.")
@click.option("--why", default="", help="Why it is taken back; it stands in the tree.")
def take_back(session: Session, ref: Ref, consent: tuple[str, ...], name: str, why: str) -> None:
    """Undo the last order, or the one an entry belongs to: a new line from before it. Nothing is deleted.

    \b
        refight take-back ridge --consent blue --consent red
    """
    line = session.line(ref)
    for side in consent:
        session.side(line, side)
    opened = session.games.take_back(ref, name or free_name(session.games, ref.game), consent, why)
    assert opened.opened is not None
    new = Ref(ref.game, opened.name)
    at = opened.opened.at
    undone, *after = session.games.log.entries(line, at)
    words = tell(line.system, undone.fact)
    later = sum(isinstance(entry.fact, OrderGiven) for entry in after)
    value = {
        "ref": str(new), "parent": line.name, "at": at, "undone": words, "later_orders": later, "consent": consent,
        "why": why,
    }  # fmt: skip
    emit(
        session,
        value,
        f"taken back: {words}" + (f"; {counted(later, 'later order')} with it" if later else ""),
        f"play on in {new}, which goes on from {line.name}:{at}",
        f"next: `refight order {new} 'ORDER' --by {next_giver(session.games, new)}`, then `refight tree {line.game}`",
    )


def free_name(games: Games, game: str) -> str:
    taken = set(games.log.lines(game))
    return next(name for i in range(1, len(taken) + 2) if (name := f"take-back-{i}") not in taken)


@command("tree")
@click.argument("game", type=params.GAME)
def tree(session: Session, game: Ref) -> None:
    """Draw the lines of a game, each below the one it came from.

    \b
        refight tree ridge
    """
    session.line(game)
    found = tree_of(session.games, game.game)
    emit(session, found, *drawn(found))


def drawn(found: Sequence[Branch]) -> Iterator[str]:
    """Like a history graph: a line, and beneath it the lines that leave it."""
    bar, tee, corner = ("│  ", "├─ ", "└─ ") if _can_draw() else ("|  ", "|- ", "`- ")
    for i, one in enumerate(found):
        if not one.depth:
            yield f"{one.name}  {_entries(one.entries)}"
            continue
        stems = "".join(bar if _goes_on(found, i, depth) else "   " for depth in range(1, one.depth))
        yield stems + (tee if _goes_on(found, i, one.depth) else corner) + _described(one)


def _goes_on(found: Sequence[Branch], i: int, depth: int) -> bool:
    """Whether another line of this depth comes before the stem ends."""
    later = next((one for one in found[i + 1 :] if one.depth <= depth), None)
    return later is not None and later.depth == depth


def _described(one: Branch) -> str:
    what = f"taken back by {' and '.join(one.consent)}" if one.consent else f"{one.luck} luck"
    why = f": {one.why}" if one.why else ""
    return f"{one.name}  from {one.parent}:{one.at}, {_entries(one.entries)}, {what}{why}"


def _entries(count: int) -> str:
    return counted(count, "entry", "entries")


def _can_draw() -> bool:
    try:
        "│├└─".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@command("diff")
@click.argument("first", type=params.REF)
@click.argument("second", type=params.REF)
def diff(session: Session, first: Ref, second: Ref) -> None:
    """Where two lines part, and what differs in the end.

    \b
        refight diff ridge ridge@left-hook
    """
    session.line(first), session.line(second)
    found = diff_lines(session.games, first, second)
    if found.is_same:
        emit(
            session,
            {**_builtins(found), "is_same": True},
            f"{first} and {second} tell the same story: {_entries(found.shared)}",
        )
        return
    emit(
        session,
        {**_builtins(found), "is_same": False},
        f"{first} and {second} share {_entries(found.shared)}, then",
        f"  {first}: {found.first_entry or 'ends'}",
        f"  {second}: {found.second_entry or 'ends'}",
        *_changes("board", found.board, first, second),
        *_changes("points", found.points, first, second),
        *_changes("losses", found.losses, first, second),
    )


def _builtins(found: object) -> dict[str, object]:
    import msgspec

    value: dict[str, object] = msgspec.to_builtins(found)
    return value


def _changes(what: str, changes: Sequence[Change], first: Ref, second: Ref) -> list[str | Grid]:
    if not changes:
        return ["", f"{what}: the same"]
    return ["", Grid((what, str(first), str(second)), [[c.what, c.first, c.second] for c in changes])]
