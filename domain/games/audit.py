"""Audit: decide every order again on the recorded dice, and compare with what the log says happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

import msgspec

from domain.games.auditor import Auditor, AuditState, Difference, Ruled
from domain.games.games import Games
from domain.games.groups import groups
from domain.kernel.chance import NO_END
from domain.kernel.errors import RefightError
from domain.kernel.play import fold
from domain.log.gamelog import Line
from domain.log.refs import Ref

__all__ = ["AuditReport", "Difference", "Progress", "Ruled", "audit", "audit_game"]

Progress = Callable[[int, int], None]
MOST_FINDINGS = 100  # a game with more of them is audited from its beginning each time


class AuditReport(msgspec.Struct, frozen=True, kw_only=True):
    """How far the audit came and what it found; entries the rules did not make are counted apart."""

    ref: str
    orders: int
    facts: int
    clerical: int
    irregular: tuple[Difference, ...]  # imported, or ruled without a reason: recorded as it was, not by these rules
    differences: tuple[Difference, ...]
    complete: bool
    ruled: tuple[Ruled, ...] = ()
    since: int = 0  # entries up to this one were audited before, and are not decided again

    @property
    def is_clean(self) -> bool:
        return not self.differences


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """A line found clean up to an entry, kept beside the snapshots: the next audit can go on from there."""

    number: int
    hash: bytes  # of that entry
    orders: int
    facts: int
    clerical: int
    irregular: tuple[Difference, ...]
    ruled: tuple[Ruled, ...]
    state: bytes


def audit(
    games: Games, ref: Ref, *, every: bool = False, go_on: bool = False, progress: Progress | None = None
) -> AuditReport:
    """One line, up to an entry or its head. Stops at the first difference unless `every`, and then goes on from what
    the log says; with `go_on`, begins after what was audited before."""
    line = games.line(ref)
    upto = games.entry_number(line, ref.entry)
    walk = _Walk(games, every, progress, upto)
    sofar = (ref.entry is None and go_on and _audited(games, line)) or AuditState(games.initial(line))
    walk.line(line, sofar, upto, cut=ref.entry)
    return _report(games, line, ref, sofar)


def audit_game(
    games: Games, game: str, *, every: bool = False, go_on: bool = False, progress: Progress | None = None
) -> list[AuditReport]:
    """All lines of a game; what several of them share is decided once."""
    lines = {name: games.log.line(game, name) for name in games.log.lines(game)}
    heads = {name: games.log.head(line).number for name, line in lines.items()}
    walk = _Walk(games, every, progress, sum(heads[name] - line.own.base for name, line in lines.items()))
    walk.expect(lines.values())
    reports: dict[str, AuditReport] = {}
    for line in sorted(lines.values(), key=lambda line: len(line.spans)):  # parents first
        start = walk.starts.pop(line.name, None)
        sofar = (go_on and _audited(games, line)) or start or AuditState(games.initial(line))
        walk.line(line, sofar, heads[line.name])
        reports[line.name] = _report(games, line, Ref(game, line.name), sofar)
    return [reports[name] for name in lines]


class _Walk:
    """Through one line after the other, parents first."""

    def __init__(self, games: Games, every: bool, progress: Progress | None, total: int) -> None:
        self.games, self.every, self.progress, self.total, self.done = games, every, progress, total, 0
        self.leaving: dict[str, list[tuple[int, str]]] = {}  # line to those that leave it, and after which entry
        self.starts: dict[
            str, AuditState
        ] = {}  # what a branch begins with: how it stood after the last order it shares

    def expect(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if len(line.spans) > 1:
                self.leaving.setdefault(line.spans[-2].line, []).append((line.own.base, line.name))
        for branches in self.leaving.values():
            branches.sort(reverse=True)

    def line(self, line: Line, sofar: AuditState, upto: int, cut: int | None = None) -> None:
        branches = [branch for branch in self.leaving.get(line.name, []) if branch[0] >= sofar.number]
        auditor = Auditor(self.games, line, sofar, cut)
        entries = self.games.log.each_entry(line, sofar.number, upto)
        for group in () if sofar.stopped else groups(entries):
            self._let_go(branches, group[-1].number - 1, sofar, line)
            wrong = len(sofar.differences)
            auditor.group(group)
            self._step(len(group))
            if len(sofar.differences) > wrong:  # a branch may end in this order where its parent went on wrongly
                branches = [branch for branch in branches if branch[0] > group[-1].number]
            if sofar.differences and not self.every:
                sofar.stopped = group[-1].number < upto
                break
            self._let_go(branches, group[-1].number, sofar, line)
        self._let_go(branches, NO_END, sofar, line)  # beyond the difference at which this line was given up

    def _let_go(self, branches: list[tuple[int, str]], upto: int, sofar: AuditState, line: Line) -> None:
        """Those that leave up to an entry begin with how it stands now."""
        while branches and branches[-1][0] <= upto:
            self.starts[branches.pop()[1]] = sofar.copy(line.system)

    def _step(self, entries: int) -> None:
        self.done += entries
        if self.progress:
            self.progress(min(self.done, self.total), self.total)


def _report(games: Games, line: Line, ref: Ref, sofar: AuditState) -> AuditReport:
    if not sofar.stopped:
        _check_snapshot(games, line, sofar)
        if ref.entry is None:
            _keep(games, line, sofar)
    return AuditReport(
        ref=str(ref), orders=sofar.orders, facts=sofar.facts, clerical=sofar.clerical,
        irregular=tuple(sofar.irregular), differences=tuple(sofar.differences), complete=not sofar.stopped,
        ruled=tuple(sofar.rulings), since=sofar.since,
    )  # fmt: skip


def _check_snapshot(games: Games, line: Line, sofar: AuditState) -> None:
    """Snapshots are not under the chain: what the one next to the end gives must be what the entries give."""
    number, state = games.log.snapshot(line, sofar.number) or (0, None)
    if state is None:
        return
    if fold(line.system, state, games.log.each_fact(line, number, sofar.number)) != sofar.state:
        said = "a snapshot of this line is wrong; `refight project --rebuild` makes them anew"
        entry = games.log.entry(line, sofar.number)
        Auditor(games, line, sofar).note(
            sofar.differences, entry, "", "the state the entries give", "another state", said
        )


def _keep(games: Games, line: Line, sofar: AuditState) -> None:
    if sofar.waits or sofar.differences or len(sofar.irregular) + len(sofar.rulings) > MOST_FINDINGS:
        return
    with suppress(RefightError, OverflowError):  # a log that may only be read, a sum too great: the next begins anew
        kept = Audited(
            number=sofar.number, hash=sofar.hash, orders=sofar.orders, facts=sofar.facts, clerical=sofar.clerical,
            irregular=tuple(sofar.irregular), ruled=tuple(sofar.rulings), state=msgspec.msgpack.encode(sofar.state),
        )  # fmt: skip
        games.log.keep_audited(line, msgspec.msgpack.encode(kept))


def _audited(games: Games, line: Line) -> AuditState | None:
    """Where the last audit of a line came to, if the rules, the pack and that entry are still the same."""
    held = games.log.audited(line)
    if held is None:
        return None
    try:
        kept = msgspec.msgpack.decode(held, type=Audited)
        state = msgspec.msgpack.decode(kept.state, type=line.system.state)
    except msgspec.DecodeError:
        return None
    if kept.number > games.log.head(line).number or games.log.entry(line, kept.number).hash != kept.hash:
        return None
    return AuditState(
        state, kept.number, kept.hash, orders=kept.orders, facts=kept.facts, clerical=kept.clerical,
        irregular=list(kept.irregular), rulings=list(kept.ruled), since=kept.number,
    )  # fmt: skip
