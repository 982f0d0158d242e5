"""Turns by mail between two logs on two machines: keys, signed files, and all that can be wrong with one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from cli.shell.packs import load_pack
from domain.formats.jsonlines.jsonlines import export_game, import_game
from domain.formats.mail.receiving import Received, receive_turn
from domain.formats.mail.sending import send_turn
from domain.formats.mail.turnfile import read_turn
from domain.games.ask import Ask
from domain.games.audit import audit
from domain.games.games import Games
from domain.games.keyring import forget_key, key_of, keys, make_key, own_seat, seats, trust
from domain.games.order import give
from domain.games.promises import held, promise
from domain.games.waiting import answer, waiting
from domain.kernel.chance import new_chain
from domain.kernel.errors import BadInput, NotFound, RefightError, VerificationFailed
from domain.kernel.facts import DiceRolled, NoteAdded, OrderGiven, OrderWaits, RulingMade
from domain.kernel.player import due
from domain.log.apart import Signed
from domain.log.gamefile import read_game
from domain.log.gamelog import GameLog
from domain.log.keys import public_of
from domain.log.refs import Ref
from domain.proof.signed import signed
from domain.proof.verify import verify_file, verify_game, verify_line
from domain.words.orders import parse_order
from rules import SYSTEMS

REF = Ref("ridge")
ROLL = "RollDice why=volley dice=3"
MAILS = 30  # of some two hundred in a whole game


class Table(NamedTuple):
    """Bob starts the game and plays blue; Anna plays red on her own machine."""

    bob: Games
    anna: Games

    def post(self, to_anna: bool) -> Received:
        sender, other = (self.bob, self.anna) if to_anna else (self.anna, self.bob)
        name = "" if other.log.games() else "ridge"
        return receive_turn(other, read_turn(send_turn(sender, REF).text), name)

    @property
    def heads(self) -> list[bytes]:
        return [games.log.head(games.line(REF)).hash for games in self]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    yield from _table(tmp_path, "freeform", "blank", "dice=shared")


def _table(folder: Path, system: str, scenario: str, dice: str, **more: Any) -> Iterator[Table]:
    with GameLog(str(folder / "bob.db"), SYSTEMS) as one, GameLog(str(folder / "anna.db"), SYSTEMS) as two:
        bob, anna = Games(one), Games(two)
        his, hers = make_key(one.store, "Bob", 1), make_key(two.store, "Anna", 1)
        trust(one.store, hers.key, "Anna", 2)
        trust(two.store, his.key, "Bob", 2)
        sides = SYSTEMS[system].sheets.scenarios(load_pack(system))[scenario].sides
        shares = {sides[1]: promise(two.store)} if dice == "dice=shared" else {}
        players = {sides[0]: "Bob", sides[1]: "Anna"}
        pack = load_pack(system)
        bob.new(
            SYSTEMS[system], scenario, "ridge", pack, settings=["mail", dice], shares=shares, players=players, **more
        )
        yield Table(bob, anna)


def begun(table: Table) -> Table:
    table.post(to_anna=True)
    return table


# A game


def test_an_order_waits_for_the_other_side_s_share_which_is_added_as_its_turn_comes_in(table: Table) -> None:
    begun(table)
    (entry,) = give(table.bob, Ask(REF, "blue", ROLL)).entries
    assert isinstance(entry.fact, OrderWaits)
    assert (entry.fact.waits_for, set(entry.fact.shares)) == ("red", {"blue"})
    got = table.post(to_anna=True)
    assert got.added is not None
    rolled = got.added.entries[-1].fact
    assert isinstance(rolled, DiceRolled)
    assert [party for party, _ in rolled.shares] == ["blue", "red"]
    give(table.anna, Ask(REF, "red", "ScorePoints side=red points=1 why=hill"))
    assert table.post(to_anna=False).added is None
    assert len(set(table.heads)) == 1
    for games in table:
        proof = verify_line(games, REF)
        assert (proof.dice_together, proof.dice_held) == (3, 0)
        assert {one.by: one.entry for one in proof.signed} == {"blue": 2, "red": 6} or len(proof.signed) == 2
        assert audit(games, REF).is_clean


def test_a_game_by_mail_with_dice_that_nobody_alone_could_have_chosen(tmp_path: Path) -> None:
    for table in _table(tmp_path, "black_powder", "drill_field", "dice=shared"):
        begun(table)
        system = SYSTEMS["black_powder"]
        assert system.player is not None
        choose, mails, to_anna = system.player().rollout, 1, True
        while True:
            games, side = (table.bob, "blue") if to_anna else (table.anna, "red")
            line = games.line(REF)
            seat = games.table(line)
            while not (seat.state.core.ended or seat.state.core.stands) and (one := due(choose, seat.state, [side])):
                give(games, Ask(REF, *one))
                seat = games.table(line)
            if seat.state.core.ended or mails > MAILS:
                break
            table.post(to_anna=to_anna)
            mails, to_anna = mails + 1, not to_anna
        while len(set(table.heads)) > 1:  # a share that is added goes back to where it was waited for
            table.post(to_anna=to_anna)
            to_anna = not to_anna
        for games in table:
            proof = verify_line(games, REF)
            assert proof.dice_together > 9
            assert proof.dice_held == proof.dice_open == proof.dice_entered == 0
            assert audit(games, REF).is_clean
        assert mails > MAILS


def test_with_dice_of_the_table_each_types_his_own_on_his_own_machine(tmp_path: Path) -> None:
    for table in _table(tmp_path, "gettysburg", "mcpherson", "dice=table"):
        begun(table)
        assert not waiting(table.anna, table.anna.line(REF))
        give(table.bob, Ask(REF, table.bob.line(REF).started.sides[0], "EndPhase"))
        table.post(to_anna=True)
        assert len(set(table.heads)) == 1


def test_what_was_signed_goes_with_an_export_and_is_verified_there_too(table: Table, tmp_path: Path) -> None:
    begun(table)
    give(table.bob, Ask(REF, "blue", ROLL))
    table.post(to_anna=True)
    table.post(to_anna=False)
    text = list(export_game(table.bob, "ridge"))
    file = read_game(text)
    assert {one.by for one in verify_file(file, systems=SYSTEMS).signed} == {"blue", "red"}
    with GameLog(str(tmp_path / "club.db"), SYSTEMS) as log:
        club = Games(log)
        import_game(club, file, "again")
        (proof,) = verify_game(club, "again").values()
        assert {one.by for one in proof.signed} == {"blue", "red"}  # type: ignore[union-attr]
        log.store.recorder.connection.execute("DELETE FROM stored_events WHERE originator_version > 2")
        with pytest.raises(VerificationFailed, match="was signed by red and is missing: the log was cut off"):
            verify_line(club, Ref("again"))
    end = json.loads(text[-1])
    end["signed"][0]["signature"] = "00" * 64
    forged = read_game([*text[:-1], json.dumps(end, separators=(",", ":"))])
    with pytest.raises(VerificationFailed, match="a signature of blue that does not hold"):
        verify_file(forged, systems=SYSTEMS)


# Which games


@pytest.mark.parametrize("system", ["longstreet_lite", "wallaces_war", "musket_and_pike"])
def test_a_game_that_hides_something_needs_a_host(tmp_path: Path, system: str) -> None:
    scenario = next(iter(SYSTEMS[system].sheets.scenarios(load_pack(system))))
    with pytest.raises(BadInput, match="hides something, and by mail each side holds the whole log"):
        next(_table(tmp_path, system, scenario, "dice=shared"))


def test_of_gettysburg_only_hidden_movement_needs_one_and_of_freeform_an_order_that_hides(
    table: Table, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    with pytest.raises(BadInput, match="hides something"):
        next(_table(tmp_path / "other", "gettysburg", "second_day", "dice=shared", options=["hidden_movement"]))
    begun(table)
    with pytest.raises(BadInput, match="this order hides something"):
        give(table.bob, Ask(REF, "blue", "AddPiece piece=spy side=blue at=wood hidden=yes"))
    assert len(table.bob.entries(REF)) == 1


def test_what_a_game_by_mail_needs_is_asked_for_before_it_begins(tmp_path: Path) -> None:
    pack = load_pack("freeform")
    with GameLog(str(tmp_path / "bob.db"), SYSTEMS) as log:
        bob = Games(log)
        make_key(log.store, "Bob", 1)
        trust(log.store, make_key_of_a_stranger(tmp_path), "Anna", 1)
        both, good = {"blue": "Bob", "red": "Anna"}, new_chain()[1]
        for settings, players, shares, said in (
            (["mail"], both, {}, "add dice=shared, or dice=table"),
            (["mail", "dice=fair"], both, {}, "add dice=shared"),
            (["mail", "dice=shared"], {"blue": "Bob"}, {"red": good}, "who plays red?"),
            (["mail", "dice=shared"], {**both, "red": "Carl"}, {"red": good}, "no key of 'Carl' is known"),
            (["mail", "dice=shared"], {**both, "red": "Bob"}, {"red": good}, "two sides have the same key"),
            (["mail", "dice=shared"], both, {}, "each player promises his own shares"),
        ):
            with pytest.raises((BadInput, NotFound), match=said):
                bob.new(SYSTEMS["freeform"], "blank", "ridge", pack, settings=settings, players=players, shares=shares)
        assert log.games() == []


def make_key_of_a_stranger(folder: Path) -> str:
    with GameLog(str(folder / "stranger.db"), SYSTEMS) as log:
        return make_key(log.store, "Anna", 1).key


def test_the_secret_half_of_a_key_lies_apart_from_the_log_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    with GameLog(str(tmp_path / "bob.db"), SYSTEMS) as log:
        made = make_key(log.store, "Bob", 1)
        assert made.secret.encode() not in (tmp_path / "bob.db").read_bytes()
        assert (tmp_path / "bob.db.seeds").stat().st_mode & 0o077 == 0
        with pytest.raises(BadInput, match="another key here"):
            trust(log.store, "ab" * 32, "Bob", 1)
        with pytest.raises(BadInput, match="is no key"):
            trust(log.store, "abc", "Carl", 1)
        with pytest.raises(BadInput, match="a key of your own"):
            forget_key(log.store, "Bob")
        trust(log.store, "ab" * 32, "Carl", 1)
        forget_key(log.store, "Carl")
        assert [one.name for one in keys(log.store)] == ["Bob"]


# What can be wrong with a turn


def rows_of(games: Games) -> list[str]:
    return list(send_turn(games, REF).text)


def changed(rows: list[str], at: int, **fields: Any) -> list[str]:
    row = json.loads(rows[at])
    row.update(fields)
    return [*rows[:at], json.dumps(row, separators=(",", ":"), ensure_ascii=False), *rows[at + 1 :]]


def back_to_the_start(games: Games) -> None:
    """As if nothing had been played or signed yet."""
    rows = games.log.store.recorder.connection
    rows.execute("DELETE FROM stored_events WHERE originator_version > 0 AND originator_id='ridge@main'")
    games.log.drop_snapshots()
    with games.log.store.beside() as beside:
        beside.write("DELETE FROM signatures")


def refused(games: Games, rows: list[str], said: str, kind: type[RefightError] = BadInput, **more: Any) -> None:
    before = {name: games.log.head(games.line(Ref(name))) for name in games.log.games()}
    signed = _signed(games)
    with pytest.raises(kind, match=said):
        receive_turn(games, read_turn(rows), **more)
    assert {name: games.log.head(games.line(Ref(name))) for name in games.log.games()} == before
    assert _signed(games) == signed


def _signed(games: Games) -> list[Any]:
    with games.log.store.beside() as beside:
        return [one for name in games.log.games() for one in beside.signatures(games.line(Ref(name)).started.game)]


def test_a_first_turn_is_named_by_whoever_gets_it_and_signed_by_somebody_he_knows(table: Table) -> None:
    rows = rows_of(table.bob)
    refused(table.anna, rows, "name it with --name")
    forget_key(table.anna.log.store, "Bob")
    refused(table.anna, rows, "is not known here; `refight key trust", NotFound, name="ridge")
    trust(table.anna.log.store, key_of(table.bob.log.store, "Bob").key, "Bob", 3)
    refused(
        table.anna,
        changed(rows, 0, pack={"name": "open", "files": {}}),
        "pack|scenario|lacks|missing",
        RefightError,
        name="ridge",
    )
    refused(table.anna, changed(rows, 0, game="0123456789abcdef"), "does not begin as a game must", name="ridge")
    assert receive_turn(table.anna, read_turn(rows), "ridge").is_new


def test_keys_that_were_exchanged_on_the_way_are_found_in_the_first_turn(table: Table) -> None:
    """Else Anna would have a game in which she could give no order that Bob takes."""
    rows = rows_of(table.bob)
    named = json.loads(rows[0])["keys"]
    for others, said in (
        ({**named, "red": "ab" * 32}, "none of the keys that this turn names for its sides is yours"),
        ({**named, "red": named["blue"]}, "must name a key for each side"),
        ({"blue": named["blue"]}, "must name a key for each side"),
        ({**named, "green": "ab" * 32}, "must name a key for each side"),
        ({}, "must name a key for each side"),
    ):
        refused(table.anna, changed(rows, 0, keys=others), said, name="ridge")
        assert not seats(table.anna.log.store, json.loads(rows[0])["game"])
    assert receive_turn(table.anna, read_turn(rows), "ridge").is_new


def test_a_first_turn_with_sides_that_no_game_can_have_is_refused(table: Table) -> None:
    sides = ["blue", "host"]
    begun = table.bob.line(REF).started
    forged = msgspec.structs.replace(begun, game="0123456789abcdef", sides=tuple(sides))
    table.bob.log.start("trap", forged, load_pack("freeform"), None, "umpire", 0)
    named = seats(table.bob.log.store, begun.game)
    with table.bob.log.store.beside() as beside:
        for side, key in zip(sides, named.values(), strict=True):
            beside.put_seat(forged.game, side, key)
    rows = list(send_turn(table.bob, Ref("trap")).text)
    refused(table.anna, rows, "entry 1 of main: no side can be called host", name="trap")


def test_another_game_an_old_turn_a_hole_and_logs_that_parted_are_named(table: Table, tmp_path: Path) -> None:
    begun(table)
    first = rows_of(table.bob)
    refused(table.anna, first, "this turn is old: entries 1 to 1 are here already")
    give(table.anna, Ask(REF, "red", "ScorePoints side=red points=1 why=hill"))
    table.post(to_anna=False)
    give(table.bob, Ask(REF, "blue", "ScorePoints side=blue points=1 why=mill"))
    second = rows_of(table.bob)
    refused(table.bob, second, "old", BadInput)
    assert json.loads(second[0])["after"] == 3
    with GameLog(str(tmp_path / "carl.db"), SYSTEMS) as log:
        refused(Games(log), second, "this turn is of another game", NotFound)
    back_to_the_start(table.anna)
    refused(table.anna, second, "entries 2 to 3 are missing between what is here and this turn")
    give(table.anna, Ask(REF, "red", "ScorePoints side=red points=9 why=hill"))
    refused(table.anna, second, "follows on another entry 3 than the one here: the two logs have parted")
    refused(table.anna, [*first[:1], *second[1:]], "entry 1 is missing in this turn")


def test_a_turn_that_was_cut_short_changed_or_made_up_is_refused(table: Table) -> None:
    begun(table)
    give(table.bob, Ask(REF, "blue", "ScorePoints side=blue points=1 why=mill"))
    rows = rows_of(table.bob)
    for broken, said in (
        (rows[:-1], "cut short"), ([], "no turn"), (["{}"], "no turn"), (["x" * 100], "no turn"), (rows * 2, "follows"),
        ([*rows[:2], rows[2][:-5], *rows[3:]], "is not an entry"), (changed(rows, 0, refight_turn=2), "format 2"),
        (changed(rows, 0, more=1), "unknown field"), ([rows[0], *[""] * 3], "is empty"),
    ):  # fmt: skip
        with pytest.raises(BadInput, match=said):
            read_turn(broken)
    fact = json.loads(rows[2])["fact"]
    refused(table.anna, changed(rows, 2, fact={**fact, "points": 9}), "entry 2 of main", VerificationFailed)
    end = json.loads(rows[-1])["signed"][-1]
    unsigned = changed(rows, -1 % len(rows), signed=[])
    refused(table.anna, unsigned, "is not signed by blue, who sends this turn", VerificationFailed)
    wrong = changed(rows, len(rows) - 1, signed=[{**end, "signature": "11" * 64}])
    refused(table.anna, wrong, "a signature of blue that does not hold", VerificationFailed)
    hers = key_of(table.anna.log.store, "Anna").key
    refused(table.anna, changed(rows, len(rows) - 1, signed=[{**end, "key": hers}]), "is not that of blue")
    refused(table.anna, changed(rows, len(rows) - 1, signed=[{**end, "by": "green"}]), "is no side of this game")
    assert receive_turn(table.anna, read_turn(rows)).last == 3


def signature(games: Games, side: str, entry: int, hash: str, line: str = "main") -> dict[str, Any]:
    """As valid as any: the player's own key over whatever he likes."""
    started = games.line(REF).started
    _, secret = own_seat(games.log.store, started, side)
    one = signed(secret, started.game, Signed(line, entry, side, hash, public_of(secret), ""))
    return {**one._asdict()}


