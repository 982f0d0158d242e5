from __future__ import annotations

import pytest

from domain.formats.vassal.layers import encode_layers
from domain.formats.vassal.pieces import Deck, Innermost, Stack, kind_of, read_core, read_deck, read_stack, read_type
from domain.formats.vassal.traits import marks_in, owner_in

LAYER = "emb2;Act;2;A;;2;B;;2;;;;0;false;-28;0;a.png,b.png;{levels};true;{name};;;false;;1;1"


def marks(*layers: tuple[str, str]) -> dict[str, str]:
    """The marks of a piece made of these pairs of type and state, outermost first."""
    type = read_type(encode_layers([*(layer for layer, _ in layers), "piece;;;x.png;Unit"]))
    found: dict[str, str] = {}
    for trait in type.traits:
        found |= marks_in(trait, layers[trait.layer][1])
    return found


@pytest.mark.parametrize(
    ("layer", "state", "expected"),
    [
        ("mark;Side,Strength", "Union,4", {"Side": "Union", "Strength": "4"}),
        ("mark;Title\\;Odd", "a\\,b", {"Title;Odd": "a,b"}),
        ("PROP;Hits;true,0,9,false;", "3", {"Hits": "3"}),
        ("PROP;Hits;true,0,9,false;", "", {}),
        (LAYER.format(levels="+ shaken,broken +", name="Morale"), "2", {"Morale": "broken"}),
        (LAYER.format(levels="+ shaken,broken +", name="Morale"), "-2", {}),
        (LAYER.format(levels="", name="Morale"), "1;", {"Morale": "1"}),
        (LAYER.format(levels="", name=""), "2", {"Act": "2"}),
        ("emb2;;2;A;;2;B;;2;;;;0;false;0;0;only.png;;true;;;;false", "1", {}),
        ("rotate;6;1;2;CW;CCW;;;Facing", "4", {"facing": "4"}),
        ("label;76;Label", "T-34 M43", {"label": "T-34 M43"}),
        ("markmoved;moved.png", "true", {"moved": "yes"}),
        ("markmoved;moved.png", "false", {}),
        ("footprint;;Trail", "false;Map0;2;10,20;30,40;true;2", {"trail": "10,20 30,40"}),
        ("footprint;;Trail", "false;Map0;1;10,20;true", {}),
        ("table;x;1;3", "a,,c", {"table": "a, , c"}),
        ("AreaOfEffect;x", "true", {"area of effect": "yes"}),
        ("mat;Ship", "2;17;18", {"carries": "17 18"}),
        ("matPiece;x", "17", {"on": "17"}),
        ("matPiece;x", "noMat", {}),
        ("turr;ru/ruBU", "3;;false", {"turr": "3;;false"}),
        ("turr;ru/ruBU", "", {}),
        ("report;70,130;text", "-1", {}),
        ("sendto;x", "Map;1;2", {}),
        ("translate;x", "", {}),
    ],
)
def test_a_trait_in_a_state_gives_marks(layer, state, expected):
    assert marks((layer, state)) == expected


def test_the_outer_of_two_properties_of_one_name_counts():
    assert marks(("PROP;Owner;x", "outer"), ("mark;Owner,Side", "inner,Union")) == {"Owner": "outer", "Side": "Union"}


def test_two_labels_are_told_apart():
    assert marks(("label;a", "one"), ("label;b", "two")) == {"label": "one", "label 2": "two"}


@pytest.mark.parametrize(
    ("layer", "state", "owner"),
    [
        ("hide;72;Hide", "pw", "pw"),
        ("hide;72;Hide", "null", ""),
        ("obs;72;x.png", "pw;opt", "pw"),
        ("obs;72;x.png", "null;", ""),
        ("conceal;C;ge", "pw;", "pw"),
        ("restrict;Union", "pw", "pw"),
        ("label;x", "pw", ""),
    ],
)
def test_who_hides_a_piece_is_known(layer, state, owner):
    (trait,) = read_type(encode_layers([layer, "piece;;;x;Unit"])).traits
    assert owner_in(trait, state) == owner


def test_a_piece_is_called_by_its_core_unless_a_trait_names_it():
    assert read_type("piece;;;blue.png;2/Cav").name == "2/Cav"
    assert read_type("piece;K;D;x;Semi\\;colon").name == "Semi;colon"
    assert read_type(encode_layers(["basicName;Better", "piece;;;x;2/Cav"])).name == "Better"
    assert read_type(encode_layers(["basicName;", "piece;;;x;2/Cav"])).name == "2/Cav"


def test_the_core_knows_place_slot_and_what_lasts():
    assert read_core("Main Map;300;-420;17;2;OldX;5;OldLocationName;1203") == Innermost(
        map="Main Map", x=300, y=-420, slot="17", lasting={"OldX": "5", "OldLocationName": "1203"}
    )
    assert read_core("null;1;2") == Innermost(map="", x=1, y=2)
    assert read_core("Main Map;here;2") is None


def test_stacks_and_decks_are_read_bottom_to_top():
    assert read_stack("Main Map;300;420;1;2;@@0") == Stack("Main Map", 300, 420, ("1", "2"))
    assert read_stack("Main Map;300;420") == Stack("Main Map", 300, 420, ())
    type = "deck;" + ";".join(["x"] * 12) + ";Events;more"
    assert kind_of(type) == "deck"
    assert read_deck(type, "Main Map;1;2;true;7,8,9") == Deck("Events", "Main Map", 1, 2, True, ("7", "8", "9"))
    assert read_deck(type, "Main Map;1;2;false;") == Deck("Events", "Main Map", 1, 2, False, ())
    assert read_deck(type, "nonsense") is None
