"""From games to answers: plain functions that run in a thread, each for one viewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from cli.explain import book_of
from cli.service import values as v
from cli.service.access import Caller
from cli.service.service import Service
from cli.session import known_side
from domain.audit import AuditReport, Difference
from domain.audit import audit as audit_line
from domain.dispute.explain import Explanation
from domain.dispute.explain import explain as explain_entry
from domain.entry import Entry
from domain.facts import DiceRolled
from domain.gamelog import Line
from domain.games import Position
from domain.lines import tree
from domain.ordertext import format_order
from domain.refs import Ref
from domain.words import tell
from projections import casualties, victory_points
from projections import dice as rolls
from projections.board_svg import draw_svg
from projections.games_list import GameRow, games_list
from projections.sight import SPECTATOR, can_see, seen, whole_order
from projections.timeline import moment

Names = Mapping[str, str]


def all_games(service: Service, viewer: str | None) -> list[v.GameSummary]:
    rows = public_rows(service) if viewer == SPECTATOR else games_list(service.games, viewer)
    return [v.GameSummary(**row._asdict()) for row in rows]


def public_rows(service: Service) -> list[GameRow]:
    return service.unless_changed("games", lambda: games_list(service.games, SPECTATOR))


def detail(service: Service, game: str, caller: Caller) -> v.GameDetail:
    _, main = service.line(game, "main")
    started = main.started
    return v.GameDetail(
        game=game, id=started.game, title=started.title, system=started.system, edition=started.edition,
        scenario=started.scenario, sides=started.sides, options=started.options, readings=dict(started.readings),
        pack=started.pack, commitment=started.commitment, lines=tree(service.games, game), role=caller.role,
        side=caller.side,
    )  # fmt: skip


def opened(service: Service, game: str, name: str) -> v.Opened:
    """A line that leaves another; that it is there and why, everybody may know."""
    _, line = service.line(game, name)
    found = line.opened
    assert found is not None
    return v.Opened(
        ref=str(Ref(game, name)), line=name, parent=found.parent, at=found.at, luck=found.luck, why=found.why,
        consent=found.consent,
    )  # fmt: skip


def entry_value(line: Line, entry: Entry, names: Names) -> v.EntryValue:
    """Only of an entry that the caller may see."""
    return v.EntryValue(
        line=entry.line, entry=entry.number, order=entry.order_no, by=entry.by, at=moment(entry.at),
        source=entry.source, to=entry.to, fact=entry.fact, words=tell(line.system, entry.fact, names),
        hash=entry.hash.hex(),
    )  # fmt: skip


def entry_values(service: Service, line: Line, entries: Iterable[Entry], viewer: str | None) -> list[v.EntryValue]:
    names = service.games.names(line)
    return [entry_value(line, entry, names) for entry in seen(entries, viewer)]


def entries(service: Service, game: str, name: str, viewer: str | None, after: int, limit: int) -> v.EntryPage:
    _, line = service.line(game, name)
    head = service.games.log.head(line).number
    found = _page(service, line, after, min(after + limit, head)) if after < head else []
    shown = [value for value in found if can_see(viewer, value.to)]
    return v.EntryPage(entries=shown, after=found[-1].entry if found else min(after, head), head=head)


def _page(service: Service, line: Line, after: int, upto: int) -> list[v.EntryValue]:
    """All of them, hidden or not; what was told once stays as it is, since nothing in a log changes."""
    key = line.game, line.name, after, upto
    kept = service.told.get(key)
    if kept is not None:
        return kept
    names = service.games.names(line)
    entries = service.games.log.entries(line, after, upto)
    return service.told.put(key, [entry_value(line, entry, names) for entry in entries])


def entry(service: Service, game: str, name: str, viewer: str | None, number: int) -> v.EntryValue | None:
    """None for one that is not for these eyes."""
    _, line = service.line(game, name, number)
    (found,) = service.games.log.entries(line, number - 1, number)
    return entry_value(line, found, service.games.names(line)) if can_see(viewer, found.to) else None


def position(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> tuple[Ref, Position]:
    """Where the viewer may look: at an entry, or at the end of its order."""
    ref, line = service.line(game, name, at)
    if at is not None:
        ref = ref._replace(entry=whole_order(service.games, line, at, viewer))
    found = service.games.position(ref)
    return ref._replace(entry=found.number), found


def board(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> v.BoardValue:
    ref, found = position(service, game, name, viewer, at)
    core = found.state.core
    return v.BoardValue(
        ref=str(ref), entry=found.number, turn=core.turn, phase=core.phase, active=core.active,
        winner=core.ended.winner if core.ended else None, board=found.line.system.board(found.state, viewer),
    )  # fmt: skip


def picture(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> str:
    found = board(service, game, name, viewer, at)
    return draw_svg(found.board, f"{found.ref}, as {viewer} may see it" if viewer else found.ref)


def options(
    service: Service, game: str, name: str, viewer: str | None, side: str | None, at: int | None, limit: int
) -> v.OptionList:
    """A side is told its own orders only: those of the other might tell what it hides."""
    _, found = position(service, game, name, viewer, at)
    system = found.line.system
    if side is not None:
        known_side(found.line, side)
    wanted = [who for who in (viewer, side) if who is not None]
    choices = (choice for choice in system.options(found.state) if all(choice.by == who for who in wanted))
    listed = list(islice(choices, limit + 1))
    shown = [v.OptionValue(by=choice.by, order=format_order(choice.order)) for choice in listed[:limit]]
    return v.OptionList(options=shown, complete=len(listed) <= limit)


def explanation(service: Service, game: str, name: str, viewer: str | None, number: int | None) -> Explanation:
    ref, line = service.line(game, name, number)
    return explain_entry(service.games, ref, book_of(line.system.key), viewer)


def score(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> v.ScoreValue:
    ref, line = service.line(game, name, at)
    found = victory_points.score(service.games, ref, viewer)
    rows = [v.PointsValue(**row._asdict()) for row in found.rows]
    return v.ScoreValue(totals=found.totals, rows=rows, standing=_standing(service, ref, line, viewer))


def _standing(service: Service, ref: Ref, line: Line, viewer: str | None) -> str:
    """Conditions of victory may count what is hidden, so that only the umpire hears how they stand."""
    state = service.games.position(ref).state
    ended = state.core.ended
    if ended:
        return f"{ended.winner} has won: {ended.why}" if ended.winner else f"a draw: {ended.why}"
    return line.system.standing(state) if viewer is None and line.system.standing else ""


def losses(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> v.LossesValue:
    ref, _ = service.line(game, name, at)
    found = casualties.losses(service.games, ref, viewer)
    return v.LossesValue(
        by_side=found.by_side, men=found.men, by_unit=[v.UnitLossValue(**row._asdict()) for row in found.by_unit],
        rows=[v.LossValue(**row._asdict()) for row in found.rows],
    )  # fmt: skip


def dice(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> v.DiceValue:
    ref, _ = service.line(game, name, at)
    thrown = [
        v.RollValue(
            entry=entry.number, by=fact.by, why=fact.why, dice=f"{len(fact.faces)}d{fact.sides}", faces=fact.faces,
            source=fact.source,
        )
        for entry in seen(service.games.entries(ref), viewer) if isinstance(fact := entry.fact, DiceRolled)
    ]  # fmt: skip
    tests = [
        v.DiceTestValue(**{**test._asdict(), "faces": {str(face): n for face, n in test.faces.items()}})
        for test in rolls.luck(service.games, ref, viewer)
    ]
    return v.DiceValue(rolls=thrown, tests=tests)


def audit(service: Service, game: str, name: str, viewer: str | None, at: int | None, every: bool) -> v.AuditValue:
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
