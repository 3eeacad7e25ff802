"""A folder for Hugging Face ``datasets``: Parquet tables, voices, and a README.md whose head names the
configurations and splits.

It is opened with ``datasets.load_dataset(FOLDER, "guide")`` or ``"follower"``.

Source: https://huggingface.co/docs/hub/datasets-manual-configuration.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.files import ExportedFile, voice_files
from pangea_server.dataset.formats.parquet import Parquet

DEFAULT = "guide"  # the table that ``load_dataset`` opens when none is named


class HuggingFace(Parquet):
    name = "huggingface"
    summary = "a folder for Hugging Face datasets: tables (parquet), README.md, voices (wav)"

    def write(self, dataset: Dataset, folder: Path) -> None:
        super().write(dataset, folder)
        tables = sorted(file.relative_to(folder).as_posix() for file in folder.glob("*/*.parquet"))
        (folder / "README.md").write_text(card(tables), encoding="utf-8")

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        if item.said:
            guide = item.said.annotation
            yield from voice_files(f"voices/{guide.split}/{guide.record_id}.wav", guide)


def card(tables: Iterable[str]) -> str:
    """The README.md of a folder with these tables, named ``{configuration}/{split}.parquet``."""
    lines = ["---", "configs:"]
    known = ""
    for table in sorted(tables):
        configuration, _, file = table.partition("/")
        if configuration != known:
            known = configuration
            default = ["  default: true"] if configuration == DEFAULT else []
            lines += [f"- config_name: {configuration}", *default, "  data_files:"]
        lines += [f"  - split: {file.removesuffix('.parquet')}", f"    path: {table}"]
    lines += [
        "---",
        "",
        "# Instructions and walks collected with PanGEA",
        "",
        "`guide` has a row per instruction, `follower` one per walk after it; `instruction_id` joins them.",
        "The voice of instruction 26 is `voices/{split}/000026.wav`. Frames, units and the metrics' version",
        "are in `about.json`.",
        "",
    ]
    return "\n".join(lines)
