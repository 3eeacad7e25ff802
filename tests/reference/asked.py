"""The command as it is typed, in this process."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from subprocess import CompletedProcess
from unittest.mock import patch

import pytest

from pangea_server.app.command_line import main


def pangea(*arguments: object) -> CompletedProcess[str]:
    """What ``pangea`` prints, and how it ends."""
    asked = ["pangea", *map(str, arguments)]
    with (
        patch.dict(os.environ, {"NO_COLOR": "1", "COLUMNS": "200"}),
        patch.object(sys, "argv", asked),
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as err,
        pytest.raises(SystemExit) as ended,
    ):
        main()
    return CompletedProcess(asked, int(ended.value.code or 0), out.getvalue(), err.getvalue())
