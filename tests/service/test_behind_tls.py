"""A club's installation as `docs/service.md` prints it: its nginx before the service, with a certificate."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cli.service.bounds import Bounds
from tests.service.conftest import API, Club, opened
from tests.service.server import PATIENCE, serving

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin")
DOCS = Path(__file__).parent.parent.parent / "docs" / "service.md"
pytestmark = pytest.mark.skipif(NGINX is None or shutil.which("openssl") is None, reason="no nginx or openssl here")
AROUND = """daemon off; pid {folder}/pid; error_log stderr; worker_processes 1; user root;
events {{}}
http {{ access_log {folder}/access; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b;
fastcgi_temp_path {folder}/c;
uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
{server} }}
"""


def printed(folder: Path, port: int, behind: str) -> str:
    """The block of the page, with the places of this test in place of those of a club."""
    (block,) = re.findall(r"```nginx\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("/etc/ssl/", f"{folder}/"),
        ("http://127.0.0.1:8765", behind), ("listen 80", f"listen unix:{folder}/plain"),
        ("[::]:443", f"unix:{folder}/six"), ("[::]:80", f"unix:{folder}/plain-six"),
    ):  # fmt: skip
        assert old in block
        block = block.replace(old, new)
    return AROUND.format(folder=folder, server=block)


@contextmanager
def proxy(folder: Path, behind: str) -> Iterator[httpx.Client]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=club.example"]
    files = ["-addext", "subjectAltName=DNS:club.example", "-keyout", "club.example.key", "-out", "club.example.crt"]
    subprocess.run([*made, *files], cwd=folder, check=True, capture_output=True)
    config = folder / "nginx.conf"
    config.write_text(printed(folder, port, behind))
    assert NGINX is not None
    with subprocess.Popen([NGINX, "-c", str(config), "-p", str(folder)], stderr=subprocess.DEVNULL) as running:
        try:
            trust = ssl.create_default_context(cafile=str(folder / "club.example.crt"))
            trust.check_hostname = False  # it is reached by number here
            end = time.monotonic() + PATIENCE
            while running.poll() is None and time.monotonic() < end:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            with httpx.Client(
                base_url=f"https://127.0.0.1:{port}", verify=trust, trust_env=False, timeout=30,
                headers={"Host": "club.example"},
            ) as client:  # fmt: skip
                yield client
        finally:
            running.terminate()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    from argon2 import PasswordHasher

    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("cli.service.people._hasher", lambda: hasher)


def test_people_join_and_play_through_it(tmp_path: Path, quick: None) -> None:
    with opened(tmp_path / "log", Bounds(burst=1_000)) as club:
        club.new("freeform", "blank", "ridge")
        with serving(club.service, ("127.0.0.1",), ("club.example",)) as behind, proxy(tmp_path, behind) as client:
            _joined(club, client)
            order = {"by": "blue", "order": "AddPiece piece=guard side=blue at=hill"}
            ours = {"Sec-Fetch-Site": "same-origin"}
            with client.stream("GET", f"{API}/games/ridge/lines/main/follow") as following:
                lines = following.iter_lines()
                next(lines)
                assert client.post(f"{API}/games/ridge/lines/main/orders", json=order, headers=ours).status_code == 201
                assert any(line.startswith("event: entry") for line in lines), "events are not held back"
            assert client.get("/metrics").status_code == 404
            assert client.get("/health").json()["status"] == "ok"
            with httpx.Client(transport=httpx.HTTPTransport(uds=str(tmp_path / "plain")), trust_env=False) as plain:
                assert plain.get("http://club.example/club").headers["location"] == "https://club.example/club"
    logged = (tmp_path / "access").read_text("utf-8")
    assert "/metrics" in logged
    assert "/club/join/" not in logged, "an invitation that nobody has used yet would stand there"


def test_the_unit_gives_the_service_a_place_for_what_it_writes_for_a_while(tmp_path: Path) -> None:
    """Where all of the disk is to be read only there is none, and several processes need one: it did not start."""
    (unit,) = re.findall(r"```ini\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert {"ProtectSystem=strict", "PrivateTmp=yes"} <= set(unit.splitlines())
    verify = shutil.which("systemd-analyze")
    if verify is not None:
        file = tmp_path / "refight.service"
        file.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", unit).replace("User=refight", "User=root"))
        done = subprocess.run([verify, "verify", str(file)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def _joined(club: Club, client: httpx.Client) -> None:
    code = club.service.people.invite("ridge", "blue")
    form = {"login": "anna", "name": "Anna", "password": "a long enough one"}
    origin = {"Origin": "https://club.example"}
    joined = client.post(f"/club/join/{code}", data=form, headers=origin)
    assert joined.status_code == 303, joined.text
    cookie = joined.headers["set-cookie"]
    assert cookie.startswith("__Host-refight=")
    assert "secure" in cookie.lower()
    client.cookies.set("__Host-refight", cookie.split("=", 1)[1].split(";")[0])
    assert client.get(f"{API}/games/ridge").json()["side"] == "blue"
