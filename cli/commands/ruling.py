"""Rulings: how a rule is read from here on, and facts set straight, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from cli.shell import params
from cli.shell.errors import marked
from cli.shell.output import emit
from cli.shell.rules import spelt_rule
from cli.shell.session import Session, command
from cli.shell.telling import entry_value, told
from domain.games.ask import meant_fact
from domain.kernel.errors import BadInput, MalformedOrder
from domain.kernel.facts import Fact, RulingMade
from domain.kernel.naming import UMPIRE
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref


@command("ruling")
@params.ref_argument
@click.option("--reading", "readings", multiple=True, metavar="D36=b", help="How a disputed rule is read from now on.")
@click.option("--fact", "facts", multiple=True, metavar="FACT", help="A fact set straight; once for each.")
@click.option("--player", "players", multiple=True, metavar="SIDE=NAME", help="Who plays a side from now on.")
@click.option("--text", default="", help="The reason.")
@click.option("--rule", default="", metavar="ID", help="The rule it is about.")
@click.option("--by", default=UMPIRE, show_default=True, shell_complete=params.complete_side, help="Who rules.")
def ruling(
    session: Session, ref: Ref, readings: tuple[str, ...], facts: tuple[str, ...], players: tuple[str, ...], text: str,
    rule: str, by: str,
) -> None:  # fmt: skip
    """Rule on a dispute: from here on the game is played and audited under it. Facts set straight are marked as ruled,
    and stand in the log right behind the reason. A ruling needs a rule or a reason; it goes to the head of a line.

    Where somebody else takes over a side, --player says who, and needs no reason: the log holds a salted digest, the
    name lies beside it, and `refight players --forget` erases it.

    \b
        refight ruling ridge --rule FF.2 --text 'mud costs nothing here'
        refight ruling ridge --text 'it never left the hill' --fact 'PieceMoved piece=guard start=mill to=hill'
        refight ruling ridge --player blue=Ann
    """
    line = session.line(ref)
    named = params.chosen_players(players)
    if not (rule.strip() or text.strip() or named):
        raise BadInput("a ruling names its rule or its reason; say --rule ID or --text 'why', or both")
    made = RulingMade(
        by=by, text=text.strip(), rule=spelt_rule(line.system, rule.strip()) if rule.strip() else "",
        readings=params.chosen_readings(readings),
    )  # fmt: skip
    entries = session.games.rule(ref, made, _parsed(session, line, facts), named)
    names = session.games.names(line)
    emit(
        session,
        [entry_value(line.system, entry, None, names) for entry in entries],
        *(told(line.system, entry, None, line.started.sides, names) for entry in entries),
        *_from_now_on(line, entries),
        *(f"from here on {side} is played by {name.strip()}" for side, name in named.items()),
    )


def _parsed(session: Session, line: Line, facts: Sequence[str]) -> list[Fact]:
    """Unreadable ones are shown with a mark under the place."""
    names, found = session.games.names(line), []
    for text in facts:
        try:
            found.append(meant_fact(line.system, text, names))
        except MalformedOrder as error:
            raise MalformedOrder(f"{error}{marked(text, error.column)}", column=error.column) from None
    return found


def _from_now_on(line: Line, entries: Sequence[Entry]) -> Iterator[str]:
    made = entries[0].fact
    assert isinstance(made, RulingMade)
    for dispute, letter in made.readings.items():
        yield f"from here on {dispute} is read as {letter}: {line.system.book.readings[dispute].choices[letter]}"
