"""The provenance in each exported file: its frames and units, and the version of the metrics.

It is written where a format has a place that its readers ignore; ``about.json`` states it beside all of them.

Source: PKWARE's APPNOTE 4.4.12 (zip's comment); WebVTT's comment blocks; NIST SCTK's infmts.htm (``;;``); PNG's
tEXt chunks, with the keyword Description; SVG's ``metadata`` element; RFC 1952 (gzip's comment).
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from pangea_server.dataset.entries.files import ExportedFile
from pangea_server.dataset.entries.protocol import Format

State = Callable[[bytes, bytes], bytes]
"""From a file and what it is to say of itself to the file that says so."""

_PNG_HEAD = 33  # the signature and IHDR, which comes first


def statement(chosen: Format) -> str:
    """One line of JSON in ASCII, without what would end a comment of WebVTT, SVG or gzip."""
    told = json.dumps({"format": chosen.name, **chosen.about})
    return told.replace("<", r"\u003c").replace(">", r"\u003e").replace("&", r"\u0026")


def stating(file: ExportedFile, told: str) -> ExportedFile:
    """The file with this statement in it; unchanged if its format has no place for it."""
    state = _PLACES.get(PurePath(file.name).suffix)
    if state is None:
        return file
    if file.made_from:
        told = f'{told[:-1]}, "made_from": "{file.made_from}"}}'
    source = sha256(f"{file.source} {told}".encode()).hexdigest()
    return replace(file, make=partial(_made, file.make, state, told.encode()), source=source)


def _made(make: Callable[..., bytes], state: State, told: bytes, *parts: Any) -> bytes:
    return state(make(*parts), told)


def _npz(data: bytes, told: bytes) -> bytes:
    whole = io.BytesIO(data)
    with zipfile.ZipFile(whole, "a") as archive:
        archive.comment = told
    return whole.getvalue()


def _webvtt(data: bytes, told: bytes) -> bytes:
    return data.replace(b"\n\n", b"\n\nNOTE " + told + b"\n\n", 1)


def _ctm(data: bytes, told: bytes) -> bytes:
    return b";; " + told + b"\n" + data


def _svg(data: bytes, told: bytes) -> bytes:
    return data.replace(b">", b"><metadata>" + told + b"</metadata>", 1)


def _png(data: bytes, told: bytes) -> bytes:
    body = b"tEXtDescription\0" + told
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return data[:_PNG_HEAD] + chunk + data[_PNG_HEAD:]


_PLACES: Mapping[str, State] = {".npz": _npz, ".vtt": _webvtt, ".ctm": _ctm, ".svg": _svg, ".png": _png}
