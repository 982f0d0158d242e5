"""Writing to the log for a caller: orders, notes, rulings, lines, new games and games from files."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cli.orders import asked_first
from cli.packs import finder, load_pack, shipped_packs
from cli.reading import CSV, JSON_LINES, VASSAL, Found, read_game_file, read_text_file, sniff
from cli.rulebook import spelt_rule
from cli.service import sent as s
from cli.service import telling
from cli.service import values as v
from cli.service.access import Caller
from cli.service.problems import Trouble
from cli.service.service import Service
from cli.session import find_system, known_side
from domain.chance import EnteredChance
from domain.facts import CardDrawn, NoteAdded, Order, RulingMade
from domain.gamelog import Line
from domain.jsonlines import import_game
from domain.kernel import carry_out
from domain.names import with_ids
from domain.ordertext import parse_fact, parse_order
from domain.packs import Pack
from domain.refs import Ref, check_name
from domain.ruling import BadInput, LogConflict, RefightError, TapeMismatch
from domain.table import Table
from domain.terms import find_scenario
from domain.transcript import import_transcript
from projections.sight import SPECTATOR, is_open, whole_order

THE_FILE = "the file"
FOREIGN = (VASSAL, CSV)


def order(service: Service, game: str, name: str, caller: Caller, sent: s.NewOrder) -> v.Given:
    """On exactly the head that the caller expects, if it says so; all of it or nothing."""
    ref, line = service.line(game, name)
    known_side(line, sent.by)
    caller.check_gives(game, sent.by, line.started.sides)
    games = service.games
    wanted = with_ids(parse_order(line.system, sent.order), games.names(line))
    table = _table(service, line, sent.expected)
    before = table.head.number
    chance = EnteredChance(sent.dice, sent.cards) if sent.dice or sent.cards else games.fair(line)
    try:
        if sent.cards:
            _check_cards(games.table(line), wanted, sent)
        table.order(sent.by, wanted, chance, games.log.now())
    except TapeMismatch as error:
        raise TapeMismatch(f"{error}{asked_first(games, ref, sent.by, wanted)}") from None
    except LogConflict as error:
        raise _was_first(service, line, str(error)) from None
    return _given(service, line, before, table.head.number, caller)


def _check_cards(table: Table, wanted: Order, sent: s.NewOrder) -> None:
    """Whoever names cards learns which are in the pile, and chooses what is drawn: they must be for all to see."""
    seen_by, state = table.system.seen_by, table.state
    probes = (CardDrawn(by=sent.by, deck=deck, card="", source="entered") for deck in state.core.decks)
    is_open = all(seen_by(state, probe) is None for probe in probes)
    if is_open:
        made = carry_out(table.system, state, sent.by, wanted, EnteredChance(sent.dice, sent.cards))
        is_open = all(item.to is None for item in made if isinstance(item.fact, CardDrawn))
    if not is_open:
        raise Trouble("not-yours", "cards that not everyone may see are drawn by the service: leave out cards")


def note(service: Service, game: str, name: str, caller: Caller, sent: s.NewNote) -> v.Given:
    caller.check_member(game)
    if not sent.text.strip():
        raise BadInput("a note needs some text; nothing was written")
    _, line = service.line(game, name, sent.about)
    table = _table(service, line, sent.expected)
    before = table.head.number
    written = NoteAdded(by=caller.name, text=sent.text, about=sent.about or 0)
    try:
        table.clerk(caller.name, written, service.games.log.now())
    except LogConflict as error:
        raise _was_first(service, line, str(error)) from None
    return _given(service, line, before, table.head.number, caller)


def ruling(service: Service, game: str, name: str, caller: Caller, sent: s.NewRuling) -> v.Given:
    """Only the umpire rules here: a side's token gives that side's orders."""
    caller.check_umpire(game, "a ruling binds everyone")
    if not (sent.rule.strip() or sent.text.strip()):
        raise BadInput("a ruling names its rule or its reason; send `rule` or `text`, or both")
    ref, line = service.line(game, name)
    games = service.games
    names = games.names(line)
    facts = [with_ids(parse_fact(line.system, text), names) for text in sent.facts]
    rule = spelt_rule(line.system, sent.rule.strip()) if sent.rule.strip() else ""
    made = RulingMade(by=caller.name, text=sent.text.strip(), rule=rule, readings=sent.readings)
    try:
        entries = games.rule(ref, made, facts)
    except LogConflict as error:
        raise _was_first(service, line, str(error)) from None
    return v.Given(entries=telling.entry_values(service, line, entries, caller.viewer), head=entries[-1].number)


def _table(service: Service, line: Line, expected: int | None) -> Table:
    table = service.games.table(line)
    if expected is not None and expected != table.head.number:
        ref = Ref(line.game, line.name)
        said = f"{ref} has {table.head.number} entries by now, not {expected}; look, and try again"
        raise Trouble("conflict", said, head=table.head.number)
    return table


def _was_first(service: Service, line: Line, said: str) -> Trouble:
    return Trouble("conflict", said, head=service.games.log.head(line).number)


def _given(service: Service, line: Line, before: int, head: int, caller: Caller) -> v.Given:
    found = service.games.log.entries(line, before, head)
    return v.Given(entries=telling.entry_values(service, line, found, caller.viewer), head=head)


def branch(service: Service, game: str, caller: Caller, sent: s.NewBranch) -> v.Opened:
    caller.check_member(game)
    ref, line = service.line(game, sent.line, sent.at)
    if sent.luck == "same":
        caller.check_umpire(game, "dice that come again foretell what is drawn unseen")
    _check_open(service, line, ref.entry, caller)
    service.games.branch(ref, sent.name, luck=sent.luck, why=sent.why, by=caller.name)
    return telling.opened(service, game, sent.name)


def _check_open(service: Service, line: Line, at: int | None, caller: Caller) -> None:
    """On a line of its own a side could try out what is hidden from it; where something is, the umpire opens it."""
    number = service.games.entry_number(line, at)
    if number != whole_order(service.games, line, number, SPECTATOR):
        raise BadInput(
            f"entry {number} lies in the middle of an order that hides something; a line from there tells it"
        )
    if is_open(service.games, line, caller.viewer, number):
        return
    said = f"up to entry {number} something is hidden from {caller.name}, and another line might tell it"
    raise Trouble("not-yours", f"{said}; the umpire's token opens lines here")


def new_game(service: Service, sent: s.NewGame) -> v.Started:
    system = find_system(sent.system)
    pack = shipped_pack(system.key, sent.pack)
    find_scenario(system, pack, sent.scenario)
    line = service.games.new(
        system, sent.scenario, sent.name, pack, title=sent.title, sides=sent.sides, options=sent.options,
        readings=sent.readings,
    )  # fmt: skip
    return _started(service, line)


def shipped_pack(system: str, name: str) -> Pack:
    """Never a folder of this machine."""
    known = shipped_packs(system)
    if name and name not in known:
        raise BadInput(f"{system} comes with no pack {name!r}; it has {', '.join(known)}")
    return load_pack(system, name)


def bring_in(service: Service, file: Path, name: str) -> v.Started:
    """A file that someone sent, told apart by its content; in messages it has no path."""
    check_name("game", name)
    try:
        with sniff(str(file)) as opened:
            found = opened._replace(name=THE_FILE)
            if found.format not in FOREIGN:
                return _started(service, _whole(service, found, name))
            from cli.foreign import Foreign, Wanted

            read = Foreign(found, Wanted(name=name)).read()
            service.games.log.restore(name, read.pack, read.rows)
            line = service.games.line(Ref(name))
            return _started(service, line, msgspec.to_builtins(read.account))
    except RefightError as error:
        error.args = tuple(_unnamed(arg, file) for arg in error.args)
        raise


def _whole(service: Service, found: Found, name: str) -> Line:
    """A game with all its lines: JSON lines, or a transcript with packs that are shipped or in the log."""
    if found.format == JSON_LINES:
        return import_game(service.games, read_game_file(found), name)
    return import_transcript(service.games, read_text_file(found), name, finder(service.games.log))


def _unnamed(said: object, file: Path) -> object:
    return said.replace(str(file), THE_FILE) if isinstance(said, str) else said


def _started(service: Service, line: Line, account: dict[str, object] | None = None) -> v.Started:
    log, started = service.games.log, line.started
    return v.Started(
        game=line.game, title=started.title, system=started.system, sides=started.sides,
        entries=log.head(line).number, lines=log.lines(line.game), account=account,
    )  # fmt: skip
