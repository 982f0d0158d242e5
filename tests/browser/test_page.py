"""What a stranger meets: whose copy it is, empty and crowded games, touch, paper, old browsers, a large map."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, TABLET, Open

pytestmark = pytest.mark.browser

BRIDGE, JULY, FARM = "freeform/pegasus-bridge", "gettysburg/first-of-july", "longstreet_lite/brawners-farm"
OLD = "delete window.DecompressionStream;"


def view(tab: Any) -> list[float]:
    """Left, top, width and height of what is seen of the board."""
    return [float(number) for number in tab.get_attribute("#page-board", "viewBox").split()]


def test_the_whole_game_is_marked_as_the_umpires_copy(opened: Open) -> None:
    tab = opened("small")
    assert tab.inner_text("#page-copy") == "Umpire’s copy: the secrets of all sides are in it"
    tab.keyboard.press("?")
    assert "can read all secrets" in tab.inner_text("#page-holds")


def test_the_page_of_a_side_says_whose_it_is(opened: Open) -> None:
    assert opened("small", side="blue").inner_text("#page-copy") == "Copy for blue: no secrets of others are in it"


# Packed data


def test_packed_data_is_unpacked_and_gives_the_same_page(opened: Open) -> None:
    packed, plain = opened("packed", "#what-if:12"), opened("small", "#what-if:12")
    assert packed.get_attribute("#page-data", "type") == "application/gzip"
    assert plain.get_attribute("#page-data", "type") == "application/json"
    for part in ("#page-mapless", "#page-entries", "#page-points-now"):
        assert packed.inner_html(part) == plain.inner_html(part)


def test_a_browser_that_cannot_unpack_says_so_in_plain_words(opened: Open) -> None:
    tab = opened("packed", before=OLD, ready="#page-trouble:visible")
    assert "This page cannot be read here: this browser cannot unpack it." in tab.inner_text("#page-trouble")
    assert "Firefox 113" in tab.inner_text("#page-trouble")


def test_a_browser_that_cannot_unpack_still_opens_plain_data(opened: Open) -> None:
    assert not opened("small", before=OLD).is_visible("#page-trouble")


# Empty and crowded games


def test_a_game_that_has_not_begun_says_so_and_shows_no_charts(opened: Open) -> None:
    tab = opened("empty")
    assert "no piece has come into play yet" in tab.inner_text("#page-mapless")
    for part in ("#page-points", "#page-losses", "#page-dice", "#page-turn-labels"):
        assert not tab.is_visible(part)
    tab.click("#page-play")
    tab.keyboard.press("ArrowRight")
    assert tab.input_value("#page-number") == "1"


def test_without_a_map_the_pieces_stand_in_its_place_by_their_places(opened: Open) -> None:
    tab = opened("small", "#9")
    assert tab.locator("#page-mapless h3").all_inner_texts() == ["hill 1", "wood 1", "road 1"]
    tab.select_option("#page-viewer", label="As blue may see it")
    assert tab.locator("#page-mapless h3").all_inner_texts() == ["hill 1", "road 1"]


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
def test_many_sides_a_long_title_and_long_notes_have_room(opened: Open, size: tuple[int, int]) -> None:
    tab = opened("crowd", "#98", size=size)
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
    heads = [tab.locator(f"#page-{name} h3").bounding_box() for name in ("points", "losses")]
    told = [tab.locator(f"#page-{name}-now").bounding_box() for name in ("points", "losses")]
    for head, now in zip(heads, told, strict=True):
        beside = head["x"] + head["width"] <= now["x"]
        assert beside or head["y"] + head["height"] <= now["y"] + 1, "no word lies on another"
    long = tab.locator('.entry[data-entry="99"] .said')
    assert long.bounding_box()["height"] < 400


def test_text_from_right_to_left_runs_from_right_to_left_and_stands_on_the_left(opened: Open) -> None:
    tab = opened("crowd", "#98")
    said = tab.locator('.entry[data-entry="98"] .said')
    assert said.evaluate("node => getComputedStyle(node).unicodeBidi") == "plaintext"
    assert said.evaluate("node => getComputedStyle(node).textAlign") == "left"


def test_lines_of_a_chart_that_differ_have_a_key(opened: Open) -> None:
    tab = opened("crowd", "#98")
    assert tab.locator("#page-losses-key span").all_inner_texts() == ["steps", "men", "guns", "horses", "wagons"]
    drawn = tab.locator("#page-losses-key line").evaluate_all(
        "all => all.map(one => one.getAttribute('stroke-dasharray'))"
    )
    used = tab.locator("#page-losses-chart path").evaluate_all(
        "all => all.map(one => one.getAttribute('stroke-dasharray'))"
    )
    assert len(set(drawn)) == 5
    assert set(used) == set(drawn)
    assert not opened(BRIDGE).is_visible("#page-losses-key"), "one kind needs none"


# The board


@pytest.mark.parametrize("name", [BRIDGE, JULY, FARM])
def test_a_game_opens_with_its_first_entry_where_pieces_are_on_the_board(opened: Open, name: str) -> None:
    tab = opened(name)
    assert tab.input_value("#page-number") == "1"
    assert tab.locator("#page-board .piece").count() > 1


def test_a_game_that_begins_with_a_bare_board_opens_once_its_pieces_are_there(opened: Open) -> None:
    tab = opened("small")
    assert tab.input_value("#page-number") == "9"
    assert tab.locator("#page-mapless h3").all_inner_texts() == ["hill 1", "wood 1", "road 1"]
    assert opened("small", "#1").input_value("#page-number") == "1"


def test_names_of_the_ground_lie_over_the_units_of_a_table(opened: Open) -> None:
    tab = opened(FARM, "#600")
    assert "fence along the pasture" in tab.locator(".names text").all_text_contents()
    order = tab.locator("#page-board > g").evaluate_all("all => all.map(layer => layer.classList[0])")
    assert order.index("pieces") < order.index("names")


class Fingers:
    """Touches of one hand."""

    def __init__(self, tab: Any) -> None:
        self.session = tab.context.new_cdp_session(tab)

    def move(self, *steps: list[tuple[float, float]]) -> None:
        """Down, from place to place, and up again."""
        for i, points in enumerate(steps):
            self.send("touchMove" if i else "touchStart", points)
        self.send("touchEnd", [])

    def send(self, kind: str, points: list[tuple[float, float]]) -> None:
        at = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def test_two_fingers_bring_the_board_nearer_and_one_moves_it(opened: Open) -> None:
    tab = opened(JULY, "#1200", size=PHONE)
    box = tab.locator("#page-board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers, before = Fingers(tab), view(tab)
    fingers.move(*([(x - apart, y), (x + apart, y)] for apart in (30, 45, 60, 80, 100)))
    near = view(tab)
    assert near[2] < before[2] * 0.7
    fingers.move(*([(x + by, y)] for by in (0, 10, 40, 80)))
    moved = view(tab)
    assert moved[2] == near[2]
    assert moved[0] < near[0] - 20


# Paper, keyboard, order


def test_on_paper_there_are_the_board_and_the_whole_log_and_no_buttons(opened: Open) -> None:
    tab = opened(BRIDGE, "#46", scheme="dark")
    tab.emulate_media(media="print")
    assert tab.locator("#page-board").bounding_box()["height"] > 400
    assert tab.locator("#page-entries").bounding_box()["height"] > 3_000
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert tab.locator("button:visible:not(.entry), select:visible, input:visible").count() == 0


def test_the_first_stop_leads_to_the_log(opened: Open) -> None:
    tab = opened(BRIDGE, "#46")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.textContent") == "To the log"
    assert tab.locator("#page-skip").bounding_box()["y"] >= 0
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.dataset.entry") == "46"


def test_whatever_has_the_focus_shows_it(opened: Open) -> None:
    tab = opened("small", "#10")
    shown = set()
    for _ in range(30):
        tab.keyboard.press("Tab")
        outline = tab.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        wide = tab.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)")
        if tab.evaluate("document.activeElement !== document.body"):
            shown.add((outline != "none", wide >= 1))
    assert shown == {(True, True)}


def test_headings_leave_no_level_out(opened: Open) -> None:
    tab = opened(BRIDGE, "#46")
    levels = tab.locator("h1, h2, h3, h4").evaluate_all("all => all.map(node => Number(node.tagName[1]))")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(now <= before + 1 for before, now in pairwise(levels))


def test_nothing_glides_for_whoever_wants_no_motion(opened: Open) -> None:
    tab = opened(BRIDGE, "#6")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("document.getAnimations().length") == 0


def test_a_page_made_in_french_speaks_french(opened: Open) -> None:
    """What stands in it, and what its scripts say."""
    tab = opened("french", "#2")
    assert tab.locator("html").get_attribute("lang") == "fr"
    assert tab.locator("#page-tab-words").inner_text() == "En clair"
    assert tab.locator("#page-play").get_attribute("aria-label") == "Lire"
    assert tab.locator("#page-copy").inner_text().startswith("Exemplaire de l’arbitre")
    tab.keyboard.press("?")
    assert "lecture ou pause" in tab.locator("#page-keys").inner_text()