def with_signature(rows: list[str], *more: dict[str, Any]) -> list[str]:
    return changed(rows, len(rows) - 1, signed=[*json.loads(rows[-1])["signed"], *more])


def test_a_signature_is_of_an_entry_that_is_there_as_it_stands(table: Table) -> None:
    """Else whoever keeps it could not prove his own log any more."""
    begun(table)
    give(table.bob, Ask(REF, "blue", "ScorePoints side=blue points=1 why=mill"))
    rows, head = rows_of(table.bob), table.heads[0].hex()
    for entry, hash, line, said in (
        (4000, "00" * 32, "main", "entry 4000 of main, signed by blue, is neither here nor in this turn"),
        (3, head, "elsewhere", "entry 3 of elsewhere, signed by blue, is neither here nor in this turn"),
        (2, head, "main", "entry 2 of main is not the one that blue signed"),
        (1, "00" * 32, "main", "entry 1 of main is not the one that blue signed"),
    ):
        forged = with_signature(rows, signature(table.bob, "blue", entry, hash, line))
        refused(table.anna, forged, said, VerificationFailed)
    assert receive_turn(table.anna, read_turn(rows)).last == 3
    verify_line(table.anna, REF)


def test_a_signature_of_another_entry_vouches_for_no_order_in_the_name_of_its_giver(table: Table) -> None:
    """Anna has lost what she played; Bob plays something else for her, and puts her signature under it."""
    begun(table)
    give(table.anna, Ask(REF, "red", "ScorePoints side=red points=1 why=hill"))
    hers = signature(table.anna, "red", 3, table.heads[1].hex())
    back_to_the_start(table.anna)
    give(table.bob, Ask(REF, "red", "ScorePoints side=red points=-9 why=hill"))
    table.bob.note(REF, "blue", "so it was")
    rows = rows_of(table.bob)
    refused(table.anna, rows, "is an order of red, and blue sends it")
    said = "entry 3 of main is not the one that red signed"
    refused(table.anna, with_signature(rows, hers), said, VerificationFailed)


