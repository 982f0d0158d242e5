"""Games written as VASSAL logs, and read back by the mapping that is shipped for them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cli.files.mappings import mapping_for
from cli.shell.packs import find_pack
from domain.formats.importing.mapped import import_mapped
from domain.formats.importing.recorder import Imported
from domain.formats.vassal.container import read_container, write_container
from domain.formats.vassal.payload import decode_payload, encode_payload
from domain.formats.vassal.read import read_vassal
from domain.formats.vassal.writer import write_vlog
from domain.games.audit import audit
from domain.games.games import Games
from domain.kernel.errors import BadInput
from domain.kernel.facts import CLERICAL, DiceRolled, Fact, GameStarted, IrregularPlay, NoteAdded, RulingMade
from domain.kernel.naming import UMPIRE
from domain.kernel.reasons import said
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS
from tests.importing.stories import NOW
from tests.replay_fixtures import FIXTURES, brought_in

GAMES = [
    "gettysburg/first-of-july",
    "gettysburg/mcphersons-ridge-union",
    "gettysburg/little-round-top-brigades",
    "gettysburg/whole-battle-union-by-rain",
]


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return Games(GameLog(str(tmp_path / "games.db"), SYSTEMS))


def recorded(games: Games, name: str) -> list[Fact]:
    brought_in(games, FIXTURES / f"{name}.transcript")
    return games.log.facts(games.line(Ref("game")))


def written(games: Games, ref: str = "game") -> bytes:
    line = games.line(Ref(ref))
    return write_vlog(line.system, games.initial(line), games.log.entries(line))


def read_back(data: bytes) -> Imported:
    story = read_vassal(data)
    mapping = mapping_for(story.module, story.version)
    assert mapping is not None
    system = SYSTEMS[mapping.game.system]
    return import_mapped(system, find_pack(system.key, mapping.game.pack), mapping, story, NOW)


def claimed(facts: list[Fact]) -> list[Fact]:
    """Facts as a log that proves nothing has them: dice without their proof, a game without its id."""
    return [_claimed(fact) for fact in facts]


def _claimed(fact: Fact) -> Fact:
    if isinstance(fact, DiceRolled):
        return msgspec.structs.replace(fact, source="imported", number=0)
    if isinstance(fact, GameStarted):
        return msgspec.structs.replace(fact, game="", commitments={})
    return fact


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_is_read_back_to_the_same_facts(games: Games, name: str) -> None:
    facts = recorded(games, name)
    back = read_back(written(games))
    games.log.restore("back", back.pack, back.rows)
    ours = games.log.facts(games.line(Ref("back")))
    assert isinstance(ours[1], NoteAdded), "where it was read from"
    del ours[1]
    assert claimed(ours) == claimed([fact for fact in facts if type(fact).__name__ != "SeedRevealed"])
    account = back.account
    assert (account.irregular, account.unread, account.warnings, account.supplied) == ([], [], [], [])
    assert audit(games, Ref("back")).is_clean


def test_a_rulings_facts_come_back_too(games: Games) -> None:
    recorded(games, GAMES[1])
    head = games.log.head(games.line(Ref("game"))).number
    games.branch(Ref("game", entry=head - 40), "ruled")
    state = games.position(Ref("game", "ruled")).state
    unit = next(name for name, unit in state.units.items() if unit.at in state.stacks and not unit.shaken)
    shaken = SYSTEMS["gettysburg"].book.facts[
        [kind.__name__ for kind in SYSTEMS["gettysburg"].book.facts].index("UnitShaken")
    ]
    ruling = RulingMade(by=UMPIRE, text='he said "so", <b>twice</b>\nand again', rule="7.2")
    games.rule(Ref("game", "ruled"), ruling, [shaken(unit=unit, why=said("ruled", "7.2"))])  # type: ignore[call-arg]
    line = games.line(Ref("game", "ruled"))
    back = read_back(write_vlog(line.system, games.initial(line), games.log.entries(line)))
    games.log.restore("back", back.pack, back.rows)
    ours = games.log.facts(games.line(Ref("back")))
    assert [fact for fact in ours if isinstance(fact, RulingMade)] == [ruling]
    assert shaken(unit=unit, why=said("ruled", "7.2")) in ours  # type: ignore[call-arg]
    assert back.account.unread == []


def test_an_edited_log_shows_where_it_was_edited(games: Games) -> None:
    """Somebody moves a unit farther than it went, in the words and on the board."""
    recorded(games, GAMES[1])
    container = read_container(written(games))
    payload = decode_payload(container.payload)
    assert payload.text.count("unit=C-17 path=1117,1218,1318") == 1
    edited = payload.text.replace("unit=C-17 path=1117,1218,1318", "unit=C-17 path=1117,1218,1318,1419", 1)
    data = write_container(encode_payload(edited), container.save, container.module)
    back = read_back(data)
    first = back.account.irregular[0]
    assert first.place == "step 4"
    assert first.rule
    assert "C-17" in first.text
    games.log.restore("back", back.pack, back.rows)
    report = audit(games, Ref("back"))
    assert report.is_clean
    assert report.irregular[0].rule == first.rule
    plays = [fact for fact in games.log.facts(games.line(Ref("back"))) if isinstance(fact, IrregularPlay)]
    assert len(plays) == len(back.account.irregular)


def test_an_old_position_that_does_not_fit_is_a_sign_of_editing(games: Games) -> None:
    recorded(games, GAMES[1])
    container = read_container(written(games))
    text = decode_payload(container.payload).text
    at = text.index("LOG\tM/")
    fields = text[at:].split("\x1b", 1)[0].rstrip("\\").split("/")
    moved = text.replace("/".join(fields), "/".join([*fields[:7], str(int(fields[7]) + 700), *fields[8:]]), 1)
    back = read_back(write_container(encode_payload(moved), container.save, container.module))
    assert len(back.account.warnings) == 1
    assert back.account.warnings[0].place.startswith("step ")


def test_the_same_game_gives_the_same_bytes(games: Games) -> None:
    recorded(games, GAMES[1])
    assert written(games) == written(games)


def test_no_words_of_a_player_become_an_order(games: Games) -> None:
    facts = recorded(games, GAMES[1])
    orders = sum(type(fact).__name__ == "OrderGiven" for fact in facts)
    games.branch(Ref("game", entry=2), "talk")
    games.note(Ref("game", "talk"), "union", "union> EndPhase")
    line = games.line(Ref("game", "talk"))
    back = read_back(write_vlog(line.system, games.initial(line), games.log.entries(line)))
    assert orders > back.account.orders == 1


def test_a_table_without_hexes_has_no_vassal_log(games: Games) -> None:
    recorded(games, "longstreet_lite/" + sorted(p.stem for p in (FIXTURES / "longstreet_lite").glob("*.transcript"))[0])
    with pytest.raises(BadInput, match="without hexes"):
        written(games)


def test_clerical_facts_are_the_only_ones_without_orders(games: Games) -> None:
    """What the writer relies on: recorded games hold nothing that neither an order nor the clerk made."""
    for entry in games.log.entries(games.line(Ref("game"))) if recorded(games, GAMES[0]) else ():
        assert isinstance(entry.fact, CLERICAL) or entry.order_no
