"""File formats of the field: each has a file here, and a name in the entry-point group ``pangea.formats``."""

from environments.plugins import Door

FORMATS = Door(
    "pangea.formats",
    {
        "ctm": "pangea_server.dataset.formats.words:Ctm",
        "cvdn": "pangea_server.dataset.formats.cvdn:CVDN",
        "huggingface": "pangea_server.dataset.formats.huggingface:HuggingFace",
        "instructions": "pangea_server.dataset.formats.instructions:Instructions",
        "json": "pangea_server.dataset.formats.words:JsonWords",
        "label_studio": "pangea_server.dataset.formats.label_studio:LabelStudio",
        "landmarks": "pangea_server.dataset.formats.landmarks:Landmarks",
        "localized_narratives": "pangea_server.dataset.formats.words:LocalizedNarratives",
        "parquet": "pangea_server.dataset.formats.parquet:Parquet",
        "png": "pangea_server.dataset.formats.words:Png",
        "r2r": "pangea_server.dataset.formats.r2r:R2R",
        "rxr": "pangea_server.dataset.formats.rxr:RxR",
        "srt": "pangea_server.dataset.formats.words:Srt",
        "svg": "pangea_server.dataset.formats.words:Svg",
        "tasks": "pangea_server.dataset.formats.tasks:Tasks",
        "textgrid": "pangea_server.dataset.formats.words:TextGrid",
        "vlnce": "pangea_server.dataset.formats.vlnce:VLNCE",
        "webvtt": "pangea_server.dataset.formats.words:WebVTT",
    },
    moved={
        "pangea_server.exports.protocol": "pangea_server.dataset.entries.protocol",
        "pangea_server.exports.entries": "pangea_server.dataset.entries.entries",
        "pangea_server.exports.dataset": "pangea_server.dataset.entries.dataset",
        "pangea_server.exports.files": "pangea_server.dataset.entries.files",
    },
)


def readable_formats() -> list[str]:
    """The names of the built-in formats that ``pangea import`` reads."""
    from pangea_server.dataset.entries.protocol import Readable

    return [name for name in FORMATS.builtin if isinstance(FORMATS.load(name)(), Readable)]
