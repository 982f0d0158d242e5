"""The result of a game on one sheet: who played what, under which readings, losses, points, ending, and the seal.

Each side can sign it; whoever has the log can make it again, and compare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from domain.games.games import Games
from domain.games.over import viewing_as
from domain.games.players import digest, seated
from domain.games.settings import setting_texts
from domain.games.sight import SPECTATOR, seen
from domain.games.terms import known_side, option_texts
from domain.kernel.errors import BadInput, VerificationFailed
from domain.kernel.facts import LossTaken, Side
from domain.kernel.say import ENGLISH, Say
from domain.log.apart import PlayerName
from domain.log.gamelog import Line
from domain.log.keys import is_signed, public_of, sign
from domain.log.refs import Ref
from domain.proof.verify import parse_seal, seal_of

FORMAT = 1
BEGINS = b'{"refight_result":'
MOST_BYTES = 4_000_000
MOST_SIGNED = 100


class Named(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player; with the salt anyone can check the name against the log."""

    name: str
    salt: str


class SheetSigned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    by: str
    key: str
    signature: str


class ResultSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    refight_result: int
    game: str
    line: str
    title: str
    system: str
    edition: str
    scenario: str
    pack: str
    players: dict[str, Named]
    options: tuple[str, ...]
    readings: dict[str, str]
    settings: tuple[str, ...]
    forces: dict[str, tuple[str, ...]]
    turn: int
    losses: dict[str, dict[str, int]]
    points: dict[str, int]
    ended: bool
    winner: str  # empty: a draw, or it has not ended
    ending: str
    entries: int
    seal: str
    signed: tuple[SheetSigned, ...] = ()

    @property
    def text(self) -> bytes:
        """What is signed: all but the signatures."""
        bare = msgspec.structs.replace(self, signed=())
        return b"refight result\n" + sha256(msgspec.json.encode(bare)).hexdigest().encode()


def sheet_of(games: Games, ref: Ref) -> ResultSheet:
    """As the line stands at an entry, or at its head; what may not be seen yet is left out."""
    return _sheet(games, ref, viewing_as(games, ref.game, SPECTATOR))


def _sheet(games: Games, ref: Ref, viewer: Side | None) -> ResultSheet:
    position = games.position(ref)
    line, core = position.line, position.state.core
    started = line.started
    names = {
        one.side: Named(name=one.name, salt=one.salt) for one in seated(games.log, line.game, line.name) if one.name
    }
    return ResultSheet(
        refight_result=FORMAT, game=started.game, line=line.name, title=started.title, system=started.system,
        edition=started.edition, scenario=started.scenario, pack=started.pack, players=names,
        options=option_texts(started.options), readings=dict(sorted(core.readings.items())),
        settings=setting_texts(started.settings), forces=_forces(games, line, position.state, viewer), turn=core.turn,
        losses=_losses(games, line, position.number, viewer), points=dict(core.points), ended=core.ended is not None,
        winner=core.ended.winner if core.ended else "",
        ending=Say(line.system.words(ENGLISH), {}).reason(core.ended.why) if core.ended else "",
        entries=position.number, seal=str(seal_of(games, ref._replace(entry=position.number))),
    )  # fmt: skip


def _forces(games: Games, line: Line, state: Any, viewer: Side | None) -> dict[Side, tuple[str, ...]]:
    """Whoever stood on a side at the start or at the end."""
    found: dict[Side, dict[str, str]] = {side: {} for side in line.started.sides}
    for at in (games.initial(line), state):
        for counter in line.system.sight.board(at, viewer).counters:
            if counter.side in found:
                found[counter.side].setdefault(counter.id, counter.name or counter.id)
    return {side: tuple(sorted(units.values())) for side, units in found.items()}


def _losses(games: Games, line: Line, upto: int, viewer: Side | None) -> dict[Side, dict[str, int]]:
    found: dict[Side, Counter[str]] = {side: Counter() for side in line.started.sides}
    for entry in seen(games.log.entries_of(line, (LossTaken,), 0, upto), viewer):
        assert isinstance(entry.fact, LossTaken)
        found[entry.fact.side][entry.fact.kind] += entry.fact.amount
    return {side: dict(sorted(kinds.items())) for side, kinds in found.items()}


