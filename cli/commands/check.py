"""Proofs: audit the orders, verify chain and dice, seal the head, reveal the seed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click
import msgspec

from cli.commands.proved import is_result, verify_result
from cli.files.filelog import is_file, nor_a_file, open_file, read_entry, system_of
from cli.shell import params
from cli.shell.errors import UNPROVEN
from cli.shell.output import Grid, emit, hint, progress
from cli.shell.session import Session, command
from domain.games.audit import AuditReport, Ruled, audit_game
from domain.games.audit import audit as audit_line
from domain.games.over import in_play, is_all_open
from domain.kernel.errors import BadInput, NotFound, RefightError, VerificationFailed
from domain.kernel.naming import UMPIRE
from domain.log.gamefile import GameFile
from domain.log.refs import Ref
from domain.proof.verify import Proof, Seal, parse_seal, seal_of, verify_file, verify_game, verify_line
from domain.words.phrases import headings, listed, phrase, some
from domain.words.tell import tell


@command("audit")
@click.argument("what", metavar="REF", type=params.REF_TEXT)
@click.option("--all", "every", is_flag=True, help="Go on after the first difference of a line, and list every one.")
@click.option(
    "--continue", "go_on", is_flag=True,
    help="Begin after what was audited last, as long as rules and pack are the same.",
)  # fmt: skip
def audit(session: Session, what: str, every: bool, go_on: bool) -> None:
    """Decide every order again on the recorded dice, and compare with the log. A game is audited with all its lines.
    Exit code 4 if they part. With --continue only what is new since the last audit is decided: that nothing older was
    changed is for `refight verify` to prove.

    \b
        refight audit ridge --all
        refight audit ridge --continue
    """
    scope = params.scope_of(what)
    session.line(scope.ref)
    reports = _audited(session, scope, every, go_on)
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
        *([Grid(headings("entry", "rule", "what is wrong"), listed)] if listed else []),
        *([Grid(headings("entry", "taken as it stands"), irregular)] if irregular else []),
        *([Grid(headings("entry", "ruled", "by", "reason", "rule"), ruled)] if ruled else []),
    )
    if listed:
        click.get_current_context().exit(UNPROVEN)


def _audited(session: Session, scope: params.Scope, every: bool, go_on: bool) -> list[AuditReport]:
    with progress(f"audit {scope.ref}") as step:
        if scope.is_whole:
            return audit_game(session.games, scope.ref.game, every=every, go_on=go_on, progress=step)
        return [audit_line(session.games, scope.ref, every=every, go_on=go_on, progress=step)]


def _fields(report: AuditReport) -> dict[str, object]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


def _verdict(report: AuditReport) -> str:
    orders, entries = some(report.orders, "order", "orders"), some(report.facts, "entry", "entries")
    done = phrase("{0} with {1} decided again", orders, entries)
    if report.since:
        done += phrase(", those up to entry {0} in an earlier audit", report.since)
    if report.irregular:
        done += phrase(", {0} taken as imported or ruled", len(report.irregular))
    if report.is_clean:
        return phrase("{0} is clean: {1}, all as recorded", report.ref, done) + _ruled(report.ruled)
    more = "" if report.complete else phrase("; it stopped there, --all goes on")
    wrong = phrase("{0} is not clean: {1}, {2} differ", report.ref, done, len(report.differences))
    return wrong + more + _ruled(report.ruled)


def _ruled(ruled: Sequence[Ruled]) -> str:
    """How many facts no rule gave but a ruling did, by whom, and where."""
    if not ruled:
        return ""
    givers = listed(dict.fromkeys(phrase("the umpire") if one.by == UMPIRE else one.by for one in ruled))
    entries = phrase("entry") if len(ruled) == 1 else phrase("entries")
    numbers = ", ".join(str(one.entry) for one in ruled)
    return phrase("; {0} ruled by {1} ({2} {3})", some(len(ruled), "fact", "facts"), givers, entries, numbers)


def _ruling(one: Ruled) -> tuple[str, ...]:
    return (f"{one.line}:{one.entry}", one.fact, one.by, one.text, one.rule)


@command("verify")
@click.argument("what", metavar="REF|FILE", type=params.REF_OR_FILE)
@click.option("--seal", "seal_text", metavar="TEXT", help="A seal you were given: the log must still hold it.")
@click.option("--log", "log_file", metavar="FILE", help="Of a result: the exported game it is of, if that is not here.")
def verify(session: Session, what: str, seal_text: str | None, log_file: str | None) -> None:
    """Check the chain, every provable die and every signature of a game with all its lines, or of a file someone sent
    you. A result that sides have signed (`refight result`) is compared with the log. Exit code 4 if they fail.

    \b
        refight verify ridge
        refight verify ridge.jsonl --seal "$(cat seal.txt)"
        refight verify ridge-result.json --log ridge.jsonl
    """
    seal = parse_seal(seal_text) if seal_text else None
    if is_file(session, what) and is_result(what):
        verify_result(session, what, log_file)
        return
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
        with progress(f"verify {ref}") as step:
            return verify_line(session.games, ref, seal, step)
    except VerificationFailed as error:
        raise _told(session, ref.game, error) from None


def _told(session: Session, game: str, error: VerificationFailed) -> VerificationFailed:
    place = f"{game}@{error.line}" + (f":{error.entry}" if error.entry else "")
    return _failed(place, error, _words_in_log(session, game, error))


def _of_game(session: Session, refs: Sequence[Ref], seal: Seal | None) -> None:
    """Every line, whatever becomes of the others; what is wrong with several of them is said once."""
    results: list[dict[str, Any]] = []
    shown: list[str] = []
    wrong: dict[str, VerificationFailed] = {}
    if seal and seal.line not in [ref.line for ref in refs]:
        raise _lost(session, refs[0], seal)
    with progress(f"verify {refs[0].game}") as step:
        proofs = verify_game(session.games, refs[0].game, seal, step)
    for ref, proof in ((refs[0]._replace(line=name), proof) for name, proof in proofs.items()):
        if isinstance(proof, Proof):
            results.append({"ref": str(ref), "holds": True, **msgspec.structs.asdict(proof)})
            shown += _holds(str(ref), proof)
            continue
        if str(proof) not in wrong:
            wrong[str(proof)] = _told(session, ref.game, proof)
        error = wrong[str(proof)]
        results.append({"ref": str(ref), "holds": False, "error": str(error), "line": error.line, "entry": error.entry})
        shown.append(f"{ref} fails at {error.line}:{error.entry}")
    emit(session, results, *shown)
    if wrong:
        first = next(iter(wrong.values()))
        raise VerificationFailed("\n".join(map(str, wrong.values())), line=first.line, entry=first.entry)


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


def _still_hidden(session: Session, ref: Ref, *, is_over: bool) -> str:
    """Other lines can share what was drawn before they left this one."""
    if not is_over:
        return f"{ref} has not ended"
    left = in_play(session.games, ref.game)
    return f"{ref.game} goes on in {', '.join(left)}" if left else f"{ref.game} keeps its secrets"


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
    core = session.games.position(ref).state.core
    if not (now or core.seed or is_all_open(session.games, line.game)):
        why = _still_hidden(session, ref, is_over=core.ended is not None)
        raise BadInput(
            f"{why}: once the seed is known nobody can roll fair dice on this line, and cards drawn "
            "from hidden decks become known; --now reveals it all the same"
        )
    found = session.games.reveal(ref)
    emit(
        session,
        {"ref": str(ref), "seed": found},
        f"the seed of {line.game}@{line.name} is {found}",
        "its fair dice are closed; branch for fresh luck, or play on with --dice where the game takes such",
    )
