"""No stored field holds a sentence of ours: reasons are keys of the catalogue, and speak of ids and numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel import facts as f
from domain.kernel.citing import structs
from domain.kernel.reasons import SAID, Modifier, Reason
from domain.kernel.say import ENGLISH
from domain.kernel.system import System
from domain.words import en
from rules import SYSTEMS
from tests.replay_fixtures import RecordedGame, recorded_games

# What people type, and what a scenario, a pack or an edition is called.
TYPED: dict[type[msgspec.Struct], tuple[str, ...]] = {
    f.GameStarted: ("title", "edition"),
    f.LineOpened: ("why",),
    f.RulingMade: ("text",),
    f.NoteAdded: ("text",),
    f.IrregularPlay: ("what",),
}
# Whatever a freeform game holds was typed, or stood in a file.
RULED = [path for path in recorded_games() if path.parent.name != "freeform"]
SENTENCE = 4  # words: phases, stages and causes have fewer


def texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case tuple() | list():
            for one in value:
                yield from texts(one)
        case dict():
            yield from texts((*value, *value.values()))


def own_texts(struct: msgspec.Struct) -> Iterator[str]:
    """What its fields hold, but for what people typed and what stands in it as a struct of its own."""
    typed = TYPED.get(type(struct), ())
    for name in struct.__struct_fields__:
        if name not in typed:
            yield from texts(getattr(struct, name))


def faults(system: System[Any], fact: f.Fact, named: Collection[str]) -> Iterator[str]:
    """`named`: what the pack calls by a name of several words."""
    for struct in structs(fact):
        if isinstance(struct, Reason | Modifier):
            yield from of_reason(system, struct, named)
        elif not isinstance(struct, f.Order):
            said = (text for text in own_texts(struct) if len(text.split()) >= SENTENCE and text not in named)
            yield from (f"{text!r} is a sentence" for text in said)


def of_reason(system: System[Any], why: Reason | Modifier, named: Collection[str]) -> Iterator[str]:
    if why.key == SAID:
        return
    if why.key not in {*system.words(ENGLISH).reasons, *en.REASONS}:
        yield f"{why.key!r} is no key of the catalogue"
    yield from (f"{text!r} is no id" for text in texts(why.of) if " " in text and text not in named)


@pytest.mark.parametrize("path", RULED, ids=lambda path: path.stem)
def test_no_fact_of_a_recorded_game_holds_a_sentence_of_ours(recorded_game: RecordedGame, path: Path) -> None:
    games, line = recorded_game(path)
    sheets = games.log.pack(line.started.pack).files.values()
    named = set(texts([tomllib.loads(sheet) for sheet in sheets]))
    assert {fault for fact in games.log.facts(line) for fault in faults(line.system, fact, named)} == set()


def test_a_sentence_would_be_found() -> None:
    why = Reason("Archer is driven back", "12.3", ("by Meredith",))
    rolled = f.DiceRolled(by="blue", sides=6, faces=(1,), why=why, source="fair")
    assert len(list(faults(SYSTEMS["gettysburg"], rolled, ()))) == 2
