"""A network between phone and server that loses answers: the server has done what was asked, the phone never hears."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.browser.server import free_port

CHUNK = 65_536
SAVE = b"/deals HTTP/1.1"


@dataclass
class Fate:
    """What becomes of one request that saves a deal: `before` it reaches the server, and once it `answered`."""

    before: Callable[[], None] | None = None
    answered: Callable[[], None] | None = None


@dataclass
class Proxy:
    """Pass every connection on; the requests that save a deal meet their fates in order: None passes as well."""

    target: int
    fates: list[Fate | None] = field(default_factory=list)
    port: int = field(default_factory=free_port)
    met: int = 0
    deaths: int = 0
    one_at_a_time: threading.Lock = field(default_factory=threading.Lock)

    def serve(self, listener: socket.socket) -> None:
        """Take connections until the listener is closed."""
        with contextlib.suppress(OSError):
            while True:
                client, _address = listener.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        born = self.deaths
        with client, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.target)) as server:
            threading.Thread(target=_pump, args=(server, client), daemon=True).start()
            while chunk := client.recv(CHUNK):
                if not _saves(chunk):
                    server.sendall(chunk)
                    continue
                with self.one_at_a_time:
                    if born != self.deaths:  # the server of this connection is dead: no fate is spent on it
                        return
                    fate = self._next_fate()
                    if fate is None:
                        server.sendall(chunk)
                        continue
                    self._carry_out(fate, chunk, client)
                return

    def _next_fate(self) -> Fate | None:
        if self.met == len(self.fates):
            return None
        self.met += 1
        return self.fates[self.met - 1]

    def _carry_out(self, fate: Fate, request: bytes, client: socket.socket) -> None:
        if fate.before:
            fate.before()
            self.deaths += 1
            return
        self._swallow(request, client)
        if fate.answered:
            fate.answered()
            self.deaths += 1

    def _swallow(self, request: bytes, client: socket.socket) -> None:
        """Bring a request to the server on a connection of its own, and keep its answer from the phone."""
        with socket.create_connection(("127.0.0.1", self.target)) as server:
            server.sendall(request)
            client.settimeout(1)
            with contextlib.suppress(TimeoutError):  # the form may follow its head
                server.sendall(client.recv(CHUNK))
            answer = server.recv(CHUNK)
            assert answer.startswith(b"HTTP/1.1 200"), answer[:CHUNK]


def _saves(chunk: bytes) -> bool:
    return chunk.startswith(b"POST ") and SAVE in chunk.partition(b"\r\n")[0]


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while chunk := source.recv(CHUNK):
            sink.sendall(chunk)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def between(target: int) -> Iterator[Proxy]:
    """Stand before a server for the length of the block."""
    proxy = Proxy(target)
    with socket.create_server(("127.0.0.1", proxy.port)) as listener:
        threading.Thread(target=proxy.serve, args=(listener,), daemon=True).start()
        yield proxy
        listener.shutdown(socket.SHUT_RDWR)
