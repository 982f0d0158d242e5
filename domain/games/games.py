"""What people do with games, besides looking at them: start, play, rule, branch, take back, reveal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from typing import Any, Literal

import msgspec

from domain.games.heads import AtHead, Keeper
from domain.games.positions import Positions
from domain.games.seat import Seat
from domain.games.settings import check_take_back, is_by_mail, makes_together, seals_cards
from domain.games.terms import beginning, known_side, spelt_readings
from domain.kernel.chance import Chance, FairChance, commitment, new_seed, promised
from domain.kernel.core import check_known
from domain.kernel.errors import BadInput, NotFound
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
from domain.kernel.system import System
from domain.log.entry import Entry, Envelope, Head, check_envelope
from domain.log.gamelog import Line, Story
from domain.log.refs import Ref

HIDES_BY_MAIL = (
    "hides something, and by mail each side holds the whole log; play it on one log that a host keeps (`refight serve`)"
)


def _is_of_an_order(entry: Entry) -> bool:
    """Also of one that waits."""
    return isinstance(entry.fact, OrderWaits) or not isinstance(entry.fact, CLERICAL)


class NoSeed(NotFound):
    """Fair dice cannot be rolled here."""


class OpenSeed(BadInput):
    """Fair dice could be foreseen by now."""


class OpenKeeper(Keeper):
    """By mail every side holds all of the log: nothing comes into it that one may not see."""

    def __call__(self, head: Head, envelope: Envelope, items: Sequence[Recorded]) -> Head:
        if any(item.to is not None for item in items):
            raise BadInput(f"this order {HIDES_BY_MAIL}")
        return super().__call__(head, envelope, items)


class Games(Positions):
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
        from domain.games.players import digest, kept_apart, named_apart  # late: most commands play on
        from domain.games.promises import promises

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
        self._keep_shares(line, held)
        return line

    def _keep_shares(self, line: Line, sides: Sequence[Side]) -> None:
        """Those of these sides were made here: whoever keeps the log has them all."""
        from domain.games.promises import claim_all  # late: most commands play on

        claim_all(self.log.store, line)
        for side in sides:
            self.table(line).clerk(side, SharesDeposited(by=side, upto=LINKS), self.log.now())

    def _keys(self, system: System[Any], begun: GameStarted, players: Mapping[Side, str]) -> dict[Side, str]:
        """Of the players of a game by mail, in which nothing may be hidden."""
        from domain.games.keyring import check_seats

        if system.sight.hides(begun):
            raise BadInput(f"{system.title} so played {HIDES_BY_MAIL}")
        return check_seats(self.log.store, begun, players)

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

    def order(
        self, ref: Ref, by: str, order: Order, chance: Chance | None = None, table: Seat | None = None,
        head: int | None = None,
    ) -> list[Entry]:  # fmt: skip
        """Decided and kept; `domain.games.order.give` is for those who have it as somebody typed it.

        `head` is the entry after which it was looked over, without a table: after another one it is not given.
        """
        line = self.live_line(ref)
        with nullcontext(table) if table else self.playing(line) as seat:
            seat.check_head(ref, head)
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
        from domain.games.players import digest, kept_apart, named_apart  # late: few orders are rulings
        from domain.games.umpire import check_open_question, ruled_facts

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
        if is_shared(line.commitments) and not seals_cards(line.started):
            raise BadInput("dice that all made together have no seed: the shares stand in the log and prove them")
        public = self.revealed_seed(line)
        if public:
            return public
        seed = self._secret(line) if is_shared(line.commitments) else self._seed(line, public, line.name)
        self.table(line).clerk(UMPIRE, SeedRevealed(seed=seed), self.log.now())
        return seed

    def _secret(self, line: Line) -> str:
        """What its cards hang on besides the shares of all; it tells the shares of the host that are left, too."""
        from domain.games.promises import host_secret

        if self.state(line, self.log.head(line).number).core.stands:
            raise BadInput("an order waits for shares: whoever knows the host's could choose its dice")
        return host_secret(self.log.store, line)

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
    ) -> Line:
        """A new line from any entry, with luck of its own or with the fair dice the parent has rolled since.

        Where all make the dice together they do so there too, so that no branch hands them to whoever keeps the log.
        The shares lie here until each side promises its own: who studies alone waits for nobody.
        """
        check_name("line", name)
        check_known(self.position(Ref(ref.game, ref.line)).state.core.unread)
        check_envelope(self.line(ref).started.sides, by, "", consent)
        at = self._leaves_at(self.line(ref), ref.entry)
        parent = self.home(self.line(ref), at)
        if luck == "same" and is_shared(parent.commitments):
            raise BadInput("dice that all parties made together are made once: branch with fresh luck")
        shares = self._anew(parent.started) if luck == "fresh" else {}
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
        self._keep_shares(line, [side for side in shares if side != HOST])
        return line

    def _leaves_at(self, line: Line, number: int | None) -> int:
        """An order that waits for shares does not stand in a second line: those it has lead to nothing there."""
        at = self.entry_number(line, number)
        waits = makes_together(line.started) and self.state(line, at).core.stands
        return self._before_it_stood(line, at) if waits else at

    def _anew(self, started: GameStarted) -> dict[str, str]:
        """Promises for a new line, where all make the dice together; by mail a branch stays with whoever made it."""
        from domain.games.promises import promises  # late: most commands play on

        return {} if is_by_mail(started) else promises(self.log.store, started, {})

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

        Its luck is fresh: dice that everybody has seen would be no dice any more.
        """
        line = self.line(ref)
        missing = [side for side in line.started.sides if side not in consent]
        if missing:
            raise BadInput(f"a take-back needs every side's consent; {', '.join(missing)} did not give it")
        before = self.before_order(line, ref.entry)
        check_take_back(self.log, line, before)
        return self.branch(Ref(line.game, line.name, before), name, why=why, consent=consent)

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
