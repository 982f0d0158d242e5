"""For whoever looks after the service: whether it is there and its log answers, figures, a line for each request."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import time
from logging.handlers import WatchedFileHandler
from typing import Any

from litestar import Request, Response, get
from litestar.types import HTTPScope

from cli.service.asked import TheService
from cli.service.figures import MEDIA
from cli.service.problems import Trouble
from cli.service.service import Service
from cli.shell.startup import version
from domain.kernel.errors import RefightError
from domain.words.phrases import later, phrase

ANSWERS = 2.0  # seconds within which the log is to answer
SECRET = re.compile(r"(/club/join/)[^/]+")
ACCESS = logging.getLogger("refight.access")
HERE = later("this is answered only on the machine that the service runs on")


@get("/health", include_in_schema=False)
async def health(service: TheService) -> Response[dict[str, str]]:
    """In a few words, and no secret: a balancer may ask it from anywhere."""
    try:
        async with asyncio.timeout(ANSWERS):
            await service.run(service.games.log.store.latest)
    except (RefightError, TimeoutError):
        return Response({"status": "the log does not answer", "version": version("refight")}, status_code=503)
    return Response({"status": "ok", "version": version("refight")})


@get("/metrics", include_in_schema=False)
async def metrics(service: TheService, request: Request[Any, Any, Any]) -> Response[str]:
    if not is_here(request.client.host if request.client else ""):
        raise Trouble("not-yours", phrase(HERE))
    return Response(service.figures.told(*figures_of(service)), media_type=MEDIA)


def is_here(address: str) -> bool:
    """Behind a proxy the client is whom the proxy names."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "testclient"


def figures_of(service: Service) -> tuple[dict[str, float], dict[str, float]]:
    """How things are now; and what is counted elsewhere than at the door."""
    notices = service.notices
    gauges = {
        "followers": float(len(service.watch.followers)), "heads": float(len(service.games.heads)),
        "long_jobs": float(len(service.in_work)),
        "notices_waiting": float(notices.waiting if notices is not None else 0),
    }  # fmt: skip
    sent, failed = (notices.sent, notices.failed) if notices is not None else (0, 0)
    return gauges, {"notices_sent_total": sent, "notices_failed_total": failed}


async def tell_others(service: Service) -> None:
    """Where several processes serve, each says its figures to the others every second."""
    while service.figures.folder is not None:
        service.figures.share(*figures_of(service))
        await asyncio.sleep(1)


def write_access(file: str) -> None:
    """To a file, which may be moved away meanwhile, or with `-` to the standard error."""
    handler = logging.StreamHandler() if file == "-" else WatchedFileHandler(file, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(message)s"))
    ACCESS.addHandler(handler)
    ACCESS.setLevel(logging.INFO)
    ACCESS.propagate = False


def note_access(scope: HTTPScope, status: int, size: int, seconds: float) -> None:
    """Neither what was asked after a `?`, nor any header, nor the secret of an invitation."""
    path = SECRET.sub(r"\1…", scope["path"])[:300]
    client = scope["client"][0] if scope["client"] else "-"
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    said = "".join(sign if sign.isprintable() and sign != " " else "?" for sign in path)
    ACCESS.info("%s %s %s %s %d %d %.1fms", now, client, scope["method"], said, status, size, 1000 * seconds)


HANDLERS: tuple[Any, ...] = (health, metrics)
