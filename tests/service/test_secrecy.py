"""Twin games that differ only in what one side hides look the same to the other and to spectators, in every answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from cli.service.bounds import Bounds
from domain.games.sight import SPECTATOR, can_see
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import CardDrawn, Order
from domain.log.refs import Ref
from domain.words.orders import parse_order
from domain.words.tell import tell
from rules import SYSTEMS
from rules.longstreet_lite.turn.asks import BeginBattle
from tests.service.conftest import API, Asked, Club, opened

ROOT = Path(__file__).parent.parent.parent
FEW = Bounds(burst=100_000, samples=20)  # of the umpire's odds nothing is asked but that they are not shown to others
VARIES = (
    (r"[0-9a-f]{16,}", "#"),  # hashes, ids, salts
    (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}", "then"),
    (r'"at":\d{13}', '"at":then'),
)


class Twins(NamedTuple):
    """How to play the same game twice: `hides` hides something, and what it is depends on which of the two it is."""

    system: str
    scenario: str
    hides: str
    other: str
    play: Callable[[Club, bool], None]
    options: tuple[str, ...] = ()


def give(club: Club, by: str, order: Order | str, dice: tuple[int, ...] = (), cards: tuple[str, ...] = ()) -> None:
    line = club.games.line(Ref("twin"))
    wanted = parse_order(line.system, order) if isinstance(order, str) else order
    club.games.order(Ref("twin"), by, wanted, EnteredChance(dice, cards))


def freeform(club: Club, first: bool) -> None:
    spy = "spy" if first else "mole"
    give(club, "red", f"AddPiece piece={spy} side=red at={'wood' if first else 'river'} strength=3 hidden=yes")
    give(club, "blue", "AddPiece piece=guard side=blue at=hill")
    give(club, "red", f"MovePiece piece={spy} to={'barn' if first else 'ford'}")
    give(club, "red", f"TakeLoss piece={spy} amount=1 cause={'fever' if first else 'cold'}")
    give(club, "blue", "AddDeck deck=fate cards=ace,king,knave hidden=yes")
    give(club, "red", "DrawCard deck=fate", cards=("ace" if first else "king",))


def gettysburg(club: Club, first: bool) -> None:
    full, empty = ("C-HMC3", "C-HMC4") if first else ("C-HMC4", "C-HMC3")
    contents = f'{{"{full}": ["C-41", "C-42", "C-43", "C-44"], "{empty}": ["C-45"]}}'
    give(club, "confederate", f"HideUnits at=1926 contents={contents}")


def longstreet(club: Club, first: bool) -> None:
    """Both decks hold the same; of what is drawn only the Confederate hand differs."""
    give(club, "us", BeginBattle(), cards=_hands(club, first))


def _hands(club: Club, first: bool) -> tuple[str, ...]:
    """The cards that one start drew, those of the Confederates in the second twin from elsewhere in their deck."""
    trial = Ref("trial")
    if not [game for game in club.games.log.games() if game == "trial"]:
        club.new("longstreet_lite", "brawner_farm", "trial")
        club.games.order(trial, "us", BeginBattle())
    state = club.games.position(trial).state
    drawn = [entry.fact for entry in club.games.entries(trial) if isinstance(entry.fact, CardDrawn)]
    printed = {side: sorted([*state.core.decks[side], *state.cards[side].hand]) for side in ("us", "cs")}
    taken: dict[str, int] = {}
    cards = []
    for fact in drawn:
        number = taken[fact.by] = taken.get(fact.by, -1) + 1
        pile = printed[fact.by] if fact.by == "us" or first else list(reversed(printed[fact.by]))
        cards.append(pile[number])
    return tuple(cards)


def wallaces_war(club: Club, first: bool) -> None:
    """4.2a The Scots have listed their chits; the English have not, so nothing is shown."""
    give(club, "scots", "ListChits fours=4 threes=4 twos=6" if first else "ListChits fours=5 threes=4 twos=4")


def musket_and_pike(club: Club, first: bool) -> None:
    """5.5.3 The Royalists have chosen their orders; the Parliamentarians have not, so nothing is shown."""
    order = "charge" if first else "make_ready"
    wings = f'{{"royalist-right-horse": "{order}", "royalist-foot": "make_ready", "royalist-left-horse": "charge"}}'
    give(club, "royalist", f"ChooseOrders orders={wings}")


OPEN = {"black_powder"}  # nothing is hidden in it
TWINS = [
    Twins("freeform", "blank", "red", "blue", freeform),
    Twins("gettysburg", "second_day", "confederate", "union", gettysburg, ("hidden_movement",)),
    Twins("longstreet_lite", "brawner_farm", "cs", "us", longstreet),
    Twins("wallaces_war", "stirling_bridge", "scots", "english", wallaces_war),
    Twins("musket_and_pike", "edgehill", "royalist", "parliament", musket_and_pike),
]


def paths(club: Club) -> Iterator[str]:
    """Every address of the interface that can be asked without changing anything; of entries, those around secrets."""
    entries = club.games.entries(Ref("twin"))
    hidden = [entry.number for entry in entries if entry.to is not None]
    some = {number for first in (*hidden[:2], *hidden[-1:]) for number in (first - 1, first, first + 1)}
    numbers = sorted(number for number in some if number <= len(entries))
    for path, item in club.spectator.get("/api/schema").json()["paths"].items():
        if "get" not in item or path.endswith("/follow") or "{game}" not in path:
            continue
        plain = path.replace("{game}", "twin").replace("{line}", "main")
        names = {parameter["name"] for parameter in item["get"].get("parameters", ())}
        if "{number}" in plain:
            yield from (plain.replace("{number}", str(number)) for number in numbers)
        elif "at" in names:
            yield from (f"{plain}?at={number}" for number in numbers)
        elif "format" in names:
            yield from (f"{plain}?format={kind}" for kind in ("jsonl", "transcript", "html"))
        else:
            yield plain
    yield f"{API}/games/twin/lines/main/entries?limit=1000"
    yield f"{API}/games/twin/page"
    yield f"{API}/games/twin/lines/main/places"


def answers(club: Club, who: Asked) -> dict[str, tuple[int, str]]:
    return {path: shown(who, path) for path in paths(club)}


def shown(who: Asked, path: str) -> tuple[int, str]:
    answer = who.get(path)
    text = answer.text
    for pattern, instead in VARIES:
        text = re.sub(pattern, instead, text)
    return answer.status_code, text


@pytest.mark.parametrize("twins", TWINS, ids=lambda twins: twins.system)
def test_what_a_side_hides_shows_in_no_answer_to_the_other_or_to_spectators(twins: Twins, tmp_path: Path) -> None:
    with ExitStack() as stack:
        clubs = [stack.enter_context(opened(tmp_path / name, FEW)) for name in ("one", "other")]
        for club, first in zip(clubs, (True, False), strict=True):
            club.new(twins.system, twins.scenario, "twin", options=twins.options)
            twins.play(club, first)
        for club in clubs:
            answers(club, club.member("umpire", "twin"))  # what is kept for one who sees all is not for others
        for who in (twins.other, SPECTATOR):
            asked = [club.member(who, "twin") if who else club.spectator for club in clubs]
            one, other = (answers(club, caller) for club, caller in zip(clubs, asked, strict=True))
            assert one.keys() == other.keys()
            assert {path: (one[path], other[path]) for path in one if one[path] != other[path]} == {}
            assert 200 in {status for status, _ in one.values()}
        owners = [club.member(twins.hides, "twin") for club in clubs]
        assert any(shown(owners[0], path) != shown(owners[1], path) for path in one), "the twins differ for their owner"


def secrets_of(club: Club, game: str, viewer: str) -> dict[str, str]:
    """Hidden facts as JSON and in words, as far as nothing the viewer may see reads the same."""
    line = club.games.line(Ref(game))
    names, entries = club.games.names(line), club.games.entries(Ref(game))
    told = {entry.number: (_json(entry.fact), tell(line.system, entry.fact, names)) for entry in entries}
    open_to = {text for entry in entries if can_see(viewer, entry.to) for text in told[entry.number]}
    hidden = [entry.number for entry in entries if not can_see(viewer, entry.to)]
    return {text: f"entry {number}" for number in hidden for text in told[number] if text not in open_to}


def _json(fact: Any) -> str:
    return msgspec.json.encode(fact).decode()


@pytest.mark.parametrize("name", ["longstreet_lite/open-field-us", "gettysburg/mcphersons-ridge-confederate"])
def test_no_secret_of_a_recorded_game_stands_in_any_answer_to_others(name: str, tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        text = (ROOT / "fixtures" / f"{name}.transcript").read_bytes()
        assert club.own.post(f"{API}/import?name=twin", content=text).status_code == 201
        line = club.games.line(Ref("twin"))
        club.games.branch(Ref("twin", entry=1), "goes-on")  # while a line is in play nothing is opened
        hidden = [entry.number for entry in club.games.entries(Ref("twin")) if entry.to is not None]
        assert hidden, "a game with secrets"
        for viewer in (*line.started.sides, SPECTATOR):
            secrets = secrets_of(club, "twin", viewer)
            assert secrets
            asked = club.member(viewer, "twin") if viewer else club.spectator
            for path in paths(club):
                text = asked.get(path).text
                assert [where for secret, where in secrets.items() if secret in text] == [], f"{path} for {viewer!r}"


def test_once_no_line_is_in_play_all_is_open_to_whoever_may_see_the_game(tmp_path: Path) -> None:
    name = "gettysburg/mcphersons-ridge-confederate"
    with opened(tmp_path) as club:
        text = (ROOT / "fixtures" / f"{name}.transcript").read_bytes()
        assert club.own.post(f"{API}/import?name=twin", content=text).status_code == 201
        hidden = next(entry.number for entry in club.games.entries(Ref("twin")) if entry.to is not None)
        path = f"{API}/games/twin/lines/main/entries/{hidden}"
        members = [club.spectator, club.member("union", "twin"), club.member("confederate", "twin")]
        assert [who.get(path).status_code for who in members] == [200, 200, 200]
        assert members[1].get(f"{API}/games/twin/export?format=transcript").status_code == 200
        assert members[1].post(f"{API}/games/twin/lines/main/rulings", json={"text": "so be it"}).status_code == 403
        club.games.branch(Ref("twin", "main", hidden + 1), "what-if")
        assert sorted(who.get(path).status_code for who in members) == [200, 403, 403]


@pytest.mark.parametrize("twins", TWINS, ids=lambda twins: twins.system)
def test_a_hidden_entry_is_refused_by_number(twins: Twins, tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        club.new(twins.system, twins.scenario, "twin", options=twins.options)
        twins.play(club, True)
        hidden = [entry.number for entry in club.games.entries(Ref("twin")) if entry.to == (twins.hides,)]
        assert hidden
        owner, other = club.member(twins.hides, "twin"), club.member(twins.other, "twin")
        for number in hidden:
            path = f"{API}/games/twin/lines/main/entries/{number}"
            assert owner.get(path).status_code == 200
            assert other.get(path).status_code == club.spectator.get(path).status_code == 403


def test_every_shipped_system_is_among_the_twins() -> None:
    assert {twins.system for twins in TWINS} == set(SYSTEMS) - OPEN


def test_an_audit_tells_a_side_where_rules_and_log_part_and_only_the_umpire_what_stands_there(club: Club) -> None:
    from domain.kernel.play import Recorded
    from domain.log.entry import Envelope
    from rules.freeform.pieces.facts import PieceAdded

    line = club.games.line(Ref("ridge"))
    head = club.games.log.head(line)
    made = PieceAdded(piece="ghost", side="red", name="", kind="", at="mill", strength=None, marks={}, hidden=True)
    club.games.log.append(line, head, Envelope(head.order_no + 1, "red", 0), [Recorded(made, ("red",))])
    path = f"{API}/games/ridge/lines/main/audit?all=true"
    shown, told = club.member("blue").get(path), club.member("umpire").get(path)
    assert "ghost" in told.text
    assert "ghost" not in shown.text
    assert [one["entry"] for one in shown.json()["differences"]] == [head.number + 1]
    assert not shown.json()["is_clean"]


@pytest.mark.parametrize("twins", TWINS[1:4], ids=lambda twins: twins.system)
def test_how_a_game_stands_by_conditions_that_may_count_what_is_hidden_only_the_umpire_hears(
    twins: Twins, tmp_path: Path
) -> None:
    with opened(tmp_path) as club:
        club.new(twins.system, twins.scenario, "twin", options=twins.options)
        twins.play(club, True)
        path = f"{API}/games/twin/lines/main/score"
        assert club.member("umpire", "twin").get(path).json()["standing"]
        for who in (club.member(twins.hides, "twin"), club.member(twins.other, "twin"), club.spectator):
            assert who.get(path).json()["standing"] == ""
