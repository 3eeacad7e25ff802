"""What an image is built from."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]


def copy_context(folder: Path) -> Path:
    """Copy what `docker build` sends into ``folder``, as `deploy/Dockerfile.dockerignore` selects it; the folder."""
    lines = (ROOT / "deploy" / "Dockerfile.dockerignore").read_text().split()
    sent = [line[1:] for line in lines if line.startswith("!")]
    left_out = [Path(line).name for line in lines if not line.startswith("!") and line != "*"]
    folder.mkdir()
    for name in sent:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*left_out))
        else:
            shutil.copyfile(ROOT / name, folder / name)
    return folder
