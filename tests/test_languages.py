"""One short game in both languages; and every system in every language, in English where it has no own words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.say import ENGLISH, LANGUAGES, speaking
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.study.explain import explain
from domain.words.tell import say_of, tell
from rules import SYSTEMS
from tests import mill_bridge as mb

REF = Ref("game")
EVERY = {**{key: SYSTEMS[key] for key in SYSTEMS}, "mill_bridge": mb.SYSTEM}


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """Blue comes near, red is asked and lets it pass; then a volley at long range hits."""
    with GameLog(str(tmp_path / "games.db"), {"mill_bridge": mb.SYSTEM}) as log:
        games = Games(log)
        games.new(mb.SYSTEM, "bridge", "game", mb.PACK, title="The bridge")
        games.order(REF, "blue", mb.FireVolley(unit="b1", target="r1"), EnteredChance([6]))
        games.order(REF, "blue", mb.MoveUnit(unit="b1", path=(1, 2, 3)))
        games.order(REF, "red", mb.Decline())
        yield games


def told(games: Games) -> list[str]:
    return [tell(mb.SYSTEM, entry.fact) for entry in games.log.entries(games.line(REF))][1:]


def test_a_game_is_told_in_english(games: Games) -> None:
    assert told(games)[1:8] == [
        "blue rolls 1d6 for MB.10.5 volley: 6 (entered dice)",
        f"VolleyFired unit=b1 target=r1 modifiers=({mb.LONG_RANGE!r},) hits=1",
        "r1 (red) loses 1 step to volley",
        "blue gains 1 point for a step [MB.12.1]",
        "blue> MoveUnit unit=b1 path=1,2,3",
        "UnitMoved unit=b1 to=1",
        "UnitMoved unit=b1 to=2",
    ]
    assert "red may react to b1" in told(games)


def test_the_same_game_is_told_in_french(games: Games) -> None:
    with speaking("fr"):
        found = told(games)
    assert found[1:8] == [
        "le camp bleu lance 1d6 pour MB.10.5 salve : 6 (dés saisis)",
        "b1 tire sur r1 : touché, -1 cible à 4 hexagones ou plus [MB.10.3.1]",
        "r1 (le camp rouge) perd 1 pas (salve)",
        "le camp bleu gagne 1 point pour un pas [MB.12.1]",
        "blue> MoveUnit unit=b1 path=1,2,3",
        "b1 va en 1",
        "b1 va en 2",
    ]
    assert {"le camp rouge peut réagir à b1", "le camp rouge laisse passer"} <= set(found)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "[MB.10.1] b1 cannot fire at b1"), ("fr", "[MB.10.1] b1 ne peut pas tirer sur b1")]
)
def test_a_refusal_tells_itself_in_the_language_spoken(games: Games, language: str, said: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        games.order(REF, "blue", mb.FireVolley(unit="b1", target="b1"))
    with speaking(language):
        assert str(refused.value) == said


@pytest.mark.parametrize(
    ("language", "about", "origin", "modifier"),
    [
        ("en", "an order of blue", "rolled at the table, and entered", "target at 4 hexes or more"),
        ("fr", "un ordre donné par le camp bleu", "lancé à la table, puis saisi", "cible à 4 hexagones ou plus"),
    ],
)
def test_an_explanation_is_told_in_the_language_spoken(
    games: Games, language: str, about: str, origin: str, modifier: str
) -> None:
    with speaking(language):
        found = explain(games, Ref("game", entry=2), {})
        (part,) = (part for one in found.facts for part in one.parts)
        assert (found.about, found.facts[1].origin) == (about, origin)
        assert [say_of(mb.SYSTEM).reason(one) for one in part.modifiers] == [modifier]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", EVERY.values(), ids=EVERY)
def test_a_language_tells_all_that_english_tells(system: System[Any], language: str) -> None:
    words, english = system.words(language), system.words(ENGLISH)
    assert set(words.reasons) == set(english.reasons)
    assert set(words.facts) == set(english.facts)
    assert set(words.asked) == set(english.asked)
    assert set(words.orders) == set(english.orders)
    assert set(words.terms) >= set(english.terms)
