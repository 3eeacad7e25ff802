"""Placing panoramas by the features that they share, by COLMAP (extra ``map``).

COLMAP: Schönberger and Frahm, Structure-from-Motion Revisited, CVPR 2016. Features, matches and their geometry are kept
in a database, so that a run that was stopped goes on where it was. One thread and fixed seeds: two runs are equal.
"""

from __future__ import annotations

from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from environments.errors import ConfigurationError
from environments.geometry import direction
from environments.mapping.model import Matches, Model
from environments.mapping.pairs import MOST_WITH_ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SEED = 0
MOST_FEATURES = 8192
MOST_FEATURES_OUTDOORS = 4096
"""Of each of many pictures outdoors, where more is seen than plain walls: fewer are compared and placed."""
ROOM_NEEDED = 32 * 2**20
"""Bytes that must be left on the disk: more than the features of a picture take, or what it shares with others."""
GROWN = 1.4
"""Times by which a model of many photographs grows until all of it is adjusted once more; COLMAP's own 1.1 took
60 s for 30 photographs of a street, this 43 s."""
FEWEST_PLACED = 3
"""Photographs of a model."""
PANORAMA_OF_CAMERA = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""From COLMAP's cameras (x right, y down, z forward) to a panorama's own frame (x right, y forward, z up)."""


def colmap() -> Any:
    """The library, silent.

    Raises:
        ConfigurationError: it is not installed.
    """
    try:
        import pycolmap
    except ImportError as error:
        raise ConfigurationError(
            "pangea env map needs the package pycolmap.",
            remedy="Install it: pip install 'pangea-toolkit[map]'.",
        ) from error
    pycolmap.logging.minloglevel = pycolmap.logging.Level.FATAL.value
    return pycolmap


class Reconstruction:
    """Features, matches and models of the pictures in a folder.

    Args:
        pictures: the folder of equirectangular pictures.
        database: COLMAP's file, which is made if it is not there.

    Raises:
        ConfigurationError: the file is not such a database, or pycolmap is not installed.
    """

    def __init__(self, pictures: Path, database: Path) -> None:
        self._colmap = colmap()
        self._pictures = pictures
        self._file = database
        self._colmap.set_random_seed(SEED)
        self._database().close()

    def find_features(self, name: str, most: int) -> int:
        """Find the features of a picture, the largest first, if that was not done before; returns their number.

        Raises:
            ConfigurationError: the disk is nearly full.
        """
        self._refuse_full_disk()
        options = self._colmap.FeatureExtractionOptions(use_gpu=False, num_threads=1)
        options.sift.max_num_features = most
        self._colmap.extract_features(
            self._file,
            self._pictures,
            image_names=[name],
            camera_mode=self._colmap.CameraMode.PER_IMAGE,
            reader_options=self._colmap.ImageReaderOptions(camera_model="EQUIRECTANGULAR"),
            extraction_options=options,
        )
        with self._database() as database:
            image = database.read_image_with_name(name)
            return database.num_keypoints_for_image(image.image_id) if image else 0

    def match(self, name: str, others: Sequence[str]) -> None:
        """Find the features that a picture shares with others, where that was not done before. Raises as
        ``find_features``."""
        self._refuse_full_disk()
        matching = self._colmap.FeatureMatchingOptions(use_gpu=False, num_threads=1)
        verification = self._colmap.TwoViewGeometryOptions()
        verification.ransac.random_seed = SEED
        with TemporaryDirectory() as folder:
            pairs = Path(folder) / "pairs.txt"
            pairs.write_text("".join(f"{name} {other}\n" for other in others), encoding="utf-8")
            self._colmap.match_image_pairs(
                self._file,
                matching_options=matching,
                pairing_options=self._colmap.ImportedPairingOptions(match_list_path=pairs),
                verification_options=verification,
            )

    def models(self, names: Sequence[str], placed: Callable[[], object] = lambda: None) -> list[Model]:
        """Place these pictures; each model is of some that see each other, the largest first.

        Args:
            placed: called whenever one is placed, again where a model was given up and is begun anew.
        """
        with TemporaryDirectory() as folder:
            found = self._colmap.incremental_mapping(
                self._file,
                self._pictures,
                Path(folder),
                self._placing(names),
                next_image_callback=placed,
            )
            models = [model_of(each) for each in found.values()]
        return sorted(models, key=lambda model: (-len(model.names), model.names))

    def matches(self, names: Sequence[str]) -> dict[tuple[str, str], Matches]:
        """What each two of these pictures share, as far as it has one geometry."""
        with self._database() as database:
            names_of = {image.image_id: image.name for image in database.read_all_images()}
            rays = {number: _rays_of(database, number) for number, name in names_of.items() if name in names}
            found = {}
            for pair, geometry in zip(*database.read_two_view_geometries(), strict=True):
                a, b = self._colmap.pair_id_to_image_pair(pair)
                both = geometry.inlier_matches
                if a in rays and b in rays and len(both):
                    found[names_of[a], names_of[b]] = Matches(rays[a][both[:, 0]], rays[b][both[:, 1]])
        return found

    def _database(self) -> Any:
        try:
            return self._colmap.Database.open(self._file)
        except RuntimeError as error:
            raise ConfigurationError(
                f"{self._file} cannot be opened as COLMAP's database.",
                remedy=f"Remove {self._file.parent}; all is then computed anew.",
            ) from error

    def _refuse_full_disk(self) -> None:
        """COLMAP itself says nothing of what it could not write."""
        if disk_usage(self._file.parent).free < ROOM_NEEDED:
            raise ConfigurationError(
                f"{self._file} cannot be written: less than {ROOM_NEEDED >> 20} MiB are left on its disk.",
                remedy="Make room or choose another --output; the run continues where it stopped.",
            )

    def _placing(self, names: Sequence[str]) -> Any:
        """COLMAP's thresholds relaxed: rooms have plain walls, and few things are seen from three places."""
        options = self._colmap.IncrementalPipelineOptions(num_threads=1, random_seed=SEED)
        options.image_names = list(names)
        options.extract_colors = False
        options.min_model_size = FEWEST_PLACED
        options.ba_refine_focal_length = options.ba_refine_extra_params = False
        options.mapper.init_min_num_inliers = 40
        options.mapper.init_min_tri_angle = 8
        options.mapper.abs_pose_min_num_inliers = 15
        options.mapper.abs_pose_min_inlier_ratio = 0.15
        options.triangulation.ignore_two_view_tracks = False
        if len(names) > MOST_WITH_ALL:
            options.ba_global_frames_ratio = options.ba_global_points_ratio = GROWN
            options.mapper.ba_global_ignore_redundant_points3D = True
        return options


