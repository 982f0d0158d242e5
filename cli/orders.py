"""Playing: give an order, list those allowed, write a note."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from cli import params
from cli.output import emit, hint, warn
from cli.session import Session, command
from cli.telling import entry_value, told, worth_telling
from domain.chance import EnteredChance
from domain.entry import Envelope, Head
from domain.facts import FrameOpened
from domain.gamelog import Line
from domain.games import Games
from domain.kernel import Recorded, carry_out
from domain.names import with_ids
from domain.ordertext import format_order, parse_order
from domain.refs import UMPIRE, Ref
from domain.ruling import BadInput, MalformedOrder, RefightError, TapeMismatch
from domain.table import Table
from domain.textscan import known
from domain.words import tell
from projections.sight import can_see


@command("order")
@params.ref_argument
@click.argument("words", nargs=-1, required=True, metavar="ORDER")
@click.option("--by", required=True, shell_complete=params.complete_side, help="The side giving the order.")
@click.option("--dice", type=params.DICE, multiple=True, help="Dice rolled at the table: 4,5.")
@click.option("--card", "cards", multiple=True, help="A card drawn at the table; once for each.")
@click.option("--dry-run", is_flag=True, help="Show what the dice you give would do; store nothing.")
def order(
    session: Session, ref: Ref, words: tuple[str, ...], by: str, dice: tuple[tuple[int, ...], ...],
    cards: tuple[str, ...], dry_run: bool,
) -> None:  # fmt: skip
    """Give one order. Without --dice and --card, fair dice are rolled for you.
    `refight orders SYSTEM` lists the orders there are, with their fields.

    \b
        refight order ridge AddPiece piece=guard side=blue at=hill --by blue
        refight order ridge MovePiece piece=guard to=mill --by blue
        refight order ridge 'RollDice why="the mill" dice=2' --by red --dice 4,5
    """
    line = session.line(ref)
    session.side(line, by)
    names = session.games.names(line)
    wanted = with_ids(parsed(line, joined(words)), names)
    faces = [face for given in dice for face in given]
    if dry_run:
        facts = [item for item in _rehearse(session.games, ref, by, wanted, faces, cards) if can_see(by, item.to)]
        value = [{"fact": item.fact, "to": item.to, "words": tell(line.system, item.fact, names)} for item in facts]
        emit(session, value, *(f"would happen: {row['words']}" for row in value), "nothing was stored")
        return
    chance = EnteredChance(faces, cards) if faces or cards else None
    try:
        entries = session.games.order(ref, by, wanted, chance)
    except TapeMismatch as error:
        raise TapeMismatch(f"{error}{asked_first(session.games, ref, by, wanted)}") from None
    value = [entry_value(line.system, entry, by, names) for entry in entries]  # as its giver may see it
    kept = worth_telling(line.system, entries)
    emit(session, value, *(told(line.system, entry, by, line.started.sides, names) for entry in kept))
    warn_if_taken_back(session.games, line)


def asked_first(games: Games, ref: Ref, by: str, wanted: Any) -> str:
    """Dice come too early when another must answer before they are rolled: who, and what to do."""
    with suppress(RefightError):
        table = games.table(games.line(ref))
        told = carry_out(table.system, table.state, by, wanted, EnteredChance())
        asked = next((item.fact.frame for item in reversed(told) if isinstance(item.fact, FrameOpened)), None)
        side = getattr(asked, "side", "")
        if table.state.core.pending and side:
            return f"; {side} must answer first, and the dice go with that answer (`refight play` asks for each die)"
    return ""


def joined(words: Sequence[str]) -> str:
    """An order typed without quotes is one order all the same; blanks the shell has unquoted are quoted again."""
    return words[0] if len(words) == 1 else " ".join(map(_requoted, words))


def _requoted(word: str) -> str:
    key, _, value = word.partition("=")
    is_text = key.isidentifier() and any(c.isspace() for c in value) and value[0] not in '"[{'
    return f"{key}={json.dumps(value, ensure_ascii=False)}" if is_text else word


def warn_if_taken_back(games: Games, line: Line) -> None:
    """The order is stored by now: another line that cannot be read must not make it look refused."""
    with suppress(RefightError):
        _warn(games, line)


def _warn(games: Games, line: Line) -> None:
    back = taken_back(games, line)
    if back is None:
        return
    now = back
    while (later := taken_back(games, now)) is not None:
        now = later
    assert back.opened is not None
    first = back.opened.at + 1
    warn(f"{line.name} was taken back at entry {first}; play goes on in {Ref(line.game, now.name)}")


def taken_back(games: Games, line: Line) -> Line | None:
    """The newest line that was opened by consent to play on instead of this one."""
    lines = [games.log.line(line.game, name) for name in games.log.lines(line.game)]
    back = [one for one in lines if one.opened and one.opened.parent == line.name and one.opened.consent]
    return back[-1] if back else None


def parsed(line: Line, text: str) -> Any:
    """An unreadable order is shown with a mark under the place."""
    try:
        return parse_order(line.system, text)
    except MalformedOrder as error:
        said = str(error)
        if known(text.strip().partition(" ")[0], [kind.__name__ for kind in line.system.orders]) is None:
            said += f"; `refight orders {line.system.key}` lists them with their fields"
        if error.column and "\n" not in text:
            said += f"\n  {text}\n  {' ' * (error.column - 1)}^"
        raise MalformedOrder(said, column=error.column) from None


def _rehearse(
    games: Games, ref: Ref, by: str, wanted: Any, dice: Sequence[int], cards: Sequence[str]
) -> Sequence[Recorded]:
    """The order carried out on a table that keeps nothing. Never with fair dice: that would be looking ahead."""
    line = games.live_line(ref)
    head = games.log.head(line)
    table = Table(line.system, games.state(line, head.number), head, _keep_nothing)
    try:
        return table.order(by, wanted, EnteredChance(dice, cards), at=0)
    except TapeMismatch as error:
        if dice or cards:
            raise
        said = str(error).split(",", 1)[0].split(";", 1)[0]
        raise TapeMismatch(f"a dry run never looks at the fair dice: {said}; give --dice or --card to try") from None


def _keep_nothing(head: Head, _envelope: Envelope, _items: Sequence[Recorded]) -> Head:
    return head


@command("options")
@params.ref_argument
@click.option("--side", shell_complete=params.complete_side, help="Only this side's orders.")
@click.option("--with", "words", metavar="WORD", multiple=True, help="Only orders naming a unit, place or kind.")
def options(session: Session, ref: Ref, side: str | None, words: tuple[str, ...]) -> None:
    """List legal orders now, written so that they can be pasted behind `refight order REF`.

    \b
        refight options ridge --side blue
        refight options ridge --with guard --with MovePiece
    """
    line = session.line(ref)
    if side is not None:
        session.side(line, side)
    state = session.games.position(ref).state
    found = [(choice.by, format_order(choice.order)) for choice in line.system.options(state)]
    ids = {name.casefold(): unit for unit, name in session.games.names(line).items()}
    asked = [ids.get(word.casefold(), word) for word in words]
    found = [(by, text) for by, text in found if side in (None, by) and all(_names(text, word) for word in asked)]
    kinds = Counter(text.partition(" ")[0] for _, text in found)
    found.sort(key=lambda choice: kinds[choice[1].partition(" ")[0]])  # a thousand moves do not bury the rest
    value = [{"by": by, "order": text} for by, text in found]
    such = f" with {' and '.join(words)}" if words else ""
    nobody = f"{side} has no order{such} to give here" if side else f"there is no order{such} to give here"
    emit(session, value, *(f"{shlex.quote(text)} --by {by}" for by, text in found) if found else (nobody,))
    if found:
        give = f"\ngive one with: refight order {ref} 'ORDER' --by SIDE"
        hint(session, f"{give}; all there are: refight orders {line.system.key}")


def _names(text: str, word: str) -> bool:
    """Whether a whole word of an order is this one: 12 does not name 1234."""
    return word.casefold() in re.findall(r"[\w-]+", text.casefold())


@command("note")
@params.ref_argument
@click.argument("text")
@click.option("--by", default=UMPIRE, show_default=True, shell_complete=params.complete_side, help="Who writes it.")
def note(session: Session, ref: Ref, text: str, by: str) -> None:
    """Write a note into the log; with GAME:ENTRY it speaks of that entry.

    \b
        refight note ridge:3 'we forgot the flank here' --by blue
    """
    if not text.strip():
        raise BadInput("a note needs some text; nothing was written")
    line = session.line(ref)
    session.side(line, by, UMPIRE)
    session.games.note(ref, by, text)
    last = session.games.log.head(line).number
    (entry,) = session.games.log.entries(line, last - 1, last)
    emit(session, entry_value(line.system, entry), told(line.system, entry, None, line.started.sides))
