"""Proofs: that a log is as it was written, that its fair dice are what the seed gives, that nothing was cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from domain.games.games import Games
from domain.kernel.chance import NO_END
from domain.kernel.errors import BadInput, VerificationFailed
from domain.kernel.packs import Pack
from domain.kernel.system import System
from domain.log.apart import Signed
from domain.log.gamefile import GameFile
from domain.log.links import MOST_BACK, Backwards, FoundLine, Place, check_envelopes, failed, home
from domain.log.refs import MAIN, Ref
from domain.proof.dice import KNOWN
from domain.proof.filelines import FileWalk
from domain.proof.signed import Vouched, vouched
from domain.proof.storedlines import Progress, StoredWalk
from domain.proof.together import GIVER, Waits
from domain.proof.walk import Walk

_SEAL = re.compile(
    r"refight-seal (?P<game>[^@\s]+)@(?P<line>[^@:\s]+):(?P<entry>[1-9][0-9]{0,17}) (?P<hash>[0-9a-f]{64})"
)


class Seal(NamedTuple):
    """The hash of an entry, to hand to the other players: it vouches for all that stands before it."""

    game: str
    line: str
    entry: int
    hash: str

    def __str__(self) -> str:
        return f"refight-seal {self.game}@{self.line}:{self.entry} {self.hash}"


def parse_seal(text: str) -> Seal:
    """As str() wrote it; a mail program may have broken the line."""
    found = _SEAL.fullmatch(" ".join(text.split()))
    if not found:
        raise BadInput(
            f"{text.strip()[:80]!r} is not a seal; it reads: refight-seal GAME@LINE:ENTRY and 64 hexadecimal digits"
        )
    return Seal(found["game"], found["line"], int(found["entry"]), found["hash"])


def seal_of(games: Games, ref: Ref) -> Seal:
    """The seal of an entry, or of the head."""
    line = games.line(ref)
    number = games.entry_number(line, ref.entry)
    (entry,) = games.log.each_sealed(line, number - 1, number)
    return Seal(line.started.game, entry.line, entry.number, entry.hash.hex())


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What was proved, and what could not be."""

    entries: int
    withheld: int = 0
    dice_proved: int = 0
    dice_together: int = 0  # made of shares of all parties, of which one came when the order stood already
    dice_held: int = 0  # made of shares that all lay with one party while the order could still be another
    known_to: dict[str, int] = {}  # those, by who could have known them: the host, or the giver of the order
    waits: Waits | None = None  # the order that stands at the end, and who withholds his share
    dice_alone: int = 0  # of one seed, where dice are to be made of shares of all; also counted as what they are
    dice_open: int = 0  # fair, but the seed is not revealed yet
    dice_entered: int = 0  # typed in or imported: nothing can prove them
    dice_unseen: int = 0  # fair, but made of what is partly withheld: a pile, an order that stood
    sealed: bool = False
    sealed_at: int = 0  # the entry the seal is of
    since: int = 0  # entries after it or on other lines, for which the seal cannot speak
    signed: tuple[Vouched, ...] = ()  # by which sides, and how far
    backwards: tuple[Backwards, ...] = ()  # where the clock went back: worth knowing, but no fault of the log

    def statements(self) -> tuple[str, ...]:
        """One claim each: the chain, the seal, the dice, what is withheld."""
        said = [self._chain(), self._seal()]
        said += [f"{_count(number, 'die or card', 'dice and cards')} {what}" for number, what in self._dice() if number]
        if self.withheld:
            said.append(f"{_count(self.withheld, 'entry', 'entries')} withheld here: in place, but unread")
        if self.waits:
            what = f"the order of {self.waits.by} at entry {self.waits.entry} stands"
            said.append(f"{what}: {self.waits.waits_for} has not added a share to its dice")
        return (*said, *self._signed(), *self._clock())

    def _signed(self) -> Iterator[str]:
        for one in self.signed:
            yield f"signed by {one.by} up to entry {one.entry} of {one.line}, with the key {one.key[:12]}…"

    def _chain(self) -> str:
        if self.entries == 1:
            return "1 entry, not changed by itself"
        return f"{self.entries} entries fit together, none changed by itself"

    def _seal(self) -> str:
        if not self.sealed:
            return "without a seal, a log cut short or made anew as a whole would not show"
        held = f"unchanged up to the seal at entry {self.sealed_at}"
        if not self.since:
            return f"{held}, which covers them all"
        are = "is" if self.since == 1 else "are"
        return f"{held}; {_count(self.since, 'entry', 'entries')}, later or on other lines, {are} not covered by it"

    def _dice(self) -> Iterator[tuple[int, str]]:
        yield self.dice_proved, "proved by the revealed seed"
        yield self.dice_together, "proved by the shares of all parties, none of which could have known them alone"
        for party, number in self.known_to.items():
            whose = "the giver of the order" if party == GIVER else f"the {party}"
            yield number, f"proved by the shares of all parties, which {whose} held: {whose} could have known them"
        yield self.dice_open, "promised as fair, to be proved when the seed is revealed"
        yield self.dice_alone, "of those of one seed, which all were to make together: its keeper could have known them"
        yield self.dice_unseen, "fair, but drawn from a pile or made of an order not shown here, so not proved"
        yield self.dice_entered, "entered by hand or imported, which nothing can prove"

    def _clock(self) -> Iterator[str]:
        for back in self.backwards:
            entries = f"from entry {back.before} to entry {back.entry} of {back.line}"
            yield f"for information: the clock goes back {_span(back.by)} {entries}"
        if len(self.backwards) == MOST_BACK:
            yield f"for information: it may go back more often; the first {MOST_BACK} times are named"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _span(milliseconds: int) -> str:
    """`2 d 3 h`, `4 min 5 s`, `0.25 s`: the two largest units that are not nothing."""
    seconds = milliseconds // 1000
    if seconds < 10:
        return f"{milliseconds / 1000:g} s"
    minutes, hours = seconds // 60, seconds // 3600
    parts = ((hours // 24, "d"), (hours % 24, "h"), (minutes % 60, "min"), (seconds % 60, "s"))
    return " ".join([f"{number} {unit}" for number, unit in parts if number][:2])


def verify_line(games: Games, ref: Ref, seal: Seal | None = None, progress: Progress | None = None) -> Proof:
    """A line to its head, with all it shares with its ancestors."""
    stored = _walked(games, ref.game, [ref.line], seal, progress)
    return _stored_proof(stored, ref.line, seal)


def verify_game(
    games: Games, game: str, seal: Seal | None = None, progress: Progress | None = None
) -> dict[str, Proof | VerificationFailed]:
    """For each line what verifying it alone says; but each stored entry is read once, however many lines share it, and
    a share of dice that was spent in two lines is seen.

    A seal is asked for on its own line.
    """
    names = games.log.lines(game)
    stored = _walked(games, game, names, seal, progress)
    found: dict[str, Proof | VerificationFailed] = {}
    for name in names:
        try:
            found[name] = _stored_proof(stored, name, seal if seal and seal.line == name else None)
        except VerificationFailed as error:
            found[name] = error
    return found


def _walked(games: Games, game: str, names: Sequence[str], seal: Seal | None, progress: Progress | None) -> StoredWalk:
    stored = StoredWalk(games.log, game, names)
    if seal:
        stored.walk.mark(seal.line, seal.entry)
    stored.run(progress)
    return stored


def _stored_proof(stored: StoredWalk, name: str, seal: Seal | None) -> Proof:
    wrong = stored.astray.get(name) or stored.walk.broken.get(name) or stored.no_pack
    if wrong:
        raise wrong
    end = stored.walk.ends[name]
    if seal:
        _check_seal(stored.walk, _lasts(stored.lineages[name]), stored.dice.game, seal)
    wrong = end.rolls.wrong_seed or end.rolls.wrong_roll
    if wrong:
        raise wrong
    proof = _proof(end.link.number, end.rolls.tally, seal, end.link.back)
    return msgspec.structs.replace(proof, signed=_vouched(stored, name), waits=end.rolls.together.waits)


def _vouched(stored: StoredWalk, name: str) -> tuple[Vouched, ...]:
    """What sides have signed of a line and of what it shares with its ancestors."""
    log, lasts = stored.log, _lasts(stored.lineages[name])
    found: list[Signed] = []
    with suppress(BadInput), log.store.beside() as beside:  # a log that may only be read, without what lies beside it
        found = [one for one in beside.signatures(stored.dice.game) if one.entry <= lasts.get(one.line, 0)]

    def hash_at(line: str, number: int) -> str | None:
        at = log.line(stored.stored.game, line)
        here = [entry.hash.hex() for entry in log.each_sealed(at, number - 1, number)] if number > at.own.base else []
        return here[0] if here else None

    return vouched(stored.dice.game, found, log.line(stored.stored.game, name).started.sides, hash_at) if found else ()


def _lasts(lineage: dict[str, Place]) -> dict[str, int]:
    """By line, the last entry that the youngest of them shares."""
    lasts, last = {}, NO_END
    for place in reversed(lineage.values()):
        lasts[place.name], last = last, min(last, place.at)
    return lasts


def verify_file(file: GameFile, seal: Seal | None = None, systems: Mapping[str, System[Any]] | None = None) -> Proof:
    """All lines of an exported file. With `systems`, cards from decks laid out at the start are proved too."""
    lines, misplaced = file.found_lines()
    read = FileWalk(lines, file.head.pack, systems or {})
    if seal:
        read.walk.mark(seal.line, seal.entry)
    read.walk.run()
    read.check_chain()
    if misplaced:
        raise misplaced
    started = read.started
    assert started is not None, "the chain was checked"
    file.check_frame(lines, started)
    check_envelopes(lines, started.sides)
    if file.head.pack.hash != started.pack:
        here = f"but the pack here is {file.head.pack.hash[:12]}"
        raise failed(MAIN, 1, f"names the pack {started.pack[:12]}, {here}")
    if seal:
        _check_seal(read.walk, dict.fromkeys(lines, NO_END), started.game, seal)
    read.check_dice()
    back = dict.fromkeys(one for end in read.walk.ends.values() for one in end.link.back)
    hashes = {(entry.line, entry.number): entry.hash.hex() for entry in file.entries} if file.end.signatures else {}
    held = vouched(started.game, file.end.signatures, started.sides, lambda line, number: hashes.get((line, number)))
    proof = _proof(sum(len(line.found) for line in lines.values()), read.tally, seal, tuple(back)[:MOST_BACK])
    waits = [end.rolls.together.waits for end in read.walk.ends.values() if end.rolls.together.waits]
    return msgspec.structs.replace(proof, signed=held, waits=waits[0] if waits else None)


def check_lines(lines: Mapping[str, FoundLine], pack: Pack, systems: Mapping[str, System[Any]]) -> None:
    """Chain, envelopes and dice of lines that are to stand together; VerificationFailed where they would not."""
    read = FileWalk(lines, pack, systems)
    read.walk.run()
    read.check_chain()
    assert read.started is not None, "the chain was checked"
    check_envelopes(lines, read.started.sides)
    read.check_dice()


def _proof(entries: int, tally: Mapping[str, int], seal: Seal | None, back: tuple[Backwards, ...]) -> Proof:
    return Proof(
        backwards=back,
        entries=entries,
        sealed=seal is not None,
        sealed_at=seal.entry if seal else 0,
        since=entries - seal.entry if seal else 0,  # it covers as many as lead up to it: they count from 1
        known_to={name.removeprefix(KNOWN): count for name, count in tally.items() if name.startswith(KNOWN)},
        **{name: count for name, count in tally.items() if not name.startswith(KNOWN)},  # type: ignore[arg-type]
    )


def _check_seal(walk: Walk, lasts: Mapping[str, int], game: str, seal: Seal) -> None:
    """`lasts`: the lines that are proved, and how far each of them."""
    if seal.game != game:
        raise failed(MAIN, 1, f"opens the game {game}, but the seal is of the game {seal.game}")
    if seal.line not in lasts:
        raise BadInput(f"the seal is of the line {seal.line}; verify that line with it")
    line = home(walk.places, seal.line, seal.entry)
    assert line is not None, "entries count from 1, and main begins there"
    if seal.entry > lasts[line.name]:
        raise BadInput(f"the seal is of {line.name}:{seal.entry}, after the branch left it; verify {line.name} with it")
    sealed = walk.at.get((line.name, seal.entry))
    if sealed is None:
        last = walk.ends[line.name].link.number
        what = f"is missing: the line was sealed at entry {seal.entry} and now ends at {last}"
        raise line.failed(last + 1, what)
    if sealed.link.hash.hex() != seal.hash:
        raise line.failed(seal.entry, "is not the one that was sealed: it, or something before it, was rewritten")
