"""Hot-seat play: orders and a few words, typed one after another, until somebody quits."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import click
from msgspec import NODEFAULT

from cli import params
from cli.auto import player_of
from cli.boards import board_parts
from cli.branches import branch, take_back
from cli.errors import speaking_plainly
from cli.grammar import example
from cli.hotseat import Hotseat
from cli.look import as_option, log, losses, score, show, viewing
from cli.output import emit_json
from cli.prompt import WAY_OUT, Pipe, Terminal, asked, complete_with, names_giver, read_name, reworded
from cli.rulebook import rule
from cli.session import Session, command
from domain.gamelog import Line
from domain.ordertext import describe, format_order, slots_of
from domain.refs import Ref, parse_ref
from domain.ruling import BadInput, RefightError
from domain.textscan import known, nearest, short
from domain.transcript.parts import name_text

MEANT = "did you mean"


@command("play")
@params.ref_argument
@as_option
@click.option(
    "--auto", "robots", metavar="SIDE", multiple=True, shell_complete=params.complete_side,
    help="The program plays this side, and what it hides is not shown; once for each.",
)  # fmt: skip
def play(session: Session, ref: Ref, viewer: str | None, robots: tuple[str, ...]) -> None:
    """Play at one keyboard: type orders one after another, `help` for the rest, `quit` to end.

    Everything is shown to whoever sits there, unless --as or --auto says with whose eyes it is seen. In a pipe every
    line is an order or a word of `help`. Each order is stored as it is given; the first mistake ends it with its exit
    code, and what was stored before it stays.

    \b
        refight play ridge
        refight play ridge --as red
        refight play ridge < orders.txt
    """
    line = viewing(session, ref, viewer)
    if robots:
        player_of(line.system)
        viewer = viewer or _person(session, line, robots)
    if sys.stdin.isatty() and not session.json:
        _at_terminal(Hotseat(session, ref, Terminal(), viewer, robots))
    else:
        _from_pipe(session, Hotseat(session, ref, Pipe(), viewer, robots))


def _person(session: Session, line: Line, robots: Sequence[str]) -> str | None:
    """The one side left to a person, if it is one."""
    left = [side for side in line.started.sides if side not in {session.side(line, robot) for robot in robots}]
    return left[0] if len(left) == 1 else None


def _at_terminal(seat: Hotseat) -> None:
    """Nothing ends it but quit, Ctrl-D, or Ctrl-C twice in a row."""
    complete_with(lambda before: _completions(seat, before))
    begin = f"it is for {seat.giver} to give an order; help says what can be typed, options what is legal"
    seat.say(board_parts(seat.session, seat.ref, seat.viewer)[1], "", *(seat.ending() or [begin]))
    seat.play_robots()
    interrupted = False
    while not seat.over:
        try:
            take(seat, seat.lines.ask(seat.prompt))
            interrupted = False
        except EOFError:
            click.echo()
            seat.over = True
        except (KeyboardInterrupt, click.Abort):
            if interrupted:
                raise
            interrupted = True
            seat.say("\nwhat you typed was dropped; quit or Ctrl-C once more leaves")
        except BrokenPipeError:
            raise
        except Exception as error:  # whatever it was, the evening goes on
            interrupted = False
            _complain(error)
        with suppress(RefightError):  # if it cannot be read now, the next order says why
            seat.refresh()
    seat.say(f"{seat.ref} stands at entry {seat.table.head.number}; `refight play {seat.ref}` goes on from there")


def _complain(error: Exception) -> None:
    with suppress(SystemExit), speaking_plainly():
        raise error


def _from_pipe(session: Session, seat: Hotseat) -> None:
    """Without a prompt; with --json all the entries made are one array, also those before a mistake."""
    pipe = seat.lines
    assert isinstance(pipe, Pipe)
    session.collected = [] if session.json else None
    try:
        seat.play_robots()
        while not seat.over:
            number = pipe.number + 1
            try:
                text = pipe.next()
                if text is None:
                    break
                take(seat, text)
            except RefightError as error:
                raise reworded(error, f"line {number}: {{}}".format) from None
    finally:
        if session.json:
            emit_json(seat.made)


def take(seat: Hotseat, text: str) -> None:
    """One typed line: an order, or one of the words below. A colon in front makes it a word in any case."""
    word, *more = text.split(maxsplit=1) or ["#"]
    if word.startswith("#"):
        return
    is_word = word.startswith(":")
    if not is_word and (names_giver(text) or known(word, seat.orders)):
        _check_order(seat, read_name(text))
        seat.give(text)
        return
    found = WORDS.get(word.removeprefix(":").lower())
    if found is None:
        names = WORDS if is_word else [*seat.orders, *WORDS]
        raise BadInput(f"there is no {'' if is_word else 'order or '}word {short(word)}{_meant(word, names)}")
    found.act(seat, more[0].strip() if more else "")


def _check_order(seat: Hotseat, name: str) -> None:
    if name and not known(name, seat.orders):
        raise BadInput(f"there is no order {short(name)}{_meant(name, seat.orders)}")


def _meant(word: str, names: Iterable[str]) -> str:
    """The one that was probably meant, or where they are listed; never all of them."""
    hint = nearest(word, names)
    return hint if MEANT in hint else "; `help` lists the words, `orders` the orders"


# The words


def _passed_on(to: click.Command) -> Callable[[Hotseat, str], None]:
    """The word does what the command of the shell does, with the same options."""

    def act(seat: Hotseat, rest: str) -> None:
        eyes = ["--as", seat.viewer] if seat.viewer and "--as" not in rest else []
        seat.shell(to, str(seat.ref), *eyes, *_split(rest))

    return act


def _split(rest: str) -> list[str]:
    try:
        return shlex.split(rest)
    except ValueError as error:
        raise BadInput(f"{short(rest)} cannot be read: {str(error).lower()}") from None


def _options(seat: Hotseat, rest: str) -> None:
    seat.refresh()
    legal = [choice for choice in seat.system.options(seat.table.state) if seat.viewer in (None, choice.by)]
    found = [f"{name_text(choice.by)}> {format_order(choice.order)}" for choice in legal]
    found = [text for text in found if rest.lower() in text.lower()]
    seat.say(*found or [f"there is no order to give here{f' with {rest} in it' if rest else ''}"])


def _orders(seat: Hotseat, rest: str) -> None:
    if rest:
        _check_order(seat, rest)
    for name in [known(rest, seat.orders) or ""] if rest else seat.orders:
        kind, slots = seat.orders[name], slots_of(seat.orders[name]).values()
        fields = [f"{slot.key}=" if slot.default is NODEFAULT else f"[{slot.key}=]" for slot in slots]
        seat.say(" ".join([name, *fields]))
        if rest:
            seat.say(" ".join((kind.__doc__ or "").split()))
            seat.say(*(f"  {slot.key}= {describe(slot.shapes)}" for slot in slots))
            seat.say(f"  example: {example(seat.system, kind)}")


def _rule(seat: Hotseat, rest: str) -> None:
    seat.shell(rule, seat.system.key, *_split(rest))


def _auto(seat: Hotseat, rest: str) -> None:
    player_of(seat.system)
    seat.play_for(*(seat.session.side(seat.line, side) for side in _split(rest)))
    seat.play_robots()


def _note(seat: Hotseat, rest: str) -> None:
    seat.note(rest)


def _side(seat: Hotseat, rest: str) -> None:
    seat.giver = seat.session.side(seat.line, rest)


def _dice(seat: Hotseat, rest: str) -> None:
    if rest == "fair" and seat.no_fair:
        raise BadInput(f"{seat.no_fair}; they are rolled at the table")
    if rest not in ("", "fair", "table"):
        raise BadInput("dice stand on the line of their order, such as RollDice why=volley dice=2 / 4 5; "
                       "`dice table` asks for them, `dice fair` rolls them for you")  # fmt: skip
    seat.at_the_table = rest == "table" if rest else seat.at_the_table
    asks = seat.at_the_table or seat.no_fair
    seat.say(f"you are asked for dice and cards as they fall; {WAY_OUT}" if asks else "fair dice are rolled for you")


def _undo(seat: Hotseat, rest: str) -> None:
    sides = seat.line.started.sides
    for side in sides:
        if side != seat.giver and not asked(seat.lines, f"{side} agrees? y/n ", _yes):
            seat.say(f"{side} does not agree; nothing is taken back")
            return
    seat.check_head()
    before, consent = seat.line, [f"--consent={side}" for side in sides]
    made = seat.quietly(take_back, str(seat.ref), *consent, *([f"--why={rest}"] if rest else []))
    _move(seat, made, f"taken back: {made['undone']}")
    (undone,) = seat.games.log.entries(before, made["at"], made["at"] + 1)
    seat.giver = seat.core.active or undone.by


def _yes(text: str) -> bool:
    said = text.strip().lower()
    if said not in ("y", "yes", "n", "no"):
        raise BadInput("answer y or n")
    return said.startswith("y")


def _branch(seat: Hotseat, rest: str) -> None:
    name, _, entry = rest.partition(" ")
    if not name:
        raise BadInput("a new line needs a name, such as: branch left-hook; a number behind it is the entry to go from")
    ref = parse_ref(f"{seat.ref}:{entry.strip()}") if entry else seat.ref
    made = seat.quietly(branch, str(ref), f"--name={name}")
    cuts = " and ".join(map(str, made["clean_cuts"]))
    _move(seat, made, f"entry {made['at']} lies in the middle of an order; clean cuts are {cuts}" if cuts else "")


def _move(seat: Hotseat, made: Mapping[str, Any], said: str) -> None:
    """To the line just opened, saying where it came from."""
    old = seat.ref
    seat.say(*([said] if said else []))
    seat.sit(parse_ref(made["ref"]))
    seat.say(f"you play on in {seat.ref}, which goes on from {made['parent']}:{made['at']}; {old} stays as it is")


def _help(seat: Hotseat, _rest: str) -> None:
    other = seat.line.started.sides[-1]
    seat.say(
        "an order is its name and its fields:  " + _example(seat),
        f"by another side:                      {name_text(other)}> ORDER",
        "with dice or cards of the table:      ORDER / 4 5   ORDER / card NAME",
        *(f"{name} {word.takes}".ljust(20) + word.help for name, word in WORDS.items()),
        "a colon before a word (:note) tells it from an order of that name",
    )


def _example(seat: Hotseat) -> str:
    choices = seat.system.options(seat.table.state)
    legal = (format_order(choice.order) for choice in choices if seat.viewer in (None, choice.by))
    return next(legal, next(iter(seat.orders)))


def _quit(seat: Hotseat, _rest: str) -> None:
    seat.over = True


class Word(NamedTuple):
    """Something that can be typed and is no order."""

    act: Callable[[Hotseat, str], None]
    takes: str
    help: str


WORDS: Mapping[str, Word] = {
    "show": Word(_passed_on(show), "", "the board"),
    "log": Word(_passed_on(log), "[--from N]", "the entries in plain words"),
    "score": Word(_passed_on(score), "", "the victory points"),
    "losses": Word(_passed_on(losses), "", "the losses"),
    "options": Word(_options, "[WORD]", "legal orders now, or those with WORD in them"),
    "orders": Word(_orders, "[ORDER]", "all orders there are, or the fields of one"),
    "rule": Word(_rule, "[ID]", "a rule in plain words, or the chapters"),
    "auto": Word(_auto, "[SIDE …]", "the program plays the side due now, or these, until another must decide"),
    "side": Word(_side, "NAME", "give orders for this side"),
    "dice": Word(_dice, "fair|table", "roll fair dice for you, or ask for those on the table"),
    "note": Word(_note, "TEXT", "write a note into the log"),
    "undo": Word(_undo, "[WHY]", "take the last order back, if the others agree; on a new line"),
    "branch": Word(_branch, "NAME [ENTRY]", "open a new line here or at an entry, and play on there"),
    "help": Word(_help, "", "this"),
    "quit": Word(_quit, "", "end; Ctrl-D does too. Everything is stored already"),
}


def _completions(seat: Hotseat, before: str) -> Iterator[str]:
    giver, _, order = before.rpartition(">")
    word = before.strip().removeprefix(":")
    yield from seat.following(order)
    if not giver and not word:
        yield from (f"{name} " for name in WORDS)
    elif word.split()[:1] in (["side"], ["auto"]):
        yield from seat.line.started.sides
    elif word == "dice":
        yield from ("fair", "table")
    elif word == "orders":
        yield from seat.orders
