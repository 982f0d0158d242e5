"""A game being written from a file: all of it in memory, so that the log takes the whole or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.formats.importing.account import Account
from domain.formats.transcript.player import PlayedLine, Rows
from domain.games.seat import Seat
from domain.kernel.chance import EnteredChance
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput, IllegalOrder, RefightError, TapeMismatch
from domain.kernel.facts import IMPORTED, Fact, GameStarted, IrregularPlay, NoteAdded, Order
from domain.kernel.happenings import BoardImage, Shown
from domain.kernel.naming import UMPIRE
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded, fold
from domain.kernel.system import Setup, System
from domain.log.entry import Envelope, Head
from domain.log.gamelog import EMPTY
from domain.log.refs import MAIN


class FileChance(EnteredChance):
    """Dice and cards as a file claims them; what an order does not use is for its reader to keep."""

    def __init__(self, dice: Sequence[int] = (), cards: Sequence[str] = ()) -> None:
        super().__init__(dice, cards, source=IMPORTED)

    def finish(self) -> None:
        pass


class Imported(NamedTuple):
    """A game ready to be stored, and the account of how it was read."""

    pack: Pack
    rows: dict[str, Rows]
    account: Account
    images: dict[str, dict[str, tuple[Shown, ...]]] = {}  # piece -> in each state the pictures of the module it shows
    boards: tuple[BoardImage, ...] = ()
    name: str = ""  # what its file is called, without the names of its players
    game: str = ""  # an id of its own
    mark: bytes = b""  # where it ends, for whoever joins a further file to it


class Recorder:
    """`table` is where a line that goes on stands by now; its facts are kept here alone."""

    def __init__(self, system: System[Any], line: PlayedLine, table: Seat, now: int) -> None:
        self.system, self.line, self.now = system, line, now
        self.table = Seat(system, table.state, table.head, line.keep)
        line.mark(table.state)

    @classmethod
    def begin(cls, system: System[Any], started: GameStarted, pack: Pack, now: int) -> Recorder:
        """A game of its own."""
        line = PlayedLine(system, started.sides, MAIN)
        head = line.keep(EMPTY, Envelope(0, UMPIRE, now, IMPORTED), [Recorded(started)])
        return cls(system, line, Seat(system, system.initial(Setup(started, pack)), head, line.keep), now)

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def last(self) -> int:
        return self.line.last

    @property
    def rows(self) -> dict[str, Rows]:
        return {self.line.name: self.line.rows}

    def order(self, by: str, order: Order, chance: EnteredChance) -> list[Recorded]:
        """An order decided by the rules; if it breaks off, the game is as it was before."""
        try:
            recorded = self.table.order(by, order, chance, self.now, IMPORTED)
        except IllegalOrder:
            raise
        except RefightError:
            self._restore()
            raise
        except Exception as error:
            # The log may hold what no rule foresaw: an order that fails on it is refused, not the whole file.
            self._restore()
            raise TapeMismatch(f"the rules cannot decide it after what was played ({type(error).__name__})") from error
        self.line.mark(self.state)
        return recorded

    def _restore(self) -> None:
        """The state that the entries give, after an order that broke off half-way."""
        self.table = Seat(self.system, self.line.state_at(self.last), self.table.head, self.line.keep)

    def note(self, by: str, text: str) -> None:
        known = by if by in self.line.sides else UMPIRE
        self.clerk(known, NoteAdded(by=known, text=text))

    def clerk(self, by: str, fact: Fact) -> None:
        """A note or ruling as the file has it."""
        self.table.clerk(by if by in self.line.sides else UMPIRE, fact, self.now, IMPORTED)
        self.line.mark(self.state)

    def go_back(self, number: int, head: Head) -> None:
        """Orders that were tried and led nowhere are as if they had not been given."""
        self.line.cut(number)
        self.table = Seat(self.system, self.line.state_at(number), head, self.line.keep)

    def facts(self, by: str, facts: Sequence[Fact]) -> None:
        """Facts that the file gives no order for."""
        known = by if by in self.line.sides else UMPIRE
        self.table.set_straight(known, self._fitting(facts), self.now, IMPORTED)
        self.line.mark(self.state)

    def irregular(self, play: IrregularPlay, facts: Sequence[Fact]) -> None:
        """What was played against the rules, with what came of it; BadInput if the game could not go on after it."""
        fitting = self._fitting(facts)
        known = play.by if play.by in self.line.sides else UMPIRE
        items = [Recorded(play, _seen_by_all_of(fitting)), *fitting]
        self.table.set_straight(known, items, self.now, IMPORTED)
        self.line.mark(self.state)

    def _fitting(self, facts: Sequence[Fact]) -> list[Recorded]:
        """Tried on a copy: folding judges nothing, but a fact about what is not there fails anyhow."""
        trial, fitting = copier(self.system)(self.state), []
        for fact in facts:
            try:
                fitting.append(Recorded(fact, self.system.sight.seen_by(trial, fact)))
                fold(self.system, trial, [fact])
                self.system.sight.board(trial, None)
            except Exception as error:
                raise BadInput(f"it does not fit what stands on the board ({type(error).__name__}: {error})") from error
        return fitting

    def end(self) -> None:
        """A last state, to see that all of it can be kept."""
        self.line.mark(self.state, every=1)


def finished(recorder: Recorder, pack: Pack, account: Account) -> Imported:
    recorder.end()
    account.facts = recorder.last
    return Imported(pack, recorder.rows, account)


def _seen_by_all_of(items: Sequence[Recorded]) -> tuple[str, ...] | None:
    """Whoever may see every one of these; None: everyone."""
    secret = [item.to for item in items if item.to is not None]
    return tuple(side for side in secret[0] if all(side in to for to in secret)) if secret else None
