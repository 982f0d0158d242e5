"""Dice: fair ones are even, unpredictable and provable; entered and taped ones say plainly what does not fit."""

from __future__ import annotations

import hashlib
import hmac
import re
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.jsonlines.jsonlines import export_game
from domain.games.games import Games
from domain.kernel.chance import (
    NO_END,
    Drawn,
    EnteredChance,
    FairChance,
    Luck,
    TapeChance,
    Thrown,
    commitment,
    fair_face,
    main_luck,
    new_seed,
)
from domain.kernel.errors import BadInput, TapeMismatch
from domain.kernel.facts import CardDrawn, DiceRolled
from domain.kernel.packs import Pack
from domain.kernel.reasons import said
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from rules import SYSTEMS
from rules.freeform.luck import AddDeck, RollDice

SEED = "5eed" * 16
CHI_SQUARE_999 = {6: 20.515, 7: 22.458, 10: 27.877}  # the 99.9 % point for sides - 1 degrees of freedom
FACES = 60_000

seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


# Fair dice


@pytest.mark.parametrize("sides", CHI_SQUARE_999)
def test_fair_dice_favour_no_face(sides: int) -> None:
    counts = [0] * sides
    for number in range(FACES):
        counts[fair_face(SEED, "game", "main", number, sides) - 1] += 1
    even = FACES / sides
    assert sum((count - even) ** 2 / even for count in counts) < CHI_SQUARE_999[sides]


@given(seed=seeds, number=st.integers(0, 2**62), sides=st.integers(1, 2**64))
def test_a_fair_die_shows_one_of_its_faces_and_the_same_one_each_time(seed: str, number: int, sides: int) -> None:
    face = fair_face(seed, "game", "main", number, sides)
    assert 1 <= face <= sides
    assert face == fair_face(seed, "game", "main", number, sides)


def value(number: int, attempt: int) -> int:
    message = f"refight die\ngame\nmain\n{number}\n{attempt}".encode()
    return int.from_bytes(hmac.digest(bytes.fromhex(SEED), message, "sha256")[:8], "big")


def test_values_above_the_last_whole_multiple_are_rejected_not_wrapped() -> None:
    sides = 2**63 + 1  # so many that nearly half of all values lie above the only whole multiple
    rejected = [number for number in range(100) if value(number, 0) >= sides]
    assert 30 < len(rejected) < 70
    for number in rejected:
        kept = next(value(number, attempt) for attempt in range(1, 100) if value(number, attempt) < sides)
        assert fair_face(SEED, "game", "main", number, sides) == kept + 1
        assert kept != value(number, 0) % sides


@given(seed=seeds, other=seeds)
def test_each_game_line_and_seed_has_its_own_dice(seed: str, other: str) -> None:
    def rolls(*place: str) -> list[int]:
        return [fair_face(*place, number, 10_000) for number in range(20)]  # type: ignore[arg-type]

    own = rolls(seed, "game", "main")
    assert own != rolls(seed, "game", "b")
    assert own != rolls(seed, "copy", "main")
    assert (own == rolls(other, "game", "main")) == (seed == other)


