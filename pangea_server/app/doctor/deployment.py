"""What the doctor checks, and what a check is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address

from environments.errors import PangeaError
from pangea_server.core.settings import Settings


@dataclass(frozen=True, slots=True)
class Deployment:
    """A server as it would run: its settings, and the address that it would listen on."""

    settings: Settings
    host: str = "127.0.0.1"
    port: int = 8000

    @property
    def is_public(self) -> bool:
        """Whether other machines can reach it without a proxy on this machine."""
        if self.host == "localhost":
            return False
        try:
            return not ip_address(self.host).is_loopback
        except ValueError:
            return True  # a name of this machine


class AdviceError(PangeaError):
    """Advice: it works, but should be changed."""


DeploymentCheck = Callable[[Deployment], str]
