"""The libraries of the extra ``evaluate``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from environments import ConfigurationError


def library(name: str) -> Any:
    """A module of the extra, imported on first use.

    Raises:
        ConfigurationError: it is not installed.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"Measures of texts need {name.partition('.')[0]}, which is not installed.",
            remedy="Run: pip install 'pangea-toolkit[evaluate]'. Without --references nothing needs it.",
        ) from error
