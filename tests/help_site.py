"""The help pages, built once for all lanes of tests: that takes a core for ten seconds."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.image import ROOT, copy_context

BUILT_ONCE = ROOT / ".pytest_cache" / "d" / "help-site"


def help_site() -> Path:
    """The site as an image builds it: from the files that its build is sent. Only read it: other tests do as well."""
    BUILT_ONCE.parent.mkdir(parents=True, exist_ok=True)
    with BUILT_ONCE.with_suffix(".lock").open("w") as lock, TemporaryDirectory() as temporary:
        fcntl.flock(lock, fcntl.LOCK_EX)
        context = copy_context(Path(temporary, "context"))
        site = BUILT_ONCE / _digest(context)
        if not site.is_dir():
            environment = os.environ | {"PYTHONPATH": str(context)}
            subprocess.run([sys.executable, "-m", "docs.site"], cwd=context, env=environment, check=True)
            shutil.rmtree(BUILT_ONCE, ignore_errors=True)
            shutil.copytree(context / "docs" / "dist", site)
        return site


def _digest(folder: Path) -> str:
    """Of the names and contents of all files in ``folder``."""
    whole = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        whole.update(f"{file.relative_to(folder)} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()
