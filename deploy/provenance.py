"""Where a build comes from, as an in-toto statement with SLSA's provenance (https://slsa.dev/spec/v1.0/provenance).

It names the files that were made and what they were made from, by digest: the commit and the locks. It is not signed:
who hands it on signs it with the means of their own (``cosign attest-blob``, for example). Standard library alone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://slsa.dev/provenance/v1"
BUILD_TYPE = "urn:pangea:deploy/build.sh"
LOCKS = [*sorted((ROOT / "deploy/locks").glob("*.txt")), ROOT / "static/package-lock.json"]


def statement(made: list[Path], started: str) -> dict[str, Any]:
    """The statement about these files; ``started`` is a time as RFC 3339 writes it."""
    return {
        "_type": STATEMENT,
        "subject": [{"name": path.name, "digest": {"sha256": _digest(path)}} for path in made],
        "predicateType": PREDICATE,
        "predicate": {
            "buildDefinition": {
                "buildType": BUILD_TYPE,
                "externalParameters": {"command": "deploy/build.sh server"},
                "resolvedDependencies": [_source(), *map(_lock, LOCKS)],
            },
            "runDetails": {
                "builder": {"id": os.environ.get("PANGEA_BUILDER", f"{BUILD_TYPE}#by-hand")},
                "metadata": {"startedOn": started, "finishedOn": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"},
            },
        },
    }


def _source() -> dict[str, Any]:
    """The commit; where there is no repository, as in a container's build, what ``PANGEA_COMMIT`` says."""
    commit = _git("rev-parse", "HEAD") or os.environ.get("PANGEA_COMMIT", "")
    if not commit:
        return {
            "name": "source",
            "annotations": {"commit": None, "reason": "no repository, and no PANGEA_COMMIT"},
        }
    changed = bool(_git("status", "--porcelain", "--untracked-files=no"))
    return {"name": "source", "digest": {"gitCommit": commit}, "annotations": {"changed_since": changed}}


def _lock(path: Path) -> dict[str, Any]:
    return {"name": str(path.relative_to(ROOT)), "digest": {"sha256": _digest(path)}}


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _git(*args: str) -> str:
    try:
        done = subprocess.run(["git", *args], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--started", required=True, help="when the build began, as 2026-11-23T05:00:00Z")
    parser.add_argument("made", nargs="+", type=Path, help="the files that were made")
    options = parser.parse_args()
    json.dump(statement(options.made, options.started), sys.stdout, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
