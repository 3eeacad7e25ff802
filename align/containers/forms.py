"""The form of a file by how it begins, and where in it each recording is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from align.containers.boxes import EBML, matroska_parts, mp4_parts
from align.containers.chunks import chunk_form, chunk_parts
from align.containers.mpeg import adts_frame, first_frame, flac_parts, frame_parts, mpeg_frame
from align.containers.ogg import ogg_parts
from align.containers.parts import ContainerPart, after_id3, bytes_at

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class ContainerForm:
    """FFmpeg's name of a form, and the recordings of a file; walking through them may raise what ``parts`` has."""

    demuxer: str
    parts: Iterator[ContainerPart]


def form_of(file: BinaryIO) -> ContainerForm | None:
    """The form of a file; None: none that is read here."""
    head = bytes_at(file, 0, 16)
    if form := chunk_form(head):
        return ContainerForm(form.demuxer, chunk_parts(file, form))
    if head.startswith(b"OggS"):
        return ContainerForm("ogg", ogg_parts(file))
    if head.startswith(EBML.to_bytes(4, "big")):
        return ContainerForm("matroska", matroska_parts(file))
    if head[4:8] == b"ftyp":
        return ContainerForm("mov", mp4_parts(file))
    if bytes_at(file, after_id3(file, 0), 4) == b"fLaC":
        return ContainerForm("flac", flac_parts(file))
    aac, mp3 = first_frame(file, adts_frame), first_frame(file, mpeg_frame)
    if aac is not None and (mp3 is None or aac < mp3):
        return ContainerForm("aac", frame_parts(file, aac, adts_frame))
    return None if mp3 is None else ContainerForm("mp3", frame_parts(file, mp3, mpeg_frame))