Forge = Callable[[Table], None]


def _forged(games: Games, by: str, *facts: Any, source: str = "") -> None:
    from domain.kernel.play import Recorded
    from domain.log.entry import Envelope

    line = games.line(REF)
    head = games.log.head(line)
    items = [Recorded(fact) for fact in facts]
    games.log.append(line, head, Envelope(head.order_no + 1, by, 0, source), items)


def test_nobody_sends_an_order_of_the_other_side_a_ruling_or_what_the_rules_do_not_give(table: Table) -> None:
    from rules.freeform.luck import RollDice
    from rules.freeform.pieces.facts import PieceAdded

    begun(table)
    piece = PieceAdded(piece="ghost", side="blue", name="", kind="", at="mill", strength=None, marks={}, hidden=False)
    order = RollDice(why="volley", dice=1)
    share = {"blue": new_chain()[0]}
    waits = OrderWaits(by="blue", order=order, waits_for="red", shares=share)
    for by, facts, source, said, kind in (
        ("red", [OrderGiven(by="red", order=order)], "", "is an order of red, and blue sends it", BadInput),
        ("blue", [piece], "", r"\(PieceAdded\) is not for blue to send", BadInput),
        ("umpire", [RulingMade(by="umpire", text="so be it")], "", "is a ruling; take it with --rulings", BadInput),
        ("blue", [piece], "imported", "was imported, not played", BadInput),
        ("blue", [waits], "", "is not share 1 of blue: it does not lead to what was promised", BadInput),
        ("blue", [OrderGiven(by="blue", order=order), piece], "", "is not as the rules have it", VerificationFailed),
    ):
        _forged(table.bob, by, *facts, source=source)
        refused(table.anna, rows_of(table.bob), said, kind)
        back_to_the_start(table.bob)
    table.bob.rule(REF, RulingMade(by="umpire", text="so be it"))
    assert receive_turn(table.anna, read_turn(rows_of(table.bob)), rulings=True).last == 2


