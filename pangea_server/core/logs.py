"""How log lines look: sentences for a person, or JSON objects for a log collector."""

from __future__ import annotations

import logging
from logging import Formatter
from typing import Literal

from pythonjsonlogger.json import JsonFormatter

LogFormat = Literal["text", "json"]
# Google Cloud's names of time and level; other collectors can be configured for them
FIELDS = {"asctime": "time", "levelname": "severity", "name": "logger"}


def configure_logging(form: LogFormat, level: int = logging.INFO) -> None:
    """Write every log line of this process to standard error in this format; our own lines from this level."""
    handler = logging.StreamHandler()
    handler.setFormatter(_formatter(form))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("pangea_server").setLevel(level)


def _formatter(form: LogFormat) -> Formatter:
    if form == "text":
        return Formatter("%(levelname)s %(name)s: %(message)s")
    return JsonFormatter(
        "%(asctime)s %(levelname)s %(name)s %(message)s", datefmt="%Y-%m-%dT%H:%M:%S%z", rename_fields=FIELDS
    )