def read_sheet(data: bytes) -> ResultSheet:
    if len(data) > MOST_BYTES:
        raise BadInput(f"this is larger than {MOST_BYTES // 1_000_000} MB; no result is that long")
    try:
        sheet = msgspec.json.decode(data, type=ResultSheet)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"this is no result as `refight result` writes it: {error}") from None
    if sheet.refight_result != FORMAT:
        raise BadInput(f"this result is of format {sheet.refight_result}, and only {FORMAT} is known; upgrade refight")
    if len(sheet.signed) > MOST_SIGNED:
        raise BadInput(f"this result bears more than {MOST_SIGNED} signatures")
    return sheet


def sign_sheet(sheet: ResultSheet, by: Side, secret: str) -> ResultSheet:
    """Once for each side and key."""
    made = SheetSigned(by=by, key=public_of(secret), signature=sign(secret, sheet.text))
    kept = tuple(one for one in sheet.signed if (one.by, one.key) != (made.by, made.key))
    return msgspec.structs.replace(sheet, signed=(*kept, made))


def check_signed(sheet: ResultSheet) -> None:
    for one in sheet.signed:
        if not is_signed(one.key, sheet.text, one.signature):
            raise VerificationFailed(f"the signature of {one.by} on this result does not hold", line="", entry=0)


def check_sheet(games: Games, ref: Ref, sheet: ResultSheet) -> None:
    """Against the log: made again at the entry that is sealed, it must say the same."""
    check_signed(sheet)
    line, seal = games.line(ref), parse_seal(sheet.seal)
    if line.started.game != sheet.game:
        raise BadInput(f"this is the result of another game ({sheet.title}, {sheet.game}) than {line.game}")
    if (seal.game, seal.line, seal.entry) != (sheet.game, sheet.line, sheet.entries):
        raise VerificationFailed("the seal on this result is of another entry than it says", line="", entry=0)
    if seal.entry > games.log.head(line).number:
        said = f"this result is of entry {seal.entry}, and the log ends at {games.log.head(line).number}"
        raise VerificationFailed(said, line=line.name, entry=seal.entry)
    with games.log.store.beside() as beside:
        seats = beside.seats(sheet.game)
    for one in sheet.signed:
        known_side(line, one.by)
        if seats.get(one.by, one.key) != one.key:
            raise VerificationFailed(
                f"this result is signed for {one.by} with a key that is not {one.by}'s", line="", entry=0
            )
    _compare(games, Ref(line.game, line.name, seal.entry), sheet)
    _check_players(games, line, sheet.players)


def _compare(games: Games, ref: Ref, sheet: ResultSheet) -> None:
    """With or without what was hidden: that may be open by now, and not have been when the sheet was made."""
    said = {viewer: _differs(_sheet(games, ref, viewer), sheet) for viewer in (SPECTATOR, None)}
    if all(said.values()):
        raise VerificationFailed(said[viewing_as(games, ref.game, SPECTATOR)], line="", entry=0)


def _differs(made: ResultSheet, sheet: ResultSheet) -> str:
    """The first field of which the log says otherwise; empty: there is none."""
    for name in ResultSheet.__struct_fields__:
        log_says, says = getattr(made, name), getattr(sheet, name)
        if name not in ("signed", "players") and log_says != says:
            return f"the log says otherwise of {name}: {str(log_says)[:200]}, and not {str(says)[:200]}"
    return ""


def _check_players(games: Games, line: Line, named: Mapping[Side, Named]) -> None:
    """By the digests in the log: whether the names lie here or not."""
    there = {one.side: one.digest for one in seated(games.log, line.game, line.name)}
    for side, one in named.items():
        try:
            fits = digest(PlayerName(one.salt, one.name)) == there.get(side)
        except ValueError:
            fits = False
        if not fits:
            raise VerificationFailed(f"the log does not name {one.name!r} as who plays {side}", line="", entry=0)
