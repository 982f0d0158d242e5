"""The board of the page: what can be read and is in sight, fights as they are told, and what others may build on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import PHONE, Open
from tests.browser.measure import COVERED, FIRST_MARCH, MIDDLE, phase_ends, seen

pytestmark = pytest.mark.browser

RIDGE, FARM = "gettysburg/mcphersons-ridge-union", "longstreet_lite/brawners-farm"
JULY, BRIDGE, FREEMAN = "gettysburg/first-of-july", "freeform/pegasus-bridge", "black_powder/freemans-farm-1777"
EDGEHILL, FALKIRK = "musket_and_pike/edgehill-1642", "wallaces_war/falkirk-1298"
SYSTEMS = (JULY, FARM, FALKIRK, EDGEHILL, FREEMAN, BRIDGE)
LAPTOP = (1280, 800)
LOOKED_AT = 8  # phases of each game
UNDER = """id => {
  const { x, y, width, height } = document.querySelector(`.piece[data-id="${id}"]`).getBoundingClientRect();
  return refight.player.board.under({ clientX: x + width / 2, clientY: y + height / 2 });
}"""


def test_a_piece_its_hex_and_the_point_lie_under_the_pointer(opened: Open) -> None:
    tab = opened(RIDGE, "#800")
    id = tab.evaluate(MIDDLE)
    found = tab.evaluate(UNDER, id)
    assert found["piece"] == id
    assert len(found["spot"]) == 4
    left, top, wide, high = (float(number) for number in tab.get_attribute("#page-board", "viewBox").split())
    assert left < found["x"] < left + wide
    assert top < found["y"] < top + high


def test_marks_of_others_stay_while_the_board_is_redrawn(opened: Open) -> None:
    tab = opened(RIDGE, "#800")
    tab.evaluate(
        """() => {
          for (const layer of [refight.player.board.lights, refight.player.board.marks])
            layer.append(document.createElementNS("http://www.w3.org/2000/svg", "circle"));
        }"""
    )
    tab.keyboard.press("PageDown")
    assert tab.locator(".lights circle, .marks circle").count() == 2


# What can be read, and what is in sight


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_words_can_be_read_the_panel_is_full_and_all_of_the_action_is_in_it(
    opened: Open, name: str, size: tuple[int, int]
) -> None:
    tab = opened(name, size=size)
    ends = phase_ends(tab)
    for entry in (1, *ends[:: max(1, len(ends) // LOOKED_AT)]):
        found = seen(tab, entry)
        small = [word for word in found["words"] if word["pixels"] < 10]
        assert not small, f"at {entry}"
        assert 0.7 < found["share"] <= 1.001, f"never half empty, and never off the board, at {entry}"
        assert found["isHeld"], f"at {entry}"
        assert not found["outside"], f"at {entry}"


def test_cards_show_more_as_one_comes_closer(opened: Open) -> None:
    tab = opened(JULY, "#1200")
    tab.keyboard.press("0")
    card = '.piece[data-id="C-17"]'
    assert view(tab)[2] > 2_500, "all of the board is one key away"
    assert not tab.is_visible(f"{card} .sign")
    assert tab.locator(f"{card} .strength").text_content() == "5"
    tab.keyboard.press("0")
    assert tab.is_visible(f"{card} .sign")
    assert not tab.is_visible(f"{card} .rating")
    for _ in range(5):
        tab.keyboard.press("+")
    assert tab.locator(f"{card} .rating").text_content().startswith("5-")
    assert tab.is_visible(f"{card} text >> text=Gordon")


def test_whom_an_order_is_about_is_named_where_cards_are_too_small_for_names(opened: Open) -> None:
    tab = opened(JULY, "#1200")
    assert {"Gordon", "v. Gilsa"} <= set(tab.locator(".callout.named text").all_text_contents())


def test_the_view_follows_from_phase_to_phase_and_a_switch_keeps_it_still(opened: Open) -> None:
    tab = opened(EDGEHILL, "#310")
    first = view(tab)
    tab.evaluate("refight.player.go(700)")
    there = view(tab)
    assert there != first
    tab.keyboard.press("f")
    assert tab.get_attribute("#page-follow", "aria-pressed") == "false"
    tab.evaluate("refight.player.go(310)")
    assert view(tab) == there
    tab.click("#page-follow")
    assert view(tab) == first


def test_whoever_has_come_closer_by_hand_stays_as_close(opened: Open) -> None:
    tab = opened(EDGEHILL, "#310")
    tab.keyboard.press("+")
    wide = view(tab)[2]
    tab.evaluate("refight.player.go(702)")
    assert view(tab)[2] == wide
    assert seen_lit(tab), "and what happens is brought into sight"


def test_no_hand_moves_the_view_off_the_board(opened: Open) -> None:
    tab = opened(FARM, "#911")
    for key in ("Shift+ArrowLeft", "Shift+ArrowUp", "-"):
        for _ in range(12):
            tab.keyboard.press(key)
    assert 0.65 < seen_share(tab) <= 1.001


def test_a_small_map_shows_where_one_is_and_leads_elsewhere(opened: Open) -> None:
    tab = opened(JULY, "#1200")
    before, small = view(tab), tab.locator(".overview").bounding_box()
    seen_there = tab.locator(".overview .seen").bounding_box()
    assert small["width"] * 0.05 < seen_there["width"] < small["width"]
    tab.mouse.click(small["x"] + small["width"] * 0.8, small["y"] + small["height"] * 0.8)
    after = view(tab)
    assert after[2] == before[2]
    assert after[0] > before[0]
    assert after[1] > before[1]
    tab.keyboard.press("0")
    assert not tab.is_visible(".overview"), "of the whole board none is needed"


# Fights and marches


def drawn(tab: Any) -> set[str]:
    return set(tab.locator(".traces .trace").evaluate_all("all => all.map(trace => trace.getAttribute('data-trace'))"))


def test_a_fight_shows_its_arrow_and_target_from_its_first_entry_and_what_came_of_it_at_its_last(opened: Open) -> None:
    tab = opened(JULY, "#417")
    assert drawn(tab) == {"attack", "target"}
    assert tab.locator(".callout.result").count() == 0
    tab.evaluate("refight.player.go(426)")
    assert drawn(tab) == {"attack"}
    assert tab.locator(".callout.result").count() == 1
    tab.evaluate("refight.player.go(428)")
    assert "attack" in drawn(tab), "he who was struck falls back: the same fight"
    tab.evaluate("refight.player.go(436)")
    assert drawn(tab) == set()


@pytest.mark.parametrize(("name", "at", "range"), [(FREEMAN, 302, "12.0 in"), (FALKIRK, 1513, "2 hexes")])
def test_fire_shows_its_range_before_its_dice(opened: Open, name: str, at: int, range: str) -> None:
    tab = opened(name, f"#{at}")
    assert drawn(tab) == {"fire", "target"}
    assert tab.locator(".callout.result text").all_text_contents() == [range]


@pytest.mark.parametrize(("name", "at"), [(JULY, 426), (FARM, 924), (FALKIRK, 1529), (FREEMAN, 308), (BRIDGE, 46)])
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_what_came_of_it_covers_no_name_and_no_card(opened: Open, name: str, at: int, size: tuple[int, int]) -> None:
    tab = opened(name, f"#{at}", size=size)
    assert tab.locator(".callout.result").count()
    assert tab.evaluate(COVERED) == []


def test_a_march_glides_along_its_way(opened: Open) -> None:
    tab = opened(FARM, "#1", still=False)
    move = tab.evaluate(FIRST_MARCH)
    tab.evaluate("number => refight.player.go(number - 1)", move)
    tab.evaluate("number => refight.player.go(number)", move)
    places = tab.evaluate(
        "document.getAnimations().flatMap(one => one.effect.getKeyframes()).filter(at => at.transform).length"
    )
    assert places > 2, "by more places than the first and the last"


def view(tab: Any) -> list[float]:
    return [float(number) for number in tab.get_attribute("#page-board", "viewBox").split()]


def seen_share(tab: Any) -> float:
    found: float = seen(tab, tab.evaluate("refight.player.number"))["share"]
    return found


def seen_lit(tab: Any) -> bool:
    frame, halo = (tab.locator(what).bounding_box() for what in ("#page-board-frame", ".halo >> nth=0"))
    across = frame["x"] <= halo["x"] <= frame["x"] + frame["width"]
    return bool(across and frame["y"] <= halo["y"] <= frame["y"] + frame["height"])
