"""Receiving a turn: all that can be wrong with it is looked for first; then all of it comes in, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from domain.formats.jsonlines.jsonlines import check_first
from domain.formats.mail.authors import Authors
from domain.formats.mail.judging import Judge
from domain.formats.mail.sending import check_mail
from domain.formats.mail.turnfile import TurnFile
from domain.games.ask import Played
from domain.games.auditor import AuditState
from domain.games.games import Games
from domain.games.groups import groups
from domain.games.keyring import keys, seats, short
from domain.games.promises import check_unused, claim_all, held
from domain.games.terms import find_scenario
from domain.games.waiting import add_share, waiting
from domain.kernel.errors import BadInput, NotFound, RefightError, VerificationFailed
from domain.kernel.facts import GameStarted, Newer, Side
from domain.kernel.packs import Pack
from domain.kernel.shares import is_shared
from domain.kernel.system import Setup, System
from domain.log.apart import Signed
from domain.log.entry import Entry, Sealed, codec_of
from domain.log.gamelog import Line
from domain.log.lineage import first_line
from domain.log.links import UNREADABLE, Found, FoundLine, stored_bytes
from domain.log.refs import MAIN, Ref
from domain.proof.signed import vouched
from domain.proof.verify import check_lines


class Received(NamedTuple):
    """What came in, and what came of it by itself: an order that waited for this side's share was carried out."""

    line: Line
    by: Side
    player: str  # as the key that signed it is called here
    first: int
    last: int
    is_new: bool
    signatures: int
    added: Played | None = None


def receive_turn(games: Games, file: TurnFile, name: str = "", *, rulings: bool = False) -> Received:
    """Of which game it is, whether it follows on what is here, who signed it, and whether the rules allow it."""
    game = _here(games, file)
    if game is None:
        return _begin(games, file, name, rulings)
    if name and name != game:
        raise BadInput(f"this game is here already, as {game}; leave out --name")
    line = games.line(Ref(game))
    check_mail(line)
    _check_head(line, file)
    known = list(games.log.each_sealed(line))
    new = _following(file, known)
    _check_signed(games, file, seats(games.log.store, line.started.game), [*known, *new])
    found = _prove(games, line, [*known, *new], games.log.pack(line.started.pack))
    state, stands = games.state(line, len(known)), waiting(games, line)
    _check_rules(games, line, AuditState(state, len(known), waits=stands), found[len(known) :], file, rulings)
    if new:
        topics = codec_of(line.system).topics
        rows = [(MAIN, entry.number - 1, topics[type(entry.fact)], stored_bytes(sealed))
                for entry, sealed in zip(found[len(known) :], new, strict=True)]  # fmt: skip
        games.log.add(game, rows)
    return _received(games, line, file, len(new), is_new=False)


def _here(games: Games, file: TurnFile) -> str | None:
    """What the game is called here, if it is here."""
    for name in games.log.games():
        with suppress(RefightError):  # another game may be damaged
            if games.line(Ref(name)).started.game == file.head.game:
                return name
    return None


def _begin(games: Games, file: TurnFile, name: str, rulings: bool) -> Received:
    """The first turn brings the game, with its pack."""
    head = file.head
    if head.after or head.pack is None:
        raise NotFound(
            f"this turn is of another game, which is not here: {head.title} ({head.game}); ask for its first"
        )
    if not name:
        raise BadInput(f"this is the first turn of a game that is not here ({head.title}): name it with --name")
    system, pack = games.log.system(head.system), head.pack
    started = _read(system, file.entries[:1])[0].fact if file.entries else None
    if not isinstance(started, GameStarted) or started.game != head.game:
        raise BadInput("this turn does not begin as a game must")
    check_first(started)
    system.sheets.check(pack)
    find_scenario(system, pack, started.scenario)
    line = first_line(name, MAIN, system, started)
    check_mail(line)
    _check_head(line, file)
    _check_seats(games, line, head.keys)
    _check_signed(games, file, head.keys, file.entries)
    _check_promises(games, line, head.keys)
    found = _prove(games, line, file.entries, pack)
    sofar = AuditState(system.initial(Setup(started, pack)))
    _check_rules(games, line, sofar, found, file, rulings)
    topics = codec_of(system).topics
    rows = [(topics[type(entry.fact)], stored_bytes(sealed)) for entry, sealed in zip(found, file.entries, strict=True)]
    games.log.restore(name, pack, {MAIN: rows})
    claim_all(games.log.store, line)
    with games.log.store.beside() as beside:
        for side, key in head.keys.items():
            beside.put_seat(started.game, side, key)
    return _received(games, games.line(Ref(name)), file, len(found), is_new=True)


