"""The demo house's depth pictures agree with the house's description, with the identities and with themselves."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from environments.demo import DemoHouse
from environments.demo.house import HOUSE, graph
from environments.demo.model.shell import solids
from environments.errors import ImageNotFoundError
from environments.geometry import direction
from environments.labels import FARTHEST, Labels

VIEWPOINTS = {each["viewpoint_id"]: each["position"] for each in graph()["viewpoints"]}
INDOORS = [name for name in VIEWPOINTS if not name.startswith(("terrace", "balcony"))]
WALLS = np.array([(solid.box.low, solid.box.high) for solid in solids(HOUSE)])  # (n, 2, 3)
RAYS = 1500


@pytest.fixture(scope="module")
def labels() -> Labels:
    found = DemoHouse().labels("demo-house")
    assert found is not None
    return found


def looks(rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.float64]:
    """Directions to the middles of pixels."""
    return direction(((columns + 0.5) / 1024 - 0.5) * 2 * np.pi, (0.5 - (rows + 0.5) / 512) * np.pi)


def to_walls(camera: NDArray[np.float64], rays: NDArray[np.float64]) -> NDArray[np.float64]:
    """Metres (r,) to the nearest box of the building along each ray (r, 3); infinite where there is none."""
    with np.errstate(divide="ignore"):
        crossings = (WALLS[None] - camera) / rays[:, None, None]  # (r, n, 2, 3)
    enter, leave = crossings.min(axis=2).max(axis=2), crossings.max(axis=2).min(axis=2)
    nearest: NDArray[np.float64] = np.where((enter <= leave) & (enter > 0), enter, np.inf).min(axis=1)
    return nearest


def sample(seed: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pixels at random, and others in both columns beside the seam and both rows at the poles."""
    random = np.random.default_rng(seed)
    rows, columns = random.integers(0, 512, RAYS), random.integers(0, 1024, RAYS)
    columns[:100], columns[100:200] = 0, 1023
    rows[200:250], rows[250:300] = 0, 511
    return rows, columns


def slack(metres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Two millimetres, and what single precision leaves out along rays that graze the ground."""
    return 0.002 + 1e-4 * metres


@pytest.mark.parametrize("viewpoint_id", VIEWPOINTS)
def test_nothing_is_seen_behind_a_wall(viewpoint_id: str, labels: Labels) -> None:
    rows, columns = sample(1)
    shown = labels.distances(viewpoint_id)[rows, columns]
    walls = to_walls(np.array(VIEWPOINTS[viewpoint_id]), looks(rows, columns))
    near = walls < FARTHEST - 0.01
    assert near.sum() > RAYS / 3
    assert (shown[near] <= walls[near] + slack(walls[near])).all()
    assert np.isinf(walls[np.isnan(shown)]).all()  # sky where the description has nothing


@pytest.mark.parametrize("viewpoint_id", VIEWPOINTS)
def test_bare_walls_are_as_far_as_the_house_says(viewpoint_id: str, labels: Labels) -> None:
    """Frames, sashes and scenery stand before some; all other pixels that show no object are exact."""
    rows, columns = sample(2)
    bare = labels.numbers(viewpoint_id)[rows, columns] == 0
    shown = labels.distances(viewpoint_id)[rows, columns]
    walls = to_walls(np.array(VIEWPOINTS[viewpoint_id]), looks(rows, columns))
    compared = bare & (walls < FARTHEST - 0.01)
    right = np.abs(shown[compared] - walls[compared]) <= slack(walls[compared])
    assert compared.sum() > 100
    assert right.mean() > 0.8


@pytest.mark.parametrize("viewpoint_id", VIEWPOINTS)
def test_every_pixel_of_an_object_lies_in_its_box(viewpoint_id: str, labels: Labels) -> None:
    """Also those at its edges: a depth picture that is shifted by one pixel shows the wall there."""
    numbers, distances = labels.numbers(viewpoint_id), labels.distances(viewpoint_id)
    for thing in labels.objects:
        rows, columns = np.nonzero(numbers == thing.number)
        if not len(rows):
            continue
        assert thing.box is not None
        low, high = np.array(thing.box)
        shown = distances[rows, columns]
        points = np.array(VIEWPOINTS[viewpoint_id]) + shown[:, None] * looks(rows, columns)
        inside = (points >= low - 0.003) & (points <= high + 0.003)
        assert inside.all() or (shown == FARTHEST).any(), thing.object_id


@pytest.mark.parametrize("viewpoint_id", VIEWPOINTS)
def test_edges_of_objects_are_steps_of_depth(viewpoint_id: str, labels: Labels) -> None:
    """An object nearer than a wall ends where the depth jumps: both pictures show the same edge."""
    numbers, distances = labels.numbers(viewpoint_id), labels.distances(viewpoint_id)
    ends = numbers != np.roll(numbers, -1, axis=1)  # also over the seam
    step = np.abs(np.log(distances / np.roll(distances, -1, axis=1)))
    assert np.nanmedian(step[ends]) > 8 * np.nanmedian(step[~ends])


@pytest.mark.parametrize("viewpoint_id", VIEWPOINTS)
def test_the_edges_of_the_picture_meet(viewpoint_id: str, labels: Labels) -> None:
    distances = labels.distances(viewpoint_id)
    seam = np.abs(distances[:, 0] - distances[:, -1])
    beside = np.abs(np.diff(distances[:, :16], axis=1))
    assert np.nanmedian(seam) <= np.nanmedian(beside) * 2 + 0.002


@pytest.mark.parametrize("viewpoint_id", INDOORS)
def test_the_lowest_row_is_as_far_as_the_floor(viewpoint_id: str, labels: Labels) -> None:
    below = labels.distances(viewpoint_id)[-1]
    assert np.ptp(below) <= 0.002
    assert HOUSE.eye - 0.04 <= below[0] <= HOUSE.eye + 0.002  # a rug is up to 3 cm high


def test_a_viewpoint_without_depth_is_named(labels: Labels) -> None:
    with pytest.raises(ImageNotFoundError, match="attic"):
        labels.distances("attic")
