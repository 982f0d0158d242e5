"""A story into a system that records any game: each happening by an order, what has none as a note."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from domain.formats.importing.account import Account, Remark
from domain.formats.importing.marks import GameMark, packed_mark
from domain.formats.importing.naming import PieceNames
from domain.formats.importing.recorder import FileChance, Imported, Recorder, finished
from domain.formats.transcript.player import PlayedLine
from domain.games.ask import meant
from domain.games.seat import Seat
from domain.kernel import happenings as h
from domain.kernel.chance import new_game_id
from domain.kernel.errors import RefightError
from domain.kernel.facts import LOG_FORMAT, GameStarted
from domain.kernel.naming import UMPIRE
from domain.kernel.packs import Pack
from domain.kernel.system import Retelling, System
from domain.log.gamelog import Line

Progress = Callable[[int, int], None]
LONGEST = 100_000  # characters of what is not understood
_CLERK = (h.Said, h.Unread, h.Warning, h.Gap)


def retell(
    system: System[Any], story: h.Story, now: int, *, chat: bool = True, progress: Progress | None = None
) -> Imported:
    """The whole story; nothing is stored yet."""
    how = _retelling(system)
    story = msgspec.structs.replace(story, sides=_sides(story))
    pack = how.pack(story)
    system.sheets.check(pack)
    started = GameStarted(
        format=LOG_FORMAT,
        game=new_game_id(), title=story.title, system=system.key, edition=system.edition, scenario=how.scenario,
        pack=pack.hash, sides=story.sides,
    )  # fmt: skip
    teller = _Teller(how, Recorder.begin(system, started, pack, now), account_of(story), chat)
    teller.recorder.note(UMPIRE, opening(story))
    return teller.all(story, pack, progress)._replace(game=started.game)


def _retelling(system: System[Any]) -> Retelling:
    how = system.foreign and system.foreign().retell
    assert how is not None, f"{system.key} cannot record a story"
    return how


class Ending(NamedTuple):
    """A game that was imported, as it stands in the log: what a further file is joined to."""

    line: Line
    pack: Pack
    table: Seat
    mark: GameMark


def retell_on(
    ending: Ending, story: h.Story, now: int, *, chat: bool = True, progress: Progress | None = None
) -> Imported:
    """What a further file tells, as entries after the last; nothing is stored yet."""
    system, table = ending.line.system, ending.table
    how = _retelling(system)
    line = PlayedLine(system, ending.line.started.sides, ending.line.name, table.head.number)
    teller = _Teller(how, Recorder(system, line, table, now), account_of(story), chat, ending.mark.names)
    return teller.all(story, ending.pack, progress)


def _sides(story: h.Story) -> tuple[str, ...]:
    """The file's sides, and one more for what nobody is named for: in it, or in a further one that may be joined."""
    nameless = any(not isinstance(told, _CLERK) and not _named(told) for _, told in story.each())
    is_needed = nameless or story.mark or not story.sides
    return (*story.sides, h.TABLE) if is_needed and h.TABLE not in story.sides else story.sides


def _named(told: h.Happening) -> bool:
    return bool(getattr(told, "by", "") or getattr(told, "side", ""))


def account_of(story: h.Story) -> Account:
    module = f"{story.module} {story.version}".strip()
    return Account(origin=story.origin, module=module, title=story.title, counts=dict(story.counts))


def opening(story: h.Story) -> str:
    """The first note of an imported game: where it comes from, and who played."""
    module = f" of {story.module} {story.version}".rstrip() if story.module else ""
    players = (f"{name} ({story.seats[name]})" if name in story.seats else name for name in story.players)
    return f"read from a {story.origin}{module}" + (f"; players: {', '.join(players)}" if story.players else "")