def _check_head(line: Line, file: TurnFile) -> None:
    """What the head says of its game, against what the game says."""
    head, started = file.head, line.started
    if head.pack is not None and head.pack.hash != started.pack:
        raise BadInput("the pack in this turn is not the one its game was started with; nothing was changed")
    if (head.title, head.system) != (started.title, started.system) or (head.hash and not head.after):
        raise BadInput("the head of this turn names another game than its entries; nothing was changed")
    for side in (head.by, head.to):
        if side not in started.sides:
            raise BadInput(f"this turn is by or for {side!r}, which is no side of this game; nothing was changed")


def _check_seats(games: Games, line: Line, seated: Mapping[Side, str]) -> None:
    """Nobody signs the head of a turn, and all else in it the entries prove: a key could be exchanged on the way."""
    sides, own = line.started.sides, _own_keys(games)
    if set(seated) != set(sides) or len(set(seated.values())) < len(seated):
        raise BadInput(f"this turn must name a key for each side ({', '.join(sides)}), and to each its own")
    if own and not own & set(seated.values()):  # whoever has none of his own keeps a copy for others
        raise BadInput("none of the keys that this turn names for its sides is yours: was one exchanged on the way?")


def _own_keys(games: Games) -> set[str]:
    return {one.key for one in keys(games.log.store) if one.secret}


def _check_promises(games: Games, line: Line, seated: Mapping[Side, str]) -> None:
    """A game that names another promise than the player's own would let whoever began it know all the dice."""
    if not is_shared(line.commitments):
        return
    check_unused(games.log.store, line)
    own = _own_keys(games)
    for side in line.started.sides:
        mine = seated.get(side) in own
        if mine and not games.log.store.share(line.commitments.get(side, ""))[0]:
            raise BadInput(
                f"the promise of {side} in this game is not one that you made; whoever made it knows your dice"
            )


def _following(file: TurnFile, known: Sequence[Sealed]) -> list[Sealed]:
    """Those that are not here yet; they must follow on those that are."""
    head, here = file.head, len(known)
    if head.line != MAIN:
        raise BadInput(f"this turn is of the line {head.line}; by mail only {MAIN} is played")
    if head.after > here:
        gap = f"entry {here + 1} is" if head.after == here + 1 else f"entries {here + 1} to {head.after} are"
        raise BadInput(f"{gap} missing between what is here and this turn; ask for the turn before it")
    if head.after and known[head.after - 1].hash.hex() != head.hash:
        raise BadInput(f"this turn follows on another entry {head.after} than the one here: the two logs have parted")
    for number, entry in enumerate(file.entries, head.after + 1):
        if entry.number != number or entry.line != MAIN:
            raise BadInput(f"entry {number} is missing in this turn; in its place stands {entry.line}:{entry.number}")
        if number <= here and known[number - 1] != entry:
            raise BadInput(f"entry {number} is another one in this turn than here: the two logs have parted")
    return list(file.entries[max(0, here - head.after) :])


def _check_signed(games: Games, file: TurnFile, seated: Mapping[Side, str], standing: Sequence[Sealed]) -> None:
    """By keys that are known here, each of the side it speaks for and of an entry that would be `standing` here, as it
    stands; the sender's vouches for the whole turn."""
    names = {one.key: one.name for one in keys(games.log.store)}
    for one in file.signed:
        if one.by not in seated:
            raise BadInput(f"{one.by!r} is no side of this game with a key; nothing was changed")
        if one.key != seated[one.by]:
            raise BadInput(f"the key {short(one.key)} is not that of {one.by}, {short(seated[one.by])}")
        if one.key not in names:
            how = f"`refight key trust {one.key} --name NAME` if you know whose it is"
            raise NotFound(f"the key {short(one.key)} that signed for {one.by} is not known here; {how}")
    hashes = {(MAIN, entry.number): entry.hash.hex() for entry in standing}
    strange = next((one for one in file.signed if (one.line, one.entry) not in hashes), None)
    if strange is not None:
        what = f"entry {strange.entry} of {strange.line}, signed by {strange.by}, is neither here nor in this turn"
        raise VerificationFailed(f"{what}; nothing was changed", line=strange.line, entry=strange.entry)
    vouched(file.head.game, file.signed, list(seated), lambda line, entry: hashes.get((line, entry)))
    last = file.entries[-1] if file.entries else None
    if last is None:
        raise BadInput("there is no entry in this turn")
    if not any((one.by, one.entry, one.hash) == (file.head.by, last.number, last.hash.hex()) for one in file.signed):
        raise VerificationFailed(
            f"entry {last.number} is not signed by {file.head.by}, who sends this turn", line=MAIN, entry=last.number
        )


