"""Cards are secret facts: a transcript carries each of them, and a copy hides it from the same sides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.formats.transcript.exchange import export_transcript, import_transcript
from domain.games.audit import audit
from domain.games.games import Games
from domain.kernel.facts import CardDrawn, Fact
from domain.log.gamelog import GameLog, Line
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from rules import SYSTEMS
from tests.replay_fixtures import FIXTURES, find_pack, imported

GAMES = ("brawners-farm", "neither-pass-nor-invoke", "open-field-cs")
Kept = tuple[Fact, int, int, str, str, Any]


@pytest.fixture(params=GAMES)
def recorded(games: Games, request: pytest.FixtureRequest) -> Line:
    return imported(games, FIXTURES / "longstreet_lite" / f"{request.param}.transcript")


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[Games]:
    """Another log, which knows nothing of the game."""
    with GameLog(str(tmp_path / "copies.db"), SYSTEMS) as log:
        yield Games(log)


def kept(games: Games, line: Line) -> list[Kept]:
    """All of an entry but its time and hash."""
    entries = games.log.entries(line)
    return [(one.fact, one.number, one.order_no, one.by, one.source, one.to) for one in entries]


def test_a_copy_has_the_same_facts_and_hides_them_from_the_same_sides(
    games: Games, copies: Games, recorded: Line
) -> None:
    copy = import_transcript(copies, export_transcript(games, "game"), "game", find_pack)
    assert kept(copies, copy) == kept(games, recorded)


def test_a_copy_verifies_and_audits_clean(games: Games, copies: Games, recorded: Line) -> None:
    import_transcript(copies, export_transcript(games, recorded.game), "game", find_pack)
    verify_line(copies, Ref("game"))
    report = audit(copies, Ref("game"), every=True)
    assert report.orders
    assert report.is_clean, report.differences[:1]


def test_ll_4_deck_3_every_card_drawn_is_written_and_stays_its_owners(games: Games, recorded: Line) -> None:
    drawn = [entry for entry in games.log.entries(recorded) if isinstance(entry.fact, CardDrawn)]
    written = [row for row in export_transcript(games, "game").splitlines() if row.startswith("  card ")]
    assert [row.split('"')[1] for row in written] == [getattr(entry.fact, "card", "") for entry in drawn]
    assert {entry.to for entry in drawn if getattr(entry.fact, "to", "") == "hand"} == {("us",), ("cs",)}


def test_ll_4_resh_4_the_price_of_a_reshuffle_is_written_and_nobody_may_see_it(games: Games) -> None:
    line = imported(games, FIXTURES / "longstreet_lite" / "neither-pass-nor-invoke.transcript")
    paid = [entry for entry in games.log.entries(line) if getattr(entry.fact, "to", "") == "removed"]
    assert len(paid) == 42
    assert {entry.to for entry in paid} == {()}
