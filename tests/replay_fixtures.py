"""Every recorded game in fixtures/: imported, verified, replayed, audited, and its result compared.

Run as `python -m tests.replay_fixtures`; a game dropped into fixtures/ is a test added.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from domain.formats.importing.retelling import retell
from domain.formats.jsonlines.jsonlines import import_game, read_game
from domain.formats.transcript.exchange import import_transcript
from domain.formats.vassal.read import read_vassal
from domain.games.audit import audit
from domain.games.games import Games
from domain.kernel.errors import RefightError
from domain.kernel.packs import Pack
from domain.log.gamelog import GameLog, Line
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from domain.words.tell import say_of
from rules import SYSTEMS
from tests.once import once
from tests.shipped import shipped_packs

FIXTURES = Path(__file__).parent.parent / "fixtures"
Decided = tuple[Pack, dict[str, list[tuple[str, bytes]]], str]  # its pack, its rows by line, the name of its line
RecordedGame = Callable[[Path], tuple[Games, Line]]  # finds one that was brought in before


class Expected(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The `.toml` beside a recorded game."""

    source: str
    entries: int
    orders: int
    winner: str
    ending: str
    points: dict[str, int]
    losses: dict[str, int]
    facts: str  # a digest of them: what was once recorded is decided in the same way for ever, or by a Correction


def recorded_games() -> list[Path]:
    return sorted(path for suffix in ("jsonl", "transcript", "vlog") for path in FIXTURES.rglob(f"*.{suffix}"))


def expected_of(path: Path) -> Expected:
    return msgspec.toml.decode(path.with_suffix(".toml").read_bytes(), type=Expected)


def find_pack(system: str, wanted: str) -> Pack:
    packs = shipped_packs(system)
    return next((pack for pack in packs if wanted in (pack.name, pack.hash)), packs[0])


def imported(games: Games, path: Path) -> Line:
    if path.suffix == ".vlog":
        read = retell(SYSTEMS["freeform"], read_vassal(path.read_bytes()), games.log.now())
        games.log.restore("game", read.pack, read.rows)
        return games.log.line("game")
    text = path.read_text("utf-8")
    if path.suffix == ".jsonl":
        return import_game(games, read_game(text.splitlines()), "game")
    return import_transcript(games, text, "game", find_pack)


def brought_in(games: Games, path: Path) -> Line:
    """The same for tests that only need the game: its orders are decided once in a run, and stored as they came."""
    pack, rows, line = decided(path)
    games.log.restore("game", pack, rows)
    return games.log.line("game", line)


@cache
def decided(path: Path) -> Decided:
    return once(f"decided {path}", lambda: _decide(path))


def _decide(path: Path) -> Decided:
    with tempfile.TemporaryDirectory() as folder, GameLog(str(Path(folder) / "games.db"), SYSTEMS) as log:
        line = imported(Games(log), path)
        rows: dict[str, list[tuple[str, bytes]]] = {}
        for stored in log.since(0, 10**6):
            game, at, name = stored.stream.partition("@")
            if at and game == "game":
                rows.setdefault(name, []).append((stored.topic, stored.state))
        return log.pack(line.started.pack), rows, line.name


def faults(path: Path) -> Iterator[str]:
    """What is wrong with one recorded game; nothing, if all is well."""
    expected = expected_of(path)
    with tempfile.TemporaryDirectory() as folder, GameLog(str(Path(folder) / "games.db"), SYSTEMS) as log:
        games, orders = Games(log), 0
        try:
            line = imported(games, path)
        except RefightError as error:
            yield f"it is not taken in: {error}"
            return
        for name in log.lines("game"):
            verify_line(games, Ref("game", name))
            report = audit(games, Ref("game", name), every=True)
            orders = report.orders if name == line.name else orders
            yield from (f"{name}:{found.entry} [{found.rule}] {found.message}" for found in report.differences)
        head = log.head(line).number
        state = games.replayed(line, head)
        if state != games.state(line, head):
            yield "replay and snapshots give different states"
        core, ended = state.core, state.core.ended
        found = Expected(
            source=expected.source, entries=head, orders=orders, winner=ended.winner if ended else "",
            ending=say_of(line.system).reason(ended.why) if ended else "", points=core.points, losses=core.losses,
            facts=digest_of(games, line),
        )  # fmt: skip
        if found != expected:
            yield f"expected {expected}, found {found}"


def digest_of(games: Games, line: Line) -> str:
    """Of who did what, and who saw it: all but how the game began, which bears the id of this very copy."""
    told = hashlib.sha256()
    for entry in games.log.entries(line, 1, games.log.head(line).number):
        told.update(msgspec.json.encode((entry.by, entry.to, entry.fact)))
    return told.hexdigest()


def main() -> int:
    bad = 0
    for path in recorded_games():
        found = list(faults(path))
        bad += bool(found)
        print(
            f"{'FAULTY' if found else 'ok':6} {path.relative_to(FIXTURES)}", *found, sep="\n       " if found else " "
        )
    print(f"{len(recorded_games()) - bad} passed, {bad} failed")
    return 1 if bad or not recorded_games() else 0


if __name__ == "__main__":
    sys.exit(main())
