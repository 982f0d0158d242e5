"""Dice that nobody alone can foresee or choose: shares, promises, orders that wait, and the proof."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from cli.shell.packs import load_pack
from domain.formats.jsonlines.jsonlines import export_game
from domain.formats.transcript.exchange import export_transcript
from domain.games.ask import Ask
from domain.games.audit import audit
from domain.games.games import Games
from domain.games.order import give
from domain.games.promises import deposit, held, promise, take_deposit
from domain.games.waiting import add_share, waiting
from domain.kernel.chance import EnteredChance, fair_face, new_chain
from domain.kernel.errors import BadInput, NotFound, VerificationFailed
from domain.kernel.facts import HOST, DiceRolled, OrderGiven, OrderWaits, SharesDeposited, tag
from domain.kernel.play import Recorded
from domain.kernel.shares import LINKS, bound, linked, order_seed, place_of
from domain.log.entry import Envelope
from domain.log.gamefile import read_game
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.log.store import Store
from domain.proof.verify import Proof, verify_file, verify_line
from rules import SYSTEMS
from rules.freeform.luck import RollDice

REF = Ref("ridge")
ROLL = "RollDice why=volley dice=3"


class Club(NamedTuple):
    """A log kept by the host, where blue plays too; red has its shares at home."""

    games: Games
    home: Store

    def red(self, number: int) -> str:
        return held(self.home, self.games.line(REF), "red", number)

    @property
    def head(self) -> int:
        return self.games.log.head(self.games.line(REF)).number

    def rolled(self) -> list[tuple[int, ...]]:
        facts = (entry.fact for entry in self.games.entries(REF))
        return [fact.faces for fact in facts if isinstance(fact, DiceRolled)]

    def proof(self, line: str = "main") -> Proof:
        return verify_line(self.games, REF._replace(line=line))


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    home = Store(str(tmp_path / "home.db"))
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games = Games(log)
        shares = {"red": promise(home)}
        pack = load_pack("freeform")
        games.new(SYSTEMS["freeform"], "blank", "ridge", pack, settings=["dice=shared"], shares=shares)
        yield Club(games, home)
    home.close()


def tags(club: Club, after: int) -> list[str]:
    return [tag(entry.fact) for entry in club.games.entries(REF, after)]


# Shares


def test_a_share_leads_to_its_promise_and_to_nothing_before_it() -> None:
    first, end = new_chain()
    third = linked(first, LINKS - 3)
    assert (place_of(end, third), linked(third, 3)) == (3, end)
    assert place_of(end, first) == LINKS
    for wrong in ("", "00", "not hex", linked(end), third[:-2], third.upper() + "0"):
        assert place_of(end, wrong) == 0


# Play


def test_an_order_stands_until_the_other_side_adds_its_share(club: Club) -> None:
    assert tags(club, 0) == ["GameStarted", "SharesDeposited"]
    played = give(club.games, Ask(REF, "blue", ROLL))
    (entry,) = played.entries
    assert isinstance(entry.fact, OrderWaits)
    assert (entry.fact.waits_for, set(entry.fact.shares)) == ("red", {"blue"})
    assert club.rolled() == []
    done = add_share(club.games, REF, "red", club.red(1))
    assert [tag(entry.fact) for entry in done.entries] == ["OrderGiven", "DiceRolled"]
    rolled = done.entries[1].fact
    assert isinstance(rolled, DiceRolled)
    assert ([party for party, _ in rolled.shares], rolled.source) == (["blue", HOST, "red"], "fair")
    assert waiting(club.games, club.games.line(REF)) is None
    assert not audit(club.games, REF).differences


def test_red_gives_its_orders_with_its_own_share(club: Club) -> None:
    with pytest.raises(BadInput, match="shares of red do not lie here"):
        give(club.games, Ask(REF, "red", ROLL))
    with pytest.raises(BadInput, match="not share 1 of red: it is share 2"):
        give(club.games, Ask(REF, "red", ROLL, share=club.red(2)))
    assert club.head == 2
    give(club.games, Ask(REF, "red", ROLL, share=club.red(1)))  # blue's and the host's lie here
    assert len(club.rolled()) == 1
    give(club.games, Ask(REF, "red", "ScorePoints side=red points=1 why=hill"))  # no dice, no share
    give(club.games, Ask(REF, "red", ROLL, share=club.red(2)))
    assert len(club.rolled()) == 2


def test_nothing_else_is_played_or_taken_while_an_order_stands(club: Club) -> None:
    give(club.games, Ask(REF, "blue", ROLL))
    head = club.head
    first, _ = new_chain()
    for party, value, said in (
        ("blue", "", "waits for the share of red"), ("red", "", "do not lie here"), ("red", first, "does not lead"),
        ("red", club.red(2), "it is share 2"),
    ):  # fmt: skip
        with pytest.raises((BadInput, NotFound), match=said):
            add_share(club.games, REF, party, value)
    with pytest.raises(BadInput, match="waits for the share of red: first `refight share ridge@main --by red`"):
        give(club.games, Ask(REF, "blue", "ScorePoints side=blue points=1 why=hill"))
    for typed in ([6, 6, 6], [1]):
        with pytest.raises(BadInput):
            give(club.games, Ask(REF, "blue", ROLL, dice=typed))
    assert club.head == head


def test_typed_dice_and_the_same_luck_twice_are_refused(club: Club) -> None:
    with pytest.raises(BadInput, match="dice=shared"):
        give(club.games, Ask(REF, "blue", ROLL, dice=[6, 6, 6]))
    with pytest.raises(BadInput, match="dice=shared"):
        give(club.games, Ask(REF, "blue", ROLL), EnteredChance([6, 6, 6]))
    with pytest.raises(BadInput, match="fresh luck"):
        club.games.branch(REF, "again", luck="same")


def test_a_branch_of_one_seed_says_that_its_keeper_could_have_known_the_dice(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As branches were opened before, and as they are by mail."""
    monkeypatch.setattr("domain.games.games.Games._anew", lambda *_: {})
    club.games.branch(REF, "what-if")
    there = REF._replace(line="what-if")
    give(club.games, Ask(there, "blue", ROLL))
    assert (club.proof("what-if").dice_open, club.proof("what-if").dice_alone) == (3, 3)
    club.games.reveal(there)
    proof = club.proof("what-if")
    assert (proof.dice_proved, proof.dice_alone) == (3, 3)
    assert "3 dice and cards of those of one seed" in "; ".join(proof.statements())
    assert verify_file(read_game(export_game(club.games, "ridge")), systems=SYSTEMS).dice_alone == 3
    assert club.proof().dice_alone == 0


