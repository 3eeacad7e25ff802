"""The base of formats that ``pangea export`` fills with landmarks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path

from environments import ConfigurationError, Environment
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from pangea_server.dataset.landmarks.losses import counted
from pangea_server.dataset.landmarks.stored import landmark_entries, refuse_without_landmarks


class LandmarkFormat(Format):
    """A format of landmarks; what it could not say is in the export's notes.

    Attributes:
        reads_folders: whether ``read_landmarks`` takes the folder that holds its files.
    """

    needs_places = True
    reads_folders = False

    def write(self, dataset: Dataset, folder: Path) -> None:
        """Write all landmarks of the dataset.

        Raises:
            RecordNotFoundError: it has none.
            ConfigurationError: no environment was given.
        """
        refuse_without_landmarks(dataset.store.records)
        if dataset.places is None:
            raise ConfigurationError(
                f"{self.name} says where things are seen, and no environment was given.",
                remedy="Add --environment KIND:DIRECTORY with the scans that were walked.",
            )
        entries = counted(landmark_entries(dataset, self.name), self.name, dataset.notes)
        lost = self.write_landmarks(entries, dataset.places, folder)
        dataset.notes.update(lost)

    @abstractmethod
    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> Mapping[str, int]:
        """As ``WritesLandmarks``."""
