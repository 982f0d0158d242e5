"""Proofs: audit the orders, verify chain and dice, seal the head, reveal the seed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click
import msgspec

from cli import params
from cli.errors import UNPROVEN
from cli.filelog import is_file, nor_a_file, open_file, read_entry, system_of
from cli.output import Grid, counted, emit, hint, progress
from cli.session import Session, command
from domain.audit import AuditReport, Ruled
from domain.audit import audit as audit_line
from domain.gamefile import GameFile
from domain.refs import UMPIRE, Ref
from domain.ruling import BadInput, NotFound, RefightError, VerificationFailed
from domain.verify import Proof, Seal, parse_seal, seal_of, verify_file, verify_line
from domain.words import tell


@command("audit")
@click.argument("what", metavar="REF", type=params.REF_TEXT)
@click.option("--all", "every", is_flag=True, help="Go on after the first difference of a line, and list every one.")
def audit(session: Session, what: str, every: bool) -> None:
    """Decide every order again on the recorded dice, and compare with the log. A game is audited with all its lines.
    Exit code 4 if they part.

    \b
        refight audit ridge --all
    """
    scope = params.scope_of(what)
    session.line(scope.ref)
    reports = [_audited(session, ref, every) for ref in scope.refs(session)]
    values = [{**_fields(report), "is_clean": report.is_clean} for report in reports]
    wrong = [(f"{d.line}:{d.entry}", d.rule, d.message) for report in reports for d in report.differences]
    listed = list(dict.fromkeys(wrong))  # lines share what stands before they part
    taken = [(f"{d.line}:{d.entry}", d.message) for report in reports for d in report.irregular]
    irregular = list(dict.fromkeys(taken))
    ruled = list(dict.fromkeys(_ruling(one) for report in reports for one in report.ruled))
    emit(
        session,
        values if scope.is_whole else values[0],
        *map(_verdict, reports),
        *([Grid(("entry", "rule", "what is wrong"), listed)] if listed else []),
        *([Grid(("entry", "taken as it stands"), irregular)] if irregular else []),
        *([Grid(("entry", "ruled", "by", "reason", "rule"), ruled)] if ruled else []),
    )
    if listed:
        click.get_current_context().exit(UNPROVEN)


def _audited(session: Session, ref: Ref, every: bool) -> AuditReport:
    with progress(f"audit {ref}") as step:
        return audit_line(session.games, ref, every=every, progress=step)


def _fields(report: AuditReport) -> dict[str, object]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


def _verdict(report: AuditReport) -> str:
    done = f"{counted(report.orders, 'order')} with {counted(report.facts, 'entry', 'entries')} decided again"
    if report.irregular:
        done += f", {len(report.irregular)} taken as imported or ruled"
    if report.is_clean:
        return f"{report.ref} is clean: {done}, all as recorded{_ruled(report.ruled)}"
    more = "" if report.complete else "; it stopped there, --all goes on"
    return f"{report.ref} is not clean: {done}, {len(report.differences)} differ{more}{_ruled(report.ruled)}"


def _ruled(ruled: Sequence[Ruled]) -> str:
    """How many facts no rule gave but a ruling did, by whom, and where."""
    if not ruled:
        return ""
    givers = " and ".join(dict.fromkeys("the umpire" if one.by == UMPIRE else one.by for one in ruled))
    entries = "entry" if len(ruled) == 1 else "entries"
    return f"; {counted(len(ruled), 'fact')} ruled by {givers} ({entries} {', '.join(str(one.entry) for one in ruled)})"


def _ruling(one: Ruled) -> tuple[str, ...]:
    return (f"{one.line}:{one.entry}", one.fact, one.by, one.text, one.rule)


@command("verify")
@click.argument("what", metavar="REF|FILE", type=params.REF_OR_FILE)
@click.option("--seal", "seal_text", metavar="TEXT", help="A seal you were given: the log must still hold it.")
def verify(session: Session, what: str, seal_text: str | None) -> None:
    """Check the chain and every provable die of a game with all its lines, or of a file someone sent you.
    Exit code 4 if they fail.

    \b
        refight verify ridge
        refight verify ridge.jsonl --seal "$(cat seal.txt)"
    """
    seal = parse_seal(seal_text) if seal_text else None
    if is_file(session, what):
        proof = _of_file(what, seal)
        emit(session, proof, *_holds(what, proof))
        return
    scope = params.scope_of(what)
    try:
        refs = scope.refs(session)
        if scope.is_whole:
            _of_game(session, refs, seal)
        else:
            proof = _of_line(session, scope.ref, seal)
            emit(session, proof, *_holds(what, proof))
    except NotFound as error:
        raise nor_a_file(session, what, _suggesting(session, scope.ref, error)) from None


def _holds(what: str, proof: Proof) -> list[str]:
    return [f"{what} holds:", *(f"  {statement}" for statement in proof.statements())]


def _suggesting(session: Session, ref: Ref, error: NotFound) -> NotFound:
    """The same with near names, where it is only a name that is wrong."""
    try:
        session.line(ref)
    except NotFound as better:
        return better
    except RefightError:  # the line is there, but damaged
        pass
    return error


def _of_line(session: Session, ref: Ref, seal: Seal | None) -> Proof:
    """Not through the line as it is read otherwise: a damaged one must be proved so, not merely fail to open."""
    try:
        return verify_line(session.games, ref, seal)
    except VerificationFailed as error:
        place = f"{ref.game}@{error.line}" + (f":{error.entry}" if error.entry else "")
        raise _failed(place, error, _words_in_log(session, ref.game, error)) from None


def _of_game(session: Session, refs: Sequence[Ref], seal: Seal | None) -> None:
    """Every line, whatever becomes of the others; what is wrong with several of them is said once."""
    results: list[dict[str, Any]] = []
    shown: list[str] = []
    wrong: dict[str, VerificationFailed] = {}
    if seal and seal.line not in [ref.line for ref in refs]:
        raise _lost(session, refs[0], seal)
    for ref in refs:
        try:
            proof = _of_line(session, ref, seal if seal and seal.line == ref.line else None)
        except VerificationFailed as error:
            wrong.setdefault(str(error), error)
            fault = {"error": str(error), "line": error.line, "entry": error.entry}
            results.append({"ref": str(ref), "holds": False, **fault})
            shown.append(f"{ref} fails at {error.line}:{error.entry}")
        else:
            results.append({"ref": str(ref), "holds": True, **msgspec.structs.asdict(proof)})
            shown += _holds(str(ref), proof)
    emit(session, results, *shown)
    if wrong:
        first = next(iter(wrong.values()))
        raise VerificationFailed("\n".join(wrong), line=first.line, entry=first.entry)


def _lost(session: Session, ref: Ref, seal: Seal) -> VerificationFailed:
    """The sealed line is not there: a seal of another game, or a line that was taken out."""
    try:
        _of_line(session, ref, seal)
    except VerificationFailed as error:
        return error
    except BadInput:
        pass
    what = f"{ref.game} has no line {seal.line}, which was sealed at entry {seal.entry}: it was taken out"
    return VerificationFailed(what, line=seal.line, entry=seal.entry)


def _failed(place: str, error: VerificationFailed, words: str) -> VerificationFailed:
    reads = f"\n  it reads: {words}" if words else ""
    return VerificationFailed(f"{place} does not hold: {error}{reads}", line=error.line, entry=error.entry)


def _words_in_log(session: Session, game: str, error: VerificationFailed) -> str:
    """The entry that is wrong, if it can be read at all."""
    with suppress(RefightError, RecursionError):  # a line may even claim to be its own parent
        line = session.games.log.line(game, error.line)
        return "".join(tell(line.system, e.fact) for e in session.games.log.entries(line, error.entry - 1, error.entry))
    return ""


def _of_file(name: str, seal: Seal | None) -> Proof:
    from rules import SYSTEMS

    file = open_file(name, "it has no chain to verify. Import it and audit it instead")
    try:
        return verify_file(file, seal, SYSTEMS)
    except VerificationFailed as error:
        raise _failed(f"{name} {error.line}:{error.entry}", error, _words_in_file(file, error)) from None


def _words_in_file(file: GameFile, error: VerificationFailed) -> str:
    with suppress(RefightError):
        system = system_of(file)
        here = (sealed for sealed in file.entries if (sealed.line, sealed.number) == (error.line, error.entry))
        found = (read_entry(system, sealed) for sealed in here)
        return next((tell(system, entry.fact) for entry in found if entry is not None), "")
    return ""


@command("seal")
@params.ref_argument
def seal(session: Session, ref: Ref) -> None:
    """Print the head hash: hand it to the other player, and a cut-off tail will show.

    \b
        refight seal ridge > seal.txt
    """
    session.line(ref)
    text = str(seal_of(session.games, ref))
    emit(session, {"ref": str(ref), "seal": text}, text)
    hint(session, f"keep it apart from the log; `refight verify {ref} --seal '{text}'` checks it later")


@command("reveal")
@params.ref_argument
@click.option("--now", is_flag=True, help="Though the game has not ended.")
def reveal(session: Session, ref: Ref, now: bool) -> None:
    """Publish the seed of a line's fair dice, so that everyone can check them; it rolls no more.

    \b
        refight reveal ridge --now
    """
    line = session.line(ref)
    if not (line.opened or line.started).commitment:
        raise BadInput("this line never had fair dice; there is no seed to reveal")
    if not (now or session.games.position(ref).state.core.ended or session.games.revealed(line)):
        raise BadInput(
            f"{ref} has not ended: once the seed is known nobody can roll fair dice on this line, and cards drawn "
            "from hidden decks become known; --now reveals it all the same"
        )
    found = session.games.reveal(ref)
    emit(
        session,
        {"ref": str(ref), "seed": found},
        f"the seed of {line.game}@{line.name} is {found}",
        "its fair dice are closed; play on with --dice, or branch for fresh luck",
    )