def test_a_side_that_is_away_deposits_shares_and_no_more(club: Club) -> None:
    line, store = club.games.line(REF), club.games.log.store
    assert take_deposit(club.games, line, "red", deposit(club.home, line, "red", 1, 2)) == 2
    for _ in range(2):
        give(club.games, Ask(REF, "blue", ROLL))
    assert len(club.rolled()) == 2
    assert [tag(entry.fact) for entry in give(club.games, Ask(REF, "blue", ROLL)).entries] == ["OrderWaits"]
    with pytest.raises(BadInput, match="does not lead to what red has promised"):
        take_deposit(club.games, line, "red", "00" * 32)
    with pytest.raises(NotFound, match="0 shares of red lie here"):
        deposit(store, line, "red", 3, 5)


def test_promises_are_checked_before_a_game_begins(tmp_path: Path) -> None:
    pack = load_pack("freeform")
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games, good = Games(log), new_chain()[1]
        for shares, settings, said in (
            ({"green": good}, ["dice=shared"], "no side of this game"), ({"red": good}, [], "dice=shared"),
            ({"red": "abc"}, ["dice=shared"], "64 hexadecimal"),
            ({"red": good, "blue": good}, ["dice=shared"], "same promise"),
        ):  # fmt: skip
            with pytest.raises((BadInput, NotFound), match=said):
                games.new(SYSTEMS["freeform"], "blank", "ridge", pack, settings=settings, shares=shares)
        assert log.games() == []


# The proof


def test_every_die_is_proved_from_the_log_alone_with_who_could_have_known_it(club: Club) -> None:
    give(club.games, Ask(REF, "blue", ROLL))
    add_share(club.games, REF, "red", club.red(1))
    give(club.games, Ask(REF, "red", ROLL, share=club.red(2)))
    proof = club.proof()
    assert (proof.dice_together, proof.dice_held, proof.dice_open) == (3, 3, 0)
    assert "none of which could have known them alone" in "; ".join(proof.statements())
    with pytest.raises(BadInput, match="export JSON lines"):
        export_transcript(club.games, "ridge")
    assert verify_file(read_game(export_game(club.games, "ridge")), systems=SYSTEMS).dice_together == 3


