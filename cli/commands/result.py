"""The result of a game on one sheet, which each side signs."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from cli.shell import params
from cli.shell.output import counted, emit
from cli.shell.session import Session, command
from cli.shell.writing import write_bytes
from domain.games.keyring import keys, own_seat, short
from domain.kernel.errors import BadInput
from domain.log.refs import Ref
from domain.proof.sheet import ResultSheet, check_sheet, read_sheet, sheet_of, sign_sheet


@command("result")
@params.ref_argument
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--sign", is_flag=True, help="Sign it with the key of the side that you play.")
@click.option("--by", shell_complete=params.complete_side, help="Your side, where you play more than one or none yet.")
@click.option("--key", "name", default="", help="Your key by its name, in a game that is not played by mail.")
@click.option("--now", is_flag=True, help="Though the game has not ended.")
def result(
    session: Session, ref: Ref, file: Path | None, sign: bool, by: str | None, name: str, now: bool
) -> None:  # fmt: skip
    """Write the result of a game: players, forces, readings, losses, points, ending, and the seal of its log.

    With a FILE it is written there as JSON; one that is there already is checked against the log first, and signed in
    addition. `refight verify FILE` checks it against the log of whoever has one.

    \b
        refight result ridge
        refight result ridge ridge-result.json --sign
    """
    line = session.line(ref)
    sheet = sheet_of(session.games, ref)
    if not (sheet.ended or now):
        raise BadInput(f"{ref} has not ended; --now tells how it stands")
    if file is not None and file.exists():
        sheet = read_sheet(file.read_bytes())
        check_sheet(session.games, Ref(line.game, line.name), sheet)
    if sign:
        side, secret = _secret(session, ref, by, name)
        sheet = sign_sheet(sheet, side, secret)
    if file is not None and (sign or not file.exists()):
        write_bytes(file, [msgspec.json.encode(sheet) + b"\n"], force=True)
    emit(session, sheet, *told(sheet, {one.key: one.name for one in keys(session.games.log.store)}))


def _secret(session: Session, ref: Ref, by: str | None, name: str) -> tuple[str, str]:
    line = session.line(ref)
    if not name:
        return own_seat(session.games.log.store, line.started, by)
    if by is None:
        raise click.UsageError("say for which side you sign with --by", click.get_current_context())
    session.side(line, by)
    found = next((one for one in keys(session.games.log.store) if name in (one.name, one.key)), None)
    if found is None or not found.secret:
        raise BadInput(f"{name!r} is no key of your own; `refight key make {name}` makes one")
    return by, found.secret


def told(sheet: ResultSheet, names: dict[str, str]) -> list[str]:
    """For people to read."""
    ends = (f"{sheet.winner} won" if sheet.winner else "a draw") + (f": {sheet.ending}" if sheet.ending else "")
    rows = [
        f"{sheet.title} ({sheet.system} {sheet.edition}, scenario {sheet.scenario})",
        f"ended on turn {sheet.turn}, {ends}" if sheet.ended else f"has not ended; turn {sheet.turn}",
    ]
    for side, points in sheet.points.items():
        lost = ", ".join(f"{amount} {kind}" for kind, amount in sheet.losses.get(side, {}).items()) or "nothing"
        who = f" ({sheet.players[side].name})" if side in sheet.players else ""
        forces = counted(len(sheet.forces.get(side, ())), "unit")
        rows.append(f"  {side}{who}: {points} points, {forces}, lost {lost}")
    rows += [f"optional rules: {', '.join(sheet.options)}"] if sheet.options else []
    rows += [f"readings: {', '.join(f'{key}={letter}' for key, letter in sheet.readings.items())}"] * bool(
        sheet.readings
    )
    rows += [f"settings: {', '.join(sheet.settings)}"] if sheet.settings else []
    rows.append(sheet.seal)
    rows += [
        f"signed by {one.by}: {names.get(one.key, 'a key not known here')} ({short(one.key)})" for one in sheet.signed
    ]
    return rows if sheet.signed else [*rows, "nobody has signed it yet"]
