from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.vassal.layers import TAB, decode_layers, encode_layers
from domain.formats.vassal.limits import MAX_LAYERS
from domain.formats.vassal.listcodec import decode_list, encode_list
from domain.kernel.errors import BadInput


def unnested(text: str) -> list[str]:
    """A chain taken apart pair by pair, as section 6.2 defines it."""
    tokens = decode_list(text, TAB)
    return [tokens[0], *unnested(tokens[1])] if len(tokens) == 2 else [text]


def nested(layers: list[str]) -> str:
    return encode_list([layers[0], nested(layers[1:])], TAB) if len(layers) > 1 else layers[0]


@given(st.text(alphabet="a\\\t'", max_size=24))
def test_one_pass_gives_what_pair_by_pair_gives(text):
    assert decode_layers(text) == unnested(text)


@given(st.lists(st.text(alphabet="ab\\\t'", max_size=5), min_size=1, max_size=8))
def test_layers_are_written_as_pair_by_pair(layers):
    assert encode_layers(layers) == nested(layers)


@given(st.lists(st.text(alphabet="ab;,/é", max_size=5), min_size=1, max_size=30))
def test_layers_come_back(layers):
    assert decode_layers(encode_layers(layers)) == layers


def test_the_delimiter_of_each_layer_has_one_more_backslash():
    assert encode_layers(["a", "b", "", "d"]) == "a\tb\\\t\\\\\td"


def test_the_most_layers_are_read_and_more_refused():
    layers = [str(number) for number in range(MAX_LAYERS)]
    assert decode_layers(encode_layers(layers)) == layers
    with pytest.raises(BadInput, match="2,000 layers"):
        decode_layers(TAB * MAX_LAYERS)
