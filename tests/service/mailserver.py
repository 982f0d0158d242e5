"""A mail server on loopback, as far as a notice needs one: it keeps what it was told, and over what."""

from __future__ import annotations

import datetime
import ipaddress
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def certificate(folder: Path) -> Path:
    """Its own for 127.0.0.1, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(),
                                   now - datetime.timedelta(days=1), now + datetime.timedelta(days=1))  # fmt: skip
    signed = made.add_extension(here, critical=False).sign(key, hashes.SHA256())
    plain = serialization.NoEncryption()
    pem, kind = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    file = folder / "mail.pem"
    file.write_bytes(key.private_bytes(pem, kind, plain) + signed.public_bytes(pem))
    return file


class Talk(socketserver.StreamRequestHandler):
    server: MailServer
    over = "clear"
    is_mail = False

    def handle(self) -> None:
        self.say("220 mail")
        while raw := self.rfile.readline():
            line = raw.decode().rstrip("\r\n")
            self.server.got.append(f"{self.over} {line}")
            if not self.is_mail:
                self.answer(line.split()[0].upper())
            elif line == ".":
                self.is_mail = False
                self.say("250 kept")

    def say(self, *lines: str) -> None:
        self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())

    def answer(self, word: str) -> None:
        if word == "EHLO":
            offers = "STARTTLS" if self.server.file and self.over == "clear" else "AUTH PLAIN"
            self.say("250-mail", f"250 {offers}")
        elif word == "STARTTLS" and self.server.file:
            self.say("220 go on")
            self.encrypt(self.server.file)
        elif word == "DATA":
            self.is_mail = True
            self.say("354 go on")
        else:
            self.say({"AUTH": "235 known", "QUIT": "221 bye"}.get(word, "250 ok"))

    def encrypt(self, file: Path) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        self.request: Any = context.wrap_socket(self.request, server_side=True)
        self.rfile, self.wfile, self.over = self.request.makefile("rb"), self.request.makefile("wb", 0), "tls"


class MailServer(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, file: Path | None) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.file, self.got = file, list[str]()

    def handle_error(self, *_: object) -> None:
        """Whoever does not trust it hangs up."""


@contextmanager
def mail_server(file: Path | None) -> Iterator[tuple[int, list[str]]]:
    """Its port, and each line it gets after `tls ` or `clear `; with a certificate it wants TLS before a password."""
    with MailServer(file) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], server.got
        server.shutdown()