class _Teller:
    def __init__(
        self,
        how: Retelling,
        recorder: Recorder,
        account: Account,
        chat: bool,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.how, self.recorder, self.account, self.chat = how, recorder, account, chat
        self.names = PieceNames(names)
        self.images: dict[str, dict[str, tuple[h.Shown, ...]]] = {}

    def all(self, story: h.Story, pack: Pack, progress: Progress | None) -> Imported:
        before = self.recorder.last
        for number, step in enumerate(story.steps):
            for told in step.happenings:
                self.tell(step.place, told)
            if progress:
                progress(number + 1, len(story.steps))
        read = finished(self.recorder, pack, self.account)
        self.account.facts -= before if self.recorder.line.base else 0
        mark = packed_mark(GameMark(names=self.names.known, read=story.mark)) if story.mark else b""
        return read._replace(images=self.images, boards=story.boards, mark=mark)

    def tell(self, place: str, told: h.Happening) -> None:
        match told:
            case h.Said():
                say(self.recorder, self.account, told, self.chat)
            case h.Unread():
                unread(self.recorder, self.account, place, told)
            case h.Warning():
                warning(self.recorder, self.account, place, told)
            case h.Gap():
                gap(self.recorder, self.account, place, told)
            case h.Ordered():
                self._ordered(place, told)
            case _:
                ours = self.names.renamed(told)
                self._order(place, ours)
                if isinstance(ours, h.Appeared | h.Changed) and ours.images:
                    self._look(ours.piece, ours.images)

    def _look(self, piece: str, images: tuple[h.Shown, ...]) -> None:
        """What a piece shows in the state that it is in by now."""
        glimpse = self.recorder.system.sight.glimpse
        counter = glimpse.counter(self.recorder.state, piece) if glimpse else None
        if counter is not None:
            self.images.setdefault(piece, {})[str(counter.state)] = images

    def _ordered(self, place: str, told: h.Ordered) -> None:
        """An order in the system's own words."""
        try:
            order = meant(self.recorder.system, told.text)
            self.recorder.order(told.by or h.TABLE, order, FileChance())
        except RefightError as error:
            unread(self.recorder, self.account, place, h.Unread(text=told.text, why=str(error)))
            return
        self.account.orders += 1
        self.account.understand("Order")

    def _order(self, place: str, told: h.Happening) -> None:
        """What the system cannot record is kept in words, with the reason."""
        recorder = self.recorder
        try:
            orders = list(self.how.orders(recorder.state, told))
            for by, order, dice, cards in orders:
                recorder.order(by, order, FileChance(dice, cards))
                self.account.orders += 1
        except RefightError as error:
            unread(recorder, self.account, place, h.Unread(text=in_words(told), why=str(error)))
            return
        if orders:
            self.account.understand(type(told).__name__)
        else:
            unread(recorder, self.account, place, h.Unread(text=in_words(told), why="there is no order for it"))


def say(recorder: Recorder, account: Account, told: h.Said, is_wanted: bool) -> None:
    """What was said, as a note; talk that is not wanted is counted."""
    if is_wanted:
        recorder.note(told.by, told.text)
        account.understand("Said")
    else:
        account.leave_out("lines of chat and reports")


def unread(recorder: Recorder, account: Account, place: str, told: h.Unread) -> None:
    """Kept word for word, as a note; of what is longer than any command, the beginning."""
    why = f" ({told.why})" if told.why else ""
    text = told.text if len(told.text) <= LONGEST else f"{told.text[:LONGEST]}… ({len(told.text):,} characters)"
    recorder.note("", f"{place}, not understood{why}: {text}")
    account.unread.append(Remark(place=place, text=f"{text}{why}", entry=recorder.last))


def warning(recorder: Recorder, account: Account, place: str, told: h.Warning) -> None:
    recorder.note("", f"{place}, a sign of damage or editing: {told.text}")
    account.warnings.append(Remark(place=place, text=told.text, entry=recorder.last))


def gap(recorder: Recorder, account: Account, place: str, told: h.Gap) -> None:
    recorder.note("", f"{place}, a gap in the log: {told.text}")
    account.gaps.append(Remark(place=place, text=told.text, entry=recorder.last))


def in_words(told: h.Happening) -> str:
    """A happening that became no order, as near to the file's words as can be."""
    match told:
        case h.Rolled(by=by, faces=faces, sides=sides, why=why, total=total):
            dice = f"{len(faces)}d{sides}: {', '.join(map(str, faces))}" if faces else f"dice that make {total}"
            return " ".join(filter(None, (by, "rolls", dice, f"for {why}" if why else "")))
        case h.Moved(piece=piece, start=start, to=to):
            return f"{piece} from {start or 'off the board'} to {to or 'off the board'}"
        case h.Vanished(piece=piece, why=why):
            return f"{piece} is removed" + (f": {why}" if why else "")
        case h.Lost(piece=piece, amount=amount, cause=cause):
            return f"{piece} loses {amount}" + (f" to {cause}" if cause else "")
        case h.PhaseTold(phase=phase):
            return f"phase {phase}"
        case h.Drew(deck=deck, card=card, by=by):
            return f"{by} draws {card} from {deck}".strip()
    fields = {key: value for key, value in msgspec.to_builtins(told).items() if value not in ("", None, {}, [], False)}
    return f"{type(told).__name__} " + " ".join(f"{key}={value}" for key, value in fields.items())
