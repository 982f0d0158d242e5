"""The language of an answer: that of the address, else what the reader likes best, else that of the service."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.say import speaking
from tests.service.conftest import API, Club

LINE = f"{API}/games/ridge/lines/main"
FRENCH, ENGLISH = "Parties", "Games"


def title_of(answer: Any) -> str:
    return str(answer.text.partition("<h1>")[2].partition("</h1>")[0])


@pytest.mark.parametrize(
    ("liked", "address", "title"),
    [
        pytest.param("fr", "/", FRENCH, id="as the reader likes"),
        pytest.param("fr-CA,fr;q=0.9,en;q=0.8", "/", FRENCH, id="of whatever country"),
        pytest.param("en-GB,fr;q=0.5", "/", ENGLISH, id="the one liked best"),
        pytest.param("de,fr;q=0.5,en;q=0.4", "/", FRENCH, id="of those that are here"),
        pytest.param("fr;q=0,en", "/", ENGLISH, id="none that is not wanted"),
        pytest.param("de,*;q=0.1", "/", ENGLISH, id="else that of the service"),
        pytest.param(";;q=x,,", "/", ENGLISH, id="nonsense is none"),
        pytest.param("en", "/?lang=fr", FRENCH, id="the address wins"),
        pytest.param("fr", "/?lang=en", ENGLISH, id="either way"),
    ],
)
def test_a_page_is_in_the_language_of_its_reader(club: Club, liked: str, address: str, title: str) -> None:
    answer = club.spectator.get(address, headers={"Accept-Language": liked})
    language = "fr" if title == FRENCH else "en"
    assert title_of(answer) == title
    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["content-language"] == language
    assert "Accept-Language" in answer.headers["vary"]


def test_a_language_of_the_address_goes_on_to_the_games(club: Club) -> None:
    assert '<a href="/games/ridge?lang=fr">' in club.spectator.get("/?lang=fr").text
    assert '<a href="/games/ridge">' in club.spectator.get("/", headers={"Accept-Language": "fr"}).text


def test_the_replay_page_and_its_data_are_in_the_same_language(club: Club) -> None:
    head = club.spectator.get("/games/ridge?lang=fr").text
    assert '<html lang="fr"' in head
    assert "data-words=" in head
    told = {
        language: club.spectator.get(f"{API}/games/ridge/page", headers={"Accept-Language": language}).json()["game"]
        for language in ("fr", "en", "fr")
    }
    assert any("lance 2d6 pour volley" in text for text in told["fr"]["tables"]["texts"])
    assert any("rolls 2d6 for volley" in text for text in told["en"]["tables"]["texts"])


def test_entries_are_told_to_each_reader_in_his_own_language(club: Club) -> None:
    for language, said in (("fr", "blue lance 2d6"), ("en", "blue rolls 2d6"), ("fr", "blue lance 2d6")):
        page = club.spectator.get(f"{LINE}/entries", headers={"Accept-Language": language}).json()
        assert any(entry["words"].startswith(said) for entry in page["entries"])


def test_refusals_are_in_the_language_too(club: Club) -> None:
    french = {"Accept-Language": "fr"}
    assert club.spectator.post(f"{LINE}/orders", json={"by": "blue", "order": "EndGame why=x"}, headers=french).json()[
        "detail"
    ] == ("il faut un jeton de ridge ; `refight token ridge CAMP` en fait un")
    page = club.spectator.get("/nowhere", headers={**french, "Accept": "text/html"})
    assert (page.status_code, title_of(page)) == (404, "Introuvable")
    assert '<a href="/">Parties</a>' in page.text
    assert club.spectator.get(f"{API}/games/ridge", headers={"Accept-Language": "fr"}).json()["title"]


def test_a_language_that_is_not_here_is_refused(club: Club) -> None:
    answer = club.spectator.get("/?lang=xx")
    assert (answer.status_code, answer.json()["detail"]) == (400, "there is no language 'xx' here; there are en, fr")


def test_a_service_started_in_french_speaks_it_to_whoever_does_not_mind(club: Club) -> None:
    def told(language: str) -> str:
        return title_of(club.spectator.get("/", headers={"Accept-Language": language}))

    with speaking("fr"):
        assert (told("*"), told("de"), told("en")) == (FRENCH, FRENCH, ENGLISH)
