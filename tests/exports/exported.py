"""A store's annotations as files, in one line."""

from __future__ import annotations

from pathlib import Path

from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import ExportReport, export, open_formats
from pangea_server.stores.protocol import Store


def exported(store: Store, folder: Path, *formats: str, workers: int = 1) -> ExportReport:
    """What ``pangea export`` does, without formats that need the environment."""
    return export(Dataset(store), folder, open_formats(formats or ["rxr"]), workers=workers)
