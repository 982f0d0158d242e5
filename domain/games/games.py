"""What people do with games: start, play, look at any entry, branch, take back, reveal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from domain.games.heads import AtHead, Heads, Keeper
from domain.games.keyring import check_seats
from domain.games.players import digest, kept_apart, named_apart
from domain.games.promises import promises
from domain.games.seat import Seat
from domain.games.settings import check_take_back, is_by_mail
from domain.games.terms import beginning, known_side, spelt_readings, unknown_terms
from domain.games.umpire import check_open_question, ruled_facts
from domain.kernel.chance import Chance, FairChance, commitment, new_seed, promised
from domain.kernel.copying import copier
from domain.kernel.core import check_known
from domain.kernel.errors import BadInput, NotFound, RefightError
from domain.kernel.facts import (
    CLERICAL,
    HOST,
    CardDrawn,
    DiceRolled,
    Fact,
    GameStarted,
    LineOpened,
    NoteAdded,
    Order,
    OrderWaits,
    RulingMade,
    SeedRevealed,
    SharesDeposited,
    Side,
)
from domain.kernel.naming import UMPIRE, check_name
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded, fold
from domain.kernel.shares import LINKS, is_shared
from domain.kernel.system import Setup, System
from domain.log.entry import Entry, Envelope, Head, check_envelope
from domain.log.gamelog import GameLog, Line, Story
from domain.log.refs import Ref

if TYPE_CHECKING:
    from domain.kernel.colours import Colour

HIDES_BY_MAIL = (
    "hides something, and by mail each side holds the whole log; play it on one log that a host keeps (`refight serve`)"
)
SNAPSHOT_EVERY = 200  # a snapshot costs about as much as folding thirty entries
SNAPSHOT_PER_ENTRY = 256  # bytes: of tens of thousands of pieces snapshots are kept less often


def _is_of_an_order(entry: Entry) -> bool:
    """Also of one that waits."""
    return isinstance(entry.fact, OrderWaits) or not isinstance(entry.fact, CLERICAL)


class NoSeed(NotFound):
    """Fair dice cannot be rolled here."""


class OpenSeed(BadInput):
    """Fair dice could be foreseen by now."""


@dataclass(frozen=True)
class Position:
    """The state of a line after one of its entries."""

    line: Line
    number: int
    state: Any


class OpenKeeper(Keeper):
    """By mail every side holds all of the log: nothing comes into it that one may not see."""

    def __call__(self, head: Head, envelope: Envelope, items: Sequence[Recorded]) -> Head:
        if any(item.to is not None for item in items):
            raise BadInput(f"this order {HIDES_BY_MAIL}")
        return super().__call__(head, envelope, items)


class Games:
    def __init__(self, log: GameLog, heads: int = 0) -> None:
        self.log, self.heads = log, Heads(heads)  # of so many lines the position is kept at hand
        self._names: dict[tuple[str, str], Mapping[str, str]] = {}

    # Starting

    def new(
        self,
        system: System[Any],
        scenario: str,
        name: str,
        pack: Pack,
        *,
        title: str = "",
        sides: Sequence[str] = (),
        options: Sequence[str] = (),
        readings: Mapping[str, str] | None = None,
        players: Mapping[Side, str] | None = None,
        settings: Sequence[str] = (),
        shares: Mapping[str, str] | None = None,
    ) -> Line:
        """A new game with fair dice: the log holds commitment and digests, the seed and the names lie apart.

        `shares` are what sides elsewhere have promised, where all make the dice together.
        """
        begun = beginning(system, pack, scenario, title, sides, options, readings or {}, settings)
        keys = self._keys(system, begun, players or {}) if is_by_mail(begun) else {}
        names = named_apart(begun.sides, players or {})
        digests = {side: digest(player) for side, player in names.items()}
        together = promises(self.log.store, begun, shares or {})
        seed = None if together else new_seed()
        made = together or promised(commitment(seed or ""))
        held = () if is_by_mail(begun) else tuple(side for side in together if side not in (HOST, *(shares or {})))
        started = msgspec.structs.replace(begun, commitments=made, players=digests)
        with kept_apart(self.log.store, name, names):
            line = self.log.start(name, started, pack, seed, UMPIRE, self.log.now())
        with self.log.store.beside() as beside:
            for side, key in keys.items():
                beside.put_seat(started.game, side, key)
        self._say_held(line, held)
        return line

    def _say_held(self, line: Line, sides: Sequence[Side]) -> None:
        """Shares that were made here: whoever keeps the log has them all."""
        for side in sides:
            self.table(line).clerk(side, SharesDeposited(by=side, upto=LINKS), self.log.now())

    def _keys(self, system: System[Any], begun: GameStarted, players: Mapping[Side, str]) -> dict[Side, str]:
        """Of the players of a game by mail, in which nothing may be hidden."""
        if system.sight.hides(begun):
            raise BadInput(f"{system.title} so played {HIDES_BY_MAIL}")
        return check_seats(self.log.store, begun, players)

    # Looking

    def line(self, ref: Ref) -> Line:
        return self.log.line(ref.game, ref.line)

    def initial(self, line: Line) -> Any:
        state = line.system.initial(Setup(line.started, self.log.pack(line.started.pack)))
        state.core.unread = unknown_terms(line.system, line.started)
        return state

    def names(self, line: Line) -> Mapping[str, str]:
        """What the units of a game are called."""
        key = line.system.key, line.started.pack
        found = self._names.get(key)
        if found is None:
            found = self._names[key] = line.system.sheets.names(self.log.pack(line.started.pack))
        return found

    def colours(self, line: Line) -> Mapping[Side, Colour]:
        """What its sides wear, as far as pack or system say so."""
        from domain.kernel.colours import colours_of

        return colours_of(line.system, self.log.pack(line.started.pack))

    def position(self, ref: Ref) -> Position:
        """The state at an entry, or at the head."""
        line = self.line(ref)
        number = self.entry_number(line, ref.entry)
        return Position(line, number, self.state(line, number))

    def entry_number(self, line: Line, entry: int | None) -> int:
        head = self.log.head(line).number
        if entry is not None and entry > head:
            raise NotFound(f"{line.game}@{line.name} has {head} entries; there is no entry {entry}")
        return head if entry is None else entry

    def state(self, line: Line, upto: int) -> Any:
        """From the position kept at hand, if it is not a later one; else from the nearest snapshot on."""
        stream = line.own.stream
        kept = self.heads.take(stream)
        if kept is None or kept.head.number > upto:
            if kept is not None:
                self.heads.put(stream, kept)
            return self._read_state(line, upto)
        if kept.head.number < upto:
            return fold(line.system, kept.state, self.log.each_fact(line, kept.head.number, upto))
        state = copier(line.system)(kept.state)
        self.heads.put(stream, kept)
        return state

    def _read_state(self, line: Line, upto: int) -> Any:
        """A long way leaves snapshots behind for the next reader."""
        number, state = self.log.snapshot(line, upto) or (0, None)
        if state is None:
            state = self.initial(line)
        facts = self.log.each_fact(line, number, upto)
        if upto - number < 2 * SNAPSHOT_EVERY:
            return fold(line.system, state, facts)
        self.log.check_whole(line, number, upto)  # before anything is kept that would rest on a gap
        due = number
        while number < upto:
            fold(line.system, state, islice(facts, SNAPSHOT_EVERY))
            number = min(number + SNAPSHOT_EVERY, upto)
            if number >= due or number == upto:
                with suppress(RefightError):  # a log on a read-only disk can still be looked at
                    due = number + self.log.keep_snapshot(line, number, state) // SNAPSHOT_PER_ENTRY
        return state

    def replayed(self, line: Line, upto: int) -> Any:
        """The state from the first entry on, trusting no snapshot."""
        return fold(line.system, self.initial(line), self.log.each_fact(line, 0, upto))

    def entries(self, ref: Ref, after: int = 0) -> list[Entry]:
        return list(self.each_entry(ref, after))

    def each_entry(self, ref: Ref, after: int = 0) -> Iterator[Entry]:
        line = self.line(ref)
        return self.log.each_entry(line, after, self.entry_number(line, ref.entry))

    def entries_of(self, ref: Ref, *kinds: type[Fact]) -> Iterator[Entry]:
        """Only those that hold facts of these kinds, up to the entry a ref names."""
        line = self.line(ref)
        return self.log.entries_of(line, kinds, 0, self.entry_number(line, ref.entry))

    # Playing

    def table(self, line: Line) -> Seat:
        head = self.log.head(line)
        return Seat(line.system, self.state(line, head.number), head, self._keeper(line))

    def _keeper(self, line: Line) -> Keeper:
        return OpenKeeper(self.log, line) if is_by_mail(line.started) else Keeper(self.log, line)

    @contextmanager
    def playing(self, line: Line) -> Iterator[Seat]:
        """A seat at the head; where positions are kept at hand it goes on from there, and what comes of it stays."""
        kept = self.heads.take(line.own.stream)
        news = self.log.news(line, kept.head) if kept is not None else None
        if kept is None or news is None:
            head = self.log.head(line)
            kept = AtHead(head, self._read_state(line, head.number), head.number)
        elif news[1]:
            kept = kept._replace(head=news[0], state=fold(line.system, kept.state, news[1]))
        with self._seated(line, kept) as seat:
            yield seat

    def contested(self, game: str, name: str) -> tuple[Line, Head] | None:
        """A line whose position is at hand and to which others write too, and the head as it is known here."""
        known = self.heads.contested(f"{game}@{name}")
        return None if known is None else (self.log.line(game, name), known)

    def renew(self, line: Line, known: Head, rows: Sequence[bytes]) -> None:
        """The position at hand goes on to the newest of these rows, which begin with the head that is known."""
        kept = self.heads.take(line.own.stream)
        if kept is None:
            return
        news = self.log.read_news(line, known, [(row,) for row in rows]) if kept.head == known else None
        if news is not None:
            kept = kept._replace(head=news[0], state=fold(line.system, kept.state, news[1]))
            self.heads.renewed(line.own.stream)
        self.heads.put(line.own.stream, kept)

    @contextmanager
    def at_hand(self, line: Line) -> Iterator[Seat | None]:
        """The same without asking the log where the head is: somebody else may have written since. What is kept then
        is refused by the log; and whoever is refused anything else asks again."""
        kept = self.heads.take_unasked(line.own.stream)
        if kept is None:
            yield None
            return
        with self._seated(line, kept) as seat:
            yield seat

    @contextmanager
    def _seated(self, line: Line, kept: AtHead) -> Iterator[Seat]:
        seat = Seat(line.system, kept.state, kept.head, self._keeper(line))
        try:
            yield seat
        finally:
            if not seat.spoilt and self.heads.most:
                self.heads.put(line.own.stream, self._saved(line, AtHead(seat.head, seat.state, kept.saved)))

    def _saved(self, line: Line, kept: AtHead) -> AtHead:
        """A snapshot every now and then: a process that begins anew has not far to go."""
        if kept.head.number - kept.saved < 2 * SNAPSHOT_EVERY:
            return kept
        with suppress(RefightError):  # it is only a cache
            size = self.log.keep_snapshot(line, kept.head.number, kept.state)
            return kept._replace(saved=kept.head.number + max(0, size // SNAPSHOT_PER_ENTRY - 2 * SNAPSHOT_EVERY))
        return kept._replace(saved=kept.head.number)

    def order(
        self, ref: Ref, by: str, order: Order, chance: Chance | None = None, table: Seat | None = None
    ) -> list[Entry]:
        """Decided and kept; `domain.games.order.give` is for those who have it as somebody typed it."""
        line = self.live_line(ref)
        with nullcontext(table) if table else self.playing(line) as seat:
            before = seat.head.number
            seat.order(by, order, chance or self.fair(line, seat.state.core.seed), self.log.now())
            return self._written(line, seat, before)

    def _written(self, line: Line, seat: Seat, before: int) -> list[Entry]:
        if isinstance(seat.keep, Keeper):
            return seat.keep.entries
        return self.log.entries(line, before, seat.head.number)

    def live_line(self, ref: Ref) -> Line:
        """Orders go to the head of a line, never into its past."""
        line = self.line(ref)
        if ref.entry is not None and ref.entry != self.log.head(line).number:
            how = f"`refight branch {ref} --name NAME`"
            raise BadInput(f"entry {ref.entry} is not the last of {line.name}; branch there to play on from it ({how})")
        return line

    def fair(self, line: Line, public: str | None = None) -> FairChance:
        """Looks for each seed once: ask for a new one after revealing a seed. `public` is that one, if known."""
        return FairChance(cache(partial(self._seed, line, public)), line.started.game, line.luck)

    def _seed(self, line: Line, public: str | None, wanted: str) -> str:
        seed = self.log.seed(line, wanted)
        if seed is None:
            raise NoSeed("the seed of this line's fair dice is not here; roll at the table and enter the dice")
        if wanted == line.name and (self.revealed_seed(line) if public is None else public):
            raise OpenSeed("the seed of this line is public now; roll at the table and enter the dice, or branch")
        return seed

    def revealed_seed(self, line: Line) -> str:
        """The seed of a line's fair dice, if it is public; else nothing."""
        return str(self.state(line, self.log.head(line).number).core.seed)

    # The clerk

    def note(self, ref: Ref, by: str, text: str, expected: int | None = None, table: Seat | None = None) -> list[Entry]:
        """Of a side or the umpire; of the entry a ref names, if it names one."""
        line = self.line(ref)
        if not text.strip():
            raise BadInput("a note needs some text; nothing was written")
        known_side(line, by, UMPIRE)
        about = 0 if ref.entry is None else self.entry_number(line, ref.entry)
        with nullcontext(table) if table else self.playing(line) as seat:
            seat.check_head(ref, expected)
            before = seat.head.number
            seat.clerk(by, NoteAdded(by=by, text=text, about=about), self.log.now())
            return self._written(line, seat, before)

    def rule(
        self, ref: Ref, ruling: RulingMade, facts: Sequence[Fact] = (), players: Mapping[Side, str] | None = None
    ) -> list[Entry]:
        """A ruling, and facts it sets straight: all of it or nothing. From here on the game is played under it.

        `players` are named as at the start of a game: the log holds digests, the names lie apart.
        """
        line = self.live_line(ref)
        known_side(line, ruling.by, UMPIRE)
        if not (ruling.rule.strip() or ruling.text.strip() or players):
            raise BadInput("a ruling names its rule or its reason")
        names = named_apart(line.started.sides, players or {})
        digests = {side: digest(player) for side, player in names.items()}
        spelt = spelt_readings(line.system, ruling.readings)
        ruling = msgspec.structs.replace(ruling, readings=spelt, players=digests)
        table = self.table(line)
        before = table.head.number
        check_open_question(line.system, table.state, ruling)
        with kept_apart(self.log.store, line.game, names):
            if facts:
                recorded = ruled_facts(line.system, table.state, ruling, facts)
                table.set_straight(ruling.by, recorded, self.log.now())
            else:
                table.clerk(ruling.by, ruling, self.log.now())
        return self.log.entries(line, before, table.head.number)

    def reveal(self, ref: Ref) -> str:
        """Publish the seed of a line, so that everyone can check its dice; it rolls no more."""
        line = self.live_line(ref)
        if is_shared(line.commitments):
            raise BadInput("dice that all made together have no seed: the shares stand in the log and prove them")
        public = self.revealed_seed(line)
        if public:
            return public
        seed = self._seed(line, public, line.name)
        self.table(line).clerk(UMPIRE, SeedRevealed(seed=seed), self.log.now())
        return seed

    # Branching

    def branch(
        self,
        ref: Ref,
        name: str,
        *,
        luck: Literal["same", "fresh"] = "fresh",
        why: str = "",
        by: str = UMPIRE,
        consent: Sequence[str] = (),
        story: Story = (),
        together: bool = False,
    ) -> Line:
        """A new line from any entry, with luck of its own or with the fair dice the parent has rolled since.

        `together`: its dice are made of shares of all again, which lie here until each side promises its own.
        """
        check_name("line", name)
        check_known(self.position(Ref(ref.game, ref.line)).state.core.unread)
        check_envelope(self.line(ref).started.sides, by, "", consent)
        at = self.entry_number(self.line(ref), ref.entry)
        parent = self.home(self.line(ref), at)
        if luck == "same" and is_shared(parent.commitments):
            raise BadInput("dice that all parties made together are made once: branch with fresh luck")
        shares = promises(self.log.store, parent.started, {}) if together else {}
        seed = None if shares else new_seed()
        opened = LineOpened(
            parent=parent.name,
            at=at,
            luck=luck,
            luck_until=0 if luck == "fresh" else self._open_dice(parent, at, is_told=bool(story)),
            why=why,
            consent=tuple(consent),
            commitments=shares or promised(commitment(seed or "")),
        )
        line = self.log.open_line(parent, name, opened, seed, by, self.log.now(), story)
        self._say_held(line, [side for side in shares if side != HOST])
        return line

    def home(self, line: Line, number: int) -> Line:
        """The line that holds an entry itself: what a branch shares with its parent belongs to the parent."""
        return self.log.line(line.game, next(s.line for s in line.spans if s.last is None or number <= s.last))

    def _open_dice(self, parent: Line, at: int, *, is_told: bool) -> int:
        """How far a branch may repeat its parent's dice: not to one yet to be rolled, nor to one only a side saw.

        Where a story has used them already, as what was thrown, none of them comes a second time.
        """
        if is_told:
            return int(self.state(parent, at).core.fair_dice)
        for entry in self.log.entries_of(parent, (DiceRolled, CardDrawn), at):
            if entry.to is not None and entry.fact.source == "fair":  # type: ignore[attr-defined]
                return int(entry.fact.number)  # type: ignore[attr-defined]
        return int(self.state(parent, self.log.head(parent).number).core.fair_dice)

    def take_back(self, ref: Ref, name: str, consent: Sequence[str], why: str = "") -> Line:
        """Undo the order that entry belongs to, if every side agrees: a new line from before it; the old one stays.

        Its luck is fresh: dice that everybody has seen would be no dice any more. Where all made the dice together
        they do so there too: a take-back must not hand them to whoever keeps the log.
        """
        line = self.line(ref)
        missing = [side for side in line.started.sides if side not in consent]
        if missing:
            raise BadInput(f"a take-back needs every side's consent; {', '.join(missing)} did not give it")
        before = self.before_order(line, ref.entry)
        check_take_back(self.log, line, before)
        together = is_shared(line.commitments) and not is_by_mail(line.started)
        return self.branch(Ref(line.game, line.name, before), name, why=why, consent=consent, together=together)

    def before_order(self, line: Line, number: int | None) -> int:
        """The last entry before the order that this entry is part of; without one, before the last order."""
        entries = self.log.backwards(line, self.entry_number(line, number))
        last = next(e for e in entries if number or e.number == 1 or _is_of_an_order(e))
        if last.order_no == 0:
            raise BadInput("entry 1 opens the game; there is nothing before it to go back to")
        before = next((entry.number for entry in entries if entry.order_no < last.order_no), None)
        if before is None:
            raise BadInput(f"the orders of {line.game} are not counted as they must be; `refight verify` says more")
        return self._before_it_stood(line, before)

    def _before_it_stood(self, line: Line, number: int) -> int:
        """An order that waited is undone with all that was recorded of it: it must not stand there a second time."""
        found = number
        for entry in self.log.backwards(line, number):
            if isinstance(entry.fact, OrderWaits):
                found = entry.number - 1
            elif not isinstance(entry.fact, CLERICAL):
                break
        return found