def _given(text: str) -> Any:
    return parse_order(SYSTEMS["freeform"], text)


def test_the_rules_are_asked_of_an_order_that_waits_before_it_is_kept(table: Table) -> None:
    """Else nobody could play on: the order that stands can never be carried out."""
    begun(table)
    line = table.bob.line(REF)
    mine = {"blue": held(table.bob.log.store, line, "blue", 1)}
    roll = _given(ROLL)
    for order, more, said, kind in (
        (_given("MovePiece piece=nobody to=x"), {}, r"not as the rules have it: \[FF", VerificationFailed),
        (_given("ScorePoints side=blue points=1 why=mill"), {}, "waits for red, and needs no dice", VerificationFailed),
        (roll, {"waits_for": "zz"}, "waits for 'zz', who has no part in the dice", BadInput),
        (roll, {"waits_for": "host"}, "waits for 'host', who has no part in the dice", BadInput),
        (roll, {"shares": {}}, "lacks that of blue, who sends it", BadInput),
        (roll, {"dice": {"blue": (6,)}}, "of another kind than this game is played with", BadInput),
    ):
        waits = OrderWaits(by="blue", order=order, waits_for="red", shares=mine)
        _forged(table.bob, "blue", msgspec.structs.replace(waits, **more))
        refused(table.anna, rows_of(table.bob), said, kind)
        back_to_the_start(table.bob)
    _forged(table.bob, "blue", OrderWaits(by="blue", order=roll, waits_for="red", shares=mine))
    assert receive_turn(table.anna, read_turn(rows_of(table.bob))).added is not None


