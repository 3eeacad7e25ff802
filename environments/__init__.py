"""Which places exist, how they connect, and how a walk is scored.

Everything public is named here and loaded when first used, so that ``import environments`` stays fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from environments.folder import PanoramaFolder
    from environments.graph import NavigationGraph
    from environments.matterport3d import Matterport3D
    from environments.metrics.dtw import Warping, dtw
    from environments.metrics.fidelity import cls, ndtw, sdtw
    from environments.metrics.path import navigation_error, oracle_success, spl, success
    from environments.metrics.report import PathScores, score_files, score_path
    from environments.plugins import load_plugin, open_environment, plugin_names
    from environments.protocol import Environment
    from environments.sampling import sample_paths
    from environments.scan import (
        CUBE_FACES,
        FACES,
        IDENTITY,
        EncodedImage,
        Projection,
        Rotation,
        Scan,
        Vector,
        Viewpoint,
    )

_HOMES = {
    "environments.errors": (
        "ConfigurationError",
        "ConnectivityError",
        "GraphError",
        "ImageNotFoundError",
        "InvalidDataError",
        "NoPathError",
        "NotFoundError",
        "PangeaError",
        "PluginNotFoundError",
        "ScanNotFoundError",
        "ViewpointNotFoundError",
    ),
    "environments.folder": ("PanoramaFolder",),
    "environments.graph": ("NavigationGraph",),
    "environments.matterport3d": ("Matterport3D",),
    "environments.metrics.dtw": ("Warping", "dtw"),
    "environments.metrics.fidelity": ("cls", "ndtw", "sdtw"),
    "environments.metrics.path": ("navigation_error", "oracle_success", "spl", "success"),
    "environments.metrics.report": ("PathScores", "score_files", "score_path"),
    "environments.plugins": ("load_plugin", "open_environment", "plugin_names"),
    "environments.protocol": ("Environment",),
    "environments.sampling": ("sample_paths",),
    "environments.scan": (
        "CUBE_FACES",
        "FACES",
        "IDENTITY",
        "EncodedImage",
        "Projection",
        "Rotation",
        "Scan",
        "Vector",
        "Viewpoint",
    ),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "CUBE_FACES",
    "FACES",
    "IDENTITY",
    "ConfigurationError",
    "ConnectivityError",
    "EncodedImage",
    "Environment",
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
    "Vector",
    "Viewpoint",
    "ViewpointNotFoundError",
    "Warping",
    "cls",
    "dtw",
    "load_plugin",
    "navigation_error",
    "ndtw",
    "open_environment",
    "oracle_success",
    "plugin_names",
    "sample_paths",
    "score_files",
    "score_path",
    "sdtw",
    "spl",
    "success",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
