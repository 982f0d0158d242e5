"""LL.4.anat, section 11 Packs: what is shipped can be played, and each fault is named with its file and key."""

from __future__ import annotations

import re

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.packs import Pack
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.sheets.rows import armies, card_sheet, deck_of, names, rows
from tests.longstreet_lite.own_decks import HOUSE_30, deck, one_card
from tests.longstreet_lite.positions import HOUSE
from tests.longstreet_lite.starts import changed


def fault(pack: Pack) -> str:
    with pytest.raises(BadInput) as found:
        SYSTEM.sheets.check(pack)
    return str(found.value)


def test_the_shipped_pack_is_sound_and_says_what_is_house() -> None:
    SYSTEM.sheets.check(HOUSE)
    assert all(card.source for card in card_sheet(HOUSE).cards)
    assert all(row.source.startswith("house") for row in rows(HOUSE).values())


def test_ll_4_anat_every_card_has_its_morale_and_symbols_as_the_house_deck_says() -> None:
    """13 interrupts a deck, 5 of them red; total morale 57 to 60, of 1 and 2 only."""
    sheet = card_sheet(HOUSE)
    by_id = {card.id: card for card in sheet.cards}
    for side in ("us", "cs"):
        for year in range(1861, 1866):
            cards = [by_id[card] for card in deck_of(sheet.cards, side, year)]
            assert sum(card.interrupt for card in cards) == 13
            assert sum(card.red for card in cards) == 5
            assert 57 <= sum(card.morale for card in cards) <= 60
            assert {card.morale for card in cards} == {1, 2}


def test_the_scenarios_have_the_forces_they_should() -> None:
    totals = {
        key: [sum(unit.bases for side, unit in armies(row) if side == own) for own in ("us", "cs")]
        for key, row in rows(HOUSE).items()
    }
    assert totals == {"brawner_farm": [32, 33], "railroad_cut": [29, 27], "open_field": [32, 32]}
    assert {key: row.break_point for key, row in rows(HOUSE).items()} == {
        "brawner_farm": 16,
        "railroad_cut": 14,
        "open_field": None,
    }


def test_cards_and_units_are_called_by_their_names() -> None:
    called = names(HOUSE)
    assert called["old-rivals"] == "Old Rivals"
    assert called["poagues-battery"] == "Poague's Battery"


def test_ll_1_player_1_scenarios_are_listed_for_two_sides() -> None:
    found = SYSTEM.sheets.scenarios(HOUSE)
    assert list(found) == ["brawner_farm", "railroad_cut", "open_field"]
    assert {scenario.sides for scenario in found.values()} == {("us", "cs")}


def test_a_deck_of_one_s_own_is_sound() -> None:
    SYSTEM.sheets.check(deck(HOUSE_30))


