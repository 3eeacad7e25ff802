"""Finds every call that decodes bytes: what a stranger's file could make costly."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DECODERS = frozenset(
    {
        "PIL.Image.open",
        "av.open",
        "bz2.BZ2File",
        "bz2.decompress",
        "bz2.open",
        "csv.DictReader",
        "csv.reader",
        "cv2.imdecode",
        "cv2.imread",
        "defusedxml.ElementTree.DefusedXMLParser",
        "gzip.GzipFile",
        "gzip.decompress",
        "gzip.open",
        "json.load",
        "json.loads",
        "json.JSONDecoder",
        "lzma.LZMAFile",
        "lzma.decompress",
        "lzma.open",
        "marshal.loads",
        "msgspec.json.Decoder",
        "msgspec.json.decode",
        "msgspec.msgpack.decode",
        "msgspec.yaml.decode",
        "numpy.fromfile",
        "numpy.genfromtxt",
        "numpy.lib.format.read_array",
        "numpy.load",
        "numpy.loadtxt",
        "pickle.load",
        "pickle.loads",
        "plyvel.DB",
        "pyarrow.parquet.ParquetFile",
        "pyarrow.parquet.read_table",
        "ruamel.yaml.YAML",
        "scipy.io.loadmat",
        "shutil.unpack_archive",
        "soundfile.SoundFile",
        "soundfile.read",
        "tarfile.open",
        "tomllib.load",
        "tomllib.loads",
        "wave.open",
        "xml.dom.minidom.parse",
        "xml.dom.minidom.parseString",
        "xml.etree.ElementTree.fromstring",
        "xml.etree.ElementTree.parse",
        "yaml.load",
        "yaml.safe_load",
        "zipfile.ZipFile",
        "zlib.decompress",
        "zlib.decompressobj",
    }
)
METHODS = frozenset({"FromString", "ParseFromString", "model_validate_json", "validate_json"})
"""Methods that decode whatever they are called on: protocol buffers, and pydantic's JSON."""


class Decoding(NamedTuple):
    """A file of ours, and the decoder that it calls or hands on."""

    file: str
    decoder: str


def decodings(root: Path, packages: tuple[str, ...]) -> set[Decoding]:
    """All decodings in these packages below ``root``."""
    return {
        Decoding(file.relative_to(root).as_posix(), name)
        for package in packages
        for file in (root / package).rglob("*.py")
        for name in decoders_in(file.read_text(encoding="utf-8"))
    }


def decoders_in(source: str) -> set[str]:
    """The decoders that a module names, by whatever name it imports them."""
    tree = ast.parse(source)
    names = dict(_imported(tree))
    found = {_full_name(node, names) for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name)}
    methods = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & METHODS
    imported = set(names.values()) & DECODERS
    return (found & DECODERS) | methods | imported


def _imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (
                    alias.asname or alias.name.partition(".")[0],
                    (alias.name if alias.asname else alias.name.partition(".")[0]),
                )
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _full_name(node: ast.expr, names: dict[str, str]) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_full_name(node.value, names)}.{node.attr}"
    return names.get(node.id, node.id) if isinstance(node, ast.Name) else ""
