"""What a second reading of the rules found: small positions against the reference, rule by rule."""

from __future__ import annotations

from rules.wallaces_war.movement.asks import MoveUnits
from tests.wallaces_war.positions import give, position

# Movement


def test_8_2b_7_4b_who_joins_a_friend_by_road_turns_as_he_faces_for_nothing() -> None:
    """The road from 0608 to 0707 may be followed facing 5 or 0; the friend faces 5, so no turn is paid for."""
    places = {"hugh-ri-2": "0608:1", "hugh-ar-1": "0707:5"}
    state = position(places, scenario="stirling_bridge", initiative="english", battle="hugh")
    give(state, "english", MoveUnits(units=("hugh-ri-2",), path=("0707",)))
    assert state.segment.spent["hugh-ri-2"] == 1
    assert state.units["hugh-ri-2"].facing == 5
