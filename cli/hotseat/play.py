"""Hot-seat play: orders and a few words, typed one after another, until somebody quits."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

import click

from cli.commands.look import as_option, viewing
from cli.hotseat.seat import Hotseat
from cli.hotseat.words import WORDS, check_order, meant
from cli.prompt.prompt import Pipe, Terminal, complete_with, names_giver, read_name, reworded
from cli.shell import params
from cli.shell.automatic import player_of
from cli.shell.boards import board_parts
from cli.shell.errors import speaking_plainly
from cli.shell.output import emit_json
from cli.shell.session import Session, command
from domain.kernel.errors import BadInput, RefightError
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.phrases import phrase
from domain.words.scan import known, short


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
    line, viewer = viewing(session, ref, viewer)
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
    complete_with(lambda before: completions(seat, before))
    begin = phrase("it is for {0} to give an order; help says what can be typed, options what is legal", seat.giver)
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
            seat.say("\n" + phrase("what you typed was dropped; quit or Ctrl-C once more leaves"))
        except BrokenPipeError:
            raise
        except Exception as error:  # whatever it was, the evening goes on
            interrupted = False
            complain(error)
        with suppress(RefightError):  # if it cannot be read now, the next order says why
            seat.refresh()
    last = seat.table.head.number
    seat.say(phrase("{0} stands at entry {1}; `refight play {0}` goes on from there", seat.ref, last))


def complain(error: Exception) -> None:
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
    """One typed line: an order, or a word. A colon in front makes it a word in any case."""
    word, *more = text.split(maxsplit=1) or ["#"]
    if word.startswith("#"):
        return
    is_word = word.startswith(":")
    found = WORDS.get(word.removeprefix(":").lower())
    if not is_word and (names_giver(text) or known(word, seat.orders) or (not found and seat.kinds(word))):
        check_order(seat, read_name(text))
        seat.give(text)
        return
    if found is None:
        names = WORDS if is_word else [*seat.orders, *WORDS]
        raise BadInput(f"there is no {'' if is_word else 'order or '}word {short(word)}{meant(word, names)}")
    found.act(seat, more[0].strip() if more else "")


def completions(seat: Hotseat, before: str) -> Iterator[str]:
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
