"""Whether it was played by the rules: an entry explained, a line audited."""

from __future__ import annotations

from typing import Any

from litestar import get

from cli.service import values as v
from cli.service.asked import LINE, Asker, At, Every, GameName, LineName, Number, TheService
from cli.service.problems import told
from cli.service.service import Service
from cli.shell.rules import book_of
from domain.games.audit import AuditReport, Difference
from domain.games.audit import audit as audit_line
from domain.study.explain import Explanation
from domain.study.explain import explain as explain_entry


@get(f"{LINE}/explain", summary="Explain the last order", responses=told("no-token"), tags=["check"])
async def explain_last(service: TheService, caller: Asker, game: GameName, line: LineName) -> Explanation:
    return await service.run(_explained, service, game, line, caller.viewer, None)


@get(
    f"{LINE}/explain/{{number:int}}",
    summary="Explain an entry: dice, modifiers, tables, rules",
    responses=told("no-token"),
    tags=["check"],
)
async def explain(service: TheService, caller: Asker, game: GameName, line: LineName, number: Number) -> Explanation:
    return await service.run(_explained, service, game, line, caller.viewer, number)


def _explained(service: Service, game: str, name: str, viewer: str | None, number: int | None) -> Explanation:
    ref, line = service.line(game, name, number)
    return explain_entry(service.games, ref, book_of(line.system.key), viewer)


@get(
    f"{LINE}/audit",
    summary="Decide every order again and compare",
    description="For sides only where rules and log part; what they say there is for the umpire.",
    responses=told("no-token", "busy"),
    tags=["check"],
)
async def audit(
    service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None,
    every: Every = False,
) -> v.AuditValue:  # fmt: skip
    caller.check_member(game)
    async with service.heavy(caller.who(game)):
        return await service.aside(_audited, game, line, caller.viewer, at, every)


def _audited(service: Service, game: str, name: str, viewer: str | None, at: int | None, every: bool) -> v.AuditValue:
    ref, _ = service.line(game, name, at)
    report = audit_line(service.games, ref, every=every)
    return v.AuditValue(
        ref=report.ref, is_clean=report.is_clean, orders=report.orders, facts=report.facts, clerical=report.clerical,
        complete=report.complete, **_partings(report, viewer),
    )  # fmt: skip


def _partings(report: AuditReport, viewer: str | None) -> dict[str, list[v.Parting]]:
    found: dict[str, list[Any]] = {
        "differences": [_parting(one) for one in report.differences],
        "irregular": [_parting(one) for one in report.irregular],
        "ruled": [
            v.Parting(line=one.line, entry=one.entry, rule=one.rule, recorded=one.fact, message=one.text)
            for one in report.ruled
        ],
    }
    if viewer is None:
        return found
    return {what: [v.Parting(line=one.line, entry=one.entry) for one in each] for what, each in found.items()}


def _parting(one: Difference) -> v.Parting:
    return v.Parting(
        line=one.line, entry=one.entry, rule=one.rule, expected=one.expected, recorded=one.recorded,
        message=one.message,
    )  # fmt: skip


HANDLERS = (explain_last, explain, audit)
