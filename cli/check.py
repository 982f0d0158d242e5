"""Proofs: audit the orders, verify chain and dice, seal the head, reveal the seed."""

from __future__ import annotations

import os
from pathlib import Path

import click

from cli import params
from cli.errors import UNPROVEN
from cli.output import Grid, counted, emit, hint, progress
from cli.reading import JSON_LINES, read_game_file, sniff
from cli.session import Session, command
from domain.audit import AuditReport
from domain.audit import audit as audit_line
from domain.refs import Ref, parse_ref
from domain.ruling import BadInput, NotFound
from domain.verify import Proof, Seal, parse_seal, seal_of, verify_file, verify_line


@command("audit")
@params.ref_argument
@click.option("--all", "every", is_flag=True, help="Go on after the first difference.")
def audit(session: Session, ref: Ref, every: bool) -> None:
    """Decide every order again on the recorded dice, and compare with the log. Exit code 4 if they part.

    \b
        refight audit ridge --all
    """
    session.line(ref)
    with progress("audit") as step:
        report = audit_line(session.games, ref, every=every, progress=step)
    columns = ("entry", "rule", "what is wrong")
    wrong = [[f"{d.line}:{d.entry}", d.rule, d.message] for d in report.differences]
    emit(
        session,
        {**_fields(report), "is_clean": report.is_clean},
        _verdict(report),
        *([Grid(columns, wrong)] if wrong else []),
    )
    if not report.is_clean:
        click.get_current_context().exit(UNPROVEN)


def _fields(report: AuditReport) -> dict[str, object]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


def _verdict(report: AuditReport) -> str:
    done = f"{counted(report.orders, 'order')} with {counted(report.facts, 'entry', 'entries')} decided again"
    if report.irregular:
        done += f", {len(report.irregular)} taken as imported or ruled"
    if report.is_clean:
        return f"{report.ref} is clean: {done}, all as recorded"
    more = "" if report.complete else "; it stopped there, --all goes on"
    return f"{report.ref} is not clean: {done}, {len(report.differences)} differ{more}"


@command("verify")
@click.argument("what", metavar="FILE|REF", shell_complete=lambda _ctx, _param, _text: [])
@click.option("--seal", "seal_text", metavar="TEXT", help="A seal you were given: the log must still hold it.")
def verify(session: Session, what: str, seal_text: str | None) -> None:
    """Check the chain and every provable die of a game, or of a file someone sent you. Exit code 4 if they fail.

    \b
        refight verify ridge
        refight verify ridge.jsonl --seal "$(cat seal.txt)"
    """
    seal = parse_seal(seal_text) if seal_text else None
    proof = _of_file(what, seal) if _is_file(what) else _of_line(session, parse_ref(what), seal)
    emit(session, proof, f"{what} holds: {proof.sentence()}")


def _is_file(what: str) -> bool:
    return what == "-" or os.sep in what or Path(what).is_file()


def _of_line(session: Session, ref: Ref, seal: Seal | None) -> Proof:
    """Not through the line as it is read otherwise: a damaged one must be proved so, not merely fail to open."""
    try:
        return verify_line(session.games, ref, seal)
    except NotFound:
        try:
            session.line(ref)
        except NotFound as error:
            raise NotFound(f"{error} (nor is there a file {str(ref)!r})") from None
        raise


def _of_file(name: str, seal: Seal | None) -> Proof:
    with sniff(name) as found:
        if found.format != JSON_LINES:
            raise BadInput(f"{name} is a transcript: it has no chain to verify. Import it and audit it instead")
        from rules import SYSTEMS

        return verify_file(read_game_file(found), seal, SYSTEMS)


@command("seal")
@params.ref_argument
def seal(session: Session, ref: Ref) -> None:
    """Print the head hash: hand it to the other player, and a cut-off tail will show.

    \b
        refight seal ridge
    """
    session.line(ref)
    text = str(seal_of(session.games, ref))
    emit(session, {"ref": str(ref), "seal": text}, text)
    hint(session, f"keep it apart from the log; `refight verify {ref} --seal '{text}'` checks it later")


@command("reveal")
@params.ref_argument
def reveal(session: Session, ref: Ref) -> None:
    """Publish the seed of a line's fair dice, so that everyone can check them; it rolls no more.

    \b
        refight reveal ridge
    """
    line = session.line(ref)
    found = session.games.reveal(ref)
    emit(
        session,
        {"ref": str(ref), "seed": found},
        f"the seed of {line.game}@{line.name} is {found}",
        "its fair dice are closed; play on with --dice, or branch for fresh luck",
    )
