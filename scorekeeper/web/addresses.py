"""The names and addresses by which this machine can be reached on its network."""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterator

# An address kept for documentation (RFC 5737): a UDP socket "connected" to it sends nothing, but shows which
# of the machine's own addresses would be used.
PROBE = ("192.0.2.1", 9)
LINUX_ADDRESS_OF_INTERFACE = 0x8915


def own_names() -> list[str]:
    """Give every name and address of this machine, the usual local ones first."""
    host = socket.gethostname()
    names = ["localhost", "127.0.0.1", host, f"{host.partition('.')[0]}.local"]
    return list(dict.fromkeys([*names, *addresses()]))


def lan_address() -> str | None:
    """Give the address that phones on the same network can reach, or None without a network."""
    return next(iter(addresses()), None)


def local_name() -> str | None:
    """Give the machine's ``.local`` name if it resolves here, else None."""
    name = f"{socket.gethostname().partition('.')[0]}.local"
    try:
        socket.getaddrinfo(name, None)
    except OSError:
        return None
    return name


def addresses() -> list[str]:
    """Give this machine's own IPv4 addresses, the one of the default route first, without loopback."""
    found = dict.fromkeys([*_routed(), *_of_interfaces()])
    return [address for address in found if not _is_local_only(address)]


def _routed() -> Iterator[str]:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(PROBE)
        yield sock.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for _index, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(sock.fileno(), LINUX_ADDRESS_OF_INTERFACE, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])


def _is_local_only(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return ip.is_loopback or ip.is_link_local or ip.is_unspecified