KEPI = 'interrupt = true\ntiming = "after_move"\n'
BAR = 'effects = [{ do = "unit_may_not_move", units = "one", whose = "enemy" }]'


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("red = true", "only an interrupt has a red banner (LL.4.red.1)"),
        ("years = [1863, 1862]", "years end in 1862, before they begin in 1863"),
        ("interrupt = true",
         "it has a symbol or the kepi, and no effect: playing it so would do nothing (LL.4.nodis.1)"),
        (BAR, "it has effects, but neither a symbol nor the kepi to play them with"),
        ('timing = "after_move"', "timing after_move is an interrupt's, and it has no kepi"),
        ('timing = "with_invocation"', "timing with_invocation is a modifier's, and it has no symbol"),
        (f'interrupt = true\ntiming = "with_invocation"\n{BAR}',
         "an interrupt is never played with_invocation; leave timing out if it fits any window"),
        ('modifier = "BUGLE"\neffects = [{ do = "move_bonus" }]', "effect 1, move_bonus: n is missing, or 0"),
        ('modifier = "BUGLE"\neffects = [{ do = "move_bonus", n = 2, dice = "attack" }]',
         "effect 1, move_bonus: it does not read the key dice"),
        ('modifier = "BUGLE"\neffects = [{ do = "move_bonus", n = 2, least = -1 }]',
         "effect 1, move_bonus: least is below 0"),
        ('modifier = "RIFLE"\neffects = [{ do = "move_bonus", n = 2 }]',
         "effect 1, move_bonus: it matters in combat and move, where the card is not played"),
        ('modifier = "RIFLE"\neffects = [{ do = "die_modifier", n = 1, dice = "attack" }]',
         "effect 1, die_modifier: it matters in combat, where the card is not played"),
        ('modifier = "SABRES"\neffects = [{ do = "die_modifier", n = 1, dice = "attack", within = 2 }]',
         "effect 1, die_modifier: modes and within belong to to_hit dice"),
        ('modifier = "SABRES"\neffects = [{ do = "extra_combat_dice", n = 1 }]',
         "effect 1, extra_combat_dice: dice must be one of attack, defence"),
        ('modifier = "RIFLE"\neffects = [{ do = "may_reroll", dice = "to_hit", whose = "enemy" }]',
         "effect 1, may_reroll: nobody chooses a re-roll for the enemy; must_reroll is meant"),
        ('interrupt = true\ntiming = "turn_start"\neffects = [{ do = "hand_limit", n = -2 }]',
         "effect 1, hand_limit: n is a number of cards, and below 0"),
        (f'{KEPI}effects = [{{ do = "passive_moves_unit", whose = "enemy" }}]',
         "effect 1, passive_moves_unit: it is for an interrupt after_move, with units one and whose enemy"),
        ('interrupt = true\ntiming = "after_fire"\neffects = [{ do = "unit_may_not_move", units = "one" }]',
         "effect 1, unit_may_not_move: it matters in move, where the card is not played"),
    ],
)  # fmt: skip
def test_ll_4_anat_a_card_that_could_not_be_played_is_named(keys: str, said: str) -> None:
    assert fault(one_card(keys)) == f"own/cards.toml: cards, own: {said}"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'id = "quickstep"',
            'id = "Quickstep"',
            "cards, Quickstep: an id is made of small letters, digits and dashes, 40 at most",
        ),
        ('id = "quickstep"', 'id = "us"', "cards, us: an id is made of small letters, digits and dashes, 40 at most"),
        ('id = "quickstep"', 'id = "aim-low"', "cards: the id aim-low stands there twice"),
        ('name = "Quickstep"', 'name = " "', "cards, quickstep: ' ' is no name: it needs letters that can be printed"),
        ("void = []", 'void = ["thunder"]', "void: there is no card 'thunder'"),
        ("copies = 6", "copis = 6", "cards[0] has a key 'copis' that nothing reads; is it misspelt?"),
        ("morale = 1", "morale = 11", "cards[0].morale: Expected int <= 9"),
    ],
)
def test_a_fault_in_the_cards_is_named(old: str, new: str, said: str) -> None:
    assert fault(changed((old, new))) == f"changed/cards.toml: {said}"


def test_ll_3_card_1_a_deck_smaller_than_a_hand_is_named() -> None:
    pack = changed(("hand_limit = 6", "hand_limit = 20"), pack=deck("hand_limit = 6\n" + HOUSE_30))
    small = Pack(
        name="small",
        files={**pack.files, "cards.toml": re.sub(r"copies = \d+", "copies = 1", pack.files["cards.toml"])},
    )
    assert fault(small) == (
        "small/scenarios.toml: scenarios, brawner_farm: us has 8 cards in 1862, and a hand is 20 (LL.3.card.1)"
    )


