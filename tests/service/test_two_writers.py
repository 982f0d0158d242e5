"""Two processes that write to the same line on PostgreSQL: each learns what the other wrote, in few questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from cli.service import sent as s
from cli.service.access import Shown
from cli.service.orders import _ordered
from cli.service.problems import Trouble
from cli.service.service import Service
from cli.service.tokens import TokenBox
from cli.shell.packs import load_pack
from domain.games.audit import audit
from domain.games.games import Games
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from rules import SYSTEMS

REF = Ref("ridge")


class Two(NamedTuple):
    here: Service
    there: Service
    token: str

    def order(self, service: Service, text: str, **more: Any) -> int:
        sent = s.NewOrder(by="blue", order=text, **more)
        return _ordered(service, "ridge", "main", Shown(self.token), sent).head


@pytest.fixture
def two(postgres_url: str) -> Iterator[Two]:
    with GameLog(postgres_url, SYSTEMS) as one, GameLog(postgres_url, SYSTEMS) as other:
        services = [Service(Games(log), TokenBox(log.store)) for log in (one, other)]
        services[0].games.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"))
        token = services[0].tokens.new("ridge", "blue")
        found = Two(services[0], services[1], token)
        found.order(found.here, "AddPiece piece=guard side=blue at=hill")
        for n in range(2):  # by now both know that there is another
            for service in services:
                found.order(service, f"MovePiece piece=guard to=p{n}")
        yield found
        for service in services:
            service.close()


@pytest.fixture
def asked(two: Two, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What this process asks the database."""
    found: list[str] = []
    server = two.here.games.log.store.recorder.server
    connect = server.get_connection

    def counted() -> Any:
        found.append("asked")
        return connect()

    monkeypatch.setattr(server, "get_connection", counted)
    monkeypatch.setattr(server.crier, "tell", lambda: None)
    return found


def test_an_order_asks_once_who_it_is_and_what_is_new_and_writes_once(two: Two, asked: list[str]) -> None:
    two.order(two.there, "MovePiece piece=guard to=elsewhere")
    asked.clear()
    assert two.order(two.here, "MovePiece piece=guard to=mill") == 15
    assert len(asked) == 2
    line = two.here.games.line(REF)
    assert two.here.games.replayed(line, 15) == two.here.games.position(REF).state
    assert not audit(two.here.games, REF).differences
    verify_line(two.there.games, REF)


def test_what_the_other_wrote_counts_before_the_order_is_decided(two: Two) -> None:
    two.order(two.there, "RemovePiece piece=guard why=gone")
    with pytest.raises(Exception, match="no piece guard"):
        two.order(two.here, "MovePiece piece=guard to=mill")


def test_a_token_that_was_revoked_elsewhere_opens_nothing_from_then_on(two: Two) -> None:
    two.order(two.here, "MovePiece piece=guard to=mill")
    two.there.tokens.revoke("ridge", "blue")
    with pytest.raises(Trouble, match="no token of ridge, or it was revoked"):
        two.order(two.here, "MovePiece piece=guard to=hill")


def test_a_token_of_another_game_opens_nothing(two: Two) -> None:
    two.here.games.new(SYSTEMS["freeform"], "blank", "hill", load_pack("freeform"))
    other = two._replace(token=two.here.tokens.new("hill", "blue"))
    with pytest.raises(Trouble, match="no token of ridge"):
        other.order(two.here, "MovePiece piece=guard to=hill")


@pytest.mark.parametrize("expected", [None, 11])
def test_whoever_is_overtaken_after_he_asked_decides_anew_or_is_told(
    two: Two, monkeypatch: pytest.MonkeyPatch, expected: int | None
) -> None:
    renew = two.here.games.renew

    def overtaken(*given: Any) -> None:
        renew(*given)
        two.order(two.there, "MovePiece piece=guard to=elsewhere")

    monkeypatch.setattr(two.here.games, "renew", overtaken)
    if expected is None:
        assert two.order(two.here, "MovePiece piece=guard to=mill") == 15
    else:
        with pytest.raises(Trouble) as refused:
            two.order(two.here, "MovePiece piece=guard to=mill", expected=expected)
        assert refused.value.kind == "conflict"
    verify_line(two.here.games, REF)
    assert not audit(two.here.games, REF).differences


def test_a_log_that_was_put_back_is_read_anew(two: Two) -> None:
    """A position at hand that the log no longer leads to is not played on."""
    two.order(two.here, "MovePiece piece=guard to=mill")
    rows = "DELETE FROM public.refight_events WHERE originator_id='ridge@main' AND originator_version>8"
    two.there.games.log.store.recorder.server.run(rows.encode())
    two.there.games.heads.take("ridge@main")
    assert two.order(two.here, "MovePiece piece=guard to=hill") == 11
    verify_line(two.here.games, REF)
