"""Checks of a deployment. Each check returns a sentence, or raises: a setup that cannot work is refused before the port
opens; a setup that works but could be better gets advice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from environments.errors import PangeaError
from pangea_server.app.doctor import cloud, folder, installation, network, postgres, stored
from pangea_server.app.doctor.deployment import AdviceError, Deployment, DeploymentCheck

BEFORE_THE_PORT_OPENS: dict[str, DeploymentCheck] = {
    "web server": installation.web_server,
    "address": network.address,
    "proxies": network.proxies,
    "hosts": network.hosts,
    "frames": network.frames,
    "metrics": network.metrics,
    "voices": network.voices,
    "user": network.user,
    "folder": folder.rights,
    "file system": folder.file_system,
    "disk": folder.disk,
    "writers": folder.writers,
    "clock": folder.clock,
    "pages": installation.pages,
    "tiles": installation.tiles,
    "aligner": installation.aligner,
    "sign-in": cloud.sign_in,
    "cloud": cloud.services,
    "rules": cloud.rules,
    "bucket": cloud.bucket,
    "PostgreSQL": postgres.database,
    "objects": postgres.objects,
}
AT_LEISURE: dict[str, DeploymentCheck] = {
    "Python": installation.python,
    "environment": installation.environment,
    "panoramas": installation.panoramas,
    "server": folder.server,
    "port": network.port,
    "store": stored.store,
    "database": stored.database,
    "records": stored.records,
    "texts": stored.texts,
    "blobs": stored.blobs,
    "integrity": stored.integrity,
    "backup": stored.backup,
    "forwarding": network.forwarding,
}


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """What one check found; ``remedy`` is empty when all is well."""

    name: str
    detail: str
    remedy: str = ""
    refused: bool = False


def examine(deployment: Deployment) -> Iterator[DoctorFinding]:
    """Every check, in order."""
    for name, check in (AT_LEISURE | BEFORE_THE_PORT_OPENS).items():
        try:
            yield DoctorFinding(name, check(deployment))
        except OSError as error:
            yield DoctorFinding(
                name, f"It cannot be checked: {error}.", "Check the disk and the rights.", True
            )
        except PangeaError as error:
            refused = not isinstance(error, AdviceError)
            yield DoctorFinding(name, error.message, error.remedy or "See the documentation.", refused)


def admit(deployment: Deployment, without: Collection[str] = ()) -> list[AdviceError]:
    """Run the checks that a server has to pass before its port opens; returns the advice of those that it passes.

    Args:
        without: names of checks to leave out.

    Raises:
        PangeaError: this deployment cannot work, or would do harm.
    """
    advice = []
    for name, check in BEFORE_THE_PORT_OPENS.items():
        if name in without:
            continue
        try:
            check(deployment)
        except AdviceError as given:
            advice.append(given)
    return advice
