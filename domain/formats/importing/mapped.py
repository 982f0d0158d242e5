"""A story into a rule system: orders decided on the recorded dice; what the rules refuse is kept as it was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.formats.importing.account import Account, Remark
from domain.formats.importing.intents import EFFECTS, Aside, Intent, Item, Reader, gathered
from domain.formats.importing.mapping import MappingSheet, matches
from domain.formats.importing.recorder import FileChance, Imported, Recorder, finished
from domain.formats.importing.retelling import Progress, account_of, gap, in_words, opening, say, unread, warning
from domain.games.ask import meant, meant_fact
from domain.games.terms import checked_options, checked_readings, find_scenario, option_texts
from domain.kernel import happenings as h
from domain.kernel.chance import new_game_id
from domain.kernel.errors import BadInput, IllegalOrder, MalformedOrder, RefightError
from domain.kernel.facts import (
    CLERICAL,
    IMPORTED,
    LOG_FORMAT,
    DiceRolled,
    Fact,
    GameStarted,
    IrregularPlay,
    LineOpened,
    Order,
    SeedRevealed,
)
from domain.kernel.naming import UMPIRE
from domain.kernel.packs import Pack
from domain.kernel.reasons import Reason, said
from domain.kernel.system import System
from domain.words.orders import format_order, parse_fact
from domain.words.scan import nearest
from domain.words.tell import say_of

MOST_BETWEEN = 8  # orders supplied before one that is refused
MOST_STRAYS = 50  # differences of the last position that are listed


def import_mapped(
    system: System[Any], pack: Pack, mapping: MappingSheet, story: h.Story, now: int, *, scenario: str = "",
    chat: bool = True, progress: Progress | None = None,
) -> Imported:  # fmt: skip
    """The whole story, nothing stored yet."""
    system.sheets.check(pack)
    started = _started(system, pack, mapping, story, scenario)
    recorder = Recorder.begin(system, started, pack, now)
    counters = system.sight.board(recorder.state, None).counters
    units = {**{counter.id: counter.name for counter in counters}, **system.sheets.names(pack)}
    check_mapping(system, mapping, units)
    reader = Reader(mapping, units, {counter.id: counter.at for counter in counters})
    player = _Player(system, recorder, mapping, account_of(story), system.sheets.names(pack), chat)
    recorder.note(UMPIRE, opening(story))
    if story.module and not mapping.is_for(story.module, story.version):
        said = f"a file of {story.module} {story.version}, read with a mapping for {mapping.module.name}"
        warning(recorder, player.account, "the file", h.Warning(text=said))
    for number, items in gathered(reader, story.steps):
        for item in items:
            player.take(item)
        if progress:
            progress(number, len(story.steps))
    player.compare(reader.where)
    return finished(recorder, pack, player.account)


def check_mapping(system: System[Any], mapping: MappingSheet, units: Mapping[str, str]) -> None:
    """What a mapping says of a system is looked at before it is used: misspelt, it would make every line irregular."""
    orders = [kind.__name__ for kind in system.book.orders]
    for row in mapping.orders:
        name = row.order.split(" ", 1)[0]
        if name and "{" not in name and name not in orders:
            raise BadInput(f"the mapping orders {name}, which {system.key} does not know{nearest(name, orders)}")
    for theirs, unit in mapping.units.names.items():
        if unit not in units:
            raise BadInput(f"the mapping calls {theirs!r} {unit!r}, and there is no such unit{nearest(unit, units)}")


def _started(system: System[Any], pack: Pack, mapping: MappingSheet, story: h.Story, scenario: str) -> GameStarted:
    """What the command says, else the file, else the mapping."""
    told = _told_start(system, mapping, story)
    game = mapping.game
    key = scenario or (told.scenario if told else "") or game.scenario
    if not key:
        raise BadInput(
            f"which scenario was played? Say it with --scenario; there are {', '.join(system.sheets.scenarios(pack))}"
        )
    if told and told.pack != pack.hash:
        raise BadInput(f"the game was played with the pack {told.pack[:12]}…; give its folder with --pack")
    found = find_scenario(system, pack, key)
    return GameStarted(
        format=LOG_FORMAT,
        game=new_game_id(),
        title=game.title or (told.title if told else "") or story.title,
        system=system.key,
        edition=system.edition,
        scenario=key,
        pack=pack.hash,
        sides=found.sides,
        options=checked_options(system, option_texts(told.options) if told else game.options),
        readings=checked_readings(system, told.readings if told else game.readings),
        corrections=told.corrections if told else tuple(correction.number for correction in system.book.corrections),
    )


def _told_start(system: System[Any], mapping: MappingSheet, story: h.Story) -> GameStarted | None:
    """A file may say itself what is played, in a line that a row of the mapping reads as a fact."""
    rows = [row for row in mapping.orders if row.on == "report" and row.fact]
    reports = (told for _, told in story.each() if isinstance(told, h.Said) and not told.typed)
    for told in reports:
        for row in rows:
            groups = matches(row, told.text)
            text = row.filled(groups) if groups is not None else ""
            if text.startswith("GameStarted "):
                try:
                    fact = parse_fact(system, text)
                except MalformedOrder as error:
                    raise BadInput(f"the file says how the game began, but not readably: {error}") from None
                assert isinstance(fact, GameStarted)
                return fact
    return None


class _Player:
    def __init__(
        self, system: System[Any], recorder: Recorder, mapping: MappingSheet, account: Account,
        names: Any, chat: bool,
    ) -> None:  # fmt: skip
        self.system, self.recorder, self.account, self.names, self.chat = system, recorder, account, names, chat
        self.between = [meant(system, text, names) for text in mapping.between]

    def take(self, item: Item) -> None:
        if isinstance(item, Aside):
            self._aside(item)
        elif item.is_fact:
            self._fact(item)
        else:
            self._order(item)

    # What is no order

    def _aside(self, item: Aside) -> None:
        match item.told:
            case h.Said() as told:
                say(self.recorder, self.account, told, self.chat)
            case h.Warning() as told:
                warning(self.recorder, self.account, item.place, told)
            case h.Gap() as told:
                gap(self.recorder, self.account, item.place, told)
            case h.Unread() as told:
                unread(self.recorder, self.account, item.place, told)
            case h.Moved() | h.Vanished() as told:
                self._irregular(item.place, told.by, in_words(told), Reason("unexplained"), [told])
            case h.Rolled() as told if told.faces:
                self._stray_dice(item.place, told)
            case told:
                said = h.Unread(text=in_words(told), why="the mapping has no order for it")
                unread(self.recorder, self.account, item.place, said)

    def _stray_dice(self, place: str, told: h.Rolled) -> None:
        said = f"{len(told.faces)}d{told.sides}" + (f" for {told.why}" if told.why else "")
        self._irregular(place, told.by, f"rolls {said}", Reason("stray dice"), [told])

    def _fact(self, item: Intent) -> None:
        try:
            fact = meant_fact(self.system, item.text, self.names)
            if isinstance(fact, GameStarted | LineOpened | SeedRevealed):
                return  # said of the game this file was made from; the dice here are only claimed
            if isinstance(fact, CLERICAL):
                self.recorder.clerk(item.by, fact)
            else:
                self.recorder.facts(item.by, [fact])
        except RefightError as error:
            unread(self.recorder, self.account, item.place, h.Unread(text=item.text, why=str(error)))
            return
        self.account.understand("Fact")

    # Orders

    def _order(self, item: Intent) -> None:
        try:
            order = meant(self.system, item.text, self.names)
        except MalformedOrder as error:
            unread(self.recorder, self.account, item.place, h.Unread(text=item.text, why=str(error)))
            self._left_over(item, [face for roll in item.dice for face in roll.faces])
            return
        by = item.by or self._whose_turn(order)
        refusal = self._try(item, by, order)
        if refusal is not None:
            why = refusal.reason if isinstance(refusal, IllegalOrder) else said(str(refusal))
            self._irregular(item.place, by, format_order(order), why, [*item.told, *item.dice])
            for draw in item.cards:
                unread(self.recorder, self.account, item.place, h.Unread(text=in_words(draw), why="of that order"))

    def _whose_turn(self, order: Order) -> str:
        """The file does not say who gave it: whoever could, else the side whose turn it is."""
        state = self.recorder.state
        found = next((choice.by for choice in self.system.book.choices(state) if type(choice.order) is type(order)), "")
        return found or state.core.active or state.core.sides[0]

    def _try(self, item: Intent, by: str, order: Order) -> RefightError | None:
        """As it stands; by another way to the same place; then after orders that nobody writes down."""
        refusal = self._give(item, by, order)
        for other in self._ways(order) if refusal else ():
            if self._give(item, by, other) is None:
                return None
        if refusal is None or not self.between:
            return refusal
        before = self.recorder.last, self.recorder.table.head
        given: list[Remark] = []
        while len(given) < MOST_BETWEEN:
            entry, supplied = self.recorder.last + 1, self._supply()
            if supplied is None:
                break
            given.append(Remark(place=item.place, text=format_order(supplied), entry=entry))
            if self._give(item, by, order) is None:
                self.account.supplied += given
                return None
        self.recorder.go_back(*before)
        return refusal

    def _give(self, item: Intent, by: str, order: Order) -> RefightError | None:
        chance = FileChance([face for roll in item.dice for face in roll.faces], [draw.card for draw in item.cards])
        try:
            self.recorder.order(by, order, chance)
        except RefightError as error:
            return error
        self.account.orders += 1
        self.account.understand("Order")
        self._left_over(item, chance.dice)
        return None

    def _ways(self, order: Order) -> Iterator[Order]:
        """The same order by the way that the rules would take: files often say only where a move began and ended."""
        path = getattr(order, "path", None)
        if not path:
            return
        for choice in self.system.book.choices(self.recorder.state):
            if type(choice.order) is type(order):
                theirs: Any = choice.order
                if theirs.path and theirs.path[-1] == path[-1] and _but_path(theirs) == _but_path(order):
                    yield theirs

    def _supply(self) -> Order | None:
        for order in self.between:
            for side in self.recorder.state.core.sides:
                try:
                    self.recorder.order(side, order, FileChance())
                except RefightError:
                    continue
                return order
        return None

    def _left_over(self, item: Intent, faces: Sequence[int]) -> None:
        if faces:
            last = item.dice[-1]
            self._stray_dice(item.place, msgspec.structs.replace(last, faces=tuple(faces)))

    # Against the rules

    def _irregular(self, place: str, by: str, what: str, why: Reason, told: Sequence[h.Happening]) -> None:
        """As it was played, if the board can take it; in words, if it cannot."""
        play, entry = IrregularPlay(by=by or UMPIRE, what=what, why=why), self.recorder.last + 1
        because = say_of(self.system).reason(why)
        try:
            self.recorder.irregular(play, [fact for one in told for fact in self._as_played(one)])
        except BadInput as error:
            self.recorder.irregular(play, ())
            because = f"{because}; {error}"
        self.account.irregular.append(Remark(place=place, text=f"{what}: {because}", entry=entry, rule=why.cite))

    def _as_played(self, told: h.Happening) -> tuple[Fact, ...]:
        if isinstance(told, h.Rolled):
            by = told.by or UMPIRE
            return (DiceRolled(by=by, sides=told.sides, faces=told.faces, why=said(told.why), source=IMPORTED),)
        foreign = self.system.foreign and self.system.foreign()
        if foreign is None or foreign.as_played is None or not isinstance(told, EFFECTS):
            return ()
        return foreign.as_played(self.recorder.state, told)

    # At the end

    def compare(self, where: Mapping[str, str | None]) -> None:
        """Where the file has each unit at its end, against where the game has it."""
        ours = {counter.id: counter.at for counter in self.system.sight.board(self.recorder.state, None).counters}
        strays = [(unit, at) for unit, at in where.items() if at is not None and ours.get(unit, at) != at]
        for unit, at in strays[:MOST_STRAYS]:
            said = f"{unit} ends at {at or 'no place'} in the file and at {ours[unit] or 'no place'} here"
            warning(self.recorder, self.account, "the end", h.Warning(text=said))
        if len(strays) > MOST_STRAYS:
            more = h.Warning(text=f"{len(strays) - MOST_STRAYS} more units end elsewhere than in the file")
            warning(self.recorder, self.account, "the end", more)


def _but_path(order: Order) -> dict[str, Any]:
    return {key: value for key, value in msgspec.structs.asdict(order).items() if key != "path"}
