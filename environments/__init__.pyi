"""Which places exist, how they connect, and how a walk is scored: everything public, and where it is."""

from .errors import (
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
from .floor_plan import Floor, FloorPlan, FloorRoom
from .geometry import Rotation, Vector
from .graph import NavigationGraph
from .matterport3d import Matterport3D
from .metrics.batch import score_paths
from .metrics.comparison import Comparison, compare
from .metrics.dtw import Warping, dtw, dtw_vectors
from .metrics.fidelity import cls, ndtw, path_dtw, sdtw
from .metrics.files import ScoredFollower, ScoredFollowers, score_files
from .metrics.path import navigation_error, oracle_success, spl, success
from .metrics.report import METRICS_VERSION, RXR_KEYS, PathScores, score_path
from .own_places.folder import PanoramaFolder
from .plugins import ENVIRONMENTS, ExtensionPoint, open_environment
from .protocol import Environment
from .sampling import SAMPLERS, is_unseen, sample_paths, sample_varied_paths
from .scan import (
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
    "ENVIRONMENTS",
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
    "ExtensionPoint",
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
    "navigation_error",
    "ndtw",
    "open_environment",
    "oracle_success",
    "path_dtw",
    "sample_paths",
    "sample_varied_paths",
    "score_files",
    "score_path",
    "score_paths",
    "sdtw",
    "spl",
    "success",
]
