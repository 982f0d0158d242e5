"""Rulings: a reading from here on, or a fact set straight; what would break the game is refused, and nothing stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.formats.jsonlines.jsonlines import export_game, import_game, read_game
from domain.formats.transcript.exchange import export_transcript, import_transcript
from domain.games.audit import Ruled, audit
from domain.games.games import Games
from domain.games.lines import diff
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import (
    CardDrawn,
    DiceRolled,
    Fact,
    FrameClosed,
    FrameOpened,
    GameEnded,
    LineOpened,
    LossTaken,
    NoteAdded,
    OrderGiven,
    PhaseBegan,
    PointsScored,
    RulingMade,
    SeedRevealed,
)
from domain.kernel.play import Recorded
from domain.kernel.reasons import said
from domain.log.entry import Entry, Envelope
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from domain.words.orders import parse_fact
from rules.freeform import SYSTEM as FREEFORM
from rules.freeform.pieces.asks import AddPiece
from rules.freeform.pieces.facts import PieceMoved
from tests import mill_bridge as mb
from tests.shipped import shipped_packs

REF = Ref("game")
SYSTEMS: dict[str, Any] = {"mill_bridge": mb.SYSTEM, "freeform": FREEFORM}
VOLLEY = mb.FireVolley(unit="b1", target="r1")
REASON = RulingMade(by="umpire", text="it never left the mill", rule="MB.8.1")


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """Mill Bridge after one volley at long range, which missed."""
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games = Games(log)
        games.new(mb.SYSTEM, "bridge", "game", mb.PACK)
        games.order(REF, "blue", VOLLEY, EnteredChance([5]))
        yield games


@pytest.fixture
def ruled(games: Games) -> Games:
    """Then the umpire puts r1 nearer, takes a step from it, and a volley follows."""
    games.rule(REF, REASON, [mb.UnitMoved(unit="r1", to=3), loss()])
    games.order(REF, "blue", VOLLEY, EnteredChance([5]))
    return games


def loss(unit: str = "r1", side: str = "red", amount: int = 1) -> LossTaken:
    return LossTaken(side=side, unit=unit, kind="steps", amount=amount, cause=said("ruled"))


def envelope(entry: Entry) -> tuple[int, int, str, str]:
    return entry.number, entry.order_no, entry.by, entry.source


# What is recorded


def test_a_ruling_and_its_facts_stand_together_and_the_facts_are_folded(games: Games) -> None:
    before = games.log.head(games.line(REF)).number
    entries = games.rule(REF, REASON, [mb.UnitMoved(unit="r1", to=3), loss()])
    assert [entry.fact for entry in entries] == [REASON, mb.UnitMoved(unit="r1", to=3), loss()]
    assert [envelope(entry) for entry in entries] == [(before + n, 2, "umpire", "ruled") for n in (1, 2, 3)]
    unit = games.position(REF).state.units["r1"]
    assert (unit.at, unit.strength) == (3, 3)
    assert games.position(REF).state.core.losses == {"blue": 0, "red": 1}


def test_a_ruling_without_facts_is_what_it_always_was(games: Games) -> None:
    (entry,) = games.rule(REF, RulingMade(by="red", text="a four hits", readings={"d1": "B"}))
    assert entry.fact == RulingMade(by="red", text="a four hits", readings={"D1": "b"})
    assert (entry.by, entry.source) == ("red", "")


def test_later_orders_are_decided_from_the_ruled_position(ruled: Games) -> None:
    fired = [fact for fact in ruled.log.facts(ruled.line(REF)) if isinstance(fact, mb.VolleyFired)]
    assert [(fact.modifiers, fact.hits) for fact in fired] == [((mb.LONG_RANGE,), 0), ((), 1)]


def test_readings_and_facts_can_be_ruled_at_once(games: Games) -> None:
    made = RulingMade(by="umpire", text="a four hits, and it did", readings={"D1": "b"})
    entries = games.rule(REF, made, [loss()])
    assert [entry.fact for entry in entries] == [made, loss()]
    assert games.position(REF).state.core.readings == {"D1": "b"}
    assert audit(games, REF).is_clean


def test_a_ruled_fact_is_seen_by_whom_the_system_says(tmp_path: Path) -> None:
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games, (pack,) = Games(log), shipped_packs("freeform")[:1]
        games.new(FREEFORM, "blank", "game", pack)
        games.order(REF, "red", AddPiece(piece="spy", side="red", at="wood", hidden=True))
        games.order(REF, "red", AddPiece(piece="horse", side="red", at="road"))
        made = RulingMade(by="umpire", text="both stand at the ford")
        moves = [PieceMoved(piece=name, start=at, to="ford") for name, at in (("spy", "wood"), ("horse", "road"))]
        assert [entry.to for entry in games.rule(REF, made, moves)] == [None, ("red",), None]


# What is refused


@pytest.mark.parametrize("text", ["", "  "])
def test_a_ruling_with_neither_rule_nor_reason_is_refused(games: Games, text: str) -> None:
    with pytest.raises(BadInput, match="a ruling names its rule or its reason"):
        games.rule(REF, RulingMade(by="umpire", text=text, rule=text, readings={"D1": "b"}), [loss()])


def test_a_ruling_goes_to_the_head_of_a_line(games: Games) -> None:
    with pytest.raises(BadInput, match=r"entry 2 is not the last of main; .*`refight branch game:2 --name NAME`"):
        games.rule(Ref("game", entry=2), REASON)


def test_a_dispute_that_is_not_there_is_answered_with_the_nearest(games: Games) -> None:
    with pytest.raises(NotFound, match=r"mill_bridge has no dispute 'D11'; did you mean D1\?"):
        games.rule(REF, RulingMade(by="umpire", text="x", readings={"D11": "b"}))
    with pytest.raises(NotFound, match="D1 can be read as a, b, not as 'c'"):
        games.rule(REF, RulingMade(by="umpire", text="x", readings={"D1": "c"}))


def roll(*faces: int, by: str = "blue", source: Any = "ruled", number: int = 0) -> DiceRolled:
    return DiceRolled(by=by, sides=6, faces=faces, why=said("laid down"), source=source, number=number)


UNFIT = [
    (OrderGiven(by="blue", order=mb.EndPhase()), "OrderGiven is no fact that a ruling can set straight: an order is"),
    (LineOpened(parent="main", at=1, luck="fresh", luck_until=0), "LineOpened is no fact .* `refight branch`"),
    (SeedRevealed(seed="00"), "SeedRevealed is no fact .* `refight reveal`"),
    (NoteAdded(by="red", text="x"), "NoteAdded is no fact .* `refight note`"),
    (RulingMade(by="red", text="x"), "RulingMade is no fact .* --reading"),
    (roll(3, source="fair"), "fair dice are rolled, not ruled"),
    (roll(3, number=7), "fair dice are rolled, not ruled"),
    (roll(7), "the faces of a d6 run from 1 to 6"),
    (roll(3, by="nobody"), "'nobody' is neither a side of this game nor the umpire"),
    (CardDrawn(by="red", deck="fate", card="rain", source="ruled"), "no rain in the draw pile of fate"),
    (mb.UnitMoved(unit="b9", to=3), r"UnitMoved unit=b9 to=3 does not fit .* \(there is no 'b9'\)"),
    (mb.UnitMoved(unit="b1", to=99), "b1 would be in 99, and there is no such place on the board"),
    (mb.UnitMoved(unit="b1", to=10**30), "the position that results cannot be kept"),
    (FrameClosed(), r"does not fit what stands on the board \(IndexError: pop from empty list\)"),
    (
        PointsScored(side="green", points=1, why=said("x")),
        "there is no side 'green' in this game; the sides are blue, red",
    ),
    (GameEnded(winner="green", why=said("x")), "there is no side 'green'"),
    (PhaseBegan(turn=1, phase="move", side="green"), "there is no side 'green'"),
    (PhaseBegan(turn=1, phase="move", side=""), "after this ruling nobody could give an order"),
    (FrameOpened(frame=mb.ResumeMove(unit="b1", path=(1,))), "after this ruling the game could not go on"),
]


@pytest.mark.parametrize(("fact", "said"), [pytest.param(*case, id=case[1][:40]) for case in UNFIT])
def test_a_fact_that_would_break_the_game_is_refused_and_nothing_stored(games: Games, fact: Fact, said: str) -> None:
    before = games.log.head(games.line(REF))
    with pytest.raises(BadInput, match=said):
        games.rule(REF, REASON, [loss(), fact])
    assert games.log.head(games.line(REF)) == before


def test_a_game_started_twice_is_refused(games: Games) -> None:
    with pytest.raises(BadInput, match=r"GameStarted is no fact .* `refight new`"):
        games.rule(REF, REASON, [games.line(REF).started])


def test_dice_and_an_end_can_be_ruled(games: Games) -> None:
    games.rule(REF, REASON, [roll(6), GameEnded(winner="red", why=said("blue went home"))])
    assert games.position(REF).state.core.ended == GameEnded(winner="red", why=said("blue went home"))
    assert audit(games, REF).is_clean
    assert verify_line(games, REF).dice_entered == 2


# What the rest of the program makes of it


def test_audit_lists_ruled_facts_with_reason_and_rule_and_is_clean(ruled: Games) -> None:
    report = audit(ruled, REF)
    assert (report.is_clean, report.orders, report.irregular) == (True, 2, ())
    said = {"line": "main", "by": "umpire", "text": REASON.text, "rule": "MB.8.1"}
    assert report.ruled == (
        Ruled(entry=6, fact="UnitMoved unit=r1 to=3", **said),
        Ruled(entry=7, fact="r1 (red) loses 1 step to ruled", **said),
    )


@pytest.mark.parametrize(
    "fact", [OrderGiven(by="blue", order=mb.EndPhase()), roll(3, source="fair")], ids=["an order", "a fair die"]
)
def test_audit_finds_what_no_ruling_can_make(games: Games, fact: Fact) -> None:
    line = games.line(REF)
    head = games.log.head(line)
    items = [Recorded(REASON), Recorded(fact)]
    games.log.append(line, head, Envelope(head.order_no + 1, "umpire", 0, "ruled"), items)
    (found,) = audit(games, REF).differences
    assert (found.entry, found.message[:24]) == (head.number + 2, "no ruling can make this:")


def test_verify_replay_and_snapshots_take_ruled_facts_as_they_are(ruled: Games) -> None:
    line = ruled.line(REF)
    head = ruled.log.head(line).number
    assert verify_line(ruled, REF).entries == head
    assert ruled.replayed(line, head) == ruled.state(line, head)


def test_a_branch_at_every_entry_audits_and_verifies(ruled: Games) -> None:
    for at in range(1, ruled.log.head(ruled.line(REF)).number + 1):
        ruled.branch(Ref("game", entry=at), f"b{at}")
        assert audit(ruled, Ref("game", f"b{at}")).is_clean
        assert verify_line(ruled, Ref("game", f"b{at}")).entries == at + 1


def test_a_ruling_can_be_taken_back_whole(ruled: Games) -> None:
    line = ruled.take_back(Ref("game", entry=7), "back", ("blue", "red"))
    assert line.opened is not None
    assert line.opened.at == 4


def test_diff_tells_a_ruled_fact(ruled: Games) -> None:
    found = diff(ruled, Ref("game", entry=5), Ref("game", entry=7))
    assert found.second_entry == "entry 6: UnitMoved unit=r1 to=3"
    assert [(change.first, change.second) for change in found.board] == [("6, strength 4", "3, strength 3")]


def told(games: Games, name: str) -> list[Any]:
    entries = games.entries(Ref(name))
    return [(entry.number, entry.order_no, entry.by, entry.source, entry.to, entry.fact) for entry in entries]


def test_import_of_an_export_gives_the_same_facts(ruled: Games) -> None:
    import_game(ruled, read_game(export_game(ruled, "game")), "lines")
    assert told(ruled, "lines") == told(ruled, "game")
    text = export_transcript(ruled, "game")
    import_transcript(ruled, text, "text", lambda *_: mb.PACK)
    assert told(ruled, "text") == told(ruled, "game")
    assert export_transcript(ruled, "text") == text
    assert [audit(ruled, Ref(name)).ruled for name in ("lines", "text")] == [audit(ruled, REF).ruled] * 2


def test_a_transcript_shows_the_facts_beneath_their_ruling(ruled: Games) -> None:
    assert export_transcript(ruled, "game").splitlines()[-5:-2] == [
        '* umpire (ruled)> RulingMade by=umpire text="it never left the mill" rule=MB.8.1',
        "+ UnitMoved unit=r1 to=3",
        "+ LossTaken side=red unit=r1 kind=steps amount=1 cause=ruled",
    ]


def test_facts_are_typed_as_they_are_written(games: Games) -> None:
    fact = parse_fact(mb.SYSTEM, "UnitMoved unit=r1 to=3")
    assert games.rule(REF, REASON, [fact])[1].fact == mb.UnitMoved(unit="r1", to=3)