def model_of(found: Any) -> Model:
    """What COLMAP placed, by the names of its pictures."""
    placed = sorted((each for each in found.images.values() if each.has_pose), key=lambda each: each.name)
    number = {each.image_id: row for row, each in enumerate(placed)}
    poses = [each.cam_from_world() for each in placed]
    turns = np.array([pose.rotation.matrix().T for pose in poses])
    shifts = np.array([pose.translation for pose in poses])
    points = [found.points3D[each] for each in sorted(found.points3D)]
    sightings = [
        (number[element.image_id], row)
        for row, point in enumerate(points)
        for element in point.track.elements
    ]
    return Model(
        tuple(each.name for each in placed),
        -np.einsum("nij,nj->ni", turns, shifts),
        turns @ PANORAMA_OF_CAMERA.T,
        np.array([point.xyz for point in points]),
        np.array(sightings, np.int64).reshape(-1, 2),
    )


def _rays_of(database: Any, image_id: int) -> Floats:
    """The rays (n, 3) of a picture's features in the panorama's own frame."""
    camera = database.read_camera(database.read_image(image_id).camera_id)
    columns, rows = np.asarray(database.read_keypoints(image_id), np.float64)[:, :2].T
    return direction((columns / camera.width - 0.5) * 2 * np.pi, (0.5 - rows / camera.height) * np.pi)
