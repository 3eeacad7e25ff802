"""Sources from files alone: no store and no server."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from environments import Environment, InvalidDataError, PangeaError, score_path
from pangea_server.core.visible_text import is_visible
from pangea_server.dataset.evaluation.rows import (
    SystemFile,
    WalkKeys,
    WrittenText,
    texts,
    viewpoints_of,
    walks,
)
from pangea_server.dataset.evaluation.sources import ComparedInstruction, Reference, Sources, path_key
from pangea_server.quality.comparison import WALK_MEASURES, ScoredWalk

SCORE_KEYS = [measure.key for measure in WALK_MEASURES]


def read_sources(
    instructions: Sequence[SystemFile],
    walk_files: Sequence[SystemFile],
    references: Sequence[SystemFile] = (),
    environment: Environment | None = None,
    language: str | None = None,
) -> Sources:
    """Everything that the files say.

    Args:
        environment: walks are scored in it; without one, their rows have scores.
        language: of texts that do not say theirs.

    Raises:
        ConfigurationError: a file cannot be opened.
        InvalidDataError: a row is wrong, or nothing fits together; the message names the place.
    """
    written = [text for named in instructions for text in texts(named)]
    others = [text for named in references for text in texts(named)]
    paths = _PathKeys.of([*written, *others])
    known = _Finder.of(written, paths, language)
    missing: dict[str, list[str]] = defaultdict(list)
    scored = []
    for named in walk_files:
        for place, row in walks(named):
            if (text := known.text_of(row, named.system, place)) is None:
                missing[named.file.name].append(f"{place} names {_number(row)!r}")
            else:
                scored.append(_scored(row, text, known.instructions[id(text)], place, environment))
    if not scored:
        first = next((places[0] for places in missing.values()), "The files have no walk")
        raise InvalidDataError(
            f"No walk is along an instruction of these files. {first}.",
            remedy="Give the walks' instruction_id the numbers that the instructions have.",
        )
    return Sources(
        instructions=list(known.instructions.values()),
        walks=scored,
        references=_references(others, paths, language),
        left_out=[
            f"{len(places)} walks of {name} are along no instruction of these files (first: {places[0]})."
            for name, places in missing.items()
        ],
        origin=[
            f"{what}: {', '.join(named.file.name for named in files)}"
            for what, files in (
                ("Instructions", instructions),
                ("Walks", walk_files),
                ("References", references),
            )
            if files
        ],
    )


def read_references(files: Sequence[SystemFile], language: str | None = None) -> list[Reference]:
    """What people wrote for paths.

    Raises:
        ConfigurationError, InvalidDataError: as ``read_sources``.
    """
    found = [text for named in files for text in texts(named)]
    return _references(found, _PathKeys.of(found), language)


def _references(found: Sequence[WrittenText], paths: _PathKeys, language: str | None) -> list[Reference]:
    return [Reference(paths.key(text), text.words, text.row.language or language) for text in found]


@dataclass(slots=True)
class _PathKeys:
    """One key for each path, although some rows name only its number and others only its viewpoints."""

    by_number: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[WrittenText]) -> _PathKeys:
        paths = cls()
        for text in rows:
            if text.path_id is None or text.viewpoints is None:
                continue
            key = _viewpoints_key(text)
            if paths.by_number.setdefault(text.path_id, key) != key:
                raise InvalidDataError(
                    f"{text.place}: path {text.path_id} has other viewpoints than in an earlier row.",
                    remedy="Give the same path_id to the same path in all files, or leave path_id out.",
                )
        return paths

    def key(self, text: WrittenText) -> str:
        if text.viewpoints is not None:
            return _viewpoints_key(text)
        if text.path_id is None:
            raise InvalidDataError(
                f"{text.place} does not say which path it describes.",
                remedy="Give path_id, or scan and path.",
            )
        return self.by_number.get(text.path_id, text.path_id)


def _viewpoints_key(text: WrittenText) -> str:
    assert text.viewpoints is not None
    return path_key(*text.viewpoints)


@dataclass(slots=True)
class _Finder:
    """The instructions, and how a walk's row finds its own.

    Attributes:
        instructions: of each text, by its identity.
        by_number: the texts of each number, of all systems.
    """

    instructions: dict[int, ComparedInstruction]
    by_number: Mapping[str, list[WrittenText]]

    @classmethod
    def of(cls, written: Sequence[WrittenText], paths: _PathKeys, language: str | None) -> _Finder:
        instructions: dict[int, ComparedInstruction] = {}
        places: dict[tuple[str, str], str] = {}
        by_number: dict[str, list[WrittenText]] = defaultdict(list)
        for text in written:
            if text.system is None or not is_visible(text.system):
                raise InvalidDataError(
                    f"{text.place} does not say which system wrote it.",
                    remedy="Add the key system, or name the file's: --instructions NAME=FILE.",
                )
            number = text.number or paths.key(text)
            made = ComparedInstruction(
                text.system, number, paths.key(text), text.words, text.row.language or language
            )
            if (earlier := places.setdefault(made.key, text.place)) != text.place or id(text) in instructions:
                raise InvalidDataError(
                    f"{text.place}: {text.system} has an instruction {number} already, in {earlier}.",
                    remedy="Give each instruction of a system its own instruction_id.",
                )
            instructions[id(text)] = made
            by_number[number].append(text)
        return cls(instructions, by_number)

    def text_of(self, row: WalkKeys, system: str | None, place: str) -> WrittenText | None:
        """The instruction that a walk is along; None if there is none.

        Raises:
            InvalidDataError: the walk names none, or several systems have one of this number.
        """
        number = _number(row)
        if number is None:
            raise InvalidDataError(f"{place} does not say its instruction_id.", remedy="Add it to each walk.")
        wanted = system or row.system
        found = [text for text in self.by_number.get(number, ()) if wanted in (None, text.system)]
        if len(found) > 1:
            names = ", ".join(sorted(str(text.system) for text in found))
            raise InvalidDataError(
                f"{place}: instruction {number} is one of {names}.",
                remedy="Add the key system to each walk, or name the file's: --walks NAME=FILE.",
            )
        return found[0] if found else None


def _number(row: WalkKeys) -> str | None:
    number = row.instruction_id if row.instruction_id is not None else row.instr_id
    return None if number is None else str(number)


def _scored(
    row: WalkKeys,
    text: WrittenText,
    instruction: ComparedInstruction,
    place: str,
    environment: Environment | None,
) -> ScoredWalk:
    person = row.annotator_id if row.annotator_id is not None else row.person
    return ScoredWalk(
        system=instruction.system,
        path=instruction.path,
        instruction=instruction.number,
        person=None if person is None else str(person),
        scores=_computed(row, text, place, environment) if environment else dict(_given(row, place)),
        language=instruction.language,
    )


def _given(row: WalkKeys, place: str) -> Iterator[tuple[str, float]]:
    """The scores in the row itself.

    Raises:
        InvalidDataError: it has none.
    """
    flat: dict[str, float | None] = {key: getattr(row, key) for key in SCORE_KEYS}
    scores = {
        key: value
        for key, value in (flat | (row.metrics or {})).items()
        if key in SCORE_KEYS and value is not None
    }
    if not scores:
        raise InvalidDataError(
            f"{place} has no scores.",
            remedy="Add --environment KIND:DIRECTORY, which scores walks; or give each walk its metrics.",
        )
    yield from scores.items()


def _computed(row: WalkKeys, text: WrittenText, place: str, environment: Environment) -> dict[str, float]:
    """The scores of the walk in its graph.

    Raises:
        InvalidDataError: the walk or the path is not known, or cannot be walked.
    """
    walked = viewpoints_of(row, place)
    if text.row.scan is None or not text.row.path:
        raise InvalidDataError(
            f"{text.place} has no scan and path, which walks are scored by.",
            remedy="Give both, or leave --environment out.",
        )
    try:
        graph = environment.scan(text.row.scan).graph
        scores = score_path(graph, walked, text.row.path).as_rxr()
    except PangeaError as error:
        raise InvalidDataError(f"{place}: {error.message}", remedy=error.remedy) from error
    return {key: scores[key] for key in SCORE_KEYS}
