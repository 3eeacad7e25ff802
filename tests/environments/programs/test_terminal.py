"""What a picture makes of the terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PIL import Image

READ = """
import sys
from pathlib import Path
from environments import EncodedImage
from environments.pictures import decode_image
decode_image(EncodedImage(Path(sys.argv[1]).read_bytes(), "image/jpeg"))
"""


def test_what_a_library_warns_of_does_not_reach_the_terminal_without_the_pictures_name(
    tmp_path: Path,
) -> None:
    exif = Image.Exif()
    exif[0x010E] = "a description that is cut off" * 4
    Image.new("RGB", (64, 32)).save(tmp_path / "a.jpg", exif=exif.tobytes()[:40])
    plain = [
        sys.executable,
        "-c",
        f"from PIL import Image; Image.open({str(tmp_path / 'a.jpg')!r}).getexif()",
    ]
    told = [
        subprocess.run(command, capture_output=True, text=True, check=True).stderr
        for command in (plain, [sys.executable, "-c", READ, str(tmp_path / "a.jpg")])
    ]
    assert "UserWarning" in told[0]
    assert told[1] == ""
