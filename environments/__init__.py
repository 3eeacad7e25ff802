"""Which places exist, how they connect, and how a walk is scored.

Everything public is named here. scipy, networkx, numba and fastdtw are imported when they are first needed.
"""

from __future__ import annotations

from environments.errors import (
    ConfigurationError,
    ConnectivityError,
    GraphError,
    ImageNotFoundError,
    InvalidDataError,
    NoPathError,
    NotFoundError,
    PangeaError,
    PluginNotFoundError,
    ScanNotFoundError,
    ViewpointNotFoundError,
)
from environments.floor_plan import Floor, FloorPlan, FloorRoom
from environments.folder import PanoramaFolder
from environments.geometry import Rotation, Vector
from environments.graph import NavigationGraph
from environments.matterport3d import Matterport3D
from environments.metrics.batch import score_paths
from environments.metrics.comparison import Comparison, compare
from environments.metrics.dtw import Warping, dtw, dtw_vectors
from environments.metrics.fidelity import cls, ndtw, path_dtw, sdtw
from environments.metrics.files import ScoredFollower, ScoredFollowers, score_files
from environments.metrics.path import navigation_error, oracle_success, spl, success
from environments.metrics.report import METRICS_VERSION, RXR_KEYS, PathScores, score_path
from environments.plugins import load_plugin, open_environment, plugin_names
from environments.protocol import Environment
from environments.sampling import SAMPLERS, is_unseen, sample_paths, sample_varied_paths
from environments.scan import (
    CUBE_FACES,
    FACES,
    IDENTITY,
    EncodedImage,
    Projection,
    Scan,
    Viewpoint,
)

__all__ = [
    "CUBE_FACES",
    "FACES",
    "IDENTITY",
    "METRICS_VERSION",
    "RXR_KEYS",
    "SAMPLERS",
    "Comparison",
    "ConfigurationError",
    "ConnectivityError",
    "EncodedImage",
    "Environment",
    "Floor",
    "FloorPlan",
    "FloorRoom",
    "GraphError",
    "ImageNotFoundError",
    "InvalidDataError",
    "Matterport3D",
    "NavigationGraph",
    "NoPathError",
    "NotFoundError",
    "PangeaError",
    "PanoramaFolder",
    "PathScores",
    "PluginNotFoundError",
    "Projection",
    "Rotation",
    "Scan",
    "ScanNotFoundError",
    "ScoredFollower",
    "ScoredFollowers",
    "Vector",
    "Viewpoint",
    "ViewpointNotFoundError",
    "Warping",
    "cls",
    "compare",
    "dtw",
    "dtw_vectors",
    "is_unseen",
    "load_plugin",
    "navigation_error",
    "ndtw",
    "open_environment",
    "oracle_success",
    "path_dtw",
    "plugin_names",
    "sample_paths",
    "sample_varied_paths",
    "score_files",
    "score_path",
    "score_paths",
    "sdtw",
    "spl",
    "success",
]
