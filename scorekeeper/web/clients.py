"""Under what a client is counted where something is limited."""

from __future__ import annotations

import ipaddress

from flask import request

# A household, or a single phone on a mobile network, has at least so many leading bits to itself.
NETWORK_BITS = 64


def client() -> str:
    """Give the address that a request came from: of IPv6 the network, any address of which one phone may take."""
    return counted_as(request.remote_addr or "")


def counted_as(address: str) -> str:
    """Give what an address is counted as; what is none (a socket's path) is counted as it is.

    >>> counted_as("192.168.1.20"), counted_as("::ffff:192.168.1.20"), counted_as("2001:db8:1:2:aaaa::1")
    ('192.168.1.20', '192.168.1.20', '2001:db8:1:2::/64')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address or "unknown"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    mapped = found.ipv4_mapped
    return str(mapped or ipaddress.IPv6Network((int(found), NETWORK_BITS), strict=False))
