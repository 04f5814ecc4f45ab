"""What a server does besides serving: refuse a taken port, say where the phones find the app, keep pauses short."""

from __future__ import annotations

import gc
import io
import os
import socket
from collections.abc import Mapping

import segno
from sqlalchemy.orm import configure_mappers

from scorekeeper.web.addresses import lan_address, local_name
from scorekeeper.web.application import Application
from scorekeeper.web.extensions import db

EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104  compared with, not bound
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

# Where Linux keeps files in memory.
MEMORY = "/dev/shm"  # noqa: S108  gunicorn makes a file with a name of its own there, and unlinks it at once

# Python's own thresholds collect many times a page.
GC_THRESHOLDS = (20_000, 25, 25)


class PortTakenError(OSError):
    """Say that another program listens there already."""

    def __init__(self, host: str, port: int) -> None:
        """Name the address."""
        super().__init__(f"{host}:{port} is in use: stop the other program, or choose another port with PORT=5001")


def refuse_taken_port(host: str, port: int) -> None:
    """Raise PortTakenError when somebody listens there.

    With reuse_port the system would let two servers share the port, and each phone would meet either.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, port))
        except OSError as error:
            raise PortTakenError(host, port) from error


def bind_address(host: str, port: int) -> str:
    """Give what gunicorn binds to."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def phone_addresses(settings: Mapping[str, object]) -> list[str]:
    """Give the addresses under which phones reach the app, the one to show as a QR code first."""
    public, host, port = str(settings["SCOREKEEPER_URL"]), str(settings["HOST"]), settings["PORT"]
    if public:
        return [public]
    if host in LOOPBACK:
        return []
    names = [lan_address(), local_name()] if host in EVERYWHERE else [host]
    return [f"http://{name}:{port}" for name in names if name]


def announcement(settings: Mapping[str, object]) -> str:
    """Give what the terminal says once the app is served: the addresses, and a QR code for the first."""
    addresses = phone_addresses(settings)
    if not addresses:
        return f"\nThe app is served on this machine only: http://localhost:{settings['PORT']}\n"
    code = io.StringIO()
    segno.make(addresses[0], error="m").terminal(out=code, border=2, compact=True)
    return "\n".join(["", "Phones on this network open", *(f"  {each}" for each in addresses), "", code.getvalue()])


def folder_in_memory(folder: str = MEMORY) -> str | None:
    """Give where workers say that they are alive: on a busy disk they would wait for it, and nobody be answered."""
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


def prepare(app: Application) -> None:
    """Do before the workers begin what each would do at its first pages: read the templates, map the tables."""
    for name in app.jinja_env.list_templates(extensions=["html"]):
        app.jinja_env.get_template(name)
    configure_mappers()
    keep_pauses_short()


def part_from_parent(app: Application) -> None:
    """Forget the connections to the database that were opened before the worker was."""
    with app.app_context():
        db.engine.dispose(close=False)


def keep_pauses_short() -> None:
    """Set what was imported apart from the garbage collector, and let it look less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
