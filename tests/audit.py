"""Known weaknesses of the packages that the lock files name: ``python -m tests.audit``.

pip-audit asks PyPI, npm audit asks the npm registry. Exit code 1 when something was found; where nobody could be asked
it says NOT AUDITED and why, claims nothing and ends with 0, so that a network that refuses does not stop a build.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PIP_AUDIT = [
    sys.executable, "-m", "pip_audit", "--requirement", "deploy/requirements.lock",
    "--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json",
]  # fmt: skip
NPM_AUDIT = ["npm", "--prefix", "static", "audit", "--json"]
PATIENCE = 300.0  # seconds


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many packages were asked about, of how many, and what was found."""

    asked: int
    of: int
    findings: tuple[str, ...] = ()
    trouble: str = ""

    def __str__(self) -> str:
        if self.findings:
            return f"{len(self.findings)} found: {'; '.join(self.findings)}"
        if self.asked < self.of or not self.asked:
            return f"NOT AUDITED: {self.trouble} ({self.asked} of {self.of} packages could be asked about)"
        return f"clean: nothing is known against any of {self.asked} packages"


def read_pip_audit(output: str) -> Verdict:
    """What ``pip-audit --format json`` says; it calls a package that it could not ask about neither good nor bad."""
    packages: list[dict[str, Any]] = _parsed(output).get("dependencies", [])
    skipped = [package["skip_reason"] for package in packages if "skip_reason" in package]
    findings = tuple(
        f"{package['name']} {package['version']} {weakness['id']}"
        for package in packages
        for weakness in package.get("vulns", ())
    )
    trouble = skipped[0] if skipped else "" if packages else "no answer"
    return Verdict(len(packages) - len(skipped), len(packages), findings, trouble)


def read_npm_audit(output: str) -> Verdict:
    """What ``npm audit --json`` says."""
    report = _parsed(output)
    if "metadata" not in report:
        return Verdict(0, 0, trouble=report.get("message", "no answer"))
    total = report["metadata"]["dependencies"]["total"]
    findings = tuple(
        f"{name} ({weakness['severity']})" for name, weakness in report["vulnerabilities"].items()
    )
    return Verdict(total, total, findings)


def _parsed(output: str) -> dict[str, Any]:
    try:
        parsed: dict[str, Any] = json.loads(output)
    except json.JSONDecodeError:
        return {}
    return parsed


def _run(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout


def main() -> int:
    audits: dict[str, tuple[list[str], Callable[[str], Verdict]]] = {
        "Python": (PIP_AUDIT, read_pip_audit),
        "npm": (NPM_AUDIT, read_npm_audit),
    }
    verdicts = {name: read(_run(command)) for name, (command, read) in audits.items()}
    for name, verdict in verdicts.items():
        sys.stdout.write(f"{name}: {verdict}\n")
    return int(any(verdict.findings for verdict in verdicts.values()))


if __name__ == "__main__":
    sys.exit(main())
