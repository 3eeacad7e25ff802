"""A release onto a disk that is full."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments import ConfigurationError
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.release.release import make_release
from tests.exports.test_release import contents, store

__all__ = ["store"]


def test_a_full_disk_is_said_and_a_release_goes_on_when_there_is_room(
    dataset: Dataset, tmp_path: Path, small_disk: Path
) -> None:
    filler = small_disk / "filler"
    filler.write_bytes(bytes(1_750_000))
    formats = open_formats(["rxr", "huggingface", "webdataset"])
    with pytest.raises(ConfigurationError, match="No space left") as refused:
        make_release(dataset, small_disk / "one", formats, "1.0")
    assert "run it again to continue" in refused.value.remedy
    assert not (small_disk / "one").exists()
    filler.unlink()
    make_release(dataset, small_disk / "one", formats, "1.0")
    make_release(dataset, tmp_path / "two", formats, "1.0")
    assert contents(small_disk / "one") == contents(tmp_path / "two")