def _forged(club: Club, *facts: object) -> None:
    """As a host that keeps the log could write it."""
    line = club.games.line(REF)
    head = club.games.log.head(line)
    items = [Recorded(fact) for fact in facts]  # type: ignore[arg-type]
    club.games.log.append(line, head, Envelope(head.order_no + 1, "blue", 0), items)


def _dice(club: Club, shares: dict[str, str], stood: str, number: int = 0) -> DiceRolled:
    started = club.games.line(REF).started
    seed = order_seed(started.game, "main", stood, shares)
    faces = tuple(fair_face(seed, started.game, "main", number + i, 6) for i in range(3))
    why = msgspec.convert({"key": "said", "of": ["volley"]}, DiceRolled.__annotations__["why"])
    return DiceRolled(
        by="blue", sides=6, faces=faces, why=why, source="fair", number=number, shares=tuple(sorted(shares.items()))
    )


def _all(club: Club, number: int) -> dict[str, str]:
    line, store = club.games.line(REF), club.games.log.store
    here = {party: held(store, line, party, number) for party in ("blue", HOST)}
    return {**here, "red": club.red(number)}


def test_a_host_that_rolls_again_leaves_out_reuses_or_swaps_is_found_out(club: Club) -> None:
    """It has redrawn the dice, spent one share twice, left a side out, or put another order in the place of one."""
    order = RollDice(why="volley", dice=3)
    given, stood = OrderGiven(by="blue", order=order), bound("blue", order)
    fair = _dice(club, _all(club, 1), "")
    other = RollDice(why="another", dice=3)
    faces = msgspec.structs.replace(fair, faces=tuple(7 - face for face in fair.faces))
    alone = _dice(club, {party: value for party, value in _all(club, 1).items() if party != "red"}, "")
    later = _dice(club, _all(club, 2), "")
    unbound = _dice(club, _all(club, 1), "")
    waits = OrderWaits(by="blue", order=order, waits_for="red")
    swapped = OrderWaits(by="blue", order=other, waits_for="red")
    for forged, said in (
        ([(given, faces)], "the seed gives"), ([(given, alone)], "not one share of each"),
        ([(given, later)], "does not lead to what was promised"),
        ([(given, fair), (given, _dice(club, _all(club, 1), "", 3))], "does not lead to what was promised"),
        ([(given, fair), (given, msgspec.structs.replace(fair, shares=(), number=3))], "added no shares"),
        ([(waits,), (swapped,)], "another order in the place"), ([(waits,), (given, unbound)], "the seed gives"),
    ):  # fmt: skip
        at = club.head
        for facts in forged:
            _forged(club, *facts)
        with pytest.raises(VerificationFailed, match=said):
            club.proof()
        rows = club.games.log.store.recorder.connection
        rows.execute("DELETE FROM stored_events WHERE originator_version >= ?", (at,))
    _forged(club, waits)
    _forged(club, given, _dice(club, _all(club, 1), stood))
    assert club.proof().dice_together == 3


def test_nobody_foresees_a_die_with_all_he_holds(club: Club) -> None:
    """Host, players and eavesdropper compute what they can before the last share is added: right by chance."""
    hits = {"host and blue": 0, "eavesdropper": 0, "red": 0}
    for number in range(1, 41):
        give(club.games, Ask(REF, "blue", ROLL))
        line = club.games.line(REF)
        found = waiting(club.games, line)
        assert found is not None
        known = _all(club, number)
        first = int(club.games.table(line).state.core.fair_dice)
        stood = bound("blue", found.order)
        guesses = {
            "host and blue": {**known, "red": club.red(number - 1) if number > 1 else line.commitments["red"]},
            "eavesdropper": {**found.shares, HOST: line.commitments[HOST], "red": line.commitments["red"]},
            "red": {**known, HOST: line.commitments[HOST]},
        }
        add_share(club.games, REF, "red", known["red"])
        truth = club.rolled()[-1]
        for who, shares in guesses.items():
            seed = order_seed(line.started.game, "main", stood, shares)
            hits[who] += sum(fair_face(seed, line.started.game, "main", first + i, 6) == truth[i] for i in range(3))
    assert all(3 <= count <= 42 for count in hits.values()), hits  # 20 of 120 are expected; six deviations are 24