def test_nobody_gives_an_order_that_waits_when_the_game_is_over(table: Table) -> None:
    begun(table)
    give(table.bob, Ask(REF, "blue", "EndGame winner=blue why=enough"))
    mine = {"blue": held(table.bob.log.store, table.bob.line(REF), "blue", 1)}
    _forged(table.bob, "blue", OrderWaits(by="blue", order=_given(ROLL), waits_for="red", shares=mine))
    refused(table.anna, rows_of(table.bob), "kernel.ended", VerificationFailed)


def test_with_dice_of_the_table_an_order_waits_for_whoever_rolls_next(tmp_path: Path) -> None:
    for table in _table(tmp_path, "freeform", "blank", "dice=table"):
        begun(table)
        for more, said, kind in (
            ({"waits_for": "zz"}, "waits for 'zz'", BadInput),
            ({"waits_for": "red"}, "needs 3 dice of 6 sides of blue", VerificationFailed),
            ({"waits_for": "red", "dice": {"blue": (1, 2, 3)}}, "waits for red, and needs no dice", VerificationFailed),
            ({"waits_for": "red", "shares": {"blue": "00" * 32}}, "of another kind than this game", BadInput),
        ):
            _forged(table.bob, "blue", OrderWaits(by="blue", order=_given(ROLL), **more))
            refused(table.anna, rows_of(table.bob), said, kind)
            back_to_the_start(table.bob)


