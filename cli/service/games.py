"""Games, and the entries of their lines: listed, told one by one, begun."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from litestar import Request, get, post

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller, Shown, shown
from cli.service.asked import (
    GAME,
    LINE,
    REFUSED,
    STORED,
    After,
    Asker,
    GameName,
    Limit,
    LineName,
    Number,
    TheService,
    body,
)
from cli.service.problems import Trouble, told
from cli.service.service import Service
from cli.shell.packs import load_pack, shipped_packs
from cli.shell.session import find_system
from domain.games.lines import Branch, tree
from domain.games.over import played_on
from domain.games.players import all_named
from domain.games.settings import setting_texts
from domain.games.sight import can_see, seen
from domain.games.terms import find_scenario, option_texts
from domain.kernel.errors import BadInput
from domain.kernel.packs import Pack
from domain.kernel.say import spoken
from domain.log.club import HOST
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.words.phrases import later, phrase
from domain.words.tell import tell
from projections.models.archive import list_games
from projections.models.games_list import GameRow
from projections.models.timeline import moment
from rules.lessons import is_lesson

Names = Mapping[str, str]


@get("/games", summary="List the games", responses=told("busy"), tags=["games"])
async def games(service: TheService, request: Request[Any, Any, Any]) -> list[v.GameSummary]:
    return await service.run(_all_games, service, shown(request))


def _all_games(service: Service, given: Shown) -> list[v.GameSummary]:
    names = all_named(service.games.log) if service.names_players else {}
    return [v.GameSummary(**row._asdict(), players=names.get(row.game, {})) for row in rows_for(service, given)]


def rows_for(service: Service, given: Shown) -> list[GameRow]:
    """Nothing in it is secret but that a game is there: those not listed are for whoever has a part in them."""
    rows = service.unless_changed("games", lambda: list_games(service.games, service.read_db))
    hidden = {} if service.is_own(given.token) else service.people.club.hidden()
    if not hidden:
        return rows
    person = service.people.person(given.session)
    mine = service.people.club.roles(person.login) if person is not None else {}
    return [row for row in rows if row.game not in hidden or row.game in mine]


@get(GAME, summary="One game and its lines", responses=told("no-token"), tags=["games"])
async def game_detail(service: TheService, caller: Asker, game: GameName) -> v.GameDetail:
    return await service.run(_detail, service, game, caller)


def _detail(service: Service, game: str, caller: Caller) -> v.GameDetail:
    _, main = service.line(game, "main")
    started, lines = main.started, tree(service.games, game)
    return v.GameDetail(
        game=game, id=started.game, title=started.title, system=started.system, edition=started.edition,
        scenario=started.scenario, sides=started.sides, options=option_texts(started.options),
        readings=dict(started.readings), settings=setting_texts(started.settings),
        pack=started.pack, commitment=started.commitment, lines=lines, goes_on=_gone_on(service, game, lines),
        players=service.players(game), role=caller.role, side=caller.side,
    )  # fmt: skip


def _gone_on(service: Service, game: str, lines: Iterable[Branch]) -> dict[str, str]:
    taken_back = dict.fromkeys(one.parent for one in lines if one.consent)
    found = {name: played_on(service.games, service.line(game, name)[1]).name for name in taken_back}
    return {name: other for name, other in found.items() if other != name}


@post("/games", summary="Start a game",
      description="With the service's own token, or by one who has signed in: he is its host.",
      response_description=STORED, responses=told(*REFUSED), tags=["games"])  # fmt: skip
async def new_game(
    service: TheService, anyone: Asker,
    data: Annotated[s.NewGame, body("An empty table", system="freeform", scenario="blank", name="ridge")],
) -> v.Started:  # fmt: skip
    if not anyone.person:
        anyone.check_own(later("starting a game"))
    return await service.write(data.name, _begun, service, data, anyone.person)


def _begun(service: Service, sent: s.NewGame, person: str) -> v.Started:
    """Whoever has signed in and begins a game is its host."""
    if person and len(service.people.club.roles(person)) >= service.bounds.games_each:
        said = phrase("you have a part in {0} games: whoever runs the service begins more", service.bounds.games_each)
        raise Trouble("too-many", said)
    system = find_system(sent.system)
    pack = shipped_pack(system.key, sent.pack)
    find_scenario(system, pack, sent.scenario)
    if is_lesson(system.key, sent.title):  # in which one side has the others' orders given, on dice laid out for it
        raise BadInput(phrase("{0} is the title of a lesson: `POST /lessons` begins one", repr(sent.title)))
    line = service.games.new(
        system, sent.scenario, sent.name, pack, title=sent.title, sides=sent.sides, options=sent.options,
        readings=sent.readings, settings=sent.settings,
    )  # fmt: skip
    if person:
        service.people.club.give(line.game, person, HOST)
    return started(service, line)


def started(service: Service, line: Line, account: dict[str, object] | None = None) -> v.Started:
    log, started = service.games.log, line.started
    return v.Started(
        game=line.game, title=started.title, system=started.system, sides=started.sides,
        entries=log.head(line).number, lines=log.lines(line.game), account=account,
    )  # fmt: skip


def shipped_pack(system: str, name: str) -> Pack:
    """Never a folder of this machine."""
    known = shipped_packs(system)
    if name and name not in known:
        raise BadInput(f"{system} comes with no pack {name!r}; it has {', '.join(known)}")
    return load_pack(system, name)


# Entries


@get(f"{LINE}/entries", summary="Entries of a line, a page at a time", responses=told("no-token"), tags=["entries"])
async def entries(
    service: TheService, caller: Asker, game: GameName, line: LineName, after: After = 0,
    limit: Limit = 200,
) -> v.EntryPage:  # fmt: skip
    most = min(limit, service.bounds.page)
    return await service.run(page_of, service, game, line, caller.viewer, after, most)


def page_of(service: Service, game: str, name: str, viewer: str | None, after: int, limit: int) -> v.EntryPage:
    _, line = service.line(game, name)
    head = service.games.log.head(line).number
    found = _page(service, line, after, min(after + limit, head)) if after < head else []
    shown = [value for value in found if can_see(viewer, value.to)]
    return v.EntryPage(entries=shown, after=found[-1].entry if found else min(after, head), head=head)


def _page(service: Service, line: Line, after: int, upto: int) -> list[v.EntryValue]:
    """All of them, hidden or not; what was told once stays as it is, since nothing in a log changes."""
    key = spoken(), line.game, line.name, after, upto
    kept = service.told.get(key)
    if kept is not None:
        return kept
    names = service.games.names(line)
    entries = service.games.log.entries(line, after, upto)
    return service.told.put(key, [entry_value(line, entry, names) for entry in entries])


@get(f"{LINE}/entries/{{number:int}}", summary="One entry", responses=told("no-token", "not-yours"), tags=["entries"])
async def entry(service: TheService, caller: Asker, game: GameName, line: LineName, number: Number) -> v.EntryValue:
    found = await service.run(_one, service, game, line, caller.viewer, number)
    if found is None:
        raise Trouble("not-yours", phrase("entry {0} is not for these eyes", number))
    return found


def _one(service: Service, game: str, name: str, viewer: str | None, number: int) -> v.EntryValue | None:
    """None for one that is not for these eyes."""
    _, line = service.line(game, name, number)
    found = service.games.log.entry(line, number)
    return entry_value(line, found, service.games.names(line)) if can_see(viewer, found.to) else None


def entry_values(service: Service, line: Line, entries: Iterable[Entry], viewer: str | None) -> list[v.EntryValue]:
    names = service.games.names(line)
    return [entry_value(line, entry, names) for entry in seen(entries, viewer)]


def entry_value(line: Line, entry: Entry, names: Names) -> v.EntryValue:
    """Only of an entry that the caller may see."""
    return v.EntryValue(
        line=entry.line, entry=entry.number, order=entry.order_no, by=entry.by, at=moment(entry.at),
        source=entry.source, to=entry.to, fact=entry.fact, words=tell(line.system, entry.fact, names),
        hash=entry.hash.hex(),
    )  # fmt: skip


HANDLERS = (games, game_detail, new_game, entries, entry)
