"""Lays out a new rule system that plays and fails usefully: `python -m tests.new_system bull_run "First Bull Run"`.

What it makes is a game of two turns with one order. The conformance tests then say what is missing, one by one.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")

FILES = {
    "rules/{key}/__init__.py": '''"""{title}. A folder for each chapter; this module holds SYSTEM and nothing else."""

from __future__ import annotations

from domain.kernel.say import Words
from domain.kernel.system import Sheets, Sight, System
from rules.{key}.book import BOOK
from rules.{key}.sheets import FILES, check_pack, scenarios
from rules.{key}.sight import board
from rules.{key}.state import State, initial


def _words(_language: str) -> Words:
    from rules.{key}.words.en import WORDS

    return WORDS


SYSTEM: System[State] = System(
    key="{key}",
    title="{title}",
    edition="which edition of the rulebook",
    state=State,
    initial=initial,
    book=BOOK,
    sheets=Sheets(check_pack, scenarios, files=FILES),
    sight=Sight(board),
    words=_words,
)
''',
    "rules/{key}/book.py": '''"""The book: its chapters in the order in which they proceed, and whose moment it is."""

from __future__ import annotations

from domain.kernel.book import Book, Gate
from rules.{key}.state import State
from rules.{key}.turn import turn


def acting(state: State) -> tuple[str, ...]:
    return (state.core.active,)


BOOK: Book[State] = Book(chapters=(turn.CHAPTER,), gate=Gate("XX.1", acting))
''',
    "rules/{key}/state.py": '''"""What a position holds."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Any

import msgspec

from domain.kernel import core
from domain.kernel.core import Core
from domain.kernel.system import Setup


class State(msgspec.Struct, kw_only=True):
    core: Core[Any]  # name the questions here: Core[turn.Awaited | combat.Awaited]


def initial(setup: Setup) -> State:
    state = State(core=core.start(setup.started))
    state.core.turn, state.core.phase, state.core.active = 1, "turn", state.core.sides[0]
    return state
''',
    "rules/{key}/turn/__init__.py": "",
    "rules/{key}/turn/asks.py": '''"""XX.1 What may be asked for in a turn."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Order


class EndTurn(Order, frozen=True, kw_only=True):
    """XX.1 The side is done."""
''',
    "rules/{key}/turn/turn.py": '''"""XX.1 Turn and turn about, until the last."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.facts import GameEnded, PhaseBegan
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.{key}.state import State
from rules.{key}.turn.asks import EndTurn

LAST_TURN = 2  # XX.1


def decide_end(play: Play[State], _order: EndTurn) -> None:
    core = play.state.core
    at = core.sides.index(core.active)
    if at + 1 < len(core.sides):
        play.record(PhaseBegan(turn=core.turn, phase="turn", side=core.sides[at + 1]))
    elif core.turn < LAST_TURN:
        play.record(PhaseBegan(turn=core.turn + 1, phase="turn", side=core.sides[0]))
    else:
        play.record(GameEnded(winner="", why=Reason("night falls", "XX.1")))


def choices(state: State) -> Iterator[Choice]:
    yield Choice(state.core.active, EndTurn())


CHAPTER = Chapter[State](
    orders=(Asked(EndTurn(), decide_end, phases=("turn",), cite="XX.1"),),
    choices=choices,
)
''',
    "rules/{key}/sheets.py": '''"""What the packs hold: a misspelt key is an error, not a silence."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.packs import Pack, Sheet, read_sheet
from domain.kernel.system import Scenario


class ScenarioRow(Sheet, frozen=True, kw_only=True):
    key: str
    title: str
    sides: tuple[str, ...]
    text: str = ""
    source: str = ""


class Scenarios(Sheet, frozen=True, kw_only=True):
    source: str
    scenarios: tuple[ScenarioRow, ...]


FILES: Mapping[str, type[Sheet]] = {{"scenarios.toml": Scenarios}}


def check_pack(pack: Pack) -> None:
    scenarios(pack)


def scenarios(pack: Pack) -> Mapping[str, Scenario]:
    rows = read_sheet(pack, "scenarios.toml", Scenarios).scenarios
    return {{row.key: Scenario(row.key, row.title, row.sides, row.text) for row in rows}}
''',
    "rules/{key}/sight.py": '''"""What can be seen of a position."""

from __future__ import annotations

from domain.kernel.board import Board
from rules.{key}.state import State


def board(state: State, _viewer: str | None) -> Board:
    return Board(title="{title}", sides=state.core.sides)
''',
    "rules/{key}/words/__init__.py": "",
    "rules/{key}/words/en.py": '''"""{title} in English: a text for each key, fact, question and order."""

from __future__ import annotations

from domain.kernel.say import Words
from domain.words.gate import refusals
from rules.{key}.turn.asks import EndTurn

WORDS = Words(
    reasons={{**refusals(now=", in the {{0}} phase", of="the {{0}} phase"), "night falls": "night falls"}},
    facts={{}},
    asked={{}},
    orders={{EndTurn: "The side is done."}},
    terms={{}},
)
''',
    "rules/{key}/book.en.toml": """# The rules of {title} in our own words; `refight rule {key} ID` prints them.