@pytest.mark.parametrize("speaker", ["red", "umpire"])
def test_nobody_speaks_in_the_name_of_another(table: Table, speaker: str) -> None:
    begun(table)
    _forged(table.bob, "blue", NoteAdded(by=speaker, text="I resign"))
    refused(table.anna, rows_of(table.bob), f"entry 2 is signed blue and speaks for {speaker}")


HOSTILE = ["", 0, -1, 2**63, 2**200, 1.5, [], {}, "a" * 300, "\0", [[[]]], {"fact": "GameEnded"}, "umpire", "../x"]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*path, key)
        yield from _places(part, (*path, key))


def test_whatever_is_changed_in_its_entries_or_signatures_a_turn_is_refused(table: Table) -> None:
    begun(table)
    give(table.bob, Ask(REF, "blue", "AddPiece piece=guard side=blue at=hill strength=4"))
    give(table.bob, Ask(REF, "blue", ROLL))
    rows, rng, head = rows_of(table.bob), random.Random(7), table.heads[1]
    for _ in range(150):
        number = rng.randrange(1, len(rows))
        row = json.loads(rows[number])
        *way, last = rng.choice(list(_places(row)))
        inner = row
        for key in way:
            inner = inner[key]
        value = rng.choice(HOSTILE)
        if inner[last] == value:
            continue
        inner[last] = value
        text = json.dumps(row, separators=(",", ":"), ensure_ascii=False)
        with pytest.raises(RefightError):
            receive_turn(table.anna, read_turn([*rows[:number], text, *rows[number + 1 :]]))
        assert table.heads[1] == head
    assert receive_turn(table.anna, read_turn(rows)).last == 4