BRAWNER = "scenarios, brawner_farm: "


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('key = "railroad_cut"', 'key = "brawner_farm"', "scenarios: the key brawner_farm stands there twice"),
        (
            'table = ["36", "24"]',
            'table = ["36", "wide"]',
            BRAWNER + "table: 'wide' is no number with at most 3 decimals",
        ),
        ('table = ["36", "24"]', 'table = ["36", "2"]', BRAWNER + "table: 2 is not within 6 to 200 BW"),
        ("year = 1862\n", 'year = 1862\ngun_depth = "9"\n', BRAWNER + "gun_depth: 9 is not within 0.25 to 3 BW"),
        (
            "break_point = 16",
            "break_point = 0",
            BRAWNER + "break_point is 0; leave it out to have it counted (LL.3.bp.1)",
        ),
        (
            'name = "corn", kind = "field"',
            'name = "corn", kind = "maize"',
            BRAWNER + "terrain, corn: there is no terrain of the kind 'maize'",
        ),
        ('name = "corn"', 'name = "Warrenton Turnpike"', BRAWNER + "terrain: 'Warrenton Turnpike' stands there twice"),
        ('name = "corn"', 'name = ""', BRAWNER + "terrain, : a name has 1 to 80 characters"),
        ('name = "corn"', 'name = "co\\nrn"', BRAWNER + "terrain, co\nrn: 'co\\nrn' is no name: it needs letters"),
        ('["3:12", "8:12", "8:16", "3:16"]', '["3:12", "8:12", "8:x"]', BRAWNER + "terrain, corn: 'x' is no number"),
        (
            '["3:12", "8:12", "8:16", "3:16"]',
            '["3:12", "8:16", "8:12", "3:16"]',
            BRAWNER + "terrain, corn: its outline crosses",
        ),
        (
            '["3:12", "8:12", "8:16", "3:16"]',
            '["-3:12", "8:12", "8:16", "3:16"]',
            BRAWNER + "terrain, corn: part of it lies off",
        ),
        (', crest = ["4:18", "33:18"]', "", BRAWNER + "terrain, Stony Ridge crest: a hill needs a crest line"),
        ('id = "5th-virginia"', 'id = "4th-virginia"', BRAWNER + "the unit 4th-virginia stands there twice"),
        ('id = "5th-virginia"', 'id = "quickstep"', BRAWNER + "the unit quickstep has the id of a card"),
        ('id = "5th-virginia"', 'id = "5th Virginia"', BRAWNER + "cs, 5th Virginia: an id is made of small letters"),
        (
            'bases = 6, ranks = [3, 3], at = "12:7"',
            'bases = 11, ranks = [6, 5], at = "12:7"',
            BRAWNER + "us, 2nd-wisconsin: an infantry unit has 2 to 10 bases, not 11",
        ),
        (
            'bases = 6, ranks = [3, 3], at = "12:7"',
            'bases = 6, ranks = [2, 4], at = "12:7"',
            BRAWNER + "us, 2nd-wisconsin: rank 2 has 4 bases, more than rank 1 with 2",
        ),
        ('at = "12:7", heading = "0"', 'at = "12", heading = "0"', BRAWNER + "us, 2nd-wisconsin: at: '12' is no point"),
        (
            'at = "12:7", heading = "0"',
            'at = "12:7", heading = ""',
            BRAWNER + "us, 2nd-wisconsin: heading: '' is no number",
        ),
        (
            'at = "12:7", heading = "0"',
            'at = "12:7", heading = "0", limbered = true',
            BRAWNER + "us, 2nd-wisconsin: infantry has nothing to limber",
        ),
        (
            'kind = "ART", bases = 3,',
            'kind = "ART", bases = 3, ranks = [3],',
            BRAWNER + "us, battery-b-4th-us: a battery has no ranks",
        ),
        (
            'at = "12:7", heading = "0"',
            'at = "8:7", heading = "0"',
            BRAWNER + "2nd Wisconsin would stand on 19th Indiana",
        ),
        (
            'at = "12:7", heading = "0"',
            'at = "12:1", heading = "0"',
            BRAWNER + "2nd Wisconsin would stand off the table",
        ),
        (
            'kind = "woods", points = ["21:4"',
            'kind = "river", points = ["21:2"',
            BRAWNER + "56th Pennsylvania cannot stand in Brawner's Woods: it is impassable",
        ),
        (
            'name = "1st Maine", kind = "INF", bases = 7',
            'name = "1st Maine", kind = "INF", bases = 7, at = "3:3"',
            "scenarios, open_field: us, 1st-maine: in a free scenario units are deployed by the players",
        ),
        (
            'table = ["36", "24"]\ntext = "Terrain',
            'table = ["20", "24"]\ntext = "Terrain',
            "scenarios, open_field: table: armies deploy along the long edges",
        ),
        (
            'table = ["36", "24"]\ntext = "Terrain',
            'table = ["12", "12"]\ntext = "Terrain',
            "scenarios, open_field: us has 32 bases, and a zone of this table has room for 24",
        ),
    ],
)
def test_a_fault_in_the_scenarios_is_named(old: str, new: str, said: str) -> None:
    """LL.1.table.1 A table of 36 by 24 BW is 180 by 120 cm at 5 cm a base; any from 6 to 200 BW will do."""
    assert fault(changed((old, new), file="scenarios.toml")).startswith(f"changed/scenarios.toml: {said}")


def test_ll_3_army_1_a_side_without_units_is_named() -> None:
    text = HOUSE.files["scenarios.toml"]
    start, end = text.rindex("cs = ["), text.rindex("]")
    pack = Pack(name="one", files={**HOUSE.files, "scenarios.toml": text[:start] + text[end + 1 :]})
    assert fault(pack) == "one/scenarios.toml: scenarios, open_field: cs has no unit"


def test_a_missing_file_is_named() -> None:
    pack = Pack(name="half", files={"cards.toml": HOUSE.files["cards.toml"]})
    assert fault(pack) == "the pack half has no file scenarios.toml; it holds cards.toml"