source = "which rulebook, which edition"

[[rules]]
id = "XX.1"
title = "Turns"
text = "Each side acts once a turn; the game ends after two."
""",
    "rules/{key}/packs/house/scenarios.toml": """source = "house"

[[scenarios]]
key = "first"
title = "{title}"
sides = ["blue", "red"]
source = "house"
""",
    "rules/{key}/case.toml": """# A case: a position, one or more orders, and the dice and cards of the table.
system = "{key}"
title = "A turn ends"
text = "Blue is done, and red acts."
scenario = "first"

[[orders]]
by = "blue"
order = "EndTurn"
""",
    "rules/{key}/README.md": """# {title}

Which rulebook, which edition; what the packs hold and whose values they are.

| rule | what it says | module | test | state |
|---|---|---|---|---|
| XX.1 | Turns | turn/turn.py | test_turn.py | done |
""",
    "tests/{key}/__init__.py": "",
    "tests/{key}/test_turn.py": '''"""XX.1 Turns: the rulebook's own example comes here."""

from __future__ import annotations

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import GameStarted
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out
from domain.kernel.system import Setup
from rules.{key} import SYSTEM
from rules.{key}.turn.asks import EndTurn


def test_xx_1_after_the_last_turn_the_game_is_over() -> None:
    started = GameStarted(
        format=1, game="0", title="t", system="{key}", edition="", scenario="first", pack="", sides=("blue", "red"),
    )  # fmt: skip
    state = SYSTEM.initial(Setup(started, Pack(name="none", files={{}})))
    for side in ("blue", "red", "blue", "red"):
        carry_out(SYSTEM, state, side, EndTurn(), EnteredChance())
    assert state.core.ended
''',
}
# Asked of every system; the last column of CONTRIBUTING's steps names them too.
ASKED_FOR = (
    "__init__.py", "book.py", "state.py", "book.en.toml", "case.toml", "lesson.en.toml", "README.md",
    "words/__init__.py", "packs",
)  # fmt: skip


def lay_out(root: Path, key: str, title: str) -> list[Path]:
    """The files of a new system, and its name in the registry; nothing that is there is touched."""
    if not NAME.fullmatch(key):
        raise SystemExit(f"{key!r} cannot name a system; use small letters, digits and underscores")
    if (root / "rules" / key).exists():
        raise SystemExit(f"there is a system {key} already")
    made = []
    for name, text in FILES.items():
        path = root / name.format(key=key)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(key=key, title=title) if text else "", "utf-8")
        made.append(path)
    registry = root / "rules" / "__init__.py"
    text = registry.read_text("utf-8")
    registry.write_text(text.replace("KEYS = (", f'KEYS = ("{key}", ', 1), "utf-8")
    return made


def main() -> None:
    if len(sys.argv) not in (2, 3):
        raise SystemExit("write: python -m tests.new_system KEY [TITLE]")
    key = sys.argv[1]
    for path in lay_out(ROOT, key, sys.argv[2] if len(sys.argv) > 2 else key.replace("_", " ").title()):
        print(path.relative_to(ROOT))
    print(f"next: .venv/bin/pytest -q tests/{key} tests/conformance -k {key}; CONTRIBUTING says what comes then")


if __name__ == "__main__":
    main()
