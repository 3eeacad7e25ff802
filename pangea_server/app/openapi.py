"""Prints the HTTP interface: ``python -m pangea_server.app.openapi``; with ``edit``, that of ``pangea env edit``.

The browser's types are generated from both.
"""

from __future__ import annotations

import json
import sys

from pangea_server.app.api import build_api
from pangea_server.app.place_edit.routes import build_edit_api

if __name__ == "__main__":
    api = build_edit_api() if sys.argv[1:] == ["edit"] else build_api()
    json.dump(api.openapi(), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
