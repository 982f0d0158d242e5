"""Gettysburg in French: all that English says, in the terms of the printed rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from domain.games.games import Games
from domain.games.groups import groups
from domain.games.hand import titled
from domain.kernel.facts import Fact, FrameOpened, LossTaken, Order, PhaseBegan
from domain.kernel.play import fold
from domain.kernel.reasons import Of, Reason, TableRead
from domain.kernel.say import Say, Template, speaking
from domain.words.looking import read, seen
from domain.words.phrases import calling, deed, word
from domain.words.tell import tell
from projections.pictures.text import draw
from rules.gettysburg import SYSTEM
from rules.gettysburg.combat.asks import AwaitAdvance, ResolveAttack
from rules.gettysburg.combat.bombardment_facts import BombardmentResolved
from rules.gettysburg.combat.facts import CombatResolved, FightBegan
from rules.gettysburg.combat.retreat_facts import RetreatBegan, UnitRetreated
from rules.gettysburg.hidden.facts import HiddenFilled
from rules.gettysburg.movement.asks import AwaitMarch, DeclareAttack, MoveUnit
from rules.gettysburg.movement.facts import MarchBegan, UnitDelayed, UnitEntered, UnitMoved
from rules.gettysburg.sheets.scenario import names
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import EndPhase, Rally
from rules.gettysburg.turn.facts import CommandRolled, Declined
from rules.gettysburg.turn.state_facts import GunsFired, UnitRouted, UnitTested
from rules.gettysburg.words.en import WORDS as ENGLISH
from rules.gettysburg.words.fr import WORDS as FRENCH
from rules.gettysburg.words.fr.turn import TESTS
from rules.texts import BookText, book_text
from tests.gettysburg.fighting import C, U, combat
from tests.gettysburg.positions import HOUSE, position, said, start
from tests.replay_fixtures import brought_in, recorded_games

GAMES = [path for path in recorded_games() if path.parent.name == "gettysburg"]
BREAKS = re.compile(r" [:;!?]")  # a space before these does not break a line
OF_ENGLISH = re.compile(r"\b(the|is|are|of|to|and|its|cannot|with|by|at|may|must)\b")


def in_french(fact: Fact) -> str:
    """As it is read: which spaces break is looked at elsewhere."""
    with speaking("fr"):
        return tell(SYSTEM, fact, names(HOUSE)).replace("\u00a0", " ")


def refused(state: State, by: str, order: Order) -> str:
    with speaking("fr"):
        return said(state, by, order).replace("\u00a0", " ")


def test_french_has_all_that_english_has() -> None:
    assert set(FRENCH.reasons) == set(ENGLISH.reasons)
    assert set(FRENCH.facts) == set(ENGLISH.facts)
    assert set(FRENCH.asked) == set(ENGLISH.asked)
    assert set(FRENCH.orders) == set(ENGLISH.orders)
    assert set(FRENCH.terms) >= {*ENGLISH.terms, C, U}


def gaps(template: str) -> set[tuple[str, str]]:
    """What a text has gaps for: sides are told as they are stored in English, and as terms in French."""
    fields = [(field, how or "") for _, field, how, _ in Formatter().parse(template) if field is not None]
    return {(field, "" if how == "term" else how) for field, how in fields}


def test_both_languages_speak_of_the_same_things() -> None:
    pairs: list[tuple[str, Template, Template]] = [
        (key, ENGLISH.reasons[key], FRENCH.reasons[key]) for key in ENGLISH.reasons
    ]
    plain = [(key, en, fr) for key, en, fr in pairs if isinstance(en, str) and isinstance(fr, str)]
    assert len(plain) > 150
    assert [key for key, en, fr in plain if gaps(en) != gaps(fr)] == []


# What a refusal made by a function speaks of, where it is not a unit and hexes.
SPOKEN_OF: dict[str, tuple[Of, ...]] = {
    "must wait": ("EndPhase", U, "Advance", "Decline"),
    "no order of this phase": ("Rally", "movement", "MoveUnit", "ReorderStack"),
    "still declared": ("C-41", "attack", "2020", "C-45", "bombardment", "2021"),
    "nothing declared": ("C-45", "bombardment"),
    "is over": ("attack", "C-41"),
    "too dear": ("C-41", 2, 5, "2020"),
    "march costs": (5,),
    "due later": ("C-41", 14),
    "return too early": ("C-41", 14),
    "forced march at this pace": ("C-41", "accelerated"),
    "charge at this pace": ("C-41", "disengage"),
    "pace is kept": ("C-41", "normal"),
    "no brigade of yours": ("C-45", U),
    "victory by points": ("rain", 38, U, -3),
    "decisive victory by points": ("last-turn", 46, C, 32),
    "brigades on Cemetery Hill": ("last-turn", 10, 2),
    "score and units in the boxes": ("last-turn", 22, -4, 7),
    "roads and brigades": ("last-turn", 22, "Taneytown Road", 1, "Baltimore Pike", 0, "broken", 11),
    "if it ended now": (U, "4.1b", "victory by points", "now", 5, U, 0),
    "if it ended now, without points": (U, "23.2", "brigades on Cemetery Hill", "now", 5, 1),
    "title of the board": ("2020", 3, U, "movement", C, "attack", U, "panic"),
    "due there": (14, "A"),
    "declared on": ("train", "2020"),
    "artillery units": (2,),
    "differential": (-4, -6),
    "sight blocked": ("2020", "2024", "2022", "hill", "light_woods"),
}
THINGS = re.compile(r"C-\d+|\b\d{4}\b|[A-Z][a-z]+[A-Z]\w+")  # units, hexes and orders


def test_a_refusal_that_lists_things_lists_them_in_both_languages() -> None:
    for key in (key for key, text in FRENCH.reasons.items() if callable(text)):
        why = Reason(key, "", SPOKEN_OF.get(key, ("C-41", "2020", "2021", "2022")))
        english, french = Say(ENGLISH).reason(why), Say(FRENCH).reason(why)
        assert sorted(THINGS.findall(french)) == sorted(THINGS.findall(english)), key
        assert not OF_ENGLISH.search(french), french
        assert not BREAKS.search(french), french


def test_no_line_breaks_before_a_colon() -> None:
    texts = [text for text in FRENCH.reasons.values() if isinstance(text, str)]
    assert [text for text in (*texts, *FRENCH.orders.values()) if BREAKS.search(text) or "'" in text] == []


def test_every_other_language_is_english() -> None:
    assert SYSTEM.words("de") is SYSTEM.words("en") is ENGLISH
    assert SYSTEM.words("fr") is SYSTEM.words("fr")
    assert SYSTEM.words("fr").reasons["has moved"] == "{0:name} a bougé ce tour-ci"


TOLD: dict[str, Fact] = {
    "== 1er juillet, tour 3 : tour de joueur de l’Union ==": PhaseBegan(turn=3, phase="command", side=U),
    "2 juillet, tour 11 (nuit), combat de la Confédération": PhaseBegan(turn=23, phase="combat", side=C),
    "l’armée de l’Union est en état de Panique sur un jet de 3 (16.2)": CommandRolled(side=U, state="panic", total=3),
    "Archer (C-41) commence son mouvement avec 4 PM, mouvement accéléré (15.1)": MarchBegan(
        unit="C-41", by=C, left=8, pace="accelerated"
    ),
    "Archer (C-41) va en 1233 par la route (½ PM)": UnitMoved(unit="C-41", to="1233", cost=1, road=True),
    "Archer (C-41) entre par A (1234), rang 2 dans la colonne, 2 PM": UnitEntered(
        unit="C-41", at="1234", column=2, cost=4, entry="A"
    ),
    "la cavalerie ennemie entrave Archer (C-41) : 1½ PM de plus (15.3a)": UnitDelayed(unit="C-41", extra=3),
    "Archer (C-41) attaque 1629, tenu par Gamble (U-72)": FightBegan(
        attacker="C-41", side=C, target="1629", defender="U-72"
    ),
    "Archer (C-41) contre-attaque 1629": FightBegan(attacker="C-41", side=C, target="1629", counter=True),
    "Cabell (C-10), Alexander (C-15) et Eshleman (C-16) bombardent 3225": FightBegan(
        attacker="C-10", side=C, target="3225", kind="bombardment", guns=("C-10", "C-15", "C-16")
    ),
    "Henry (C-5) sur Graham (U-21) en 3225 : colonne 1, 5 : D, cible Désorganisée (BT)": BombardmentResolved(
        units=("C-5",), target="3225", aim="U-21", coordinated=False, column=1, die=5, cell="D"
    ),
    "Graham (U-21) part en Déroute et est capturée (12.5)": UnitRouted(
        unit="U-21", box="captured", why=Reason("rolled", "12.5")
    ),
    "perte : Graham (U-21), en Déroute": LossTaken(
        side=U, unit="U-21", kind="routed", amount=1, cause=Reason("rout test", "12.2")
    ),
    "Gamble (U-72) et Devin (U-73) doivent battre en retraite (12.3)": RetreatBegan(
        units=("U-72", "U-73"), rule="12.3"
    ),
    "Gamble (U-72) rate son Test de Déroute : 5 contre 4 (12.2)": UnitTested(
        unit="U-72", test=Reason("rout test", "12.2"), die=5, rating="4", passed=False
    ),
    "Henry (C-5) passe sur sa face Tiré (bombardement, 13.1b)": GunsFired(unit="C-5", why=Reason("bombarded", "13.1b")),
    "l’Union renonce : suite du mouvement d’Ames (U-51) (8.1a)": Declined(
        side=U, what=Reason("further movement", "8.1a", ("U-51",))
    ),
    "Gamble (U-72) recule en 1627 (12.4a)": UnitRetreated(unit="U-72", to="1627"),
    "U-HMC1 contient zéro unité : un leurre": HiddenFilled(hmc="U-HMC1", units=()),
    "à l’Union de poursuivre le mouvement de Gamble (U-72), ou de l’arrêter (8.1a)": FrameOpened(
        frame=AwaitMarch(side=U, unit="U-72")
    ),
    "à la Confédération de décider : faire avancer Law (C-3) et Robertson (C-4) en 3424 ? (12.7a)": FrameOpened(
        frame=AwaitAdvance(side=C, units=("C-3", "C-4"), to="3424")
    ),
}


@pytest.mark.parametrize("sentence", TOLD)
def test_a_fact_is_told_in_the_printed_terms(sentence: str) -> None:
    assert in_french(TOLD[sentence]) == sentence


def test_11_4_a_combat_is_reckoned_in_one_line() -> None:
    fact = CombatResolved(
        attacker="C-6", defender="U-21", target="3225", attacker_combat=5, defender_combat=4, modifiers=(),
        differential=1, column=1, dice=(4, 3), cell="D", result="DR",
    )  # fmt: skip
    effect = "défenseur Désorganisé, Test de Déroute, sinon Ébranlé et repoussé"
    assert in_french(fact) == (
        "Barksdale (C-6) contre Graham (U-21) en 3225 : 5 contre 4 ; différentiel +1 ; 4+3 = 7 : "
        f"D, lu comme DR, {effect} (CRT)"
    )


def test_a_refusal_is_told_in_french() -> None:
    field = position({"C-41": "2019", "U-1": "2020", "C-45": "2017"}, fired=["C-45"])
    assert refused(field, U, EndPhase()) == "c’est à la Confédération d’agir dans cette phase de mouvement"
    assert refused(field, C, ResolveAttack(unit="C-41")).startswith(
        "ResolveAttack n’est pas un ordre de la phase de mouvement ; ici : MoveUnit, DeclareAttack, "
    )
    assert refused(field, C, MoveUnit(unit="C-41", path=("2020",))) == (
        "des pièces ennemies sont en 2020 ; Archer ne peut pas y entrer"
    )
    assert refused(field, C, MoveUnit(unit="C-45", path=("2018",))) == (
        "J. Garnett est sur sa face Tiré : plus rien ne lui est permis"
    )
    assert refused(field, C, DeclareAttack(unit="C-41", target="U-1")) == "target= nomme un hex : U-1 se trouve en 2020"
    field.core.phase = "rally"
    assert refused(field, C, Rally(unit="U-1")) == "U-1 n’est pas une unité de la Confédération"
    assert refused(start(), U, EndPhase()) == "la Confédération doit d’abord terminer sa mise en place (EndPhase)"


def test_11_1_what_was_declared_must_be_carried_out() -> None:
    state = combat({"C-41": "2019", "U-1": "2020"}, {"C-41": "2020"})
    assert refused(state, C, EndPhase()) == (
        "ce qui a été déclaré doit être exécuté : Archer (C-41) attaque 2020 (ResolveAttack)"
    )
    assert refused(state, C, ResolveAttack(unit="U-1")) == (
        "Meredith (Iron) (U-1) n’a déclaré aucune attaque pendant la Phase de Mouvement"
    )


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_is_told_in_french_throughout(games: Games, path: Path) -> None:
    facts = games.log.facts(brought_in(games, path))
    with speaking("fr"):
        told = [tell(SYSTEM, fact) for fact in facts if type(fact) in FRENCH.facts or isinstance(fact, FrameOpened)]
    assert len(told) > 100
    assert {fact.test.key for fact in facts if isinstance(fact, UnitTested)} <= set(TESTS) <= set(ENGLISH.reasons)
    assert [text for text in told if OF_ENGLISH.search(text) or BREAKS.search(text)] == []


def texts_of(book: BookText) -> Iterator[str]:
    for rule in book.rules:
        yield from (rule.title, rule.text, rule.table)
    yield from (text for reading in book.readings.values() for text in reading.values())
    yield from (*book.settled.values(), *book.options.values())


def books() -> tuple[BookText, BookText]:
    found = []
    for language in ("en", "fr"):
        with speaking(language):
            book = book_text("gettysburg")
        assert book is not None
        found.append(book)
    return found[0], found[1]


def test_both_books_have_the_same_rules_and_disputes() -> None:
    english, french = books()
    assert english is not french
    assert [(r.id, r.readings, r.module) for r in french.rules] == [(r.id, r.readings, r.module) for r in english.rules]
    for ours, theirs in zip(french.rules, english.rules, strict=True):
        assert [bool(text) for text in (ours.title, ours.text, ours.table)] == [
            bool(text) for text in (theirs.title, theirs.text, theirs.table)
        ], ours.id
    assert {name: list(one) for name, one in french.readings.items()} == {
        name: list(one) for name, one in english.readings.items()
    }
    assert list(french.settled) == list(english.settled)
    assert list(french.options) == list(english.options)


NUMBERS = re.compile(r"\d+(?:\.\d+)*|\([1-4]\)")


def test_the_french_book_speaks_french_and_of_the_same_numbers() -> None:
    english, french = books()
    assert [text for text in texts_of(french) if OF_ENGLISH.search(text) or BREAKS.search(text)] == []
    for ours, theirs in zip(french.rules, english.rules, strict=True):
        cited = [set(NUMBERS.findall(rule.text + rule.table)) for rule in (ours, theirs)]
        assert cited[0] == cited[1], ours.id


def test_a_rule_a_dispute_and_an_option_are_told_in_french() -> None:
    with speaking("fr"):
        assert SYSTEM.book.readings["D12"].question == "Que coûte un hex avec deux sortes de terrain\u00a0?"
        assert SYSTEM.book.settled["D92"].startswith("20.5 La pluie se joue avant")
        assert "une unité peut gagner 1 ou 2 points" in SYSTEM.book.option_texts["forced_march"]


def test_every_cell_and_label_of_a_recorded_game_has_its_french(games: Games) -> None:
    line = brought_in(games, next(path for path in GAMES if path.stem == "second-day-union"))
    state, told = games.initial(line), set[str]()
    with speaking("fr"), calling(Say(FRENCH)):
        for group in groups(games.log.entries(line)):
            facts = [entry.fact for entry in group]
            told |= {word(trace.label) for trace in SYSTEM.book.traces(state, facts)}
            told |= {str(part) for fact in facts for one in SYSTEM.book.tables(fact) for part in cells(one)}
            fold(SYSTEM, state, facts)
    assert {"Table des Résultats de Combat", "défenseur touché (DR)", "En Déroute"} <= told
    assert [text for text in told if OF_ENGLISH.search(text) or BREAKS.search(text)] == []


def cells(found: TableRead) -> tuple[Reason | str, ...]:
    shown = read(Say(FRENCH), found)
    return shown.table, shown.row, shown.column, shown.cell


def test_a_board_is_told_in_french() -> None:
    state = position({"C-41": "2019", "U-1": "2020", "U-2": "routed"}, disrupted=["C-41"])
    with speaking("fr"):
        board = seen(SYSTEM, state, None)
    archer = next(counter for counter in board.counters if counter.id == "C-41")
    assert str(board.title).replace("\u00a0", " ").startswith("La bataille complète : 1er juillet, tour ")
    assert archer.state == "Désorganisé"
    with speaking("fr"), calling(Say(FRENCH)):
        assert "Union, case En Déroute : l’Union : Cutler [U-2]" in draw(board).replace("\u00a0", " ")


def test_an_arrow_on_the_map_is_an_attack_and_no_state_of_command() -> None:
    with speaking("fr"), calling(Say(FRENCH)):
        assert (word("attack"), deed("attack")) == ("état d’Attaque", "attaque")


def test_every_order_has_a_name_for_people_and_there_is_no_other() -> None:
    """On the page; before, its buttons said `Move unit` in French too."""
    titles = {key for key in SYSTEM.words("fr").terms if key.startswith(titled(""))}
    assert titles == {titled(kind.__name__) for kind in SYSTEM.book.orders}
