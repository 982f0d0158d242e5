"""A whole file told: the position it starts from, then step by step what was done and said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from domain.formats.vassal import commands as c
from domain.formats.vassal.file import File, Unpacked, decode_file
from domain.formats.vassal.grid import Grid
from domain.formats.vassal.limits import MAX_HAPPENINGS
from domain.formats.vassal.pieces import PIECE, kind_of
from domain.formats.vassal.places import Places
from domain.formats.vassal.privacy import People
from domain.formats.vassal.sayings import Sayings
from domain.formats.vassal.stepdice import StepDice
from domain.formats.vassal.survey import Parts, names_in, parted, people_in
from domain.formats.vassal.telling import PIECE_COMMANDS, Pieces
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput

START = "start"
OFF_BOARD = "offboard"  # as move lines call it
Progress = Callable[[int, int], None]


def read_story(
    data: bytes,
    grid: Grid | None = None,
    players: Sequence[str] = (),
    progress: Progress | None = None,
    salvage: bool = False,
) -> h.Story:
    file = decode_file(data, salvage)
    parts = parted(file.entries)
    people = people_in(file.entries, players)
    places = Places(names_in(file.entries, parts.steps, people), grid)
    teller = _Teller(people, places)
    steps = [h.Stride(place=START, happenings=tuple(teller.start(file, parts)))]
    for number, step in enumerate(parts.steps, 1):
        steps.append(h.Stride(place=f"step {number}", happenings=tuple(teller.step(step))))
        if progress and (number % 100 == 0 or number == len(parts.steps)):
            progress(number, len(parts.steps))
    module, log = file.container.module, "VASSAL log" if parts.steps else "VASSAL save"
    return h.Story(
        title=people.scrub(file.container.save.description) or module.name or log,
        origin=log,
        module=module.name,
        version=module.version,
        sides=people.sides,
        players=people.players,
        seats=people.seats,
        places=tuple(places.places.values()),
        hexes=places.hexes(),
        hex_size=places.hex_size,
        steps=tuple(steps),
        counts=_counts(file, parts, steps) | teller.sayings.counts | {"inferred places": places.inferred},
    )


class _Teller:
    def __init__(self, people: People, places: Places) -> None:
        self.people = people
        self.pieces = Pieces(people, places)
        self.sayings = Sayings(people)
        self._told = 0

    def start(self, file: File, parts: Parts) -> Iterator[h.Happening]:
        """Restore commands may stand twice; what they say is said once."""
        yield from (h.Warning(text=text) for text in _damage(file, parts))
        said: dict[h.Happening, None] = {}
        for entry in parts.snapshot:
            if not isinstance(entry.command, PIECE_COMMANDS):
                said |= dict.fromkeys(self.sayings.restored(entry))
        yield from self._counted(self.pieces.begin(parts.snapshot))  # now that everybody has a seat
        yield from self._counted(iter(said))
        yield from self.sayings.add_ons()

    def step(self, entries: Sequence[Unpacked]) -> list[h.Happening]:
        """One press of the button that replays a log."""
        actors = [self._actor(entry) for entry in entries]
        bys = [self.people.by(actor) for actor in _nearest(actors)]
        dice = StepDice(entries)
        self.pieces.begin_step(entries)
        told: list[tuple[h.Happening, Unpacked]] = []
        for number, (entry, by) in enumerate(zip(entries, bys, strict=True)):
            is_piece = isinstance(entry.command, PIECE_COMMANDS)
            new = self.pieces.tell(entry, by) if is_piece else self.sayings.said(number, entry, by, dice, entries)
            told += [(happening, entry) for happening in self._counted(new)]
        told += [(happening, entries[-1]) for happening in self._counted(self.pieces.end_step(bys[-1]))]
        return list(_without_echoes(told))

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


def _without_echoes(told: Sequence[tuple[h.Happening, Unpacked]]) -> Iterator[h.Happening]:
    """Lines that say in words what a move or a new piece of the same step says already are left out."""
    ways = {(moved.start, moved.to) for moved, _ in told if isinstance(moved, h.Moved)}
    places = {came.at for came, _ in told if isinstance(came, h.Appeared)}
    for happening, entry in told:
        line = entry.line if isinstance(happening, h.Said) else None
        if line is not None and line.kind == "move" and (_place(line.start), _place(line.to)) in ways:
            continue
        if line is not None and line.kind == "created" and _place(line.to) in places:
            continue
        yield happening


def _place(name: str) -> str:
    return "" if name == OFF_BOARD else name


def _damage(file: File, parts: Parts) -> Iterator[str]:
    yield from file.container.warnings
    if file.payload.damage:
        yield file.payload.damage
    if file.entries[0].command != c.Marker("begin_save"):
        yield "the command text does not begin with begin_save, as every VASSAL game does"
    elif not parts.is_closed:
        yield "the mark end_save is missing, so where the position ends and the log begins is not certain"


def _counts(file: File, parts: Parts, steps: Sequence[h.Stride]) -> dict[str, int]:
    """What stands in the file; changes, moves and properties are those of the log."""
    kinds = Counter(kind_of(entry.command.type) for entry in file.entries if isinstance(entry.command, c.AddPiece))
    logged = Counter(type(entry.command) for entry in file.entries if entry.logged)
    told = Counter(type(happening) for step in steps for happening in step.happenings)
    return {
        "characters": len(file.payload.text),
        "commands": len(file.entries),
        "pieces": kinds[PIECE],
        "stacks": kinds["stack"],
        "decks": kinds["deck"],
        "steps": len(parts.steps),
        "logged": sum(logged.values()),
        "chat": logged[c.Chat],
        "dice": told[h.Rolled],
        "moves": logged[c.MovePiece],
        "changes": logged[c.ChangePiece],
        "properties": logged[c.PropertyChanged],
        "unread": told[h.Unread],
        "warnings": told[h.Warning],
    }
