"""After-action reports: what stands in them, for whom, and that nobody's text is taken for mark-up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.games.games import Games
from domain.games.players import Seated
from domain.games.sight import can_see
from domain.kernel.facts import IrregularPlay, RulingMade
from domain.kernel.packs import Pack
from domain.kernel.reasons import Reason
from domain.kernel.say import speaking
from domain.log.refs import Ref
from domain.proof.verify import parse_seal, seal_of, verify_line
from domain.words.tell import tell
from projections.report.document import Document, Facts, Figure, Items, Table, value_of
from projections.report.figures import inlined
from projections.report.html import html
from projections.report.markdown import markdown
from projections.report.report import report
from tests.page.played import HOSTILE, luck_of, order, small_game
from tests.replay_fixtures import FIXTURES, RecordedGame

PEGASUS = FIXTURES / "freeform" / "pegasus-bridge.transcript"
HIDDEN = (
    FIXTURES / "gettysburg" / "mcphersons-ridge-confederate.transcript",
    FIXTURES / "longstreet_lite" / "brawners-farm.transcript",
)


@pytest.fixture
def pegasus(recorded_game: RecordedGame) -> Document:
    games, _ = recorded_game(PEGASUS)
    return report(games, Ref("game"))


def block(document: Document, key: str, kind: type) -> list:  # type: ignore[type-arg]
    section = next(one for one in document.sections if one.key == key)
    return [one for one in section.blocks if isinstance(one, kind)]


def rows(document: Document, key: str, at: int = 0) -> tuple[tuple[str | int, ...], ...]:
    found: tuple[tuple[str | int, ...], ...] = block(document, key, Table)[at].rows
    return found


# What stands in it


def test_the_head_says_what_was_played_and_how_it_ended(pegasus: Document) -> None:
    facts = next(dict(one.rows) for one in pegasus.lead if isinstance(one, Facts))
    assert pegasus.title == "Pegasus Bridge, 6 June 1944"
    assert (facts["System"], facts["Record"]) == ("Freeform (no rules) (freeform), 1", "game@main, 133 entries")
    assert (facts["Points"], "Players" in facts) == ("british 11, german 2", False)
    assert "british has won: both bridges held until relieved" in markdown(pegasus)


def test_forces_losses_and_survivors_are_those_of_the_boards(pegasus: Document) -> None:
    assert rows(pegasus, "forces")[1] == ("Brotheridge, 25 Platoon", "infantry", "4", "off the board")
    assert rows(pegasus, "losses") == (("british", "3 steps, about 15 men"), ("german", "8 steps, about 47 men"))
    assert rows(pegasus, "losses", 1)[0] == ("german", "Grenadiers", "2 steps, about 18 men")
    assert rows(pegasus, "survivors")[1] == ("Brotheridge, 25 Platoon", "4 → 3", "canal-bridge", "")
    assert "No longer there: Bridge sentries, Trench garrison, River bridge guard, Schmidt" in markdown(pegasus)


def test_points_stand_at_the_end_of_each_turn(pegasus: Document) -> None:
    assert rows(pegasus, "points") == ((1, 0, 0), (2, 3, 0), (3, 6, 0), (4, 7, 0), (5, 11, 2))


def test_the_course_tells_the_moments_of_each_turn(pegasus: Document) -> None:
    titles = [one.title for one in pegasus.sections if one.level == 3]
    assert titles[1] == "Turn 2, 00:17 the rush (british)"
    (told,) = block(pegasus, "turn-2", Items)
    assert [(one.entry, one.kind) for one in told.items] == [
        (40, "loss"), (44, "dice"), (46, "loss"), (47, "note"), (53, "loss"), (67, "points"),
    ]  # fmt: skip
    assert told.items[1].text.endswith("6, 6 = 12 (entered dice); 2.8 % of such throws are so high")
    assert block(pegasus, "turn-5", Items)[0].items[-1].kind == "end"


def test_a_note_on_an_entry_stands_beside_it_with_its_mark(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    games.note(Ref("game", entry=3), "umpire", "!? bold")
    games.note(Ref("game", entry=3), "blue", "risky")
    head = games.log.head(games.line(Ref("game"))).number
    games.note(Ref("game", entry=head), "blue", "a note on a note")
    found = [one for section in report(games, Ref("game")).sections for items in section.blocks
             if isinstance(items, Items) for one in items.items if one.kind == "note"]  # fmt: skip
    assert [(one.entry, one.text) for one in found if one.entry == 3] == [(3, "!? bold"), (3, "blue: risky")]
    assert (head + 1, "blue: a note on a note") in [(one.entry, one.text) for one in found]


def test_the_heaviest_losses_come_first(pegasus: Document) -> None:
    (told,) = block(pegasus, "course", Items)
    assert told.items[0].text == "Grenadiers (german) loses 2 steps, about 18 men (counter-attack)"


def test_an_attackers_order_stands_behind_the_loss_it_caused(recorded_game: RecordedGame) -> None:
    games, _ = recorded_game(FIXTURES / "gettysburg" / "first-of-july.transcript")
    (told,) = block(report(games, Ref("game")), "course", Items)
    assert told.items[0].text.startswith("Davis (confederate) loses 1 routed, about 2305 men")
    assert told.items[0].text.endswith("union> ResolveAttack unit=U-1)")


def test_the_seal_in_it_proves_the_line(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    found = re.search(r"refight verify game --seal '(.+)'", markdown(report(games, Ref("game"))))
    assert found is not None
    assert verify_line(games, Ref("game"), parse_seal(found[1])).sealed_at == seal_of(games, Ref("game")).entry


def test_a_report_up_to_an_entry_knows_nothing_of_what_came_after(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    early = report(games, Ref("game", entry=9))
    assert ("the hill" in markdown(early), rows(early, "losses")[1]) == (False, ("red", "none"))


def test_rulings_readings_settings_and_irregular_plays_are_told(recorded_game: RecordedGame, games: Games) -> None:
    from cli.shell.packs import load_pack
    from rules import SYSTEMS

    told = {"readings": {"D51": "B"}, "settings": ("no_take_back_after_dice",)}
    games.new(SYSTEMS["gettysburg"], "mcpherson", "game", load_pack("gettysburg"), **told)  # type: ignore[arg-type]
    games.rule(Ref("game"), RulingMade(by="umpire", text="agreed", rule="12.2", readings={"D43": "B"}))
    shown = report(games, Ref("game"))
    assert [row[0] for row in rows(shown, "rulings")] == ["D43", "D51"]
    assert "Settings: no_take_back_after_dice=yes" in value_of(shown)["sections"][-3]["blocks"][1]["text"]
    assert "None are recorded." in markdown(shown)


def test_irregular_plays_are_listed_with_their_entries(games: Games, pack: Pack) -> None:
    line = small_game(games, pack)
    head = games.log.head(line).number
    played = IrregularPlay(by="red", what="the horse flies", why=Reason("said", "", ("no rule lets it",)))
    games.table(line).clerk("umpire", played, games.log.now())
    (told,) = block(report(games, Ref("game")), "irregular", Items)
    assert [(one.entry, "the horse flies" in one.text) for one in told.items] == [(head + 1, True)]


def test_players_stand_in_it_where_they_are_named(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    named = (Seated("blue", "d", "Anna"), Seated("red", "e"))
    facts = next(dict(one.rows) for one in report(games, Ref("game"), None, named).lead if isinstance(one, Facts))
    assert facts["Players"] == "blue: Anna"


def test_luck_stands_in_it_if_it_was_judged(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    plain, lucky = report(games, Ref("game")), report(games, Ref("game"), luck=luck_of(games))
    assert len(block(lucky, "dice", object)) > len(block(plain, "dice", object))


def test_a_game_that_has_only_begun_has_a_report(games: Games, pack: Pack) -> None:
    from rules import SYSTEMS

    games.new(SYSTEMS["freeform"], "blank", "game", pack)
    text = markdown(report(games, Ref("game")))
    assert "No points were scored." in text
    assert "no dice have been rolled" in text


# Secrets


def test_a_running_game_with_secrets_is_the_umpires_copy(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    assert "This is the umpire's copy" in markdown(report(games, Ref("game")))
    assert "umpire's copy" not in markdown(report(games, Ref("game"), "blue"))
    order(games, Ref("game"), "blue", "EndGame winner=blue why=done")
    assert "umpire's copy" not in markdown(report(games, Ref("game")))


def test_a_hidden_piece_is_nowhere_in_the_report_of_the_other_side(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    for write in (markdown, html):
        seen = {side: "spy" in write(report(games, Ref("game"), side)) for side in (None, "red", "blue")}
        assert seen == {None: True, "red": True, "blue": False}


@pytest.mark.parametrize("path", HIDDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("seat", [0, 1])
def test_words_of_withheld_entries_stand_nowhere_in_it(recorded_game: RecordedGame, path: Path, seat: int) -> None:
    games, line = recorded_game(path)
    side, names = line.started.sides[seat], games.names(line)
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for entry in games.log.entries(line):
        told[can_see(side, entry.to)].add(tell(line.system, entry.fact, names))
    text = markdown(report(games, Ref("game"), side)).replace("\\", "")
    assert [words for words in told[False] - told[True] if words in text] == []


# How it is written


def test_nobodys_text_is_mark_up(games: Games, pack: Pack) -> None:
    small_game(games, pack, title=HOSTILE)
    made = report(games, Ref("game"))
    page, text = html(made), markdown(made)
    assert "<script" not in page
    assert "<img" not in page
    assert re.search(r"(?<!\\)<", re.sub(r"```.*?```", "", text, flags=re.S)) is None


def test_the_page_needs_nothing_else_and_the_same_report_is_the_same_page(pegasus: Document) -> None:
    page = html(pegasus)
    assert page == html(pegasus)
    assert not re.findall(r'(?:src|href)="(?!#)[^"]*"|@import|url\((?!#)', page)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', page)) <= set(ids)
    assert len(re.findall("<svg", page)) == sum(isinstance(b, Figure) for s in pegasus.sections for b in s.blocks)


def test_a_picture_put_into_a_page_keeps_its_style_and_its_names_to_itself() -> None:
    svg = (
        '<?xml version="1.0"?>\n<svg aria-labelledby="t d"><style>.a,text{x:1}</style><g id="t"/><use href="#t"/></svg>'
    )
    assert inlined(svg, "f") == (
        '<svg aria-labelledby="f-t d"><style>#f .a,#f text{x:1}</style><g id="f-t"/><use href="#f-t"/></svg>'
    )


def test_it_is_told_in_french(recorded_game: RecordedGame) -> None:
    games, _ = recorded_game(FIXTURES / "gettysburg" / "first-of-july.transcript")
    with speaking("fr"):
        text, page = (write(report(games, Ref("game"))) for write in (markdown, html))
    assert "## Forces au début" in text
    assert "la Confédération : 37 unités" in text
    assert "| Gordon | infanterie | 5-5-4+ |" in text
    assert '<html lang="fr">' in page
