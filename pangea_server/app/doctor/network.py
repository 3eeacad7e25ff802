"""Who can reach the server, how, and under which name."""

from __future__ import annotations

import os
from contextlib import closing
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from socket import (
    AF_INET,
    AF_INET6,
    IPPROTO_IPV6,
    IPV6_V6ONLY,
    SO_REUSEADDR,
    SOL_SOCKET,
    socket,
)

from environments.errors import ConfigurationError
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.doctor.folder import is_served
from pangea_server.app.doctor.unnamed_proxy import unnamed_proxy_seen_at
from pangea_server.http.edge.metrics import parse_address
from pangea_server.stores.opening import open_store

ANY = "*"


def address(deployment: Deployment) -> str:
    if deployment.is_public and all(network.is_loopback for network in _proxies(deployment)):
        raise ConfigurationError(
            f"The server would listen on {deployment.host} for everyone, without a proxy that terminates TLS.",
            remedy="Listen on 127.0.0.1 behind a proxy, or name the proxy's address in PANGEA_TRUSTED_PROXIES.",
        )
    reach = "behind a proxy" if deployment.is_public else "this machine and the proxies on it"
    return f"{deployment.host}:{deployment.port}, for {reach}"


def port(deployment: Deployment) -> str:
    """Take the port for a moment."""
    try:
        bound(deployment.host, deployment.port).close()
    except ConfigurationError as error:
        if is_served(deployment.settings):
            raise AdviceError(error.message, remedy=error.remedy) from error
        raise
    return f"{deployment.port} is free"


def bound(host: str, port: int) -> socket:
    """A socket that has the port, and does not listen yet: clients are refused until it does.

    Raises:
        ConfigurationError: another program has the port, or this machine has no such address.
    """
    family = AF_INET6 if ":" in host else AF_INET
    made: socket | None = None
    try:
        made = socket(family)  # a kernel without IPv6 refuses already here
        made.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)  # a port that a server has just left is free
        if family == AF_INET6:
            made.setsockopt(IPPROTO_IPV6, IPV6_V6ONLY, 1)  # :: is not 0.0.0.0 as well, under other addresses
        made.bind((host, port))
    except OSError as error:
        if made is not None:
            made.close()
        raise ConfigurationError(
            f"Port {port} on {host} cannot be opened: {error.strerror}.",
            remedy="Choose another --port or --host, or stop the program that listens there.",
        ) from error
    return made


def proxies(deployment: Deployment) -> str:
    for network in _proxies(deployment):
        if not network.prefixlen:
            raise ConfigurationError(
                f"PANGEA_TRUSTED_PROXIES trusts everybody ({network}): anybody could write any address into "
                "X-Forwarded-For.",
                remedy="Name the proxy's own address or network.",
            )
    on_this_machine = any(network.is_loopback for network in _proxies(deployment))
    if not deployment.is_public and not on_this_machine:
        raise AdviceError(
            f"Only proxies on this machine reach {deployment.host}, and PANGEA_TRUSTED_PROXIES names none: to the "
            "rate limits everybody behind such a proxy is one address.",
            remedy="Add 127.0.0.1 and ::1, if a proxy stands in front.",
        )
    return deployment.settings.trusted_proxies or "none is trusted"


def forwarding(deployment: Deployment) -> str:
    """What the running server noticed: how a proxy connects is seen by requests only."""
    settings = deployment.settings
    if settings.store == "local" and not settings.data_dir.exists():
        return "no server has run yet"
    with closing(open_store(settings)) as opened:
        seen = unnamed_proxy_seen_at(opened.records)
    if seen:
        raise AdviceError(
            f"Since {seen:%Y-%m-%d %H:%M} UTC requests come through a proxy that PANGEA_TRUSTED_PROXIES does not "
            "name: to the rate limits everybody behind it is one address.",
            remedy="Add the address from which your proxy connects, and start the server again.",
        )
    return "the running server saw no other proxy"


def hosts(deployment: Deployment) -> str:
    names = deployment.settings.hosts.split()
    if ANY in names:
        raise ConfigurationError(
            "PANGEA_HOSTS is *: another site could point its own name at this server.",
            remedy="Write the names that people use, such as pangea.example.org.",
        )
    if deployment.is_public and not names:
        raise ConfigurationError(
            f"The server would listen on {deployment.host} and does not know its own name.",
            remedy="Write the names that people use into PANGEA_HOSTS, such as pangea.example.org.",
        )
    return ", ".join(names) or "this machine's own names"


def frames(deployment: Deployment) -> str:
    sites = deployment.settings.frame_ancestors.split()
    if any(site.partition("://")[2].partition(":")[0] == ANY for site in sites):
        raise ConfigurationError(
            f"PANGEA_FRAME_ANCESTORS is {' '.join(sites)!r}: any site could show our pages in a frame.",
            remedy="Name the crowdsourcing site, such as https://work.example.org.",
        )
    return ", ".join(sites) or "no site may show our pages in a frame"


def metrics(deployment: Deployment) -> str:
    chosen = deployment.settings.metrics
    if not chosen:
        return "not served"
    host, port = parse_address(chosen)
    if port == deployment.port:
        raise ConfigurationError(
            f"PANGEA_METRICS is {chosen}, the port of the pages.", remedy="Give metrics a port of their own."
        )
    if ip_address(host).is_global:
        raise ConfigurationError(
            f"PANGEA_METRICS is {chosen}, an address of the internet.",
            remedy="Serve metrics at 127.0.0.1 or an address of a private network.",
        )
    if ip_address(host).is_unspecified:
        raise AdviceError(
            f"Metrics are served at {chosen}, to everyone who can reach that port.",
            remedy="Keep the port private.",
        )
    return chosen


def voices(deployment: Deployment) -> str:
    """Browsers take no TURN server without a password."""
    settings = deployment.settings
    servers = settings.ice_servers.split()
    relays = any(server.startswith("turn") for server in servers)
    if relays and settings.turn_secret is None:
        raise ConfigurationError(
            f"PANGEA_ICE_SERVERS is {settings.ice_servers!r}: the TURN server believes nobody without credentials.",
            remedy="Set PANGEA_TURN_SECRET to its static-auth-secret.",
        )
    if settings.turn_secret and not relays:
        raise ConfigurationError(
            "PANGEA_TURN_SECRET is set, but PANGEA_ICE_SERVERS names no TURN server.",
            remedy="Add its address, such as turn:turn.example.org:3478.",
        )
    return ", ".join(servers) or "two people reach each other on one network, or over this server"


def user(deployment: Deployment) -> str:
    if os.geteuid() == 0 and deployment.is_public:
        raise AdviceError("The server runs as root.", remedy="Give it a user of its own.")
    return f"user {os.geteuid()}"


def _proxies(deployment: Deployment) -> list[IPv4Network | IPv6Network]:
    names = deployment.settings.trusted_proxies.split()
    try:
        return [ip_network("0.0.0.0/0" if name == ANY else name, strict=False) for name in names]
    except ValueError as error:
        raise ConfigurationError(
            f"PANGEA_TRUSTED_PROXIES is {deployment.settings.trusted_proxies!r}: {error}.",
            remedy="Write addresses or networks separated by spaces, such as 127.0.0.1 10.0.0.0/8.",
        ) from error
