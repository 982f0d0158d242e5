"""What can be typed in hot-seat play and is no order: a word, what it takes, what it does."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import click
from msgspec import NODEFAULT

from cli.commands.branches import branch, take_back
from cli.commands.grammar import example
from cli.commands.look import log, losses, score, show
from cli.commands.rulebook import rule
from cli.hotseat.seat import Hotseat
from cli.prompt.prompt import WAY_OUT, asked
from cli.shell.automatic import player_of
from cli.shell.offers import on_screen, only_some
from domain.formats.transcript.parts import name_text
from domain.games.look import legal, naming, sampled
from domain.kernel.errors import BadInput
from domain.kernel.say import spoken
from domain.log.refs import parse_ref
from domain.words.orders import format_order
from domain.words.phrases import later, listed, phrase
from domain.words.scan import nearest, short
from domain.words.slots import slots_of, takes

MEANT = "did you mean"
AFTER = 38  # where the right half of the help begins


def check_order(seat: Hotseat, name: str) -> None:
    if name and not seat.kinds(name):
        raise BadInput(f"there is no order {short(name)}{meant(name, seat.orders)}")


def meant(word: str, names: Iterable[str]) -> str:
    """The one that was probably meant, or where they are listed; never all of them."""
    hint = nearest(word, names)
    return hint if MEANT in hint else "; `help` lists the words, `orders` the orders"


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
    words = _split(rest)
    every, words = "--all" in words, [word for word in words if word != "--all"]
    names = seat.games.names(seat.line)
    choices = list(naming(seat.system, legal(seat.system, seat.table.state, seat.viewer), words, names))
    partly = only_some(sampled(seat.system, seat.table.state, choices))
    if choices and seat.lines.asks_again and not every:
        seat.say(*on_screen(seat.system, seat.table.state, choices, names, seat.viewer or seat.giver), *partly)
        return
    found = [f"{name_text(choice.by)}> {format_order(choice.order)}" for choice in choices]
    none = phrase("there is no order to give here with {0} in it" if rest else "there is no order to give here", rest)
    seat.say(*found or [none], *partly)


def _orders(seat: Hotseat, rest: str) -> None:
    if rest:
        check_order(seat, rest)
    for name in seat.kinds(rest) if rest else seat.orders:
        kind, slots = seat.orders[name], slots_of(seat.orders[name]).values()
        fields = [f"{slot.key}=" if slot.default is NODEFAULT else f"[{slot.key}=]" for slot in slots]
        seat.say(" ".join([name, *fields]))
        if rest:
            seat.say(" ".join(seat.system.words(spoken()).orders[kind].split()))
            seat.say(*(f"  {slot.key}= {takes(slot)}" for slot in slots))
            seat.say(phrase("  example: {0}", example(seat.system, kind)))


def _rule(seat: Hotseat, rest: str) -> None:
    """Words as they are: an apostrophe of French opens no quotation here."""
    seat.shell(rule, seat.system.key, *rest.split())


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
    asked_for = phrase("you are asked for dice and cards as they fall; {0}", phrase(WAY_OUT))
    seat.say(asked_for if asks else phrase("fair dice are rolled for you"))


def _undo(seat: Hotseat, rest: str) -> None:
    sides = seat.line.started.sides
    for side in sides:
        if side != seat.giver and not asked(seat.lines, phrase("{0} agrees? y/n ", side), _yes):
            seat.say(phrase("{0} does not agree; nothing is taken back", side))
            return
    seat.check_head()
    before, consent = seat.line, [f"--consent={side}" for side in sides]
    made = seat.quietly(take_back, str(seat.ref), *consent, *([f"--why={rest}"] if rest else []))
    _move(seat, made, phrase("taken back: {0}", made["undone"]))
    (undone,) = seat.games.log.entries(before, made["at"], made["at"] + 1)
    seat.giver = seat.core.active or undone.by


def _yes(text: str) -> bool:
    said = text.strip().lower()
    yes = ("y", "yes", *phrase("y yes").split())
    if said not in (*yes, "n", "no", *phrase("n no").split()):
        raise BadInput(phrase("answer y or n"))
    return said in yes


def _branch(seat: Hotseat, rest: str) -> None:
    name, _, entry = rest.partition(" ")
    if not name:
        raise BadInput("a new line needs a name, such as: branch left-hook; a number behind it is the entry to go from")
    ref = parse_ref(f"{seat.ref}:{entry.strip()}") if entry else seat.ref
    made = seat.quietly(branch, str(ref), f"--name={name}")
    cuts = listed(made["clean_cuts"])
    cut = phrase("entry {0} lies in the middle of an order; clean cuts are {1}", made["at"], cuts)
    _move(seat, made, cut if cuts else "")


def _move(seat: Hotseat, made: Mapping[str, Any], said: str) -> None:
    """To the line just opened, saying where it came from."""
    old = seat.ref
    seat.say(*([said] if said else []))
    seat.sit(parse_ref(made["ref"]))
    origin = f"{made['parent']}:{made['at']}"
    seat.say(phrase("you play on in {0}, which goes on from {1}; {2} stays as it is", seat.ref, origin, old))


def _help(seat: Hotseat, _rest: str) -> None:
    other = seat.line.started.sides[-1]
    seat.say(
        phrase("an order is its name and its fields:").ljust(AFTER) + _example(seat),
        phrase("by another side:").ljust(AFTER) + phrase("{0}> ORDER", name_text(other)),
        phrase("with dice or cards of the table:").ljust(AFTER) + phrase("ORDER / 4 5   ORDER / card NAME"),
        *(f"{name} {phrase(word.takes)}".ljust(20) + phrase(word.help) for name, word in WORDS.items()),
        phrase("a colon before a word (:note) tells it from an order of that name"),
    )


def _example(seat: Hotseat) -> str:
    choice = next(legal(seat.system, seat.table.state, seat.viewer), None)
    return format_order(choice.order) if choice else next(iter(seat.orders))


def _quit(seat: Hotseat, _rest: str) -> None:
    seat.over = True


class Word(NamedTuple):
    """Something that can be typed and is no order."""

    act: Callable[[Hotseat, str], None]
    takes: str
    help: str


WORDS: Mapping[str, Word] = {
    "show": Word(_passed_on(show), "", later("the board")),
    "log": Word(_passed_on(log), "[--from N]", later("the entries in plain words")),
    "score": Word(_passed_on(score), "", later("the victory points")),
    "losses": Word(_passed_on(losses), "", later("the losses")),
    "options": Word(_options, later("[WORD …]"), later("legal orders now, or those that name a unit, place or kind")),
    "orders": Word(_orders, later("[ORDER]"), later("all orders there are, or the fields of one")),
    "rule": Word(_rule, later("[ID|WORD …]"), later("a rule in plain words, or those with a word; or the chapters")),
    "auto": Word(
        _auto, later("[SIDE …]"), later("the program plays the side due now, or these, until another must decide")
    ),
    "side": Word(_side, later("NAME"), later("give orders for this side")),
    "dice": Word(_dice, "fair|table", later("roll fair dice for you, or ask for those on the table")),
    "note": Word(_note, later("TEXT"), later("write a note into the log")),
    "undo": Word(_undo, later("[WHY]"), later("take the last order back, if the others agree; on a new line")),
    "branch": Word(_branch, later("NAME [ENTRY]"), later("open a new line here or at an entry, and play on there")),
    "help": Word(_help, "", later("this")),
    "quit": Word(_quit, "", later("end; Ctrl-D does too. Everything is stored already")),
}
