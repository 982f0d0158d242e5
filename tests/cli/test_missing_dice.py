"""Dice that a transcript does not give are asked for, and no answer is lost."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from cli.prompt.missing_dice import asking
from domain.formats.transcript.exchange import import_transcript
from domain.games.games import Games
from domain.kernel.errors import BadInput, LogConflict
from domain.kernel.facts import CardDrawn, DiceRolled
from domain.kernel.packs import Pack

TEXT = (
    "system: freeform\nscenario: blank\n\n"
    "blue> RollDice why=volley dice=2\n"
    "blue> AddDeck deck=events cards=Rain,Fog\n"
    "red> DrawCard deck=events\n"
    "red> RollDice why=charge\n  dice 6\n"
)


class Person:
    """Somebody at a terminal, with answers ready; Ctrl-D when they run out."""

    asks_again = True

    def __init__(self, *answers: str) -> None:
        self.answers, self.heard = iter(answers), list[str]()

    def ask(self, question: str) -> str:
        self.heard.append(question)
        for answer in self.answers:
            return answer
        raise EOFError


def bring_in(games: Games, pack: Pack, text: str, person: Person, name: str = "typed") -> None:
    with asking("notes.txt", person) as missing:
        import_transcript(games, text, name, lambda *_: pack, missing=missing)


def chances(games: Games) -> Iterator[object]:
    for fact in games.log.facts(games.log.line("typed")):
        if isinstance(fact, DiceRolled | CardDrawn):
            yield fact.faces if isinstance(fact, DiceRolled) else fact.card, fact.source


def test_each_gap_is_asked_for_with_its_line_and_order(games: Games, pack: Pack) -> None:
    person = Person("4 5", "Fog")
    bring_in(games, pack, TEXT, person)
    assert person.heard == [
        "line 4: RollDice why=volley dice=2: volley: 2 dice of 6 sides? ",
        "line 6: DrawCard deck=events: a card from events: which card? ",
    ]
    assert list(chances(games)) == [((4, 5), "entered"), ("Fog", "entered"), ((6,), "entered")]


def test_a_wrong_answer_is_asked_for_again(games: Games, pack: Pack, capsys: pytest.CaptureFixture[str]) -> None:
    bring_in(games, pack, TEXT, Person("4 7", "dice 4, 5", "card Fog"))
    assert "volley needs 2 dice of 6 sides" in capsys.readouterr().out
    assert next(chances(games)) == ((4, 5), "entered")


@pytest.mark.parametrize("last", [(), ("cancel",), ("",)], ids=["the end", "cancel", "an empty line"])
def test_whoever_stops_keeps_the_answers_to_be_pasted(games: Games, pack: Pack, last: tuple[str, ...]) -> None:
    with pytest.raises(BadInput) as stopped:
        bring_in(games, pack, TEXT, Person("4 5", *last))
    assert str(stopped.value).splitlines() == [
        "stopped; nothing was stored",
        "these were your answers; write them into the file to keep them:",
        "line 4:   dice 4 5",
    ]
    assert games.log.games() == []


def test_an_order_refused_later_loses_no_answer(games: Games, pack: Pack) -> None:
    with pytest.raises(BadInput) as refused:
        bring_in(games, pack, TEXT + "red> MovePiece piece=a to=b\n", Person("4 5", "Rain"))
    first, *rest = str(refused.value).splitlines()
    assert first.startswith("line 9, column 1: [FF.1.2]")
    assert rest[1:] == ["line 4:   dice 4 5", 'line 6:   card "Rain"']


def test_a_name_that_is_taken_loses_no_answer(games: Games, pack: Pack) -> None:
    bring_in(games, pack, TEXT, Person("4 5", "Rain"))
    with pytest.raises(LogConflict, match=r"typed already.*\n.*\nline 4:   dice 1 2"):
        bring_in(games, pack, TEXT, Person("1 2", "Rain"))


@pytest.mark.parametrize("file", ["-", "notes.txt"])
def test_nobody_is_asked_where_nobody_is(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with asking(file) as missing:
        assert missing is None
