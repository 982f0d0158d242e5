"""Two processes on one log, where orders wait for dice or shares: neither overtakes what the other has looked over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.shell.packs import load_pack
from domain.games import order as orders
from domain.games import waiting as waits
from domain.games.ask import Ask
from domain.games.audit import audit
from domain.games.games import Games
from domain.games.order import give
from domain.games.promises import promise_own
from domain.games.waiting import add_share, answer, waiting
from domain.kernel.chance import new_chain
from domain.kernel.errors import BadInput, LogConflict, NotFound
from domain.kernel.facts import DiceRolled
from domain.kernel.shares import LINKS, linked
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from rules import SYSTEMS

REF = Ref("ridge")
ROLL = "RollDice why=volley dice=3"
POINT = "ScorePoints side=red points=1 why=hill"


class Two(NamedTuple):
    here: Games
    there: Games

    def rolled(self) -> int:
        return sum(isinstance(entry.fact, DiceRolled) for entry in self.here.entries(REF))

    @property
    def head(self) -> int:
        return self.here.log.head(self.here.line(REF)).number


@pytest.fixture(params=["shared", "table"])
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Two]:
    """As two processes of a service have it."""
    url = str(tmp_path / "games.db")
    with GameLog(url, SYSTEMS) as one, GameLog(url, SYSTEMS) as other:
        found = Two(Games(one), Games(other))
        found.here.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"), settings=[f"dice={request.param}"])
        yield found


def meanwhile(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, work: Callable[[], object]) -> None:
    """The other process does something when this one gets there for the first time."""
    kept, done = getattr(where, name), list[bool]()

    def called(*args: Any, **more: Any) -> Any:
        if not done:
            done.append(True)
            work()
        return kept(*args, **more)

    monkeypatch.setattr(where, name, called)


def shared(two: Two) -> str:
    """Red has promised its own, and blue's order stands; red's share for it."""
    first, end = new_chain()
    promise_own(two.here, two.here.line(REF), "red", end)
    give(two.here, Ask(REF, "blue", ROLL, stands=True))
    return linked(first, LINKS - 1)


@pytest.mark.parametrize("two", ["shared"], indirect=True)
def test_the_same_share_from_two_windows_is_spent_once(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, the order was given twice, the second time on a share that was spent: the log could not be verified."""
    share = shared(two)
    meanwhile(monkeypatch, waits, "check_share", lambda: add_share(two.there, REF, "red", share))
    with pytest.raises(NotFound, match="no order of ridge@main waits"):
        add_share(two.here, REF, "red", share)
    assert two.rolled() == 1
    assert verify_line(two.here, REF).dice_together == 3
    assert not audit(two.here, REF).differences


@pytest.mark.parametrize("two", ["shared"], indirect=True)
def test_a_note_of_another_does_not_keep_a_share_out(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    share = shared(two)
    meanwhile(monkeypatch, waits, "check_share", lambda: two.there.note(REF, "blue", "well?"))
    add_share(two.here, REF, "red", share)
    assert verify_line(two.here, REF).dice_together == 3


def stands(two: Two, games: Games) -> None:
    """An order of blue that waits for red."""
    if waiting(games, games.line(REF)) is None:
        give(games, Ask(REF, "blue", "RollDice why=rally dice=2 of=red" if two_table(two) else ROLL, stands=True))


def two_table(two: Two) -> bool:
    return two.here.line(REF).started.settings["dice"] == "table"


def test_nothing_is_played_past_an_order_that_came_to_stand(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, an order that was looked over before it stood was carried out all the same."""
    if not two_table(two):
        promise_own(two.here, two.here.line(REF), "red", new_chain()[1])
    meanwhile(monkeypatch, orders, "check_dice" if not two_table(two) else "takes_turns_at_dice",
              lambda: stands(two, two.there))  # fmt: skip
    with pytest.raises(BadInput, match="an order of blue waits"):
        give(two.here, Ask(REF, "red", POINT))
    assert waiting(two.here, two.here.line(REF)) is not None


def test_an_order_is_given_after_the_entry_that_was_expected_or_not_at_all(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = two.head
    meanwhile(monkeypatch, orders, "check_none_waits", lambda: two.there.note(REF, "blue", "well?"))
    with pytest.raises(LogConflict, match=f"has {head + 1} entries by now, not {head}"):
        give(two.here, Ask(REF, "red", POINT, expected=head))
    assert two.head == head + 1


@pytest.mark.parametrize("two", ["table"], indirect=True)
def test_dice_for_an_order_are_for_that_one(two: Two) -> None:
    """Before, what was expected of an answer counted for nothing: dice typed for one order went to the next."""
    stands(two, two.here)
    before = two.head
    answer(two.here, REF, "red", [1, 1])
    stands(two, two.here)
    with pytest.raises(LogConflict, match="look, and try again"):
        answer(two.there, REF, "red", [6, 6], expected=before)
    answer(two.there, REF, "red", [2, 2], expected=two.head)
    assert two.rolled() == 2
