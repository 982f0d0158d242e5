"""What a client asks of one process counts in all of them: who asks much is made known to the others each second."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from domain.kernel.errors import RefightError
from domain.log.pending import now

if TYPE_CHECKING:
    from cli.service.service import Service

EVERY = 1.0  # seconds
MUCH = 0.1  # of the rate: who asks for less does not matter to the others


async def share_rates(service: Service) -> None:
    """Where several processes serve; addresses are told as hashes that only they can make."""
    me, since = secrets.token_hex(8), now()
    while service.figures.folder is not None:
        await asyncio.sleep(EVERY)
        spent = {client: n for client, n in service.buckets.drained().items() if n > MUCH * service.bounds.rate}
        told = {_hidden(service, client): client for client in service.buckets.known()}
        mine = {_hidden(service, client): n for client, n in spent.items()}
        with suppress(RefightError):  # a database that does not answer: then each counts for itself
            others, since = await service.run(service.pending.exchange, me, mine, since)
            for hidden, count in others.items():
                if hidden in told:
                    service.buckets.charge(told[hidden], count)


def _hidden(service: Service, client: str) -> str:
    return hmac.new(service.own_token.encode(), client.encode(), "sha256").hexdigest()