def test_the_log_says_who_held_shares_and_verify_who_could_have_known_a_die(club: Club) -> None:
    """A host that holds a deposit may still let an order stand: that it could have known them shows nevertheless."""
    line = club.games.line(REF)
    take_deposit(club.games, line, "red", deposit(club.home, line, "red", 1, 1))
    deposits = [entry.fact for entry in club.games.entries(REF, 1)]
    assert deposits == [SharesDeposited(by="blue", upto=LINKS), SharesDeposited(by="red", upto=1)]
    order = RollDice(why="volley", dice=3)
    _forged(club, OrderWaits(by="blue", order=order, waits_for="red"))
    _forged(club, OrderGiven(by="blue", order=order), _dice(club, _all(club, 1), bound("blue", order)))
    give(club.games, Ask(REF, "blue", ROLL))
    add_share(club.games, REF, "red", club.red(2))
    proof = club.proof()
    assert (proof.dice_together, proof.dice_held, proof.known_to) == (3, 3, {HOST: 3})
    assert "which the host held: the host could have known them" in "; ".join(proof.statements())
    again = verify_file(read_game(export_game(club.games, "ridge")), systems=SYSTEMS)
    assert (again.dice_together, again.known_to) == (3, {HOST: 3})


def test_without_deposits_a_roll_waits_and_whoever_withholds_is_shown(tmp_path: Path) -> None:
    home = Store(str(tmp_path / "home.db"))
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games = Games(log)
        shares, settings = {"red": promise(home)}, ["dice=shared", "deposits=no"]
        line = games.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"), settings=settings, shares=shares)
        with pytest.raises(BadInput, match="deposits=no: a roll waits for the share of red"):
            take_deposit(games, line, "red", deposit(home, line, "red", 1, 5))
        give(games, Ask(REF, "blue", ROLL))
        proof = verify_line(games, REF)
        assert proof.waits is not None
        assert (proof.waits.by, proof.waits.waits_for) == ("blue", "red")
        assert "the order of blue at entry 3 stands: red has not added a share to its dice" in "; ".join(
            proof.statements()
        )
        add_share(games, REF, "red", held(home, line, "red", 1))
        assert verify_line(games, REF).waits is None
    home.close()


def test_nobody_biases_the_dice_by_redrawing_withholding_or_reordering(club: Club) -> None:
    """The host picks, of many orders, the one whose dice look best by all it holds; red adds its share or not as its
    own guess has it, and tries later shares first. High dice come no more often than chance has them."""
    totals: list[int] = []
    for number in range(1, 61):
        line = club.games.line(REF)
        known, first = _all(club, number), int(club.games.table(line).state.core.fair_dice)
        game, before = line.started.game, club.red(number - 1) if number > 1 else line.commitments["red"]

        def looks(order: RollDice, shares: dict[str, str], game: str = game, first: int = first) -> int:
            seed = order_seed(game, "main", bound("blue", order), shares)
            return sum(fair_face(seed, game, "main", first + i, 6) for i in range(3))

        orders = [RollDice(why=f"volley {i}", dice=3) for i in range(20)]
        best = max(orders, key=lambda order: looks(order, {**known, "red": before}))
        give(club.games, Ask(REF, "blue", best))
        for later in (number + 1, number + 2):  # reordered
            with pytest.raises(BadInput, match="is not share"):
                add_share(club.games, REF, "red", club.red(later))
        if looks(best, {**known, HOST: line.commitments[HOST]}) < 9:  # withheld: nothing else is played meanwhile
            with pytest.raises(BadInput, match="waits for the share of red"):
                give(club.games, Ask(REF, "red", ROLL, share=club.red(number)))
            assert club.proof().waits is not None
        add_share(club.games, REF, "red", known["red"])
        totals.append(sum(club.rolled()[-1]))
    assert club.proof().dice_together == 180
    mean = sum(totals) / len(totals)
    assert abs(mean - 10.5) < 6 * 2.96 / 60**0.5, mean  # six deviations of the mean of sixty throws of three dice
