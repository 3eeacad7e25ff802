"""What a verification found, and how far an interrupted one came: two small files, of a local store in its folder."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from msgspec import DecodeError, Struct, field
from msgspec.json import decode, encode

from pangea_server.core.settings import Settings

REPORT, PROGRESS = "verified.json", "verifying.json"
MOST_FAULTS = 1000  # that are kept with their words; all are counted
T = TypeVar("T", bound=Struct)


class Fault(Struct, frozen=True):
    """Something that is not as it was written: what, and how it is wrong."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}."


class Report(Struct):
    """The figures of a verification."""

    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    finished_at: datetime | None = None
    rows: int = 0
    blobs: int = 0
    size: int = 0  # bytes read
    fault_count: int = 0
    faults: list[Fault] = []

    def add(self, fault: Fault) -> None:
        self.fault_count += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)


class VerificationCheckpoint(Struct):
    """Where an interrupted verification goes on: behind ``after`` in the step named ``step``."""

    report: Report
    step: str = ""
    after: str = ""


def folder_of(settings: Settings) -> Path:
    """Where the report of this store is; a machine may have verified another one before."""
    return settings.data_dir if settings.store == "local" else settings.data_dir / settings.store


def read_report(directory: Path) -> Report | None:
    """The newest complete one; None when there is none that can be read."""
    return _read(directory / REPORT, Report)


def read_progress(directory: Path) -> VerificationCheckpoint | None:
    """That of an interrupted verification; None when there is none."""
    return _read(directory / PROGRESS, VerificationCheckpoint)


def keep_progress(directory: Path, progress: VerificationCheckpoint) -> None:
    """Store it in place of the earlier one."""
    _write(directory / PROGRESS, progress)


def finish(directory: Path, report: Report) -> None:
    """Store the report of a verification that is complete."""
    report.finished_at = datetime.now(UTC)
    keep_report(directory, report)
    (directory / PROGRESS).unlink(missing_ok=True)


def keep_report(directory: Path, report: Report) -> None:
    """Store it in place of the earlier one."""
    _write(directory / REPORT, report)


def _read(path: Path, kind: type[T]) -> T | None:
    try:
        digest, _, text = path.read_bytes().partition(b"\n")
        return decode(text, type=kind) if digest == _digest(text) else None
    except (FileNotFoundError, DecodeError):
        return None


def _write(path: Path, value: Struct) -> None:
    text = encode(value)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_bytes(_digest(text) + b"\n" + text)
    new.chmod(0o600)
    new.replace(path)


def _digest(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()
