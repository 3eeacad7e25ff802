from __future__ import annotations

from pangea_server.cli import main

main()
