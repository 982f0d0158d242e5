"""What if: branch, take back, draw the tree, compare."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import click

from cli.shell import params
from cli.shell.output import Grid, counted, emit
from cli.shell.session import Session, command
from domain.games.branch import branch as open_line
from domain.games.branch import close as close_line
from domain.games.branch import next_giver
from domain.games.branch import take_back as take_order_back
from domain.games.lines import Branch, Change
from domain.games.lines import diff as diff_lines
from domain.games.lines import tree as tree_of
from domain.games.over import in_play, is_all_open
from domain.games.remarks import EntryNote, remarks
from domain.kernel.facts import NoteAdded
from domain.kernel.naming import UMPIRE
from domain.kernel.shares import is_shared
from domain.log.refs import Ref
from domain.words.tell import tell


@command("branch")
@params.ref_argument
@click.option("--name", required=True, help="The name of the new line.")
@click.option("--luck", type=click.Choice(["same", "fresh"]), default="fresh", show_default=True,
              help="same: the fair dice of the parent after this entry come again; entered ones do not.")  # fmt: skip
@click.option("--why", default="", help="What you want to find out; it stands in the tree.")
def branch(session: Session, ref: Ref, name: str, luck: Literal["same", "fresh"], why: str) -> None:
    """Open a new line from any entry; the old one stays as it is.

    Where all make the dice together (`new --setting dice=shared`) they do so there too. Until a side promises shares of
    its own in that line (its page does, or `share`), they lie with this log: who studies alone waits for nobody.

    \b
        refight branch ridge:3 --name left-hook --why 'what if they go left?'
    """
    session.line(ref)
    _, how, cuts, typed = open_line(session.games, ref, name, luck=luck, why=why)
    at, new = how.at, Ref(ref.game, name)
    value = {
        "ref": str(new),
        "parent": how.parent,
        "at": at,
        "luck": luck,
        "why": why,
        "mid_order": bool(cuts),
        "clean_cuts": cuts,
        "not_repeated": typed,
        "together": is_shared(how.commitments),
    }
    old = Ref(ref.game, how.parent)
    middle = f"entry {at} lies in the middle of an order; clean cuts are {' and '.join(map(str, cuts))}"
    again = f"{counted(typed, 'die or card', 'dice and cards')} of {how.parent} since then came from the table"
    held = "all make its dice together; until a side promises its own shares there, they lie with this log"
    emit(
        session,
        value,
        f"{new} goes on from {how.parent}:{at} with {luck} luck",
        *([held] if value["together"] else []),
        *([middle] if cuts else []),
        *([f"{again}, not from a seed: enter them again with --dice and --card"] if typed else []),
        f"next: `refight order {new} 'ORDER' --by {next_giver(session.games, new)}`, then `refight diff {old} {new}`",
    )


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
    opened, at, undone, later = take_order_back(session.games, ref, consent, name=name, why=why)
    new, words = Ref(ref.game, opened.name), tell(line.system, undone.fact)
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


@command("close")
@params.ref_argument
@click.option("--consent", multiple=True, shell_complete=params.complete_side,
              help="A side that agrees; once for each. Without any the umpire closes it.")  # fmt: skip
@click.option("--why", default="", help="Why nobody plays on; it stands in the log.")
def close(session: Session, ref: Ref, consent: tuple[str, ...], why: str) -> None:
    """Close a line: nobody plays on in it, and it keeps nothing hidden any more. Nothing is deleted.

    Once no line of a game is in play, all of it is open to whoever may see the game; a branch that was opened and left
    would keep it closed for ever.

    \b
        refight close ridge@left-hook --why "it was only a thought"
        refight close ridge --consent blue --consent red
    """
    line = session.line(ref)
    (entry,) = close_line(session.games, ref, by=consent[-1] if consent else UMPIRE, consent=consent, why=why)
    is_open, left = is_all_open(session.games, line.game), in_play(session.games, line.game)
    value = {"ref": str(Ref(line.game, line.name)), "entry": entry.number, "why": why, "open": is_open, "in_play": left}
    still = f"still in play: {', '.join(left)}; what is hidden stays hidden"
    kept = "no line is in play any more; this game keeps its secrets"
    now = "no line is in play any more: all of the game is open" if is_open else still if left else kept
    emit(session, value, tell(line.system, entry.fact), now)


@command("tree")
@click.argument("game", type=params.GAME)
def tree(session: Session, game: Ref) -> None:
    """Draw the lines of a game, each below the one it came from.

    \b
        refight tree ridge
    """
    session.line(game)
    found = tree_of(session.games, game.game)
    said = [_remarks(session, game.game, one.name) for one in found]
    pairs = zip(found, said, strict=True)
    value = [{**_builtins(one), "notes": len(each), "marks": _marks(each)} for one, each in pairs]
    emit(session, value, *(f"{row}{_noted(each)}" for row, each in zip(drawn(found), said, strict=True)))


def _remarks(session: Session, game: str, name: str) -> list[EntryNote]:
    """What was written of entries in a line itself, not in those it came from."""
    line = session.games.log.line(game, name)
    return list(remarks(session.games.log.entries_of(line, (NoteAdded,), line.own.base)))


def _marks(said: Sequence[EntryNote]) -> dict[str, int]:
    return dict(Counter(one.mark for one in said if one.mark))


def _noted(said: Sequence[EntryNote]) -> str:
    """`; 3 notes on entries: ! 2, ?`"""
    marks = ", ".join(f"{mark} {times}" if times > 1 else mark for mark, times in _marks(said).items())
    return (f"; {counted(len(said), 'note')} on entries" + (f": {marks}" if marks else "")) if said else ""


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
