"""Sending a turn: what the other side has not got yet, signed with the key of the side that is played here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.formats.jsonlines.jsonlines import entry_text, file_signatures, text_of
from domain.formats.mail.turnfile import FORMAT, TurnEnd, TurnHead
from domain.games.games import Games
from domain.games.keyring import own_seat, seats
from domain.games.settings import is_by_mail
from domain.games.terms import known_side
from domain.kernel.errors import BadInput
from domain.kernel.facts import Side
from domain.kernel.packs import Pack
from domain.log.apart import Signed
from domain.log.entry import Sealed
from domain.log.gamelog import Line
from domain.log.keys import public_of
from domain.log.refs import MAIN, Ref
from domain.proof.signed import signed


class SentTurn(NamedTuple):
    by: Side
    to: Side
    first: int
    last: int
    text: Sequence[str]


def check_mail(line: Line) -> None:
    if not is_by_mail(line.started):
        raise BadInput(
            f"{line.game} is not played by mail; that is settled at the start: `refight new … --setting mail`"
        )
    if line.name != MAIN:
        raise BadInput(f"only {MAIN} is played by mail; {line.name} stays with you (`refight export` sends all lines)")


def send_turn(games: Games, ref: Ref, to: Side | None = None, by: Side | None = None) -> SentTurn:
    """Signs the head, and keeps that signature: whoever has it can show that this side vouched for it."""
    line = games.line(ref)
    check_mail(line)
    mine, secret = own_seat(games.log.store, line.started, by)
    other = _other(line, mine, to)
    head = games.log.head(line)
    game = line.started.game
    bare = Signed(line.name, head.number, mine, head.hash.hex(), public_of(secret), "")
    with games.log.store.beside() as beside:
        beside.put_signature(game, signed(secret, game, bare))
        after = last_signed(beside.signatures(game), other)
    if after == head.number:
        raise BadInput(f"{other} has all of {line.game} already, and has signed it; there is nothing to send")
    return SentTurn(mine, other, after + 1, head.number, list(turn_rows(games, line, mine, other, after)))


def _other(line: Line, mine: Side, to: Side | None) -> Side:
    others = [side for side in line.started.sides if side != mine]
    if to is not None:
        known_side(line, to)
        if to == mine:
            raise BadInput(f"{to} is played here; send to {' or '.join(others)}")
        return to
    if len(others) != 1:
        raise BadInput(f"say to whom with --to: {', '.join(others)}")
    return others[0]


def last_signed(found: Sequence[Signed], side: Side) -> int:
    """How far a side is known to have the log: it has signed so far."""
    return max((one.entry for one in found if one.by == side and one.line == MAIN), default=0)


def turn_rows(games: Games, line: Line, by: Side, to: Side, after: int) -> Iterator[str]:
    """Each line of the file. What was signed before is signed still, so anyone who has the log can hand it on."""
    started = line.started
    before = next((entry.hash.hex() for entry in games.log.each_sealed(line, after - 1, after)), "") if after else ""
    yield text_of(
        TurnHead(
            refight_turn=FORMAT, game=started.game, title=started.title, system=started.system, line=line.name,
            by=by, to=to, after=after, hash=before, keys=seats(games.log.store, started.game),
            pack=None if after else _sorted(games.log.pack(started.pack)),
        )
    )  # fmt: skip
    entry: Sealed
    for entry in games.log.each_sealed(line, after):
        yield entry_text(entry, None)
    marks = file_signatures(games, started.game)
    yield text_of(TurnEnd(signed=tuple(one for one in marks if one.entry > after and one.line == line.name)))


def _sorted(pack: Pack) -> Pack:
    return Pack(name=pack.name, files=dict(sorted(pack.files.items())))
