"""What every registered system is held to, and Mill Bridge, the toy, with them."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import msgspec

from domain.games.audit import audit
from domain.kernel.chance import Chance, SeededChance, TapeChance
from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import CLERICAL, SHARED, Newer, OrderGiven, RulingMade
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out, facts_of, fold
from domain.kernel.system import System
from domain.kernel.unions import fact_union
from domain.log.entry import codec_of
from domain.log.refs import Ref
from domain.words.tell import tell
from tests.at_random import by_kind, picked
from tests.conformance.played import EVERY, MAX_ORDERS, Played

RANDOM_GAMES = 200
RANDOM_ORDERS = 1000  # large games are long: so many orders are enough, and one game at the least
ORDERS_A_LIST, TRIES = 8, 4


@EVERY
def test_facts_survive_the_store_and_json(played: Played) -> None:
    codec = codec_of(played.system)
    facts = played.log.facts(played.line)
    assert len(facts) > 1
    for fact in facts:
        assert codec.read_json(msgspec.json.encode(fact)) == fact
    decoder = msgspec.msgpack.Decoder(fact_union(played.system))
    assert [decoder.decode(msgspec.msgpack.encode(fact)) for fact in facts] == facts


@EVERY
def test_facts_hold_only_what_json_and_msgpack_agree_on(played: Played) -> None:
    for sealed in played.log.each_sealed(played.line):
        assert sealed.body is not None
        through_json = msgspec.json.decode(msgspec.json.encode(msgspec.msgpack.decode(sealed.body)))
        assert msgspec.msgpack.encode(through_json) == sealed.body


@EVERY
def test_folding_live_equals_folding_from_the_log(played: Played) -> None:
    head = played.log.head(played.line).number
    assert played.games.replayed(played.line, head) == played.table.state
    assert played.games.state(played.line, head) == played.table.state


@EVERY
def test_state_survives_a_snapshot(played: Played) -> None:
    encoded = msgspec.msgpack.encode(played.table.state)
    assert msgspec.msgpack.decode(encoded, type=played.system.state) == played.table.state


@EVERY
def test_only_record_changes_the_state(tmp_path: Path, system: System[Any], pack: Pack, scenario: str) -> None:
    game = Played.new(tmp_path, system, pack, scenario, seed=11)
    folded = copy.deepcopy(game.table.state)
    for _ in range(25):
        if game.table.state.core.ended is not None:
            break
        first = game.log.head(game.line).number
        game.step()
        assert fold(system, folded, game.log.facts(game.line, first)) == game.table.state


@EVERY
def test_options_and_boards_leave_the_state_alone(played: Played) -> None:
    before = copy.deepcopy(played.table.state)
    played.choices()
    for viewer in (None, "", *played.table.state.core.sides):
        played.system.sight.board(played.table.state, viewer)
    assert played.table.state == before


@EVERY
def test_a_refusal_comes_before_the_first_record(played: Played) -> None:
    """Orders that were legal elsewhere, given by every side now: each is carried out or leaves no trace."""
    refused, before = 0, played.table.state
    state = copy.deepcopy(before)
    for choice in played.given:
        for side in before.core.sides:
            rule = refusal_of(played.system, state, side, choice, SeededChance(1))
            if rule is not None:
                refused += 1
                assert rule
                assert state == before
            else:
                state = copy.deepcopy(before)
    assert refused > 0


def refusal_of(system: System[Any], state: Any, side: str, choice: Choice, chance: Chance) -> str | None:
    try:
        carry_out(system, state, side, choice.order, chance)
    except IllegalOrder as refusal:
        return refusal.rule
    return None


@EVERY
def test_each_fact_has_its_evolve(system: System[Any], pack: Pack, scenario: str) -> None:
    assert set(system.book.folds) == {*SHARED, Newer, *system.book.facts}
    assert not set(system.book.told) - {*SHARED, *system.book.facts}


@EVERY
def test_tags_do_not_clash_with_the_shared_ones(system: System[Any], pack: Pack, scenario: str) -> None:
    names = [kind.__name__ for kind in (*SHARED, *system.book.facts)]
    assert len(set(names)) == len(names)


@EVERY
def test_no_roll_is_hidden(played: Played) -> None:
    """Deciding again on the recorded dice uses all of them and no others."""
    state = played.games.initial(played.line)
    entries = played.log.entries(played.line)
    orders = {entry.order_no for entry in entries if isinstance(entry.fact, OrderGiven)}
    for number in sorted(orders):
        facts = [entry.fact for entry in entries if entry.order_no == number]
        given = facts[0]
        assert isinstance(given, OrderGiven)
        assert facts_of(carry_out(played.system, state, given.by, given.order, TapeChance(facts))) == facts


@EVERY
def test_a_branch_at_any_entry_replays_and_audits(own: Played) -> None:
    head, state = own.log.head(own.line).number, own.games.initial(own.line)
    for at, fact in enumerate(own.log.facts(own.line), start=1):
        fold(own.system, state, [fact])
        line = own.games.branch(Ref("game", entry=at), f"b{at}")
        assert own.games.replayed(line, at + 1) == state
    for at in random.Random(3).sample(range(1, head + 1), min(8, head)):
        assert audit(own.games, Ref("game", f"b{at}")).is_clean


@EVERY
def test_the_log_audits_clean(played: Played) -> None:
    report = audit(played.games, Ref("game"), every=True)
    assert report.is_clean, report.differences
    assert report.orders == len(played.given)


@EVERY
def test_every_fact_has_words(played: Played) -> None:
    for fact in played.log.facts(played.line):
        told = tell(played.system, fact)
        assert told
        assert "\n" not in told


@EVERY
def test_a_ruling_changes_the_reading_from_there_on(own: Played) -> None:
    for dispute, reading in own.system.book.readings.items():
        other = next(choice for choice in reading.choices if choice != reading.default)
        line = own.games.branch(Ref("game"), f"ruled-{dispute.lower()}")
        ruling = RulingMade(by="umpire", text="agreed at the table", rule=reading.rule, readings={dispute: other})
        own.games.rule(Ref("game", line.name), ruling)
        assert own.games.position(Ref("game", line.name)).state.core.readings[dispute] == other
        assert own.games.position(Ref("game")).state.core.readings[dispute] == reading.default


@EVERY
def test_random_games_end(tmp_path: Path, system: System[Any], pack: Pack, scenario: str) -> None:
    """Options are never empty before the end, and every game comes to one."""
    game = Played.new(tmp_path, system, pack, scenario, seed=0)
    given = 0
    for seed in range(RANDOM_GAMES):
        if given > RANDOM_ORDERS:
            break
        state = game.games.initial(game.line)
        given += played_on(system, state, seed)
        assert state.core.ended is not None, f"game {seed} does not end"
        assert not list(system.book.choices(state))


def played_on(system: System[Any], state: Any, seed: int) -> int:
    """The orders given until the end. Listing them costs most: a list serves for some, while orders of it still go."""
    rng, chance, listed = random.Random(seed), SeededChance(seed), by_kind(())
    for given in range(MAX_ORDERS):
        if state.core.ended is not None:
            return given
        assert next(iter(system.book.choices(state)), None), "nobody can do anything, and the game is not over"
        tries = (picked(rng, listed) for _ in range(TRIES if given % ORDERS_A_LIST else 0))
        if all(refusal_of(system, state, one.by, one, chance) is not None for one in tries):
            listed = by_kind(system.book.choices(state))
            fresh = picked(rng, listed)
            carry_out(system, state, fresh.by, fresh.order, chance)
    return MAX_ORDERS


@EVERY
def test_clerical_facts_are_never_made_by_rules(played: Played) -> None:
    entries = played.log.entries(played.line)
    assert [type(entry.fact) for entry in entries if isinstance(entry.fact, CLERICAL)] == [type(entries[0].fact)]
