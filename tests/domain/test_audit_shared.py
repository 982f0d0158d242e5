"""Audits of many lines and of long ones: what is shared is decided once, what was audited before not again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.audit import audit, audit_game
from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.chapter import Correction
from domain.kernel.facts import DiceRolled, OrderGiven
from domain.kernel.play import Recorded
from domain.kernel.reasons import Reason
from domain.kernel.system import System
from domain.log import snapshots
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from tests import mill_bridge as mb

REF = Ref("game")
VOLLEY = mb.FireVolley(unit="b1", target="r1")


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    with GameLog(str(tmp_path / "games.db"), {"mill_bridge": mb.SYSTEM}) as log:
        found = Games(log)
        found.new(mb.SYSTEM, "bridge", "game", mb.PACK)
        yield found


def fire(games: Games, ref: Ref = REF, volleys: int = 1) -> None:
    for _ in range(volleys):
        games.order(ref, "blue", VOLLEY, EnteredChance([1]))


def forge(games: Games, ref: Ref) -> None:
    """A volley that hits with a one."""
    line = games.line(ref)
    head = games.log.head(line)
    facts = (
        OrderGiven(by="blue", order=VOLLEY),
        DiceRolled(by="blue", sides=6, faces=(1,), why=Reason("volley", "MB.10.5"), source="entered"),
        mb.VolleyFired(unit="b1", target="r1", modifiers=(mb.LONG_RANGE,), hits=3),
    )
    games.log.append(line, head, Envelope(head.order_no + 1, "blue", 0), [Recorded(fact) for fact in facts])


class Counting:
    """The rules, counting how many orders they are asked to decide."""

    def __init__(self, games: Games) -> None:
        self.orders = 0
        self.under(games, mb.altered(self.decide))

    def decide(self, play: Any, order: Any) -> None:
        self.orders += 1
        mb.SYSTEM.book.decide(play, order)

    @staticmethod
    def under(games: Games, system: System[Any]) -> None:
        games.log.systems = {"mill_bridge": system}
        games.log._lines.clear()


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_all_lines_at_once_give_what_each_gives_alone(games: Games, seed: int, every: bool) -> None:
    dice, names = random.Random(seed), ["main"]
    for step in range(25):
        ref = Ref("game", dice.choice(names))
        match dice.randrange(5):
            case 0 if len(names) < 9:
                at = dice.randint(1, games.log.head(games.line(ref)).number)
                games.branch(ref._replace(entry=at), f"b{step}")
                names.append(f"b{step}")
            case 1:
                games.note(ref, "red", "a note")
            case 2 if seed % 3 and step > 12:
                forge(games, ref)
            case _:
                fire(games, ref)
    alone = [audit(games, Ref("game", name), every=every) for name in games.log.lines("game")]
    assert audit_game(games, "game", every=every) == alone
    assert Counter(report.is_clean for report in alone)[True] or seed % 3


def test_what_lines_share_is_decided_once(games: Games) -> None:
    fire(games, volleys=20)
    for i in range(10):
        games.branch(REF._replace(entry=30 + i), f"b{i}")
        fire(games, Ref("game", f"b{i}"))
    rules = Counting(games)
    reports = audit_game(games, "game")
    assert [report.is_clean for report in reports] == [True] * 11
    assert rules.orders <= 20 + 10 * 2, "the main line, and of each branch its own order and one that it cuts"


def test_an_audit_goes_on_where_the_last_one_ended(games: Games) -> None:
    fire(games, volleys=9)
    games.branch(REF, "other")
    assert all(report.since == 0 for report in audit_game(games, "game", go_on=True))
    fire(games, volleys=2)
    rules = Counting(games)
    main, other = audit_game(games, "game", go_on=True)
    assert (rules.orders, main.since, main.orders, main.is_clean) == (2, 28, 11, True)
    assert (other.since, other.orders, other.is_clean) == (29, 9, True)
    again = audit(games, REF)
    assert (again.since, again.orders) == (0, 11), "without being asked to, it begins at the beginning"


def test_a_line_opened_since_is_audited_from_where_it_is_known(games: Games) -> None:
    fire(games, volleys=9)
    audit(games, REF)
    fire(games)
    games.branch(REF, "late")
    games.branch(REF._replace(entry=10), "early")
    reports = {report.ref: report for report in audit_game(games, "game", go_on=True)}
    assert {ref: report.since for ref, report in reports.items()} == {"game": 28, "game@late": 28, "game@early": 0}
    assert all(report.is_clean for report in reports.values())


def test_a_difference_is_found_after_what_was_audited_and_then_nothing_is_kept(games: Games) -> None:
    fire(games, volleys=3)
    audit(games, REF)
    forge(games, REF)
    for _ in range(2):
        report = audit(games, REF, go_on=True)
        assert (report.is_clean, report.since) == (False, 10)


def test_an_audit_rests_on_modules_and_on_which_reading_is_the_usual_one(tmp_path: Path) -> None:
    """The words of a book decide nothing; how a rule is read where nobody said otherwise does."""
    for name in ("rules.py", "rulings.toml", "book.en.toml"):
        (tmp_path / name).write_text("")
    assert sorted(name for name, *_ in snapshots._stamps(str(tmp_path))) == ["/rules.py", "/rulings.toml"]


def other_rules(monkeypatch: pytest.MonkeyPatch, _games: Games) -> None:
    monkeypatch.setattr(snapshots, "_sources", lambda _system: "other rules")


def other_corrections(_monkeypatch: pytest.MonkeyPatch, games: Games) -> None:
    correction = Correction(2026010101, "MB.10.5", "a volley is told otherwise")
    Counting.under(games, mb.altered(corrections=(correction,)))


def rebuilt(_monkeypatch: pytest.MonkeyPatch, games: Games) -> None:
    games.log.drop_snapshots()


def damaged(_monkeypatch: pytest.MonkeyPatch, games: Games) -> None:
    held = games.log.audited(games.line(REF))
    assert held is not None
    games.log.keep_audited(games.line(REF), held[:-5])


def of_another_entry(_monkeypatch: pytest.MonkeyPatch, games: Games) -> None:
    """As if the entry that was audited had been replaced."""
    held = games.log.audited(games.line(REF))
    assert held is not None
    kept = msgspec.msgpack.decode(held)
    games.log.keep_audited(games.line(REF), msgspec.msgpack.encode({**kept, "hash": bytes(32)}))


@pytest.mark.parametrize("change", [other_rules, other_corrections, rebuilt, damaged, of_another_entry])
def test_an_earlier_audit_is_void_when_what_it_rests_on_has_changed(
    games: Games, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    fire(games, volleys=3)
    audit(games, REF)
    assert audit(games, REF, go_on=True).since == 10
    change(monkeypatch, games)
    report = audit(games, REF, go_on=True)
    assert (report.since, report.orders, report.is_clean) == (0, 3, True)


def test_an_audit_up_to_an_entry_leaves_nothing_to_go_on_from(games: Games) -> None:
    fire(games, volleys=3)
    audit(games, REF._replace(entry=6))
    assert games.log.audited(games.line(REF)) is None
