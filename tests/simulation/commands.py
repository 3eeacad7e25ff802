"""``pangea`` commands, as an operator types them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def pangea_says(data: Path, *arguments: str) -> str:
    """What the command prints; ``data`` is the store that it is about."""
    command = [sys.executable, "-m", "pangea_server.app", *arguments, "--data-dir", str(data)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
