"""Playing: give an order, list those allowed, write a note."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import click

from cli.shell import params
from cli.shell.errors import answered_first, marked
from cli.shell.output import emit, hint, is_read, say_first, warn
from cli.shell.session import Session, command
from cli.shell.telling import entry_value, in_full, told, with_price, worth_telling
from domain.games.ask import Ask, Played
from domain.games.branch import taken_back
from domain.games.games import Games
from domain.games.look import options as orders_there_are
from domain.games.look import sampled
from domain.games.order import TooEarly, give
from domain.games.positions import Position
from domain.games.preview import Preview, preview
from domain.games.rehearse import rehearse
from domain.games.sight import can_see
from domain.games.waiting import answer
from domain.kernel.chapter import Choice
from domain.kernel.errors import BadInput, MalformedOrder, RefightError, TapeMismatch
from domain.kernel.naming import UMPIRE
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.orders import format_order, orders_of
from domain.words.phrases import later, listed, phrase
from domain.words.tell import say_of, tell
from domain.words.verbs import kinds_meant


@command("order")
@params.ref_argument
@click.argument("words", nargs=-1, required=True, metavar="ORDER", shell_complete=params.complete_order)
@click.option("--by", required=True, shell_complete=params.complete_side, help="The side giving the order.")
@click.option("--dice", type=params.DICE, multiple=True, help="Dice rolled at the table: 4,5.")
@click.option("--card", "cards", multiple=True, help="A card drawn at the table; once for each.")
@click.option("--dry-run", is_flag=True, help="Show what the dice you give would do; store nothing.")
def order(
    session: Session, ref: Ref, words: tuple[str, ...], by: str, dice: tuple[tuple[int, ...], ...],
    cards: tuple[str, ...], dry_run: bool,
) -> None:  # fmt: skip
    """Give one order, in full or as you would say it. Without --dice and --card, fair dice are rolled for you.
    `refight orders SYSTEM` lists the orders there are, with their fields.

    What is typed in short is shown in full, and a way with its price, before anything is recorded; with --json the
    order stands with its `price` and its `way`.

    \b
        refight order ridge AddPiece piece=guard side=blue at=hill --by blue
        refight order ridge MovePiece piece=guard to=mill --by blue
        refight order ridge move guard mill --by blue
        refight order ridge 'RollDice why="the mill" dice=2' --by red --dice 4,5
    """
    line, text = session.line(ref), joined(words)
    ask = Ask(ref, by, text, [face for given in dice for face in given], cards)
    with pointing(line, text):
        found = preview(session.games, ask, given_next=True)
        say_first(session, *in_full(text, found))
        ask = ask._replace(order=found.order)
        played = _rehearsed(session, ask) if dry_run else _given(session, ask, found)
    if dry_run:
        _tell_rehearsal(session, played, found, by)
        return
    tell_played(session, line, played, by, found)
    warn_if_taken_back(session.games, line)


def tell_played(session: Session, line: Line, played: Played, by: str | None, found: Preview | None = None) -> None:
    """As the side that gave it may see it."""
    names = session.games.names(line)
    if session.is_asked_by_a_program:
        value = [entry_value(line.system, entry, by, names) for entry in played.entries]
        emit(session, with_price(value, found) if found else value)
        return
    kept = worth_telling(line.system, played.entries)
    emit(session, None, *(told(line.system, entry, by, line.started.sides, names) for entry in kept))


@command("roll")
@params.ref_argument
@click.argument("faces", nargs=-1, type=params.DICE)
@click.option("--by", required=True, shell_complete=params.complete_side, help="The side that rolled them.")
def roll(session: Session, ref: Ref, faces: tuple[tuple[int, ...], ...], by: str) -> None:
    """Type the dice that an order waits for.

    With dice=table each side types its own dice, and never its enemy's: an order that calls for both stands in the log,
    with what its giver rolled, until the other has said what its dice show. An order also stands where its giver may
    not see all it hangs on, and came without the dice it needs; without FACES it is then carried out with fair dice.

    \b
        refight roll ridge 4 --by red
        refight roll ridge 4,5 --by red
        refight roll ridge --by red
    """
    line = session.line(ref)
    played = answer(session.games, ref, by, [face for given in faces for face in given])
    tell_played(
        session, line, played._replace(entries=[entry for entry in played.entries if can_see(by, entry.to)]), by
    )


def _given(session: Session, ask: Ask, found: Preview) -> Played:
    """Where it was looked at: whoever is first meanwhile has changed what it costs."""
    try:
        return give(session.games, ask, seat=found.seat)
    except TooEarly as error:
        raise answered_first(error) from None


def _rehearsed(session: Session, ask: Ask) -> Played:
    try:
        return rehearse(session.games, ask)
    except TapeMismatch as error:
        if ask.entered:
            raise
        said = str(error).split(",", 1)[0].split(";", 1)[0]
        raise TapeMismatch(f"a dry run never looks at the fair dice: {said}; give --dice or --card to try") from None


def _tell_rehearsal(session: Session, played: Played, found: Preview, by: str) -> None:
    """As its giver may see it."""
    system, names = played.line.system, session.games.names(played.line)
    facts = [item for item in played.facts if can_see(by, item.to)]
    value = [{"fact": item.fact, "to": item.to, "words": tell(system, item.fact, names)} for item in facts]
    happens = [phrase("would happen: {0}", row["words"]) for row in value]
    if not facts:
        happens = [phrase("the rules allow it; what would come of it may hang on what is hidden from {0}", by)]
    emit(session, with_price(value, found), *happens, phrase("nothing was stored"))


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
    goes_on = Ref(line.game, now.name)
    warn(phrase("{0} was taken back at entry {1}; play goes on in {2}", line.name, first, goes_on))


@contextmanager
def pointing(line: Line, text: str) -> Iterator[None]:
    """An unreadable order is shown with a mark under the place."""
    try:
        yield
    except MalformedOrder as error:
        said = str(error)
        names = orders_of(line.system)
        if not kinds_meant(text.strip().partition(" ")[0], names, names):
            said += phrase("; `refight orders {0}` lists them with their fields", line.system.key)
        raise MalformedOrder(said + marked(text, error.column), column=error.column) from None


@command("options")
@params.ref_argument
@click.argument("named", nargs=-1, metavar="[WORD]...")
@click.option("--side", shell_complete=params.complete_side, help="Only this side's orders.")
@click.option("--with", "words", metavar="WORD", multiple=True, help="The same as a WORD behind the ref.")
@click.option("--all", "every", is_flag=True, help="One per line, as in a pipe, also on a terminal.")
def options(
    session: Session, ref: Ref, named: tuple[str, ...], side: str | None, words: tuple[str, ...], every: bool
) -> None:
    """List legal orders now: all, or those that name each WORD, a unit, a place or a kind of order.

    On a terminal they are put together by unit. In a pipe, and with --all, each stands on a line of its own, written so
    that it can be pasted behind `refight order REF`.

    \b
        refight options ridge --side blue
        refight options ridge guard move
    """
    import shlex  # late, like the rest: an order is given without it

    from cli.shell.offers import only_some

    line, words = session.line(ref), tuple(word for word in (*named, *words) if word.strip())
    position = session.games.position(ref)
    legal = list(orders_there_are(session.games, ref, side, words, position.state))
    partly = sampled(line.system, position.state, legal)
    if legal and is_read() and not (every or session.is_asked_by_a_program):
        emit(session, None, *_on_screen(session, ref, position, legal, side), *only_some(partly))
        return
    found = [(choice.by, format_order(choice.order)) for choice in legal]
    kinds = Counter(text.partition(" ")[0] for _, text in found)
    found.sort(key=lambda choice: kinds[choice[1].partition(" ")[0]])  # a thousand moves do not bury the rest
    value = [{"by": by, "order": text} for by, text in found]
    nobody = _nothing(line, side, words)
    emit(session, value, *(f"{shlex.quote(text)} --by {by}" for by, text in found) if found else (nobody,))
    if found:
        give = later("give one with: refight order {0} 'ORDER' --by SIDE; all there are: refight orders {1}")
        hint(session, "\n" + phrase(give, ref, line.system.key))
    for said in () if session.json else only_some(partly):
        warn(said)


def _nothing(line: Line, side: str | None, words: tuple[str, ...]) -> str:
    such = listed(words)
    if side is None:
        return phrase("there is no order with {0} to give here" if words else "there is no order to give here", such)
    who = say_of(line.system).term(side)
    return phrase("{1} has no order with {0} to give here" if words else "{1} has no order to give here", such, who)


def _on_screen(session: Session, ref: Ref, at: Position, legal: Sequence[Choice], side: str | None) -> list[str]:
    from cli.shell.offers import on_screen

    lines = on_screen(at.line.system, at.state, legal, session.games.names(at.line), side)
    by = side or legal[0].by
    return [*lines, "", f"give one with: refight order {ref} 'ORDER' --by {by}; --all lists them one by one"]


@command("note")
@params.ref_argument
@click.argument("text", default="")
@click.option("--by", default=UMPIRE, show_default=True, shell_complete=params.complete_side, help="Who writes it.")
@click.option("--mark", default="", metavar="MARK", help="How the entry is judged: !, ?, !!, ??, !?, ?! or a word.")
def note(session: Session, ref: Ref, text: str, by: str, mark: str) -> None:
    """Write a note into the log; with GAME:ENTRY it speaks of that entry, and may begin with a mark.

    \b
        refight note ridge:3 'we forgot the flank here' --by blue
        refight note ridge:3 --mark '!?' 'bold, and it held'
    """
    from domain.games.remarks import written

    line = session.line(ref)
    if mark and ref.entry is None:
        raise BadInput(f"a mark is set on an entry; write {ref}:ENTRY")
    (entry,) = session.games.note(ref, by, written(mark, text) if mark else text)
    emit(session, entry_value(line.system, entry), told(line.system, entry, None, line.started.sides))
