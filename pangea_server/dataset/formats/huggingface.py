"""A folder for Hugging Face ``datasets``: Parquet tables with the voices in them, and a README.md whose head names the
configurations, their columns and their splits.

It is opened with ``datasets.load_dataset(FOLDER)``, and the walks with ``load_dataset(FOLDER, "follower")``.

Source: https://huggingface.co/docs/hub/datasets-manual-configuration.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.files import ExportedFile, FailedFile
from pangea_server.dataset.entries.protocol import Found
from pangea_server.dataset.formats.hub_configs import configurations, front_matter
from pangea_server.dataset.formats.parquet import Parquet
from pangea_server.dataset.formats.voiced_tables import AUDIO, add_voices


class HuggingFace(Parquet):
    name = "huggingface"
    summary = "a folder for Hugging Face datasets: tables with the voices in them (parquet), README.md"

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile]:
        super().write(dataset, folder)
        faults: list[FailedFile] = []
        for table in sorted(folder.glob("guide/*.parquet")):
            faults += add_voices(dataset, table, f"{self.name}/guide/{table.stem}")
        page = f"{front_matter(configurations(folder))}\n{PAGE}"
        (folder / "README.md").write_text(page, encoding="utf-8")
        return faults

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        return ()

    def found(self, file: Path, place: str, row: Mapping[str, Any]) -> Found:
        found = super().found(file, place, row)
        return replace(found, voice=_voice(row)) if "instruction" in row else found


def _voice(row: Mapping[str, Any]) -> bytes | None:
    """The voice in a row."""
    inside = (row.get(AUDIO) or {}).get("bytes")
    return bytes(inside) if inside else None


PAGE = """\
# Instructions and walks collected with PanGEA

`guide` has a row per instruction, with its voice (`audio`), and `follower` one per walk after it; `instruction_id`
joins them. Frames, units and the metrics' version are in `about.json`.

```python
from datasets import load_dataset

guides = load_dataset("FOLDER")  # or streaming=True
walks = load_dataset("FOLDER", "follower")
```
"""