def test_seeds_are_32_bytes_and_never_the_same() -> None:
    made = {new_seed() for _ in range(100)}
    assert len(made) == 100
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in made)
    assert commitment(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


def test_a_card_is_chosen_at_the_moment_of_drawing_from_the_pile_as_it_is() -> None:
    chance = FairChance(lambda _: SEED, "game", main_luck())
    pile = [f"card {i}" for i in range(52)]
    place = fair_face(SEED, "game", "main", 7, 52) - 1
    assert chance.draw(pile, "draw", 7) == Drawn(pile[place], "fair", 7)
    left = pile[:place] + pile[place + 1 :]
    assert chance.draw(left, "draw", 7).card == left[fair_face(SEED, "game", "main", 7, 51) - 1]


def test_a_deck_lies_in_the_state_without_any_order_to_peek_at(games: Games, pack: Pack) -> None:
    for name in ("one", "two"):
        games.new(SYSTEMS["freeform"], "blank", name, pack)
        games.order(Ref(name), "blue", AddDeck(deck="d", cards=("c", "a", "d", "b"), hidden=True))
    states = [games.position(Ref(name)).state for name in ("one", "two")]
    assert states[0] == states[1]
    assert states[0].core.decks["d"] == ["a", "b", "c", "d"]


# Luck


def test_main_has_one_stream() -> None:
    assert main_luck() == Luck((("main", NO_END),))
    assert {main_luck().line(number) for number in (0, 1, 10**12)} == {"main"}


def test_a_branch_takes_its_parents_dice_up_to_where_it_says_and_then_its_own() -> None:
    luck = main_luck().branch("b", 10)
    assert [luck.line(number) for number in (0, 9, 10, 99)] == ["main", "main", "b", "b"]


def test_a_branch_of_a_branch_with_the_same_luck_runs_through_both() -> None:
    luck = main_luck().branch("b", 10).branch("c", 15)
    assert [luck.line(number) for number in (9, 10, 14, 15)] == ["main", "b", "b", "c"]


def test_a_fresh_branch_of_a_branch_leaves_out_what_its_parent_had_still_to_come() -> None:
    luck = main_luck().branch("b", 10).branch("c", 4)
    assert [luck.line(number) for number in (3, 4, 10, 99)] == ["main", "c", "c", "c"]


@given(st.lists(st.integers(0, 50), max_size=6), st.integers(0, 60))
def test_a_line_never_rolls_from_an_ancestors_stream_beyond_what_it_was_given(untils: list[int], number: int) -> None:
    luck = main_luck()
    for depth, until in enumerate(untils):
        luck = luck.branch(str(depth), until)
        assert luck.line(number) == str(depth) or number < until


def faces(games: Games, ref: Ref) -> list[int]:
    return [face for entry in games.entries(ref) if isinstance(entry.fact, DiceRolled) for face in entry.fact.faces]


def test_a_branch_with_the_same_luck_repeats_the_parents_dice_and_shows_none_it_has_yet_to_roll(
    games: Games, pack: Pack
) -> None:
    games.new(SYSTEMS["freeform"], "blank", "g", pack)
    roll = RollDice(why="a test", dice=50, sides=10_000)
    games.order(Ref("g"), "blue", roll)
    games.branch(Ref("g", "main", 1), "b", luck="same")
    for _ in range(2):
        games.order(Ref("g", "b"), "red", roll)
    ahead = faces(games, Ref("g", "b"))
    games.order(Ref("g"), "blue", roll)
    rolled = faces(games, Ref("g"))
    assert ahead[:50] == rolled[:50]
    assert ahead[50:] != rolled[50:]
    assert games.line(Ref("g", "b")).luck.line(50) == "b"


def test_a_fresh_branch_repeats_nothing(games: Games, pack: Pack) -> None:
    games.new(SYSTEMS["freeform"], "blank", "g", pack)
    roll = RollDice(why="a test", dice=50, sides=10_000)
    games.order(Ref("g"), "blue", roll)
    games.branch(Ref("g", "main", 1), "b", luck="fresh")
    games.order(Ref("g", "b"), "blue", roll)
    assert faces(games, Ref("g", "b")) != faces(games, Ref("g"))


# Dice from the table and from the log


def test_entered_dice_are_used_in_the_order_they_were_typed() -> None:
    chance = EnteredChance([4, 5, 1], ["ace"])
    assert chance.throw(2, 6, "fire", 9) == Thrown((4, 5), "entered")
    assert chance.draw(["ace", "king"], "draw", 9) == Drawn("ace", "entered")
    assert chance.throw(1, 6, "morale", 9).faces == (1,)
    chance.finish()


@pytest.mark.parametrize("face", [0, -1, 7])
def test_a_face_the_die_does_not_have_is_refused_with_its_range(face: int) -> None:
    with pytest.raises(BadInput, match=f"fire: {face} cannot come up on a d6; faces run from 1 to 6"):
        EnteredChance([face]).throw(1, 6, "fire", 0)


@pytest.mark.parametrize(("typed", "stored"), [(0, 10), (10, 10), (9, 9), (1, 1)])
def test_a_nought_typed_for_a_ten_sided_die_is_its_highest_face(typed: int, stored: int) -> None:
    assert EnteredChance([typed]).throw(1, 10, "fire", 0).faces == (stored,)


@pytest.mark.parametrize("typed", [11, -1])
def test_a_ten_sided_die_has_no_other_faces(typed: int) -> None:
    with pytest.raises(BadInput, match=f"fire: {typed} cannot come up on a d10; faces run from 1 to 10, or 0 to 9"):
        EnteredChance([typed]).throw(1, 10, "fire", 0)


def test_too_few_dice_says_which_roll_wants_how_many() -> None:
    chance = EnteredChance([4, 5])
    chance.throw(1, 6, "fire", 0)
    with pytest.raises(TapeMismatch, match=r"morale needs 3 dice of 10 sides: 1 of the 2 given are left"):
        chance.throw(3, 10, "morale", 0)


def test_too_many_dice_says_which_are_left() -> None:
    chance = EnteredChance([4, 5, 6], ["ace"])
    chance.throw(1, 6, "fire", 0)
    with pytest.raises(TapeMismatch, match="left over: 5, 6, ace"):
        chance.finish()


def test_a_card_that_is_missing_or_not_in_the_pile_is_refused() -> None:
    with pytest.raises(TapeMismatch, match="event draws a card, and none was named"):
        EnteredChance().draw(["ace"], "event", 0)
    with pytest.raises(BadInput, match="event: joker is not in the draw pile of 1 cards"):
        EnteredChance(cards=["joker"]).draw(["ace"], "event", 0)


ROLL = DiceRolled(by="blue", sides=6, faces=(3, 4), why=said("fire"), source="fair", number=5)
CARD = CardDrawn(by="blue", deck="events", card="ace", source="fair", number=7)


def test_a_tape_plays_what_was_recorded_with_its_source_and_number() -> None:
    chance = TapeChance([ROLL, CARD])
    assert chance.throw(2, 6, "fire", 0) == Thrown((3, 4), "fair", 5)
    assert chance.draw(["ace"], "event", 0) == Drawn("ace", "fair", 7)
    chance.finish()


def test_a_tape_says_what_the_rules_asked_for_and_what_the_log_has() -> None:
    with pytest.raises(
        TapeMismatch, match=r"ask for one die of 6 sides \(melee\), the log has 2 dice of 6 sides for fire"
    ):
        TapeChance([ROLL]).throw(1, 6, "melee", 0)
    with pytest.raises(TapeMismatch, match=r"ask for 2 dice of 6 sides \(fire\), the log has the card ace from events"):
        TapeChance([CARD]).throw(2, 6, "fire", 0)
    with pytest.raises(TapeMismatch, match=r"ask for a card \(event\), the log has 2 dice of 6 sides for fire"):
        TapeChance([ROLL]).draw(["ace"], "event", 0)
    with pytest.raises(TapeMismatch, match=r"ask for chance \(fire\) where the log has none"):
        TapeChance([]).throw(1, 6, "fire", 0)
    with pytest.raises(TapeMismatch, match="the log has 2 dice of 6 sides for fire that the rules do not ask for"):
        TapeChance([ROLL]).finish()


# Nobody can predict the next die


def everything_public(games: Games, path: Path) -> bytes:
    """The database file, its notification log and the exports, as one heap of bytes."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files = b"".join(file.read_bytes() for file in (path, path.with_name(path.name + "-wal")) if file.exists())
    exports = "\n".join(line for side in (None, "blue", "red") for line in export_game(games, "g", side))
    return files + exports.encode() + b"".join(row.state for row in games.log.since(0, 10_000))


def seeds_found(heap: bytes, promised: str) -> list[bytes]:
    """Every 32 bytes in the heap, raw or written as hex, that keep the promise."""
    raw = {heap[i : i + 32] for i in range(len(heap) - 31)}
    runs = re.findall(rb"(?=([0-9a-fA-F]{64}))", heap)
    spelt = {bytes.fromhex(run.decode()) for run in runs}
    return [guess for guess in raw | spelt if hashlib.sha256(guess).hexdigest() == promised]


def test_whoever_holds_the_whole_log_cannot_find_the_seed_until_it_is_revealed(
    games: Games, pack: Pack, tmp_path: Path
) -> None:
    games.new(SYSTEMS["freeform"], "blank", "g", pack)
    for _ in range(10):
        games.order(Ref("g"), "blue", RollDice(why="a test", dice=5))
    games.branch(Ref("g", "main", 7), "b", luck="same")
    games.order(Ref("g", "b"), "blue", RollDice(why="a test", dice=50))
    promised = {
        name: (line.opened or line.started).commitment for name in ("main", "b") if (line := games.line(Ref("g", name)))
    }
    secret = {name: games.log.store.seed("g", name, promise) or "" for name, promise in promised.items()}
    assert {name: commitment(seed) for name, seed in secret.items()} == promised

    before = everything_public(games, tmp_path / "games.db")
    for name, seed in secret.items():
        assert seed.encode() not in before.lower()
        assert bytes.fromhex(seed) not in before
        assert seeds_found(before, promised[name]) == []

    for name in ("main", "b"):
        games.reveal(Ref("g", name))
    after = everything_public(games, tmp_path / "games.db")
    assert {name: seeds_found(after, promise) for name, promise in promised.items()} == {
        name: [bytes.fromhex(seed)] for name, seed in secret.items()
    }
    assert (proof := verify_line(games, Ref("g"))).dice_proved == 50
    assert proof.dice_open == 0
