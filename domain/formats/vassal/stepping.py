"""A file told step by step: what its commands come to, by whom, and each thing once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from domain.formats.vassal import commands as c
from domain.formats.vassal.bookmark import Bookmark, restore_names, said_word, table_of
from domain.formats.vassal.doubts import Doubts
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.limits import MAX_HAPPENINGS
from domain.formats.vassal.lore import Lore
from domain.formats.vassal.places import Places
from domain.formats.vassal.privacy import People
from domain.formats.vassal.sayings import Sayings
from domain.formats.vassal.stepdice import StepDice
from domain.formats.vassal.telling import PIECE_COMMANDS, Pieces
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput

OFF_BOARD = "offboard"  # as move lines call it
_IN_WORDS = (h.Said, h.Rolled, h.PhaseTold, h.Scored)
_OF_PIECES = (h.Appeared, h.Moved, h.Changed, h.Vanished)


class StepTeller:
    """Goes through the commands of one game, which may lie in several files."""

    def __init__(self, people: People, places: Places, lore: Lore | None = None) -> None:
        self.people, self.doubts, self.lore = people, Doubts(), lore
        self.pieces = Pieces(people, places, self.doubts, lore)
        self.sayings = Sayings(people, self.doubts, lore)
        self.pieces.describe.property = self.sayings.value_of
        self.restored: dict[bytes, None] = {}  # words of what was said before
        self._told = 0

    @property
    def counts(self) -> dict[str, int]:
        inferred = self.pieces.describe.places.inferred
        return {**self.sayings.counts, **self.pieces.mover.counts, "inferred places": inferred}

    def start(self, snapshot: Sequence[Unpacked]) -> Iterator[h.Happening]:
        """Restore commands may stand twice; what they say is said once."""
        said = self._restored(snapshot)
        yield from self._counted(self.pieces.begin(snapshot))  # now that everybody has a seat
        yield from self._counted(iter(said))
        yield from self.sayings.points()
        yield from self.sayings.add_ons()

    def resume(self, mark: Bookmark) -> None:
        """As the reader of the logs before it was left."""
        restore_names(self.pieces.describe, mark.names)
        self.pieces.table.take_over(table_of(mark.pieces, mark.decks))
        self.sayings.before = {(container, name): value for container, name, value in mark.properties}
        self.restored = dict.fromkeys(mark.said)

    def go_on(
        self, snapshot: Sequence[Unpacked], again: Sequence[Sequence[Unpacked]], own: Collection[int] = ()
    ) -> Iterator[h.Happening]:
        """The next log of the game; `again` are steps of it that were told already, but for its `own` among them: of
        those only what they come to is told, since what follows on them is told already."""
        properties = self.sayings.begin_again()
        said = self._restored(snapshot)
        before = self.pieces.reload(snapshot)
        between: list[h.Happening] = []
        with self.doubts.muted():
            for number, step in enumerate(again):
                told = self.step(step)
                between += told if number in own else ()
        yield from (told for told in between if isinstance(told, _IN_WORDS))
        yield from self._counted(self.sayings.gaps(properties))
        touched = {told.piece for told in between if isinstance(told, _OF_PIECES)}
        yield from self._counted(self.pieces.seam(before, touched))
        yield from self._counted(iter(said))

    def _restored(self, snapshot: Sequence[Unpacked]) -> list[h.Happening]:
        """What it says that was not said before."""
        found: list[h.Happening] = []
        for entry in snapshot:
            if not isinstance(entry.command, PIECE_COMMANDS):
                for told in self.sayings.restored(entry):
                    word = said_word(told)
                    if word not in self.restored:
                        self.restored[word] = None
                        found.append(told)
        return found

    def step(self, entries: Sequence[Unpacked]) -> list[h.Happening]:
        """One press of the button that replays a log."""
        actors = [self._actor(entry) for entry in entries]
        bys = [self.people.by(actor) for actor in _nearest(actors)]
        dice = StepDice(entries, self.lore)
        self.pieces.begin_step(entries)
        told: list[tuple[h.Happening, Unpacked]] = []
        for number, (entry, by) in enumerate(zip(entries, bys, strict=True)):
            is_piece = isinstance(entry.command, PIECE_COMMANDS)
            new = self.pieces.tell(entry, by) if is_piece else self.sayings.said(number, entry, by, dice, entries)
            told += [(happening, entry) for happening in self._counted(new)]
        told += [(happening, entries[-1]) for happening in self._counted(self.pieces.end_step(bys[-1]))]
        return list(_without_echoes(told, self.pieces.describe.places))

    def _actor(self, entry: Unpacked) -> str:
        """Who did it, where a command says so."""
        match entry.command:
            case c.MovePiece(player=id) if id:
                return self.people.meet(id)
            case c.Chat() if entry.line is not None and entry.line.who:
                return self.people.meet(name=entry.line.who)
            case c.SeatTaken(id=id, name=name):
                return self.people.meet(id, name)
        return ""

    def _counted(self, happenings: Iterator[h.Happening]) -> Iterator[h.Happening]:
        for happening in happenings:
            self._told += 1
            if self._told > MAX_HAPPENINGS:
                raise BadInput(f"the file tells of more than {MAX_HAPPENINGS:,} happenings; no game has that many")
            yield happening


def _nearest(actors: Sequence[str]) -> list[str]:
    """For each command its actor; else that of the nearest one in the step that has any, the earlier of two."""
    known = [number for number, actor in enumerate(actors) if actor]
    found, after = [], 0
    for number in range(len(actors)):
        while after < len(known) and known[after] < number:
            after += 1
        around = known[max(after - 1, 0) : after + 1]
        nearest = min(around, key=lambda at: abs(at - number), default=None)
        found.append("" if nearest is None else actors[nearest])
    return found


def _without_echoes(told: Sequence[tuple[h.Happening, Unpacked]], places: Places) -> Iterator[h.Happening]:
    """Lines that say in words what a move or a new piece of the same step says already are left out."""
    ways = {(places.called(way.start), places.called(way.to)) for way, _ in told if isinstance(way, h.Moved)}
    come = {places.called(came.at) for came, _ in told if isinstance(came, h.Appeared)}
    for happening, entry in told:
        line = entry.line if isinstance(happening, h.Said) else None
        if line is not None and line.kind == "move" and (_place(line.start), _place(line.to)) in ways:
            continue
        if line is not None and line.kind == "created" and _place(line.to) in come:
            continue
        yield happening


def _place(name: str) -> str:
    return "" if name == OFF_BOARD else name
