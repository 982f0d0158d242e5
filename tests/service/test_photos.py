"""The owner's pictures of a game: on the pages of a service that was given them, and in nothing that is taken away."""

from __future__ import annotations

from projections.drawing.photos import FaceLayer, Photo, Photos
from tests.service.conftest import API, Club

KEPT = Photos({"front": Photo("data:image/png;base64,x", 9, 9)}, {"guard": {"": (FaceLayer("front"),)}})
PATHS = ("ridge/lines/main/board.svg", "ridge/page", "ridge/export?format=html")


def pictures(club: Club) -> list[int]:
    return [club.own.get(f"{API}/games/{path}").text.count("data:image/png") for path in PATHS]


def test_pictures_are_shown_only_where_the_service_has_them_and_exported_never(club: Club) -> None:
    assert pictures(club) == [0, 0, 0]


def test_a_service_that_has_them_shows_them(club: Club) -> None:
    club.service.photos = lambda _game: KEPT
    assert pictures(club) == [1, 1, 0]
    answer = club.own.get(f"{API}/games/ridge/lines/main/board.svg")
    assert "img-src data:" in answer.headers["content-security-policy"]
