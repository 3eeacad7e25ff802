"""The data directory: its owner, its file system, its free space."""

from __future__ import annotations

import fcntl
import os
import re
import stat
import time
from datetime import UTC, datetime
from pathlib import Path

from environments.errors import ConfigurationError
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.core.settings import Settings
from pangea_server.http.pages import find_web
from pangea_server.stores.local.disk import room_above_reserve
from pangea_server.stores.sqlite.write_gate import SERVER_LOCK

# File systems of other machines: SQLite's locks and write-ahead log need shared memory, which they do not have
NETWORKED = (
    "nfs",
    "cifs",
    "smb",
    "ceph",
    "gluster",
    "lustre",
    "afs",
    "9p",
    "fuse.sshfs",
    "fuse.gcsfuse",
    "fuse.s3fs",
)
MOUNTS = Path("/proc/self/mountinfo")
RELEASED = datetime(2026, 11, 1, tzinfo=UTC)
DRIFT = 300.0  # seconds
AN_HOUR_OF_VOICES = 350 * 2**20  # bytes


def rights(deployment: Deployment) -> str:
    if not _is_local(deployment.settings):
        return elsewhere(deployment.settings)
    folder = deployment.settings.data_dir
    if folder.exists() and stat.S_IMODE(folder.stat().st_mode) & stat.S_IRWXO:
        raise ConfigurationError(
            f"Every user of this machine can look into the data directory {folder}.",
            remedy=f"chmod o-rwx {folder}",
        )
    if folder.resolve().is_relative_to(find_web(deployment.settings.web_dir).resolve()):
        raise ConfigurationError(
            f"The data directory {folder} is inside the folder of the pages, which anyone may load.",
            remedy="Choose another --data-dir.",
        )
    there = existing(folder)
    if not os.access(there, os.W_OK | os.X_OK):
        raise ConfigurationError(
            f"The data directory {folder} cannot be written: {there} belongs to another user or is read-only.",
            remedy="Choose another --data-dir, or change its rights.",
        )
    return str(folder)


def file_system(deployment: Deployment) -> str:
    if not _is_local(deployment.settings):
        return "none is needed"
    folder = deployment.settings.data_dir
    kind = file_system_of(existing(folder), MOUNTS.read_text())
    if kind.startswith(NETWORKED):
        raise ConfigurationError(
            f"The data directory {folder} is on a network file system ({kind}), where SQLite's locks do not hold.",
            remedy="Put it on a disk of this machine, or use --store firebase or postgres.",
        )
    return kind


def file_system_of(folder: Path, mountinfo: str) -> str:
    """Type of the file system that ``folder`` is on, from ``/proc/self/mountinfo`` (proc_pid_mountinfo(5))."""
    kinds = {}
    for line in mountinfo.splitlines():
        fields, _, source = line.partition(" - ")
        mounted_at = re.sub(r"\\(\d{3})", lambda code: chr(int(code[1], 8)), fields.split()[4])
        kinds[mounted_at] = source.split()[0]  # of two mounts at one place, the later one is visible
    return next((kinds[str(place)] for place in (folder, *folder.parents) if str(place) in kinds), "unknown")


def disk(deployment: Deployment) -> str:
    if not _is_local(deployment.settings):
        return "none is needed"
    folder = deployment.settings.data_dir
    room = room_above_reserve(existing(folder))
    if room < deployment.settings.limits.chunk_bytes:
        raise AdviceError(
            f"The disk of {folder} is down to the reserve that is kept free of voices: uploads are refused (507).",
            remedy="Make room: voices need about 0.35 GiB an hour each. Reading, reviewing and removing go on.",
        )
    if room < 10 * AN_HOUR_OF_VOICES:
        raise AdviceError(
            f"{folder} has room for {room / AN_HOUR_OF_VOICES:.1f} hours of voices.", remedy="Make room."
        )
    return f"room for {room / AN_HOUR_OF_VOICES:.0f} hours of voices"


def writers(deployment: Deployment) -> str:
    asked = os.environ.get("WEB_CONCURRENCY", "1")
    if _is_local(deployment.settings) and asked != "1":
        raise ConfigurationError(
            f"WEB_CONCURRENCY asks for {asked} servers on one data directory, which has one writer.",
            remedy="Unset the variable, or use --store firebase or postgres, which any number of servers may share.",
        )
    return "one server for each data directory" if _is_local(deployment.settings) else "any number of servers"


def server(deployment: Deployment) -> str:
    """A second server would be refused."""
    if is_served(deployment.settings):
        raise AdviceError(
            f"Another server is running on the data directory {deployment.settings.data_dir}.",
            remedy="There is nothing to do, unless you want to start one: stop that one first.",
        )
    return "none is running"


def is_served(settings: Settings) -> bool:
    """Whether a server is running on the data directory."""
    try:
        with (settings.data_dir / SERVER_LOCK).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _is_local(settings)
    except OSError:
        return False
    return False


def clock(deployment: Deployment) -> str:
    now = datetime.now(UTC)
    if now < RELEASED:
        raise ConfigurationError(
            f"This machine's clock says {now:%Y-%m-%d %H:%M}, before this PanGEA was written.",
            remedy="Set the clock, or have it set (timedatectl set-ntp true).",
        )
    last_write = _last_write(deployment.settings)
    if last_write > time.time() + DRIFT:
        raise ConfigurationError(
            f"This machine's clock went back: the last write is {last_write - time.time():.0f} s in the future.",
            remedy="Set the clock, or have it set (timedatectl set-ntp true).",
        )
    return f"{now:%Y-%m-%d %H:%M} UTC"


def _last_write(settings: Settings) -> float:
    """The time of the last write in seconds since the epoch; 0 if nothing was written."""
    files = [settings.data_dir / name for name in ("pangea.db", "pangea.db-wal")]
    return max((file.stat().st_mtime for file in files if _is_local(settings) and file.exists()), default=0.0)


def _is_local(settings: Settings) -> bool:
    return settings.store == "local"


def elsewhere(settings: Settings) -> str:
    """Who keeps a store that is not in the data directory."""
    return "kept by PostgreSQL" if settings.store == "postgres" else "kept by Google Cloud"


def existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    folder = folder.resolve()
    while not folder.exists():
        folder = folder.parent
    return folder