def test_a_promise_that_is_not_the_player_s_own_is_found_out_before_the_first_die(table: Table) -> None:
    pack, system = load_pack("freeform"), SYSTEMS["freeform"]
    his = promise(table.bob.log.store)  # Bob promises for Anna too, and would know all dice
    settings, players = ["mail", "dice=shared"], {"blue": "Bob", "red": "Anna"}
    table.bob.new(system, "blank", "trap", pack, settings=settings, players=players, shares={"red": his})
    rows = list(send_turn(table.bob, Ref("trap")).text)
    refused(table.anna, rows, "the promise of red in this game is not one that you made", name="trap")


def test_nobody_adds_a_share_of_the_other_even_if_he_has_it(table: Table) -> None:
    """Anna's chain has come into Bob's hands: he can make dice alone, and they are not taken."""
    begun(table)
    line = table.bob.line(REF)
    stolen = table.anna.log.store.share(line.commitments["red"])
    table.bob.log.store.put_share(line.commitments["red"], *stolen)
    give(table.bob, Ask(REF, "blue", ROLL))  # carried out at once
    refused(table.anna, rows_of(table.bob), "holds a share of red that red has not added")
    back_to_the_start(table.bob)
    (entry,) = give(table.bob, Ask(REF, "blue", ROLL, share="")).entries[:1]
    assert isinstance(entry.fact, OrderGiven)


def test_dice_of_the_table_are_taken_only_from_whoever_rolled_them(tmp_path: Path) -> None:
    from domain.kernel.facts import OrderWaits

    for table in _table(tmp_path, "freeform", "blank", "dice=table"):
        begun(table)
        with pytest.raises(NotFound, match="no order of ridge@main waits for dice"):
            answer(table.bob, REF, "blue", [1])
        from rules.freeform.luck import RollDice

        order = RollDice(why="volley", dice=1)
        _forged(table.bob, "blue", OrderWaits(by="blue", order=order, waits_for="red", dice={"red": (6,)}))
        refused(table.anna, rows_of(table.bob), "holds dice of red that red has not typed")
