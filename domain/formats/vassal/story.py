"""A whole game told, out of one file or several: the position it starts from, then step by step what was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from domain.formats.vassal import commands as c
from domain.formats.vassal.bookmark import Bookmark, kept_names, kept_pieces, lies_now, packed, word_of
from domain.formats.vassal.chain import LogLink, Outline, linked, outlined
from domain.formats.vassal.file import File, decode_file
from domain.formats.vassal.inferring import with_sides
from domain.formats.vassal.joining import StepsTold, called_again, check_same_game
from domain.formats.vassal.lore import Lore, Module
from domain.formats.vassal.metadata import Metadata
from domain.formats.vassal.pieces import PIECE, kind_of
from domain.formats.vassal.places import Names, Places
from domain.formats.vassal.privacy import People
from domain.formats.vassal.stepping import StepTeller
from domain.formats.vassal.survey import Parts, boards_in, meet_all, names_in, parted, seats_in, sides_of
from domain.hexes.printed import Grid
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput, RefightError

START = "start"
MOST_FILES = 500
_HELD = 4 << 20  # characters of text that are kept taken apart; more are taken apart again when they are needed
Progress = Callable[[int, int], None]


class Source(NamedTuple):
    """A file of the game and what it is called."""

    data: bytes
    name: str = ""


class HowRead(NamedTuple):
    """How a file is wanted."""

    grid: Grid | None = None
    players: Sequence[str] = ()
    progress: Progress | None = None
    salvage: bool = False
    name: str = ""  # of the whole game
    module: Module | None = None  # the one it was played with, if somebody has it
    mark: Bookmark | None = None  # where the logs ended that were read before; the files go on from there


def read_story(sources: Sequence[Source], how: HowRead) -> h.Story:
    """One game, out of the files that hold it; BadInput where they are not of one game."""
    if len(sources) > MOST_FILES:
        raise BadInput(f"these are {len(sources)} files; up to {MOST_FILES} are joined to one game")
    return _Book(sources, how).story()


class _Log(NamedTuple):
    """A saved game with its steps: a file holds one, seldom several."""

    source: int
    place: int  # among those of its file


class _Opened(NamedTuple):
    """A file taken apart."""

    file: File
    games: list[Parts]


class _Book:
    """The files, taken apart one at a time: a game by mail has dozens, each with all of the position."""

    def __init__(self, sources: Sequence[Source], how: HowRead) -> None:
        self.sources, self.how, self.mark = sources, how, how.mark
        self._held: dict[int, _Opened] = {}
        self.people = self._people()
        self.module, self.title, self.is_log = Metadata(), "", False
        self.counts = Counter[str]()
        self.told = StepsTold(self.mark)
        self._boards: dict[str, tuple[c.MapBoard, ...]] = {}

    def story(self) -> h.Story:
        logs, outlines, names = self._surveyed()
        chain = linked(outlines)
        lore = self._lore(names)
        places = Places(names, self.how.grid, lore)
        teller = StepTeller(self.people, places, lore)
        if self.mark is not None:
            self._check_goes_on(self.mark, outlines)
            places.go_on(self.mark.places)
            teller.resume(self.mark)
        steps = teller.doubts.explained(list(self._told(teller, logs, outlines, chain)))
        if lore is not None and lore.notes and self.mark is None:
            notes = tuple(h.Said(text=f"the module: {note}") for note in lore.notes)
            steps.insert(1, h.Stride(place="the module", happenings=notes))
        if lore is None:
            steps, inferred = with_sides(steps, set(self.people.seats.values()))
            self.counts["sides inferred"] = inferred
            if inferred:
                said = f"the sides of {inferred} pieces are inferred, from who moved them or their like"
                steps.insert(1, h.Stride(place="sides", happenings=(h.Said(text=said),)))
        told = Counter(type(happening) for step in steps for happening in step.happenings)
        found = {"dice": told[h.Rolled], "unread": told[h.Unread], "warnings": told[h.Warning], "gaps": told[h.Gap]}
        origin, called = "VASSAL log" if self.is_log else "VASSAL save", self.people.label(self.how.name)
        return h.Story(
            title=self.people.scrub(self.title) or _title(called, self.module.name) or origin,
            name=called,
            origin=origin,
            module=self.module.name,
            version=self.module.version,
            sides=self.people.sides,
            players=self.people.players,
            seats=self.people.seats,
            places=tuple(places.places.values()),
            grid=places.grid_told(),
            boards=places.boards_told(),
            steps=tuple(steps),
            counts={**self.counts, **found, **teller.counts},
            mark=packed(self._marked(teller, places)),
        )

    def _marked(self, teller: StepTeller, places: Places) -> Bookmark:
        """Where it ends."""
        table, seats = teller.pieces.table, self.people.seats
        players = dict(self.mark.players if self.mark else ())
        players |= {shown: seats.get(shown, "") for shown in self.people.players}
        return Bookmark(
            module=self.module.name or (self.mark.module if self.mark else ""),
            read_with=self.how.module.called if self.how.module else "",
            players=list(players.items()),
            words=b"".join(self.told.words),
            starts=self.told.starts,
            said=list(teller.restored),
            properties=[(*key, value) for key, value in teller.sayings.properties().items()],
            places=places.kept(),
            names=kept_names(teller.pieces.describe),
            decks=list(table.decks),
            pieces=kept_pieces(table),
        )

    def _check_goes_on(self, mark: Bookmark, outlines: Sequence[Outline]) -> None:
        for outline in outlines:
            check_same_game(mark, outline.name, self.module.name, outline.start.keys())
        called = self.how.module.called if self.how.module else ""
        if mark.read_with != called:
            raise BadInput(
                f"the game was read with the module {mark.read_with!r}: name it again with --module FILE"
                if mark.read_with
                else "the game was read without a module, and its places are named without it: leave --module out"
            )

    # Before anything is told

    def _people(self) -> People:
        """Sides before all, for they are no secret; then everybody in order of appearance."""
        seats = [seat for number in range(len(self.sources)) for seat in seats_in(self._open(number).file.entries)]
        players = self.how.players
        if self.mark is not None and not players:
            players = called_again(self.mark.players, sides_of(seats, ()))
        return sides_of(seats, players)

    def _surveyed(self) -> tuple[list[_Log], list[Outline], Names]:
        logs, outlines, names = [], [], Names(self.people.scrub)
        for number, source in enumerate(self.sources):
            file, games = self._open(number)
            meet_all(self.people, file.entries)
            if not self.module.name:
                self.module = file.container.module
            self.title = self.title or file.container.save.description
            self._boards |= boards_in(file.entries)
            for place, parts in enumerate(games):
                names_in(names, parts)
                logs.append(_Log(number, place))
                outlines.append(outlined(self._label(source), parts))
        return logs, outlines, names

    def _open(self, number: int) -> _Opened:
        """Taken apart; a short one, and the only one, is kept so."""
        if number in self._held:
            return self._held[number]
        source = self.sources[number]
        try:
            file = decode_file(source.data, self.how.salvage)
        except RefightError as error:
            raise BadInput(f"{source.name}: {error}") if len(self.sources) > 1 else error from None
        opened = _Opened(file, parted(file.entries))
        if len(self.sources) == 1 or len(file.payload.text) * len(self.sources) <= _HELD:
            self._held[number] = opened
        return opened

    def _lore(self, names: Names) -> Lore | None:
        if self.how.module is None:
            return None
        lore = self.how.module.lore(self.module.name, self.module.version, self._boards, names)
        for side in lore.sides:
            self.people.add_side(side)
        return lore

    def _label(self, source: Source) -> str:
        return self.people.label(source.name) or "the file"

    # The telling

    def _told(
        self, teller: StepTeller, logs: Sequence[_Log], outlines: Sequence[Outline], chain: Sequence[LogLink]
    ) -> Iterator[h.Stride]:
        total = sum(len(outlines[link.log].steps) - link.skip for link in chain)
        done, is_chain = 0, len(chain) > 1 or self.mark is not None
        for link in chain:
            file, games = self._open(logs[link.log].source)
            parts = games[logs[link.log].place]
            known = self._known(outlines, link, parts, lies_now(teller.pieces.table))
            for retold in link.retells:
                self._also(logs[retold], outlines[retold])
            if known and len(known) == len(parts.steps):
                self.counts["steps told twice"] += len(known)
                self.is_log = True
                continue
            before = f"{outlines[link.log].name}, " if is_chain else ""
            teller.doubts.place = f"{before}{START}"
            begun = tuple(self._begun(teller, link, known, outlines, file, parts))
            skip = max(known, default=-1) + 1
            if len(begun) > 1 or len(parts.steps) > skip or not self.mark:
                yield h.Stride(place=f"{before}{START}", happenings=begun)
            self._count(file, parts, skip, is_first=not done and not self.mark)
            for number, step in enumerate(parts.steps[skip:], skip + 1):
                place = teller.doubts.place = f"{before}step {number}"
                yield h.Stride(place=place, happenings=tuple(teller.step(step)))
                done += 1
                if self.how.progress and (done % 100 == 0 or done == total):
                    self.how.progress(done, total)

    def _known(self, outlines: Sequence[Outline], link: LogLink, parts: Parts, now: bytes) -> set[int]:
        """The steps of a log that are told already; its others are from here on."""
        outline, words = outlines[link.log], self._words(parts)
        known = self.told.known(outline.lies, words, outline.moves, now) if self.mark else set(range(link.skip))
        self.told.add(outline.lies, words, known)
        return known

    def _also(self, log: _Log, outline: Outline) -> None:
        self.told.also(outline.lies, self._words(self._open(log.source).games[log.place]))

    def _words(self, parts: Parts) -> list[bytes]:
        return [word_of(step, self.people) for step in parts.steps]

    def _begun(
        self,
        teller: StepTeller,
        link: LogLink,
        known: Collection[int],
        outlines: Sequence[Outline],
        file: File,
        parts: Parts,
    ) -> Iterator[h.Happening]:
        yield from (h.Warning(text=text) for text in _damage(file, parts))
        is_first = not teller.pieces.table.tokens and self.mark is None
        if is_first:
            yield from teller.start(parts.snapshot)
        else:
            yield h.Said(text=f"here begins {outlines[link.log].name}")
        for retold in link.retells:
            steps = len(outlines[retold].steps)
            self.counts["steps told twice"] += steps
            yield h.Said(text=f"{outlines[retold].name} stands in it whole: its {steps} steps are told once")
        skip = max(known, default=-1) + 1
        own = [number for number in range(skip) if number not in known]
        if known:
            self.counts["steps told twice"] += len(known)
            more = f"; {len(own)} of its own stand between them" if own else ""
            yield h.Said(text=f"its first {len(known)} steps are told already{more}")
        if not is_first:
            yield from teller.go_on(parts.snapshot, parts.steps[:skip], own)

    def _count(self, file: File, parts: Parts, skip: int, is_first: bool) -> None:
        """What stands in the files; changes, moves and properties are those of the steps that are told."""
        steps = parts.steps[skip:]
        self.is_log = self.is_log or bool(steps)
        logged = Counter(type(entry.command) for step in steps for entry in step if entry.logged)
        added = (*(parts.snapshot if is_first else ()), *(entry for step in steps for entry in step))
        kinds = Counter(kind_of(entry.command.type) for entry in added if isinstance(entry.command, c.AddPiece))
        self.counts.update({
            "characters": len(file.payload.text), "commands": len(file.entries), "files": 1, "steps": len(steps),
            "pieces": kinds[PIECE], "stacks": kinds["stack"], "decks": kinds["deck"], "logged": sum(logged.values()),
            "chat": logged[c.Chat], "moves": logged[c.MovePiece], "changes": logged[c.ChangePiece],
            "properties": logged[c.PropertyChanged],
        })  # fmt: skip


def _title(called: str, module: str) -> str:
    return f"{called} ({module or 'VASSAL'})" if called else module


def _damage(file: File, parts: Parts) -> Iterator[str]:
    yield from file.container.warnings
    if file.payload.damage:
        yield file.payload.damage
    if file.entries[0].command != c.Marker("begin_save"):
        yield "the command text does not begin with begin_save, as every VASSAL game does"
    elif not parts.is_closed:
        yield "the mark end_save is missing, so where the position ends and the log begins is not certain"
