"""Prints the HTTP interface: ``python -m pangea_server.app.openapi``. The browser's types are generated from it."""

from __future__ import annotations

import json
import sys

from pangea_server.app.api import build_api

if __name__ == "__main__":
    json.dump(build_api().openapi(), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
