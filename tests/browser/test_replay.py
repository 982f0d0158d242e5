"""Replaying in a browser: steps, jumps, lines, viewers, search, keys and links."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.page.played import HOSTILE

pytestmark = pytest.mark.browser

BRIDGE, FARM, RIDGE = "freeform/pegasus-bridge", "longstreet_lite/brawners-farm", "gettysburg/mcphersons-ridge-union"


def entry(tab: Any) -> int:
    """The entry that is lit in the log; slider and field agree with it."""
    lit = int(tab.locator(".now .entry").get_attribute("data-entry"))
    assert int(tab.input_value("#page-slider")) == int(tab.input_value("#page-number")) == lit
    return lit


def place(tab: Any, piece: str) -> str | None:
    found: str | None = tab.locator(f'.piece[data-id="{piece}"]').get_attribute("transform")
    return found


def test_a_page_opens_at_its_first_entry_with_board_and_log(opened: Open) -> None:
    tab = opened(BRIDGE)
    assert entry(tab) == 1
    assert tab.title() == tab.inner_text("h1") == "Pegasus Bridge, 6 June 1944"
    assert tab.locator(".piece").count() == 5
    assert "against german" in tab.text_content(".now")


def test_stepping_moves_the_pieces_and_stepping_back_takes_them_back(opened: Open) -> None:
    tab = opened(BRIDGE, "#6")
    before = tab.locator('.piece[data-id="brotheridge"]').count()
    tab.click("#page-next")
    assert entry(tab) == 7
    assert tab.locator('.piece[data-id="brotheridge"]').count() == 1
    tab.click("#page-back")
    assert entry(tab) == 6
    assert tab.locator('.piece[data-id="brotheridge"]').count() == before


def test_jumping_and_stepping_lead_to_the_same_board(opened: Open) -> None:
    tab = opened(BRIDGE)
    for _ in range(40):
        tab.keyboard.press("ArrowRight")
    stepped, number = pieces(tab), entry(tab)
    jumped = opened(BRIDGE, f"#{number}")
    assert pieces(jumped) == stepped


def pieces(tab: Any) -> str:
    """A browser keeps an empty style where there was one."""
    found: str = tab.inner_html(".pieces")
    return found.replace(' style=""', "")


def test_what_an_order_changed_is_ringed_and_what_was_only_pushed_aside_is_not(opened: Open) -> None:
    tab = opened(BRIDGE, "#32")
    assert tab.locator(".halo").count() == 1
    assert tab.locator(".traces .trace").count() == 1
    tab.keyboard.press("ArrowLeft")
    assert tab.locator(".halo, .traces .trace").count() == 0


def test_the_slider_and_the_field_go_to_an_entry(opened: Open) -> None:
    tab = opened(BRIDGE)
    tab.fill("#page-slider", "45")
    assert entry(tab) == 45
    assert tab.get_attribute("#page-slider", "aria-valuetext").startswith("entry 45 of 133, turn 2")
    tab.fill("#page-number", "100")
    tab.press("#page-number", "Enter")
    assert entry(tab) == 100
    tab.fill("#page-number", "9999")
    tab.press("#page-number", "Enter")
    assert entry(tab) == 133


def test_it_plays_by_itself_and_stops_at_the_end(opened: Open) -> None:
    tab = opened(BRIDGE, "#120")
    tab.select_option("#page-speed", "20")
    # In one go: on a slow machine it may be over before anybody looks.
    assert tab.evaluate("button => (button.click(), button.ariaLabel)", tab.query_selector("#page-play")) == "Pause"
    tab.wait_for_selector("#page-play[aria-label=Play]")
    assert entry(tab) == 133
    assert "british wins" in tab.text_content(".now")


def test_pausing_keeps_the_place(opened: Open) -> None:
    tab = opened(BRIDGE)
    tab.keyboard.press("Space")
    tab.wait_for_selector('.now .entry[data-entry="2"]')
    tab.keyboard.press("Space")
    held = entry(tab)
    assert tab.get_attribute("#page-play", "aria-label") == "Play"
    assert tab.evaluate("refight.player.isPlaying") is False
    assert entry(tab) == held


@pytest.mark.parametrize(("keys", "expected"), [
    (["ArrowRight"], 46), (["ArrowLeft"], 44), (["End"], 133), (["End", "Home"], 1), (["ArrowDown"], 46),
    (["PageDown"], 69), (["]"], 69), (["["], 30), (["g", "7", "Enter"], 7),
])  # fmt: skip
def test_keys_go_through_the_game(opened: Open, keys: list[str], expected: int) -> None:
    tab = opened(BRIDGE, "#45")
    for key in keys:
        tab.keyboard.press(key)
    assert entry(tab) == expected


def test_the_list_of_keys_opens_with_a_question_mark(opened: Open) -> None:
    tab = opened(BRIDGE)
    tab.keyboard.press("?")
    dialog = tab.locator("#page-help")
    assert dialog.is_visible()
    assert "play or pause" in dialog.inner_text()
    assert "the whole game: what the umpire sees, and what british and german see" in dialog.inner_text()
    tab.keyboard.press("Escape")
    assert not dialog.is_visible()


def test_an_address_names_an_entry_and_follows_the_replay(opened: Open) -> None:
    tab = opened(BRIDGE, "#45")
    assert entry(tab) == 45
    tab.keyboard.press("ArrowRight")
    tab.wait_for_url("**/*#46")
    tab.evaluate("() => { location.hash = '#100'; }")
    tab.wait_for_selector('.now .entry[data-entry="100"]')
    assert entry(tab) == 100


def test_an_address_names_an_entry_of_a_branch(opened: Open) -> None:
    tab = opened("small", "#what-if:12")
    assert tab.inner_text("#page-line-name") == "Line: what-if"
    assert entry(tab) == 12


def test_lines_form_a_tree_and_one_can_switch_between_them(opened: Open) -> None:
    tab = opened("small", "#12")
    tab.click("#page-tab-lines")
    assert tab.locator("#page-lines > ul > li > ul > li > ul button").inner_text().startswith("again")
    assert "the horse stays" in tab.inner_text("#page-lines")
    on_main = tab.locator('.entry[data-entry="12"]').text_content()
    tab.click("#page-lines button[data-line=what-if]")
    assert entry(tab) == 10
    assert tab.locator('.entry[data-entry="12"]').text_content() != on_main
    tab.keyboard.press("b")
    assert tab.inner_text("#page-line-name") == "Line: again"


def test_a_shared_entry_stays_in_sight_when_the_line_is_switched(opened: Open) -> None:
    tab = opened("small", "#5")
    tab.keyboard.press("b")
    assert entry(tab) == 5


def test_another_viewer_sees_another_board_and_another_log(opened: Open) -> None:
    tab = opened("small", "#7")
    assert "spy" in tab.text_content(".now")
    tab.select_option("#page-viewer", label="As blue may see it")
    assert entry(tab) == 7
    assert tab.text_content(".now .said") == "(hidden)"
    tab.keyboard.press("v")
    assert "spy" in tab.text_content(".now")


def test_a_page_for_one_side_has_no_other_view_and_says_so(opened: Open) -> None:
    tab = opened("small", "#7", side="blue")
    assert tab.text_content(".now .said") == "(hidden)"
    assert tab.is_disabled("#page-viewer")
    assert "as blue may see it" in tab.inner_text("header")
    tab.keyboard.press("?")
    assert "What blue may not see is not in it" in tab.inner_text("#page-help")


def test_an_entry_is_explained_where_it_stands(opened: Open) -> None:
    tab = opened(FARM, "#250")
    tab.click('.entry[data-entry="250"]')
    why = tab.locator(".why")
    assert "needs 4" in why.inner_text()
    assert "LL.5.hit.2" in why.inner_text()
    assert "Skirmish fire hits on 6" in why.inner_text()
    assert tab.get_attribute('.entry[data-entry="250"]', "aria-expanded") == "true"
    tab.click('.entry[data-entry="250"]')
    assert why.count() == 0
    tab.click('.entry[data-entry="249"]')
    assert tab.locator(".why .die").evaluate_all("all => all.map(die => die.getAttribute('aria-label'))") == [
        "a 6",
        "a 3",
    ]


WHOLE_WORD = (
    "() => [...document.querySelectorAll('li.hit mark')].every(one => one.textContent.toLowerCase() === 'brotheridge')"
)


def test_the_search_finds_and_goes_through_what_it_found(opened: Open) -> None:
    tab = opened(BRIDGE)
    tab.keyboard.press("/")
    tab.keyboard.type("brotheridge")
    tab.wait_for_selector("li.hit mark")
    tab.wait_for_function(WHOLE_WORD)  # each letter searches anew
    hits = tab.locator("li.hit .entry").evaluate_all("all => all.map(entry => Number(entry.dataset.entry))")
    assert tab.inner_text("#page-found") == f"{len(hits)} entries"
    assert all("brotheridge" in text.lower() for text in tab.locator("li.hit").all_inner_texts())
    assert tab.locator("#page-entries li:visible").count() == len(hits)
    tab.keyboard.press("Enter")
    assert entry(tab) == hits[0]
    tab.keyboard.press("Enter")
    assert entry(tab) == hits[1]
    tab.keyboard.press("Escape")
    assert tab.inner_text("#page-found") == ""
    assert tab.locator("#page-entries li:visible").count() > len(hits)


def test_a_second_search_takes_the_place_of_the_first(opened: Open) -> None:
    tab = opened(BRIDGE)
    for wanted in ("brotheridge", "howard"):
        tab.keyboard.press("/")
        tab.keyboard.type(wanted)
        tab.keyboard.press("Enter")
        tab.locator("#page-play").focus()
    assert tab.input_value("#page-search") == "howard"
    tab.click("#page-tab-words")
    tab.keyboard.press("/")
    assert tab.evaluate("document.activeElement.id") == "page-search", "whichever tab is open"


@pytest.mark.parametrize("focus", ["#page-next", "#page-tab-words", "#page-theme", ".now .entry", "#page-slider"])
def test_space_plays_wherever_the_focus_is(opened: Open, focus: str) -> None:
    tab = opened(BRIDGE, "#6")
    theme = tab.get_attribute("html", "data-theme")
    tab.locator(focus).focus()
    tab.keyboard.press("Space")
    assert tab.evaluate("refight.player.isPlaying")
    tab.keyboard.press("Space")
    assert not tab.evaluate("refight.player.isPlaying")
    assert tab.get_attribute("html", "data-theme") == theme, "and presses nothing"


def test_space_is_a_space_in_a_text_and_ticks_a_box(opened: Open) -> None:
    tab = opened(BRIDGE, "#6")
    tab.locator("#page-search").focus()
    tab.keyboard.type("a b")
    assert tab.input_value("#page-search") == "a b"
    tab.locator("#page-every").focus()
    tab.keyboard.press("Space")
    assert tab.is_checked("#page-every")
    assert not tab.evaluate("refight.player.isPlaying")


def test_what_only_keeps_the_machinery_going_is_left_out_unless_every_entry_is_wanted(opened: Open) -> None:
    tab = opened("black_powder/freemans-farm-1777", "#600")
    told = (
        "[...document.querySelectorAll('#page-entries li')].filter(li => li.checkVisibility()).map(li => li.innerText)"
    )
    assert not [text for text in tab.evaluate(told) if "waiting: " in text or text.endswith("answered")]
    tab.check("#page-every")
    assert [text for text in tab.evaluate(told) if text.endswith("answered")]


def test_a_click_on_a_piece_looks_for_it_in_the_log(opened: Open) -> None:
    tab = opened(BRIDGE, "#45")
    tab.locator('.piece[data-id="brotheridge"]').click()
    assert tab.input_value("#page-search").startswith("Brotheridge")


def test_charts_follow_the_slider(opened: Open) -> None:
    tab = opened(BRIDGE, "#1")
    assert "british 0" in tab.inner_text("#page-losses-now")
    tab.fill("#page-slider", "133")
    assert "british 3 steps" in tab.inner_text("#page-losses-now")
    assert tab.locator("#page-points-now b").all_inner_texts() == ["11", "2"]
    assert "of 24 dice" in tab.inner_text("#page-dice-now")


def test_dice_are_shown_against_what_fair_ones_would_do(opened: Open) -> None:
    tab = opened(BRIDGE, "#133")
    whiskers = tab.locator("#page-dice-chart .fair").evaluate_all(
        "all => all.map(one => [one.y1, one.y2].map(y => y.baseVal.value))"
    )
    bars = tab.locator("#page-dice-chart rect").count()
    assert len(whiskers) == 2 * bars
    assert all(low >= high for low, high in whiskers)
    assert "19 in 20" in tab.inner_text("#page-dice-title")
    tab.fill("#page-slider", "1")
    assert tab.locator("#page-dice-chart .fair").count() == 0


def test_dice_whose_highest_face_is_called_nought_run_from_0_to_9(opened: Open) -> None:
    """A stored 10 counts and is told as 0; the fair mean is 4.5."""
    tab = opened("noughts", "#9999")
    assert tab.locator("#page-dice-chart text").all_text_contents() == [str(face) for face in range(10)]
    assert "4.5" in tab.inner_text("#page-dice-title")
    assert "0.00" in tab.inner_text("#page-dice-now")


def test_a_piece_on_two_hexes_is_drawn_in_both_and_told_once(opened: Open) -> None:
    tab = opened("noughts", "#9999")
    left, right = (
        tab.locator(f'#page-board [data-id="{id}"]').bounding_box() for id in ("blue-two-hex", "+blue-two-hex")
    )
    assert abs(left["x"] - right["x"]) > left["width"] / 2
    tab.click("#page-tab-words")
    assert tab.locator("#page-words li li", has_text="Blue two-hex").count() == 1


def test_an_explanation_says_how_a_dispute_was_read(opened: Open) -> None:
    tab = opened("gettysburg/first-of-july", "#420")
    tab.click('.entry[data-entry="420"]')
    told = tab.locator(".why").inner_text()
    assert "Read as A: " in told
    assert "undefined" not in told


def test_what_lies_beside_the_map_and_the_board_in_words_are_in_tabs(opened: Open) -> None:
    tab = opened("gettysburg/mcphersons-ridge-union", "#40")
    tab.click("#page-tab-boxes")
    assert tab.locator("#page-boxes h3", has_text="still to arrive").count() > 0
    tab.click("#page-tab-words")
    assert tab.locator("#page-words li b").count() > 3
    assert "confederate:" in tab.inner_text("#page-words")
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#page-tab-legend").get_attribute("aria-selected") == "true"


def test_zooming_shows_less_of_the_board_and_nought_all_of_it(opened: Open) -> None:
    tab = opened(RIDGE)

    def wide() -> float:
        return float(tab.get_attribute("#page-board", "viewBox").split()[2])

    first = wide()
    tab.keyboard.press("+")
    assert wide() < first
    tab.keyboard.press("0")
    assert wide() >= first


def test_colours_follow_the_system_and_the_switch(opened: Open) -> None:
    def paper(tab: Any) -> str:
        found: str = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        return found

    light, dark = opened(BRIDGE), opened(BRIDGE, scheme="dark")
    assert paper(light) != paper(dark)
    light.keyboard.press("t")
    assert paper(light) == paper(dark)
    assert light.get_attribute("#page-theme", "aria-label") == "Colours: dark"


def test_hostile_titles_and_notes_are_only_text(opened: Open) -> None:
    tab = opened("small")
    shown = HOSTILE.replace("\u2028", " ")
    assert " ".join(tab.inner_text("h1").split()) == " ".join(shown.split())
    assert tab.locator("img").count() == 0
    tab.fill("#page-search", "onerror")
    tab.wait_for_selector("li.hit")
    assert "<img src=x" in tab.inner_text("li.hit.is-NoteAdded")


def test_entries_that_come_later_are_appended(opened: Open) -> None:
    tab = opened("small", "#what-if:12")
    tab.evaluate(
        """() => {
          const { tables } = refight.player.store, text = (words) => tables.texts.length + words;
          refight.append("what-if", { tables: { texts: ["NoteAdded", "blue", "note by blue: late news"] },
            own: { rows: [[99, text(0), text(1), text(2), -1, 1, -1, tables.texts.indexOf("")]] } });
        }"""
    )
    assert entry(tab) == 13
    assert "late news" in tab.text_content(".now")
    assert tab.inner_text("#page-last") == "13"


def test_the_live_region_tells_where_the_reader_has_come_to_rest(opened: Open) -> None:
    tab = opened(BRIDGE)
    for _ in range(5):
        tab.keyboard.press("ArrowRight")
    tab.wait_for_selector("#page-live:text-matches('^Entry 6: british> MovePiece')", state="attached")


@pytest.mark.parametrize(("name", "at"), [(BRIDGE, 46), (FARM, 250), (RIDGE, 800)])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_runs_over_the_edge(
    opened: Open, pictures: Path, name: str, at: int, size: tuple[int, int], scheme: str
) -> None:
    tab = opened(name, f"#{at}", size=size, scheme=scheme)
    tab.screenshot(path=pictures / f"{Path(name).name}-{size[0]}-{scheme}.png")
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert tab.locator("#page-board").bounding_box()["width"] > size[0] * 0.5


def test_the_log_comes_back_to_the_entry_that_is_shown(opened: Open) -> None:
    tab = opened("freeform/pegasus-bridge", "#20")
    tab.click("#page-tab-words")
    tab.click("#page-end")
    tab.click("#page-tab-log")
    tab.wait_for_function("""() => {
      const box = document.querySelector(".entries .now").getBoundingClientRect();
      const frame = document.querySelector("#page-entries").getBoundingClientRect();
      return box.top >= frame.top && box.bottom <= frame.bottom;
    }""")
    assert tab.input_value("#page-number") == "133"


def test_whoever_chooses_a_line_by_keyboard_is_still_there(opened: Open) -> None:
    tab = opened("small", "#10")
    tab.click("#page-tab-lines")
    tab.locator("#page-lines button[data-line=what-if]").focus()
    tab.keyboard.press("Enter")
    assert tab.locator("#page-line-name").inner_text() == "Line: what-if"
    assert tab.evaluate("document.activeElement.dataset.line") == "what-if"
