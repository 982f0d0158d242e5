"""What every registered system is held to, and Mill Bridge, the toy, with them."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.audit import audit
from domain.chance import SeededChance, TapeChance
from domain.entry import codec_of, fact_union, read_sealed
from domain.facts import CLERICAL, SHARED, OrderGiven, RulingMade
from domain.gamelog import GameLog
from domain.games import Games
from domain.kernel import Choice, System, carry_out, facts_of, fold
from domain.packs import Pack
from domain.refs import Ref
from domain.ruling import IllegalOrder
from domain.words import tell
from rules import SYSTEMS
from tests import mill_bridge
from tests.shipped import shipped_packs

CASES = [
    pytest.param(system, pack, scenario, id=f"{system.key}-{pack.name}-{scenario}")
    for system, packs in [
        (mill_bridge.SYSTEM, [mill_bridge.PACK]),
        *((system, shipped_packs(system.key)) for system in SYSTEMS.values()),
    ]
    for pack in packs
    for scenario in system.scenarios(pack)
]
EVERY = pytest.mark.parametrize(("system", "pack", "scenario"), CASES)
MAX_ORDERS = 6000
RANDOM_GAMES = 200
RANDOM_ORDERS = 1000  # large games are long: so many orders are enough, and one game at the least


class Played:
    """A game played at random to its end, with everything worth checking on the way."""

    def __init__(self, tmp_path: Path, system: System[Any], pack: Pack, scenario: str, seed: int) -> None:
        self.system = system
        self.log = GameLog(str(tmp_path / f"{seed}.db"), {system.key: system})
        self.games = Games(self.log)
        self.line = self.games.new(system, scenario, "game", pack)
        self.rng = random.Random(seed)
        self.table = self.games.table(self.line)
        self.chance = SeededChance(seed)
        self.given: list[Choice] = []

    def choices(self) -> list[Choice]:
        return list(self.system.options(self.table.state))

    def step(self) -> None:
        choice = picked(self.rng, self.choices())
        self.given.append(choice)
        self.table.order(choice.by, choice.order, self.chance, at=1)

    def to_the_end(self, limit: int = MAX_ORDERS) -> None:
        while self.system.outcome(self.table.state) is None and len(self.given) < limit:
            self.step()


def picked(rng: random.Random, choices: list[Choice]) -> Choice:
    """Any kind of order first, then any of that kind: ten thousand moves must not drown the word that ends a phase."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(type(choice.order).__name__, []).append(choice)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


@pytest.fixture
def played(tmp_path: Path, system: System[Any], pack: Pack, scenario: str) -> Played:
    """A game of some length: chance ends many a game before anything has happened."""
    for seed in range(100):
        game = Played(tmp_path, system, pack, scenario, seed)
        game.to_the_end(60)
        if len(game.given) >= 25:
            return game
    pytest.fail("no random game lasts 25 orders")


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
    for span, first, rows in played.log.rows(played.line):
        for number, row in enumerate(rows, first):
            body = read_sealed(span.line, number, row).body
            assert body is not None
            through_json = msgspec.json.decode(msgspec.json.encode(msgspec.msgpack.decode(body)))
            assert msgspec.msgpack.encode(through_json) == body


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
    game = Played(tmp_path, system, pack, scenario, seed=11)
    for _ in range(25):
        if system.outcome(game.table.state) is not None:
            break
        before = copy.deepcopy(game.table.state)
        first = game.log.head(game.line).number
        game.step()
        assert fold(system, before, game.log.facts(game.line, first)) == game.table.state


@EVERY
def test_options_and_outcome_leave_the_state_alone(played: Played) -> None:
    before = copy.deepcopy(played.table.state)
    played.choices()
    played.system.outcome(played.table.state)
    for viewer in (None, "", *played.table.state.core.sides):
        played.system.board(played.table.state, viewer)
    assert played.table.state == before


@EVERY
def test_a_refusal_comes_before_the_first_record(played: Played) -> None:
    """Orders that were legal elsewhere, given by every side now: each is carried out or leaves no trace."""
    refused = 0
    for choice in played.given:
        for side in played.table.state.core.sides:
            state = copy.deepcopy(played.table.state)
            before = copy.deepcopy(state)
            rule = refusal_of(played.system, state, side, choice)
            if rule is not None:
                refused += 1
                assert rule
                assert state == before
    assert refused > 0


def refusal_of(system: System[Any], state: Any, side: str, choice: Choice) -> str | None:
    try:
        carry_out(system, state, side, choice.order, SeededChance(1))
    except IllegalOrder as refusal:
        return refusal.rule
    return None


@EVERY
def test_each_fact_has_its_evolve(system: System[Any], pack: Pack, scenario: str) -> None:
    assert set(system.folds) == {*SHARED, *system.facts}
    assert not set(system.evolve) - {*SHARED, *system.facts}


@EVERY
def test_tags_do_not_clash_with_the_shared_ones(system: System[Any], pack: Pack, scenario: str) -> None:
    names = [kind.__name__ for kind in (*SHARED, *system.facts)]
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
def test_a_branch_at_any_entry_replays_and_audits(played: Played) -> None:
    head = played.log.head(played.line).number
    for at in range(1, head + 1):
        line = played.games.branch(Ref("game", entry=at), f"b{at}")
        assert played.games.replayed(line, at + 1) == played.games.replayed(played.line, at)
    for at in random.Random(3).sample(range(1, head + 1), min(8, head)):
        assert audit(played.games, Ref("game", f"b{at}")).is_clean


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
def test_a_ruling_changes_the_reading_from_there_on(played: Played) -> None:
    for dispute, reading in played.system.readings.items():
        other = next(choice for choice in reading.choices if choice != reading.default)
        line = played.games.branch(Ref("game"), f"ruled-{dispute.lower()}")
        ruling = RulingMade(by="umpire", text="agreed at the table", rule=reading.rule, readings={dispute: other})
        played.games.rule(Ref("game", line.name), ruling)
        assert played.games.position(Ref("game", line.name)).state.core.readings[dispute] == other
        assert played.games.position(Ref("game")).state.core.readings[dispute] == reading.default


@EVERY
def test_random_games_end(tmp_path: Path, system: System[Any], pack: Pack, scenario: str) -> None:
    """Options are never empty before the end, and every game comes to one."""
    game = Played(tmp_path, system, pack, scenario, seed=0)
    given = 0
    for seed in range(RANDOM_GAMES):
        if given > RANDOM_ORDERS:
            break
        state, rng, chance = game.games.initial(game.line), random.Random(seed), SeededChance(seed)
        for _ in range(MAX_ORDERS):
            if system.outcome(state) is not None:
                break
            choices = list(system.options(state))
            assert choices, "nobody can do anything, and the game is not over"
            choice = picked(rng, choices)
            carry_out(system, state, choice.by, choice.order, chance)
            given += 1
        assert system.outcome(state) is not None, f"game {seed} does not end"
        assert not list(system.options(state))


@EVERY
def test_clerical_facts_are_never_made_by_rules(played: Played) -> None:
    entries = played.log.entries(played.line)
    assert [type(entry.fact) for entry in entries if isinstance(entry.fact, CLERICAL)] == [type(entries[0].fact)]
