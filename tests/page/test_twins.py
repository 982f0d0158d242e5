"""Games that differ only in what one side hides have the same page for the other, wherever they are cut off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import CardDrawn, DeckShuffled, Fact
from domain.kernel.packs import Pack
from domain.log.entry import Entry
from domain.log.gamelog import GameLog, Line
from domain.log.refs import Ref
from domain.words.orders import parse_order
from projections.page.page import page
from rules import SYSTEMS
from rules.gettysburg.hidden.facts import HiddenBrokenUp, HiddenFilled, HiddenRevealed, HiddenTired, UnitsHidden
from rules.gettysburg.movement.facts import HiddenRecovered
from tests.page.played import Played, cuts, page_data, told_as

Swap = Callable[[Games, Line, Sequence[Entry], str], list[Entry]]
LOOKED_AT = 12  # so many entries of a game are tried: at each, some hide something and some do not


def changed(entries: Sequence[Entry], facts: Mapping[int, Fact]) -> list[Entry]:
    """With other facts at some entries."""
    return [msgspec.structs.replace(one, fact=facts[one.number]) if one.number in facts else one for one in entries]


def filled(entries: Sequence[Entry], owner: str) -> Iterator[dict[str, list[Entry]]]:
    """HMCs that were put down together and are not yet revealed: what their owner was told of what they hold."""
    found: dict[str, list[Entry]] = {}
    together: list[tuple[str, ...]] = []
    for entry in entries:
        match entry.fact:
            case UnitsHidden(hmcs=hmcs):
                found |= {hmc: [] for hmc in hmcs}
                together.append(hmcs)
            case HiddenFilled(hmc=hmc) | HiddenTired(hmc=hmc) | HiddenRecovered(hmc=hmc):
                if hmc in found and entry.to == (owner,):
                    found[hmc].append(entry)
            case HiddenRevealed(hmc=hmc) | HiddenBrokenUp(hmc=hmc):
                found.pop(hmc, None)
    for hmcs in together:
        yield {hmc: found[hmc] for hmc in hmcs if found.get(hmc)}


def in_other_counters(_games: Games, _line: Line, entries: Sequence[Entry], owner: str) -> list[Entry]:
    """Each HMC holds what another held that appeared with it."""
    facts: dict[int, Fact] = {}
    for group in filled(entries, owner):
        for told, others in zip(group.values(), [*list(group.values())[1:], *list(group.values())[:1]], strict=True):
            held: Any = others[0].fact
            for i, entry in enumerate(told):
                facts[entry.number] = msgspec.structs.replace(entry.fact, units=() if i else held.units)
    return changed(entries, facts)


def still_to_arrive(_games: Games, _line: Line, entries: Sequence[Entry], owner: str) -> list[Entry]:
    """18.7 HMCs that entered, and are to enter, are decoys: whoever was in them is still on its way."""
    entered = {hmc for entry in entries if isinstance(entry.fact, UnitsHidden) and entry.fact.entry
               for hmc in entry.fact.hmcs}  # fmt: skip
    facts: dict[int, Fact] = {}
    for group in filled(entries, owner):
        for hmc in entered & set(group):
            facts |= {one.number: msgspec.structs.replace(one.fact, units=()) for one in group[hmc]}
    return changed(entries, facts)


def other_cards(games: Games, line: Line, entries: Sequence[Entry], owner: str) -> list[Entry]:
    """Every card that is still in hand was another one, of those that are still in the deck."""
    state = games.initial(line)
    for entry in entries:
        line.system.book.folds[type(entry.fact)](state, entry.fact)
    hand = list(state.cards[owner].hand)
    spare = [card for card in state.core.decks.get(owner, ()) if card not in hand]
    facts: dict[int, Fact] = {}
    for entry in reversed(entries):
        fact = entry.fact
        if isinstance(fact, DeckShuffled) and fact.deck == owner:
            break  # before, other cards were in the deck
        if isinstance(fact, CardDrawn) and fact.to == "hand" and fact.by == owner and fact.card in hand and spare:
            hand.remove(fact.card)
            facts[entry.number] = msgspec.structs.replace(fact, card=spare.pop())
    return changed(entries, facts)


def first_half(games: Games, line: Line) -> list[Entry]:
    """In the end all cards are laid open; and a short page is soon made."""
    entries = games.log.entries(line)
    return entries[: len(entries) // 2]


def page_of(games: Games, entries: Sequence[Entry], side: str) -> str:
    with told_as(games, entries):
        return page(page_data(games, side=side))


@pytest.mark.parametrize(("name", "swap"), [
    ("gettysburg/first-of-july", in_other_counters),
    ("gettysburg/first-of-july", still_to_arrive),
    ("gettysburg/first-day-union", still_to_arrive),
    ("longstreet_lite/brawners-farm", other_cards),
    ("longstreet_lite/neither-pass-nor-invoke", other_cards),  # with a deck that is shuffled anew
])  # fmt: skip
def test_what_a_side_hides_changes_nothing_in_the_page_of_the_other(played: Played, name: str, swap: Swap) -> None:
    games, line = played(f"{name}.transcript")
    whole, tried = first_half(games, line), 0
    for owner, other in (line.started.sides, line.started.sides[::-1]):
        pairs = [(whole[:at], swap(games, line, whole[:at], owner)) for at in cuts(whole, LOOKED_AT)]
        for one, twin in [pair for pair in pairs if pair[0] != pair[1]][-1:]:
            tried += 1
            shown, as_twin = page_of(games, one, other), page_of(games, twin, other)
            assert shown == as_twin, f"{name}:{len(one)} tells {other} what {owner} hides"
    assert tried


def test_the_owner_does_see_what_is_exchanged(played: Played) -> None:
    games, line = played("gettysburg/first-of-july.transcript")
    whole = first_half(games, line)
    pairs = ((whole[:at], in_other_counters(games, line, whole[:at], "union")) for at in cuts(whole, LOOKED_AT))
    one, twin = next((one, twin) for one, twin in pairs if one != twin)
    assert page_of(games, one, "union") != page_of(games, twin, "union")


Step = tuple[str, int]
DEEDS = ("add", "move", "loss", "mark", "blue", "draw")
STEPS = st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 2)), min_size=3, max_size=8)
NAMES = (("spy", "scout", "agent"), ("mole", "raven", "ghost"))
PLACES = (("wolfsdell", "oxford", "barnby"), ("millthorpe", "farnham", "dykeley"))
CARDS = (("ace", "king", "queen"), ("ten", "nine", "eight"))


def freeform(folder: Path, pack: Pack, steps: list[Step], twin: int) -> str:
    """Blue's page of a game in which red hides pieces and cards; which they are depends on the twin."""
    with GameLog(str(folder / "games.db"), SYSTEMS) as log:
        games, added, drawn = Games(log), set[int](), set[int]()
        games.new(SYSTEMS["freeform"], "blank", "game", pack, title="Ridge")
        give(games, "blue", f"AddDeck deck=fate cards={','.join((*CARDS[0], *CARDS[1]))} hidden=yes")
        for what, which in steps:
            name, place, card = NAMES[twin][which], PLACES[twin][which], CARDS[twin][which]
            if what == "blue":
                give(games, "blue", "RollDice why=volley dice=1", dice=(which + 1,))
            elif what == "draw" and which not in drawn:
                drawn.add(which)
                give(games, "red", "DrawCard deck=fate", cards=(card,))
            elif what == "add" and which not in added:
                added.add(which)
                give(games, "red", f"AddPiece piece={name} side=red at={place} strength=3 hidden=yes")
            elif what in ORDERS and which in added:
                give(games, "red", ORDERS[what].format(name=name, place=place))
        data = page_data(games, side="blue")
        lines = tuple(msgspec.structs.replace(line, seal="") for line in data.lines)
        return re.sub(r"[0-9a-f]{16,}", "#", page(msgspec.structs.replace(data, lines=lines)))


ORDERS = {
    "move": "MovePiece piece={name} to={place}-2",
    "loss": "TakeLoss piece={name} amount=1 cause={place}",
    "mark": "ChangePiece piece={name} strength=9",
}


def give(games: Games, by: str, text: str, dice: tuple[int, ...] = (), cards: tuple[str, ...] = ()) -> None:
    games.order(Ref("game"), by, parse_order(SYSTEMS["freeform"], text), EnteredChance(dice, cards))


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_whatever_red_hides_blue_has_the_same_page(
    tmp_path_factory: pytest.TempPathFactory, pack: Pack, steps: list[Step]
) -> None:
    one, other = (freeform(tmp_path_factory.mktemp("twin"), pack, steps, twin) for twin in (0, 1))
    assert one == other
    assert not [word for words in PLACES for word in words if word in one]
