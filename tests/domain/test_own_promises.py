"""A side's own promise of dice shares, made after the game began: what it replaces, when it may, and what it proves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.shell.packs import load_pack
from domain.formats.jsonlines.jsonlines import export_game
from domain.games.ask import Ask
from domain.games.audit import audit
from domain.games.games import Games
from domain.games.order import give
from domain.games.promises import deposit, promise_own, take_deposit
from domain.games.waiting import add_share, waiting
from domain.kernel.chance import new_chain
from domain.kernel.errors import BadInput, LogConflict, VerificationFailed
from domain.kernel.facts import HOST, OrderWaits, SharesPromised, tag
from domain.kernel.play import Recorded
from domain.kernel.shares import LINKS, is_shared, linked
from domain.log.entry import Envelope
from domain.log.gamefile import read_game
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import Proof, verify_file, verify_game, verify_line
from rules import SYSTEMS

REF = Ref("ridge")
ROLL = "RollDice why=volley dice=3"


class Chain(NamedTuple):
    """As a page keeps it."""

    first: str
    end: str

    def share(self, place: int) -> str:
        return linked(self.first, LINKS - place)


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """The host has promised for both sides, as the service does when a game is begun there."""
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"), settings=["dice=shared"])
        yield games


def promised(games: Games, side: str, ref: Ref = REF) -> Chain:
    made = Chain(*new_chain())
    promise_own(games, games.line(ref), side, made.end)
    return made


def stood(games: Games, by: str, ref: Ref = REF) -> str:
    """An order that is given without a share; for whom it waits."""
    give(games, Ask(ref, by, ROLL, stands=True))
    found = waiting(games, games.line(ref))
    return found.waits_for if found is not None else ""


def test_an_order_stands_until_both_pages_have_added_their_share(games: Games) -> None:
    blue, red = promised(games, "blue"), promised(games, "red")
    assert stood(games, "blue") == "blue", "not even its giver has shown a share before the order stands"
    add_share(games, REF, "blue", blue.share(1))
    found = waiting(games, games.line(REF))
    assert found is not None
    assert (found.waits_for, found.shares) == ("red", {"blue": blue.share(1)})
    done = add_share(games, REF, "red", red.share(1))
    assert [tag(entry.fact) for entry in done.entries] == ["OrderGiven", "DiceRolled"]
    proof = verify_line(games, REF)
    assert (proof.dice_together, proof.dice_held) == (3, 0)
    assert not audit(games, REF).differences
    again = verify_file(read_game(export_game(games, "ridge")), systems=SYSTEMS)
    assert again.dice_together == 3


def test_what_the_host_had_promised_for_a_side_counts_no_more(games: Games) -> None:
    give(games, Ask(REF, "blue", ROLL))
    assert verify_line(games, REF).known_to == {HOST: 3}
    red = promised(games, "red")
    assert stood(games, "blue") == "red"  # blue's lie with the host still
    for wrong in (red.share(2), new_chain()[0]):
        with pytest.raises(BadInput, match="is not share 2 of red"):
            add_share(games, REF, "red", wrong)
    add_share(games, REF, "red", red.share(1))  # the first of its own, for the second order
    proof = verify_line(games, REF)
    assert (proof.dice_together, proof.known_to) == (3, {HOST: 3})


def test_nothing_is_promised_anew_while_an_order_waits(games: Games) -> None:
    """Host and red together know all but blue's share; once that lies open they could choose the dice."""
    red = promised(games, "red")
    assert stood(games, "blue") == "red"
    with pytest.raises(BadInput, match="only that share, or a take-back, goes on"):
        promised(games, "red")
    add_share(games, REF, "red", red.share(1))
    other = promised(games, "red")  # on another device, between orders
    assert stood(games, "blue") == "red"
    with pytest.raises(BadInput, match="does not lead to what was promised"):
        add_share(games, REF, "red", red.share(2))
    add_share(games, REF, "red", other.share(1))
    assert verify_line(games, REF).dice_together == 6


def test_of_two_promises_at_once_the_first_counts(games: Games) -> None:
    line = games.line(REF)
    known = line.commitments["red"]
    promise_own(games, line, "red", new_chain()[1], known)
    with pytest.raises(LogConflict, match="promised something else meanwhile"):
        promise_own(games, line, "red", new_chain()[1], known)


