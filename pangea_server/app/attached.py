"""``python -m pangea_server.app.attached VERB ...``: a ``pangea`` command that ends when its parent process ends.

The parent process holds the other end of its standard input; when that closes, also because a server was killed, the
command ends at once. The next run does the unfinished work.
"""

from __future__ import annotations

import os
import sys
import threading

ATTACHED = (sys.executable, "-m", "pangea_server.app.attached")
"""How to run this."""


def _end_with_starter() -> None:
    os.read(sys.stdin.fileno(), 1)  # not through the buffer, whose lock would be missed at the end
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_starter, daemon=True).start()

    from pangea_server.app.command_line import (
        main,  # takes a second, in which the parent may already have ended
    )

    main()
