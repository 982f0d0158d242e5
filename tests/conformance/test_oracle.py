"""No oracle: twin games that differ only in what one side hides answer the other alike, to any order, until it is
recorded: in words, in what is stored, and in the work it takes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from domain.formats.jsonlines.jsonlines import export_game
from domain.games.ask import Ask
from domain.games.completing import following
from domain.games.games import Games
from domain.games.groups import groups
from domain.games.look import due, options
from domain.games.order import give
from domain.games.preview import preview
from domain.games.rehearse import rehearse
from domain.games.waiting import answer, waiting
from domain.kernel.errors import RefightError
from domain.kernel.facts import DiceRolled, OrderGiven, OrderWaits
from domain.log.entry import Entry
from domain.log.gamelog import GameLog, Line
from domain.words.orders import format_order
from rules import SYSTEMS
from rules.gettysburg.movement.asks import MoveUnit
from tests.page.test_twins import in_other_counters, other_cards, still_to_arrive
from tests.replay_fixtures import FIXTURES, brought_in
from tests.twins import TWIN, any_orders, chosen_otherwise, opened, undone, work_of, written

Swap = Callable[[Games, Line, Sequence[Entry], str], list[Entry]]
Twins = tuple[Games, Games, str]  # two games, and the side that cannot tell them apart
POSITIONS, ORDERS, LISTED = 2, 10, 600
EXCHANGED: list[tuple[str, Swap]] = [
    ("gettysburg/first-day-union", still_to_arrive),
    ("gettysburg/first-of-july", in_other_counters),
    ("longstreet_lite/brawners-farm", other_cards),
]
CHOSEN = [
    "wallaces_war/stirling-bridge-scots",
    "wallaces_war/stirling-bridge-english",
    "musket_and_pike/edgehill-royalist-decisive",
]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], tuple[Games, Line]]]:
    with ExitStack() as stack:
        found: dict[str, tuple[Games, Line]] = {}

        def find(name: str) -> tuple[Games, Line]:
            if name not in found:
                games = Games(stack.enter_context(opened(tmp_path_factory.mktemp("recorded"), "games")))
                found[name] = games, brought_in(games, FIXTURES / f"{name}.transcript")
            return found[name]

        yield find


@contextmanager
def exchanged(folder: Path, games: Games, line: Line, swap: Swap, at: int, owner: str) -> Iterator[Twins | None]:
    whole = games.log.entries(line, 0, at)
    twin = swap(games, line, whole, owner)
    other = next(side for side in line.started.sides if side != owner)
    if twin == whole:
        yield None
        return
    pack = games.log.pack(line.started.pack)
    with opened(folder, f"one-{at}-{owner}") as one, opened(folder, f"twin-{at}-{owner}") as two:
        yield written(one, pack, whole), written(two, pack, twin), other


@contextmanager
def chosen(folder: Path, games: Games, line: Line, at: int) -> Iterator[Twins | None]:
    """Up to an order that was hidden; in the twin another was given."""
    whole = games.log.entries(line, 0, at)
    pack, owner = games.log.pack(line.started.pack), whole[-1].by
    with opened(folder, f"one-{at}") as one, opened(folder, f"twin-{at}") as two:
        twin = chosen_otherwise(two, pack, whole)
        other = next(side for side in line.started.sides if side != owner)
        yield (written(one, pack, whole), twin, other) if twin is not None else None


def outcome(function: Callable[..., Any], *args: Any) -> Any:
    """What was said, or that it was recorded; of an answer that stores nothing, all of it."""
    try:
        found = function(*args)
    except RefightError as error:
        return type(error).__name__, str(error)
    return (found.order, found.price, getattr(found, "facts", ())) if hasattr(found, "order") else found


def given(games: Games, ask: Ask) -> Any:
    with undone(games):
        found = outcome(give, games, ask)
    return found if isinstance(found[0], str) else "recorded"


def check_alike(twins: Twins, seed: int, more: Sequence[Any] = ()) -> int:
    """Random orders of any kind, with dice or without; how many of them were recorded."""
    one, _, other = twins
    rng, state, system = random.Random(seed), one.position(TWIN).state, one.line(TWIN).system
    orders = [*more, *islice(any_orders(rng, system, state, other), ORDERS)]
    stored = 0
    for order in orders:
        dice = [rng.randint(1, 7) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
        cards = ["nothing"] if rng.random() < 1 / 8 else []
        ask = Ask(TWIN, other, order, dice, cards, viewer=other)
        said = [given(games, ask) for games in twins[:2]]
        assert said[0] == said[1], f"{format_order(order)} with {dice} and {cards}"
        stored += said[0] == "recorded"
        for look in (preview, rehearse):
            check_work_alike(twins, look, ask, format_order(order))
    for order in orders[:3]:
        begun, sign, _ = format_order(order).rpartition("=")
        check_work_alike(twins, completed, (other, begun + sign), begun)
    check_work_alike(twins, listed, other, "options")
    return stored


def check_work_alike(twins: Twins, look: Callable[..., Any], asked: Any, what: str) -> None:
    for games in twins[:2]:
        outcome(look, games, asked)  # what is kept from one time to the next is kept by now
    (one, work), (other, as_much) = (work_of(outcome, look, games, asked) for games in twins[:2])
    assert one == other, f"{look.__name__} of {what}"
    assert work == as_much, f"{look.__name__} of {what} takes more where something else is hidden"


def completed(games: Games, typed: tuple[str, str]) -> list[str]:
    line, state = games.line(TWIN), games.position(TWIN).state
    return list(islice(following(line.system, state, *typed, games.names(line)), 50))


def listed(games: Games, side: str) -> list[str]:
    return [format_order(choice.order) for choice in islice(options(games, TWIN, side), LISTED)]


def spread(numbers: Sequence[int], many: int) -> list[int]:
    return [numbers[len(numbers) * i // (many + 1)] for i in range(1, many + 1)]


@pytest.mark.parametrize(("name", "swap"), EXCHANGED)
def test_twins_answer_alike_to_any_order(name: str, swap: Swap, recorded: Any, tmp_path: Path) -> None:
    games, line = recorded(name)
    ends = [group[-1].number for group in groups(games.log.entries(line))]
    tried = stored = 0
    for at in spread(ends[: len(ends) // 2], 8 * POSITIONS):
        asked = due(line.system, games.state(line, at))
        for owner in (side for side in line.started.sides if side != asked and tried < POSITIONS):
            with exchanged(tmp_path, games, line, swap, at, owner) as twins:
                if twins is not None:
                    tried += 1
                    stored += check_alike(twins, at)
    assert tried
    assert stored, "some orders are legal"


@pytest.mark.parametrize("name", CHOSEN)
def test_twins_answer_alike_while_a_choice_is_sealed(name: str, recorded: Any, tmp_path: Path) -> None:
    games, line = recorded(name)
    found = groups(games.log.entries(line))
    hidden = [group[-1].number for group in found if isinstance(group[0].fact, OrderGiven) and group[0].to is not None]
    assert hidden
    tried = 0
    for at in spread(hidden, min(4 * POSITIONS, len(hidden))):
        if tried < POSITIONS:
            with chosen(tmp_path, games, line, at) as twins:
                if twins is not None:
                    tried += 1
                    check_alike(twins, at)
    assert tried


def test_a_move_with_a_die_does_not_tell_a_filled_counter_from_a_decoy(recorded: Any, tmp_path: Path) -> None:
    """18.4 As it was done: the move ends next to a hidden counter, and a die comes with it that nobody asked for."""
    games, line = recorded("gettysburg/first-day-union")
    way = ("2423", "2424", "2425", "2325", "2226", "2227", "2228", "2328")
    with exchanged(tmp_path, games, line, still_to_arrive, 853, "confederate") as twins:
        assert twins is not None
        one, twin, union = twins
        moves = (choice.order for choice in options(one, TWIN, union, ["MoveUnit", "U-73", way[-1]]))
        move = next(move for move in moves if isinstance(move, MoveUnit) and move.path == way)
        for dice in ([], [1], [7], [1, 2, 3]):
            ask = Ask(TWIN, union, move, dice, viewer=union)
            assert [given(one, ask), given(twin, ask)] == ["recorded", "recorded"]
        assert check_alike(twins, 1, [move])
        ask = Ask(TWIN, union, move, [1], viewer=union)
        played = [give(games, ask) for games in (one, twin)]
        assert [type(entry.fact) for entry in played[0].entries] != [type(entry.fact) for entry in played[1].entries]


def test_an_order_that_stands_is_carried_out_with_the_dice_that_fall_for_it(tmp_path: Path) -> None:
    """Something is hidden from blue: his order is recorded, then its dice; they stay, and nothing else is played."""
    from cli.shell.packs import load_pack

    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "blank", "twin", load_pack("freeform"))
        give(games, Ask(TWIN, "red", "AddPiece piece=spy side=red at=wood hidden=yes", viewer="red"))
        roll = "RollDice why=volley dice=2"
        for dice in ([4], [7, 7]):
            with undone(games):
                (entry,) = give(games, Ask(TWIN, "blue", roll, dice, viewer="blue")).entries
                assert isinstance(entry.fact, OrderWaits)
                assert (entry.fact.waits_for, entry.fact.dice) == ("blue", {})
        give(games, Ask(TWIN, "blue", roll, [4], viewer="blue"))
        found = waiting(games, games.line(TWIN))
        assert found is not None
        with pytest.raises(RefightError, match="waits for the dice of blue"):
            give(games, Ask(TWIN, "blue", "ScorePoints side=blue points=1 why=hill", viewer="blue"))
        with pytest.raises(RefightError, match="needs 2 dice of 6 sides"):
            answer(games, TWIN, "blue", [4], "blue")
        with pytest.raises(RefightError, match="for blue to roll"):
            answer(games, TWIN, "red", [4, 4], "red")
        with undone(games):
            assert isinstance(answer(games, TWIN, "blue", [], "blue").entries[-1].fact, DiceRolled)
        done = answer(games, TWIN, "blue", [4, 5], "blue")
        assert [type(entry.fact) for entry in done.entries] == [OrderGiven, DiceRolled]
        assert waiting(games, games.line(TWIN)) is None
        from domain.games.audit import audit
        from domain.proof.verify import verify_line

        assert not audit(games, TWIN).differences
        assert verify_line(games, TWIN).entries == len(games.entries(TWIN))
        assert list(export_game(games, "twin", "blue"))


def test_nothing_stands_where_nothing_is_hidden(tmp_path: Path) -> None:
    from cli.shell.packs import load_pack

    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "blank", "twin", load_pack("freeform"))
        with pytest.raises(RefightError, match="needs 2 dice"):
            give(games, Ask(TWIN, "blue", "RollDice why=volley dice=2", [4], viewer="blue"))
        assert len(games.entries(TWIN)) == 1
