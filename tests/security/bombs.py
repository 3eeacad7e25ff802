"""``python -m tests.security.bombs NAME FILE``: opens a bomb as users would; says what it cost, and the refusal."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from environments.errors import InvalidDataError, PangeaError


def a_long_recording(file: Path) -> None:
    from align.batch import AlignJob, run

    outcome = run(AlignJob("bomb", file.read_bytes(), "Go past the lamp.", "en-US", "viterbi"))
    raise InvalidDataError(outcome.reason)


def features_of_an_hour(file: Path) -> None:
    from align import Audio
    from align.viterbi.decoding import features_of

    sound = Audio.open(file, for_speech=True)
    features_of(sound.samples)
    sound.release()


def a_picture(file: Path) -> None:
    from environments.pictures import decode_image
    from environments.scan import EncodedImage

    decode_image(EncodedImage(file.read_bytes(), "image/png"))


def a_checked_picture(file: Path) -> None:
    from environments.pictures import decode_image
    from environments.scan import EncodedImage

    decode_image(EncodedImage(file.read_bytes(), "image/jpeg"), enough=(1, 1))


def a_place(file: Path) -> None:
    from environments import open_environment

    open_environment(f"folder:{file.parent}")


def scored_rows(file: Path) -> None:
    from environments.metrics.rows import ScoredGuideRow, read_rows

    for _ in read_rows(file, ScoredGuideRow):
        pass


def entries(file: Path) -> None:
    from environments.input.json_documents import lines

    for place, line in lines(file):
        json.loads(f'{{"{place}": {len(line)}}}')


def a_campaign(file: Path) -> None:
    from pangea_server.annotate.campaigns.file import read_campaign_file

    read_campaign_file(file)


def an_archive(file: Path) -> None:
    from pangea_server.dataset.archive.archive_reader import Archive

    with Archive.open(file):
        pass


def a_delta(file: Path) -> None:
    from pangea_server.dataset.release.update import update_release

    update_release(file.parent / "one", file, file.parent / "two")


def a_table(file: Path) -> None:
    from environments import open_environment
    from pangea_server.dataset.formats.parquet import Parquet

    for _ in Parquet().read(file, open_environment("demo")):
        pass


def a_city(file: Path) -> None:
    from environments.streetlearn import StreetLearn

    StreetLearn(file).scan(file.name)


OPENERS: dict[str, Callable[[Path], None]] = {
    opener.__name__: opener
    for opener in (
        a_long_recording,
        features_of_an_hour,
        a_picture,
        a_checked_picture,
        a_place,
        scored_rows,
        entries,
        a_campaign,
        an_archive,
        a_delta,
        a_table,
        a_city,
    )
}


def _peak_bytes() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) * 1024


if __name__ == "__main__":
    began, said = process_time(), ""
    try:
        OPENERS[sys.argv[1]](Path(sys.argv[2]))
    except PangeaError as error:
        said = str(error)
    sys.stdout.write(json.dumps({"said": said, "peak": _peak_bytes(), "seconds": process_time() - began}))
