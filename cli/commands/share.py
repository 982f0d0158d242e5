"""Dice that all make together: promises, shares that an order waits for, and deposits for those who are away."""

from __future__ import annotations

import click

from cli.commands.orders import tell_played
from cli.shell import params
from cli.shell.output import counted, emit
from cli.shell.session import Session, command
from domain.kernel.errors import BadInput
from domain.kernel.shares import is_shared
from domain.log.gamelog import Line
from domain.log.refs import Ref


@command("share")
@click.argument("ref", type=params.REF, required=False)
@click.option("--by", shell_complete=params.complete_side, help="Whose share it is: a side, or the host.")
@click.option("--value", metavar="HEX", default="", help="The share itself, where it lies elsewhere.")
@click.option("--promise", metavar="HEX", help="What this side promises from now on instead of what it had.")
@click.option("--deposit", type=click.IntRange(1), metavar="N",
              help="Print what lets another add this side's share to the next N orders with dice.")  # fmt: skip
@click.option("--take", metavar="HEX", help="Keep a deposit here, so that this side is not waited for.")
def share(
    session: Session, ref: Ref | None, by: str | None, value: str, promise: str | None, deposit: int | None,
    take: str | None,
) -> None:  # fmt: skip
    """Play with dice that nobody alone can foresee (`new --setting dice=shared`).

    Without a game: promise shares, and print the promise for whoever starts the game (`new --share SIDE=PROMISE`). In a
    game: add the share that an order waits for. Each die is made of the shares of all sides and of whoever keeps the
    log; `refight verify` proves it from the log alone.

    \b
        refight share
        refight share ridge --by red
        refight share ridge --by red --promise HEX
        refight share ridge --by red --deposit 20
    """
    from domain.games.waiting import add_share

    if ref is None:
        _promise(session)
        return
    line = session.line(ref)
    if by is None:
        raise click.UsageError("say whose share it is with --by", click.get_current_context())
    _check(line, by)
    if promise:
        _promise_own(session, line, by, promise)
        return
    if deposit or take:
        _hand_over(session, line, by, deposit or 1, take)
        return
    viewer = by if by in line.started.sides else None
    tell_played(session, line, add_share(session.games, ref, by, value, viewer), viewer)


def _promise(session: Session) -> None:
    from domain.games.promises import promise

    made = promise(session.new_games.log.store)
    how = "whoever starts the game adds it: refight new … --setting dice=shared --share SIDE=…"
    emit(session, {"promise": made}, made, how)


def _promise_own(session: Session, line: Line, by: str, end: str) -> None:
    from domain.games.promises import promise_own

    promise_own(session.games, line, by, end)
    how = f"the dice of {line.game}@{line.name} wait for whoever made it: `refight share` there adds each"
    emit(session, {"by": by, "promise": end}, f"{by} has promised {end}", how)


def _check(line: Line, by: str) -> None:
    if not is_shared(line.commitments):
        raise BadInput(f"{line.game}@{line.name} is not played with dice that all make together")
    if by not in line.commitments:
        raise BadInput(f"{by!r} adds no shares here; {', '.join(line.commitments)} do")


def _hand_over(session: Session, line: Line, by: str, orders: int, taken: str | None) -> None:
    from domain.games.promises import deposit, take_deposit

    store = session.games.log.store
    core = session.games.table(line).state.core
    used = int(core.shares)
    if taken:
        left = take_deposit(session.games, line, by, taken) - used
        emit(session, {"by": by, "left": left}, f"the shares of {by} for {counted(left, 'order')} lie here")
        return
    made = deposit(store, line, by, used + 1, orders, core.promised)
    emit(session, {"by": by, "deposit": made}, made, "whoever keeps it can foresee those dice")
