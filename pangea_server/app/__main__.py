from __future__ import annotations

from pangea_server.app.command_line import main

main()