@pytest.mark.parametrize(("side", "end", "said"), [
    ("green", "0" * 64, "adds no shares"), (HOST, "0" * 64, "adds no shares"), ("red", "00", "64 hexadecimal"),
    ("red", "", "64 hexadecimal"),
])  # fmt: skip
def test_what_is_no_promise_is_refused(games: Games, side: str, end: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        promise_own(games, games.line(REF), side, end)
    with pytest.raises(BadInput, match="promised before"):
        promise_own(games, games.line(REF), "red", games.line(REF).commitments["blue"])


def test_a_deposit_of_ones_own_promise_counts_from_there(games: Games) -> None:
    for _ in range(2):
        give(games, Ask(REF, "blue", ROLL))
    red, line = promised(games, "red"), games.line(REF)
    assert take_deposit(games, line, "red", red.share(2)) == 4
    own = games.table(line).state.core.promised
    assert deposit(games.log.store, line, "red", 3, 1, own) == red.share(1)
    for _ in range(2):
        give(games, Ask(REF, "blue", ROLL))
    assert stood(games, "blue") == "red"
    add_share(games, REF, "red", red.share(3))
    proof = verify_line(games, REF)
    assert (proof.dice_together, proof.known_to) == (3, {HOST: 12})


def test_a_forged_promise_while_an_order_stood_is_found_out(games: Games) -> None:
    red = promised(games, "red")
    stood(games, "blue")
    line, head = games.line(REF), games.log.head(games.line(REF))
    fact = SharesPromised(by="red", promise=new_chain()[1])
    games.log.append(line, head, Envelope(head.order_no + 1, "red", 0), [Recorded(fact)])
    with pytest.raises(VerificationFailed, match="promises other shares of red while an order waits"):
        verify_line(games, REF)
    assert red.end != fact.promise


def test_after_a_take_back_all_make_the_dice_together_again(games: Games) -> None:
    """Before, the line that play went on in had dice of the host alone."""
    red = promised(games, "red")
    assert stood(games, "blue") == "red"
    games.take_back(REF, "again", ("blue", "red"))
    there = REF._replace(line="again")
    line = games.line(there)
    assert is_shared(line.commitments)
    assert not games.table(line).state.core.stands, "what waited was taken back"
    assert red.end not in line.commitments.values()
    anew = promised(games, "red", there)
    assert stood(games, "blue", there) == "red"
    add_share(games, there, "red", anew.share(1))
    assert verify_line(games, there).dice_together == 3
    entries = games.entries(there)
    assert isinstance(entries[-3].fact, OrderWaits)


def test_in_a_branch_all_make_the_dice_too_and_one_alone_can_study_it(games: Games) -> None:
    """Before, whoever kept the log had a seed of the branch for himself, and nothing said so."""
    blue = promised(games, "blue")
    promised(games, "red")
    games.branch(REF, "what-if")
    there = REF._replace(line="what-if")
    line = games.line(there)
    assert is_shared(line.commitments)
    assert not {blue.end, *games.line(REF).commitments.values()} & {*line.commitments.values()}
    for by in ("blue", "red"):
        assert stood(games, by, there) == "", "nobody is waited for"
    proof = verify_line(games, there)
    assert (proof.dice_together, proof.known_to) == (0, {HOST: 6})
    assert "the host held: the host could have known them" in "; ".join(proof.statements())
    anew = promised(games, "blue", there)
    assert stood(games, "blue", there) == "blue"
    assert games.table(line).state.core.shares == 2, "nothing is rolled without it"
    add_share(games, there, "blue", anew.share(1))  # red's lie with the host, who could not know this one
    proof = verify_line(games, there)
    assert (proof.dice_together, proof.known_to) == (3, {HOST: 6})
    assert not audit(games, there).differences
    games.branch(there, "deeper")
    assert is_shared(games.line(REF._replace(line="deeper")).commitments)


def test_a_branch_from_an_order_that_waits_leaves_before_it(games: Games) -> None:
    """The shares that it has lead to no promise of another line: what came of it there was no proof."""
    red = promised(games, "red")
    assert stood(games, "blue") == "red"
    head = games.log.head(games.line(REF)).number
    opened = games.branch(REF._replace(entry=head), "what-if").opened
    assert opened is not None
    assert opened.at == head - 1
    there = REF._replace(line="what-if")
    assert not games.table(games.line(there)).state.core.stands
    assert stood(games, "blue", there) == ""
    assert verify_line(games, there).known_to == {HOST: 3}
    add_share(games, REF, "red", red.share(1))  # and the first one still waits for its own
    assert verify_line(games, REF).dice_together == 3


def test_what_was_promised_before_is_promised_no_second_time(games: Games) -> None:
    red = promised(games, "red")
    promised(games, "red")
    with pytest.raises(BadInput, match="promised before"):
        promise_own(games, games.line(REF), "red", red.end)


def test_what_was_promised_in_another_line_is_promised_no_second_time(games: Games) -> None:
    games.branch(REF, "what-if")
    there = REF._replace(line="what-if")
    red = promised(games, "red", there)
    with pytest.raises(BadInput, match="promised before"):
        promise_own(games, games.line(REF), "red", red.end)


def test_shares_that_were_spent_in_another_line_are_counted_as_known(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever followed the first line knew them; a program that does not refuse such a promise hides nothing by it."""
    games.branch(REF, "what-if")
    there = REF._replace(line="what-if")
    red = promised(games, "red")
    monkeypatch.setattr("domain.games.promises._promised", lambda *_: ())
    monkeypatch.setattr("domain.games.promises.claim", lambda *_: True)
    promise_own(games, games.line(there), "red", red.end)
    stood(games, "blue")
    add_share(games, REF, "red", red.share(1))
    stood(games, "blue", there)
    add_share(games, there, "red", red.share(1))
    stood(games, "blue", there)
    add_share(games, there, "red", red.share(2))
    proofs = verify_game(games, "ridge").items()
    found = {name: (proof.dice_together, proof.known_to) for name, proof in proofs if isinstance(proof, Proof)}
    assert found == {"main": (3, {}), "what-if": (3, {HOST: 3})}


def test_shares_that_stood_in_the_log_are_counted_as_known(games: Games) -> None:
    """One link more is another promise, of which everybody knows the next shares; blue's lie with the host here."""
    red = promised(games, "red")
    stood(games, "blue")
    add_share(games, REF, "red", red.share(1))
    assert verify_line(games, REF).dice_together == 3
    promise_own(games, games.line(REF), "red", linked(red.end))
    for value, together, known in ((red.end, 3, {HOST: 3}), (red.share(1), 3, {HOST: 6}), (red.share(2), 6, {HOST: 6})):
        stood(games, "blue")
        add_share(games, REF, "red", value)
        proof = verify_line(games, REF)
        assert (proof.dice_together, proof.known_to) == (together, known)