def _prove(games: Games, line: Line, entries: Sequence[Sealed], pack: Pack) -> list[Entry]:
    """Chain, envelopes and dice of all that would stand here then."""
    found = [Found(entry.number, entry) for entry in entries]
    check_lines({MAIN: FoundLine(MAIN, None, 0, found)}, pack, games.log.systems)
    return _read(line.system, entries)


def _read(system: System[Any], entries: Sequence[Sealed]) -> list[Entry]:
    found = []
    for one in entries:
        if one.body is None:
            raise BadInput(f"entry {one.number} is withheld; by mail nothing is hidden")
        try:
            entry = codec_of(system).entry(one.line, one.number, stored_bytes(one))
        except UNREADABLE as error:
            raise BadInput(f"entry {one.number} cannot be read ({error})") from None
        if isinstance(entry.fact, Newer):
            raise BadInput(f"entry {one.number} holds {entry.fact.kind}, which this program does not know")
        found.append(entry)
    return found


def _check_rules(
    games: Games, line: Line, sofar: AuditState, new: Sequence[Entry], file: TurnFile, rulings: bool
) -> None:
    """Whose each new entry may be; then every order is decided again, on the dice in the turn."""
    signers = sorted((one.entry, one.by) for one in file.signed)
    opening = 1 if sofar.number == 0 else 0
    authors = Authors(line, sofar.waits, int(sofar.state.core.shares), rulings=rulings)
    authors.check(new[opening:], signers)
    judge = Judge(games, line, sofar)
    for group in groups(new):
        try:
            judge.group(group)
        except RefightError:
            raise
        except Exception as error:  # whatever it is, what was played does not cause it
            what = f"does not follow from those before it ({type(error).__name__})"
            raise BadInput(f"entry {group[0].number} {what}; nothing was changed") from None
        if sofar.differences:
            wrong = sofar.differences[0]
            rule = f"[{wrong.rule}] " if wrong.rule else ""
            said = f"entry {wrong.entry} is not as the rules have it: {rule}{wrong.message}; nothing was changed"
            raise VerificationFailed(said, line=MAIN, entry=wrong.entry)


def _received(games: Games, line: Line, file: TurnFile, new: int, *, is_new: bool) -> Received:
    signatures = _keep(games, file)
    if not new and not signatures:
        raise BadInput(f"this turn is old: entries {file.head.after + 1} to {file.last} are here already")
    names = {one.key: one.name for one in keys(games.log.store)}
    player = next(names[one.key] for one in file.signed if (one.by, one.entry) == (file.head.by, file.last))
    received = Received(line, file.head.by, player, file.last - new + 1, file.last, is_new, signatures)
    return received._replace(added=_contribute(games, line))


def _keep(games: Games, file: TurnFile) -> int:
    """What was signed, as far as it is not here yet."""
    with games.log.store.beside() as beside:
        there: set[Signed] = set(beside.signatures(file.head.game))
        for one in file.signed:
            beside.put_signature(file.head.game, one)
    return len(set(file.signed) - there)


def _contribute(games: Games, line: Line) -> Played | None:
    """The share that an order waits for, where it lies here: nobody has to be asked for it."""
    stands = waiting(games, line) if is_shared(line.commitments) else None
    if stands is None:
        return None
    number = int(games.table(line).state.core.shares) + 1
    if not held(games.log.store, line, stands.waits_for, number):
        return None
    return add_share(games, Ref(line.game), stands.waits_for)
