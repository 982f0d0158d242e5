"""The table as it is drawn: units to scale, terrain, and what a viewer may know of the cards."""

from __future__ import annotations

from domain.kernel.board import Board
from domain.tabletop.angles import Point
from domain.words.looking import seen
from projections.pictures.svg import draw_svg
from projections.pictures.text import draw
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.state import State
from tests.longstreet_lite.positions import position, terrain, unit
from tests.longstreet_lite.starts import start

HANDS = {"us": ["quickstep", "quickstep", "aim-low"], "cs": ["old-rivals"]}


def scene(readings: dict[str, str] | None = None) -> State:
    state = position(
        {
            "u": unit("us", "10:8", "0", (3, 2), smoke=True),
            "b": unit("cs", "20:16", "180", (2,), kind="ART", limbered=True, bases=2),
        },
        terrain("hill", "4:4", "12:4", "12:7", "4:7", crest=("4:6", "12:6")),
        terrain("fence", "2:10", "9:10"),
        hands=HANDS,
        decks={"us": ("steady-boys",) * 7, "cs": ("steady-boys",) * 9},
        readings=readings,
    )
    state.cards["cs"].discard = ["aim-low", "cold-steel"]
    return state


def board(state: State, viewer: str | None) -> Board:
    return seen(SYSTEM, state, viewer)


def test_ll_g_1_bases_are_drawn_where_they_stand() -> None:
    figure = next(counter for counter in board(scene(), None).counters if counter.id == "u").figure
    assert figure is not None
    assert len(figure.bases) == 5
    assert figure.bases[0] == (Point(8500, 8000), Point(9500, 8000), Point(9500, 7000), Point(8500, 7000))
    assert figure.front == (Point(8500, 8000), Point(11500, 8000))
    assert (figure.heading, figure.formation) == (0, "ranks 3-2")


def test_smoke_and_limbers_are_marked() -> None:
    marks = {counter.id: (counter.marks, counter.strength) for counter in board(scene(), None).counters}
    assert marks == {"u": (("smoke",), 5), "b": (("limbered",), 2)}


def test_ll_2_crest_1_a_hill_shows_its_crest_unless_it_is_a_plateau() -> None:
    assert [stroke.kind for stroke in board(scene(), None).strokes] == ["crest", "fence"]
    flat = position({}, terrain("hill", "4:4", "9:4", "9:7", crest=("4:5", "8:5"), plateau=True), options=("plateaus",))
    assert board(flat, None).strokes == ()


def test_ll_4_deck_3_a_side_sees_its_own_hand_and_counts_the_enemy_s() -> None:
    own, enemy = (board(scene(), side).notes for side in ("us", "cs"))
    assert own[1:4] == (
        "us: 3 cards in hand, 7 in the deck, 0 discarded",
        "- aim-low (morale 1, RIFLE): One unit may re-roll its failed to-hit dice.",
        "- quickstep ×2 (morale 1, BUGLE): All your units that move in this phase add 2 BW to their allowance.",
    )
    assert "us: 3 cards in hand, 7 in the deck, 0 discarded" in enemy
    assert not any("quickstep" in str(note) for note in enemy)
    assert "us: 3 cards in hand, 7 in the deck, 0 discarded: aim-low, quickstep ×2" in board(scene(), None).notes
    assert "cs: 1 card in hand, 9 in the deck, 2 discarded" in own


def test_d14_what_is_known_of_the_piles() -> None:
    seen = {letter: board(scene({"D14": letter}), "us").notes[-1] for letter in "ABC"}
    assert seen == {
        "A": "cs: 1 card in hand, 9 in the deck, 2 discarded",
        "B": "cs: 1 card in hand",
        "C": "cs: 1 card in hand, 9 in the deck, 2 discarded, Cold Steel on top",
    }


def test_both_pictures_can_be_drawn_of_every_scenario() -> None:
    for scenario in ("brawner_farm", "railroad_cut", "open_field"):
        shown = board(start(scenario), None)
        assert str(shown.title) in draw(shown)
        assert draw_svg(shown).count("<svg") == 1


def test_ll_5_zone_1_the_fire_zones_of_a_unit_are_laid_over_the_table() -> None:
    assert SYSTEM.sight.zones is not None
    (first, *_) = SYSTEM.sight.zones(scene(), "u")
    assert Point(8500, 8000) in first.points
    assert SYSTEM.sight.zones(scene(), "b") == ()


def test_a_unit_that_is_gone_has_no_figure() -> None:
    state = scene()
    state.units["u"].status, state.units["u"].pose = "broken", None
    (gone, _) = board(state, None).counters
    assert (gone.figure, gone.at, gone.state) == (None, "", "broken")
