"""Dice that all make together, and cards that are drawn unseen: no share that is spent later tells what they were."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.shell.packs import load_pack
from domain.formats.jsonlines.jsonlines import export_game
from domain.games.ask import Ask
from domain.games.audit import audit
from domain.games.games import Games
from domain.games.order import give
from domain.games.promises import promise_own
from domain.games.settings import checked_settings
from domain.games.waiting import ShareNotHere
from domain.kernel.chance import fair_face, new_chain
from domain.kernel.errors import BadInput, VerificationFailed
from domain.kernel.facts import HOST, CardDrawn, DiceRolled, SeedRevealed
from domain.kernel.play import Recorded
from domain.kernel.shares import LINKS, linked, order_seed
from domain.log.entry import Envelope
from domain.log.gamefile import read_game
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import verify_file, verify_line
from rules import SYSTEMS

REF = Ref("ridge")
CARDS = tuple(f"card-{n:02}" for n in range(40))


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        yield Games(log)


def played(games: Games, *settings: str) -> None:
    """Red draws ten cards unseen; then blue rolls, and everybody sees the shares of its dice."""
    games.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"), settings=["dice=shared", *settings])
    give(games, Ask(REF, "red", f"AddDeck deck=fate cards={','.join(CARDS)} hidden=yes"))
    for _ in range(10):
        give(games, Ask(REF, "red", "DrawCard deck=fate"))
    give(games, Ask(REF, "blue", "RollDice why=volley dice=2"))


def drawn(games: Games) -> list[str]:
    return [e.fact.card for e in games.entries(REF) if isinstance(e.fact, CardDrawn)]


def reckoned_back(games: Games) -> list[str]:
    """What whoever sees the last roll makes of its shares: those of all orders before are hashed out of them."""
    line, pile, found = games.line(REF), list(CARDS), list[str]()
    (roll,) = (entry.fact for entry in games.entries(REF) if isinstance(entry.fact, DiceRolled))
    numbers = [entry.fact.number for entry in games.entries(REF) if isinstance(entry.fact, CardDrawn)]
    for place, number in enumerate(numbers):
        shares = {party: linked(value, len(numbers) - place) for party, value in roll.shares}
        seed = order_seed(line.started.game, "main", "", shares)
        found.append(pile.pop(fair_face(seed, line.started.game, "main", number, len(pile)) - 1))
    return found


def test_nobody_reckons_back_what_was_drawn_unseen(games: Games) -> None:
    """Before, the first share that a side saw told it the whole hand of the other."""
    played(games)
    assert reckoned_back(games) != drawn(games)


def test_without_the_seal_everybody_does(games: Games) -> None:
    """As logs have it that were begun before there was one: the attack of the other test is a real one."""
    played(games, "sealed=no")
    assert reckoned_back(games) == drawn(games)
    assert verify_line(games, REF).dice_open == 0
    with pytest.raises(BadInput, match="have no seed"):
        games.reveal(REF)


def test_the_cards_are_proved_once_the_secret_is_told(games: Games, tmp_path: Path) -> None:
    played(games)
    before = verify_line(games, REF)
    assert (before.dice_open, before.known_to) == (10, {HOST: 2})
    secret = games.reveal(REF)
    assert linked(secret, LINKS) == games.line(REF).commitments[HOST]
    file = read_game(export_game(games, "ridge"))
    for proof in (verify_line(games, REF), verify_file(file, systems=SYSTEMS)):
        assert (proof.dice_open, proof.known_to) == (0, {HOST: 12})
    assert not audit(games, REF).differences
    with pytest.raises(BadInput, match="public now"):
        give(games, Ask(REF, "blue", "RollDice why=volley dice=2"))


def test_a_card_that_the_secret_does_not_give_is_found(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.games.waiting.host_secret", lambda *_: "ab" * 32)  # a host who draws as he likes
    played(games)
    games.reveal(REF)
    with pytest.raises(VerificationFailed, match="wrong card"):
        verify_line(games, REF)


def test_a_secret_that_was_not_promised_is_found(games: Games) -> None:
    """Nor is the first share taken for it, which is the seed of such a promise where one alone makes the dice."""
    played(games)
    line = games.line(REF)
    (roll,) = (entry.fact for entry in games.entries(REF) if isinstance(entry.fact, DiceRolled))
    first = linked(dict(roll.shares)[HOST], 10)
    assert linked(first) == line.commitments[HOST]
    head = games.log.head(line)
    games.log.append(line, head, Envelope(head.order_no, "umpire", 0), [Recorded(SeedRevealed(seed=first), None)])
    with pytest.raises(VerificationFailed, match="not the one main was opened with"):
        verify_line(games, REF)


def test_no_share_that_is_spent_is_the_secret(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chain is spent from its end; its beginning never is."""
    monkeypatch.setattr("domain.games.promises.LINKS", 3)
    monkeypatch.setattr("domain.kernel.chance.LINKS", 3)
    monkeypatch.setattr("domain.kernel.shares.LINKS", 3)
    games.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"), settings=["dice=shared"])
    for _ in range(2):
        give(games, Ask(REF, "blue", "RollDice why=volley dice=1"))
    with pytest.raises(ShareNotHere):
        give(games, Ask(REF, "blue", "RollDice why=volley dice=1"))


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        (["dice=shared"], {"dice": "shared", "sealed": True}),
        (["dice=shared", "sealed=no"], {"dice": "shared", "sealed": False}),
        (["dice=shared", "mail"], {"dice": "shared", "mail": True}),
        (["dice=fair"], {"dice": "fair"}),
    ],
)
def test_cards_are_sealed_wherever_there_is_a_host(settings: list[str], found: dict[str, object]) -> None:
    assert checked_settings(settings) == found


@pytest.mark.parametrize("settings", [["sealed"], ["dice=fair", "sealed"], ["dice=shared", "mail", "sealed"]])
def test_there_is_nothing_to_seal_elsewhere(settings: list[str]) -> None:
    with pytest.raises(BadInput, match="leave sealed out"):
        checked_settings(settings)


# Promises


def test_a_promise_of_another_game_opens_nothing_of_it(games: Games) -> None:
    """Before, whoever repeated a promise was handed the shares that lay here for it, and knew the other's dice."""
    for name in ("ridge", "other"):
        games.new(SYSTEMS["freeform"], "blank", name, load_pack("freeform"), settings=["dice=shared"])
    end = new_chain()[1]
    promise_own(games, games.line(REF), "red", end)
    other = games.line(Ref("other"))
    for stolen in (*games.line(REF).commitments.values(), end):
        with pytest.raises(BadInput, match="in another line or game"):
            promise_own(games, other, "blue", stolen)
    with pytest.raises(BadInput, match="in another line or game"):
        games.new(SYSTEMS["freeform"], "blank", "third", load_pack("freeform"), settings=["dice=shared"],
                  shares={"red": end})  # fmt: skip
    assert "third" not in games.log.games()
