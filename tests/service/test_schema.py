"""The description of the interface is true: made-up requests, sensible and not, get the answers it promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.service.conftest import API, RIDGE, Club, opened

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SOME = settings(
    max_examples=12,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def ridge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with opened(tmp_path_factory.mktemp("schema")) as club:
        club.new("freeform", "blank", "ridge")
        club.play("ridge", *RIDGE)
        club.new("freeform", "blank", "open")
        club.play("open", *(order for order in RIDGE if "hidden" not in order[1]))
        yield club


def operations(ridge: Club) -> Iterator[Any]:
    """All but the one whose answer never ends."""
    found = schemathesis.openapi.from_dict(ridge.spectator.get("/api/schema").json())
    for result in found.exclude(path_regex="/follow$").get_all_operations():
        yield result.ok()


def test_made_up_requests_get_what_is_promised(ridge: Club) -> None:
    for operation in operations(ridge):

        @SOME
        @given(operation.as_strategy())
        def asked(case: Case) -> None:
            ask(case, ridge, ridge.service.own_token)

        asked()


@pytest.mark.parametrize("game", [pytest.param("ridge", id="with secrets"), pytest.param("open", id="without any")])
def test_requests_about_a_game_that_is_there_get_what_is_promised(ridge: Club, game: str) -> None:
    """As blue, or where no game is named as whoever runs the service."""
    real = {"game": game, "line": "main", "number": 4}
    for operation in operations(ridge):

        @SOME
        @given(operation.as_strategy())
        def asked(case: Case) -> None:
            case.path_parameters = {name: real.get(name, given) for name, given in case.path_parameters.items()}
            if isinstance(case.body, dict) and "by" in case.body:
                case.body["by"] = "blue"
            ask(case, ridge, blue(ridge, game) if "{game}" in case.path else ridge.service.own_token)

        asked()


def blue(ridge: Club, game: str) -> str:
    known = ridge.service.kept.setdefault(f"blue's token of {game}", (0, ridge.service.tokens.new(game, "blue")))
    return str(known[1])


def ask(case: Case, ridge: Club, token: str) -> None:
    sent = case.as_transport_kwargs()
    headers = {**dict(sent.pop("headers", None) or {}), "Authorization": f"Bearer {token}"}
    known = {key: sent[key] for key in ("params", "json") if sent.get(key) is not None}
    if sent.get("data") is not None:
        known["content"] = sent["data"]
    answer = ridge.client.request(sent["method"], case.formatted_path, headers=headers, **known)
    case.validate_response(schemathesis.Response.from_any(answer), checks=CHECKS)


def test_every_endpoint_has_a_summary_and_says_what_may_go_wrong(ridge: Club) -> None:
    paths = ridge.spectator.get("/api/schema").json()["paths"]
    assert [path for path in paths if not path.startswith((API, "/api/problems"))] == []
    for path, methods in paths.items():
        for method, item in methods.items():
            assert item["summary"], f"{method} {path}"
            wrong = {status: answer for status, answer in item["responses"].items() if int(status) >= 400}
            assert {"400", "404", "429"} <= set(wrong), f"{method} {path}"
            assert {kind for answer in wrong.values() for kind in answer["content"]} == {"application/problem+json"}
            of_game = tuple(f"{API}/games/{{game}}/{what}" for what in ("merge", "turns"))
            files = (f"{API}/import", f"{API}/adjudicate", *of_game)  # a file is the body
            if method == "post" and path not in files:
                assert item["requestBody"]["content"]["application/json"]["schema"]["examples"], path


def test_the_description_lies_at_two_addresses(ridge: Club) -> None:
    assert ridge.spectator.get("/api/schema").json() == ridge.spectator.get("/api/schema/openapi.json").json()
