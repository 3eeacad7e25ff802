"""A draft as the page asks for it: when it is begun, what is kept, why there is none. Nobody really listens."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from fastapi.testclient import TestClient

from align import TimedWord
from align.errors import RecogniserTimeoutError
from align.recogniser_process import RecogniserAnswer, RecogniserRequest
from environments import PanoramaFolder
from environments.errors import PangeaError
from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.drafting.records import DraftedTranscript, DraftTranscript
from pangea_server.annotate.tasks.records import Recording, Task
from pangea_server.app.testing.server import VOICE, People, Someone, assert_problem, summary
from pangea_server.collect.drafting import maker
from pangea_server.collect.drafting.maker import DraftJob, DraftMaker, ListeningProcess
from pangea_server.collect.drafting.plausible import most_words, refuse_implausible
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.answering_process import NoAnswerError
from pangea_server.stores.protocol import Store

PATH = ["door", "lamp", "sofa"]
WORDS = (
    TimedWord("Walk", 0.0, 0.5, "recognised", 0.9),
    TimedWord("past", 0.5, 1.0, "recognised", 0.59),
    TimedWord("it", 1.0, 1.5, "recognised", None),
)


class Listener:
    """Answers at once; the last request stays, with the time that it was given."""

    answer: RecogniserAnswer | Exception = RecogniserAnswer(WORDS)
    asked: list[tuple[RecogniserRequest, bytes, float]] = []  # noqa: RUF012
    usable = True

    @property
    def is_usable(self) -> bool:
        return self.usable

    def hear(self, request: RecogniserRequest, file: BinaryIO, seconds: float) -> RecogniserAnswer:
        self.asked.append((request, file.read(), seconds))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def end(self) -> None:
        pass


@pytest.fixture(autouse=True)
def listener(monkeypatch: pytest.MonkeyPatch) -> type[Listener]:
    monkeypatch.setattr(Listener, "asked", [])
    monkeypatch.setattr(Listener, "answer", RecogniserAnswer(WORDS))
    monkeypatch.setattr(maker, "ListeningProcess", Listener)
    monkeypatch.setattr(maker, "Thread", NoThread)
    return Listener


class NoThread:
    """Tests do the work themselves."""

    def __init__(self, **_: Any) -> None: ...

    def start(self) -> None: ...

    def join(self, timeout: float) -> None: ...


@pytest.fixture
def drafts(server: TestClient) -> DraftMaker:
    made: DraftMaker = server.app.state.services.get(DraftMaker)  # type: ignore[attr-defined]
    return made


def work(drafts: DraftMaker) -> None:
    """Make what waits."""
    drafts._jobs.put(None)
    drafts._work()


def drafting(store: Store, place: Path, **guide: Any) -> None:
    """A campaign whose Guides get drafts."""
    definition = CampaignDefinition.model_validate(
        {
            "id": "drafts",
            "languages": ["en-US"],
            "paths": [{"scan": "corridor", "viewpoints": [PATH]}],
            "guide": guide,
            "rotation": {"first": 0},
            "trust": {"learning": 0},
        }
    )
    create_campaign(store.records, PanoramaFolder(place), "place", definition)


def ask(person: Someone, answer: dict[str, Any]) -> dict[str, Any]:
    response = person.call(
        "PUT", f"/draft-transcripts/{answer['recording_id']}", json={"voice": answer["voice"]}
    )
    assert response.status_code == 200, response.text
    view: dict[str, Any] = response.json()
    return view


@pytest.fixture
def spoken(people: People, store: Store, place: Path) -> tuple[Someone, str, dict[str, Any]]:
    """A Guide, their lease, and what they have recorded."""
    drafting(store, place, draft="parrot")
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    return guide, lease_id, guide.record(lease_id, PATH)


Spoken = tuple[Someone, str, dict[str, Any]]


def test_a_draft_is_waited_for_and_then_shown_with_what_is_sure(spoken: Spoken, drafts: DraftMaker) -> None:
    guide, _, answer = spoken
    waiting = {"recording_id": answer["recording_id"], "state": "waiting", "reason": "", "words": []}
    assert [ask(guide, answer), ask(guide, answer)] == [waiting] * 2
    work(drafts)
    assert ask(guide, answer) == waiting | {
        "state": "ready",
        "words": [
            {"word": "Walk", "start_time": 0.0, "end_time": 0.5, "sure": True},
            {"word": "past", "start_time": 0.5, "end_time": 1.0, "sure": False},
            {"word": "it", "start_time": 1.0, "end_time": 1.5, "sure": True},
        ],
    }
    [(request, file, seconds)] = Listener.asked
    assert request == RecogniserRequest("parrot", "en-US", 44 + 64_000)
    assert (len(file), file[:4], file[44:]) == (64_044, b"RIFF", b"".join(VOICE))
    assert seconds == 120.0


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (RecogniserAnswer(code="no_model", message="There is none."), "no_model"),
        (RecogniserAnswer(), "nothing_heard"),
        (RecogniserTimeoutError("Late."), "recogniser_timeout"),
    ],
)
def test_why_there_is_no_draft_is_kept(
    spoken: Spoken, drafts: DraftMaker, monkeypatch: pytest.MonkeyPatch, answer: Any, reason: str
) -> None:
    monkeypatch.setattr(Listener, "answer", answer)
    guide, _, recorded = spoken
    ask(guide, recorded)
    work(drafts)
    for _ in range(2):
        view = ask(guide, recorded)
        assert (view["state"], view["reason"], view["words"]) == ("none", reason, [])
    assert len(Listener.asked) == 1


def test_a_voice_that_is_not_whole_yet_is_waited_for_and_a_wrong_one_refused(
    spoken: Spoken, drafts: DraftMaker
) -> None:
    guide, _, answer = spoken
    voice = answer["voice"]
    assert ask(guide, answer | {"voice": voice | {"chunks": 3, "size": 96_000}})["state"] == "waiting"
    assert not drafts.is_making(answer["recording_id"])
    view = ask(guide, answer | {"voice": voice | {"sha256": "0" * 64}})
    assert (view["state"], view["reason"]) == ("none", "submission")
    empty = summary([b""]) | {"chunks": 0}
    assert ask(guide, answer | {"voice": empty})["reason"] == "off"


def test_only_the_last_attempt_has_a_draft(spoken: Spoken, drafts: DraftMaker, store: Store) -> None:
    guide, lease_id, first = spoken
    ask(guide, first)
    work(drafts)
    second = guide.record(lease_id, PATH, attempt=1)
    assert ask(guide, first)["reason"] == "recorded_again"
    assert ask(guide, second)["state"] == "waiting"


def test_without_drafts_in_the_campaign_nobody_listens(people: People, store: Store, place: Path) -> None:
    drafting(store, place, draft="off")
    guide = people()
    answer = guide.record(guide.lease("guide")["lease_id"], PATH)
    assert (ask(guide, answer)["state"], ask(guide, answer)["reason"]) == ("none", "off")


@pytest.mark.parametrize(("check_item", "planted"), [(False, 0.5), (True, 0.0)])
def test_nothing_is_planted_into_a_check_item(
    people: People, store: Store, place: Path, drafts: DraftMaker, check_item: bool, planted: float
) -> None:
    drafting(store, place, draft="parrot", draft_check=0.5)
    guide = people()
    answer = guide.record(guide.lease("guide")["lease_id"], PATH)
    task = store.records.get(Task, "guide-000001").model_copy(update={"check_item": check_item})
    store.records.transact(lambda transaction: transaction.replace(task))
    ask(guide, answer)
    job = drafts._jobs.get_nowait()
    assert job
    assert (job.planted, job.duration) == (planted, 2.0)


def test_a_draft_is_for_who_holds_the_task(spoken: Spoken, people: People) -> None:
    guide, lease_id, answer = spoken
    address = f"/draft-transcripts/{answer['recording_id']}"
    assert_problem(people().call("PUT", address, json={"voice": answer["voice"]}), 404, "record_not_found")
    guide.call("DELETE", f"/leases/{lease_id}")
    assert_problem(guide.call("PUT", address, json={"voice": answer["voice"]}), 409, "lease")


def test_too_many_drafts_at_once_are_not_begun(
    spoken: Spoken, drafts: DraftMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "MOST_WAITING", 0)
    guide, _, answer = spoken
    assert ask(guide, answer)["reason"] == "busy"
    monkeypatch.setattr(maker, "MOST_WAITING", 1)
    assert ask(guide, answer)["state"] == "waiting"


@pytest.mark.parametrize("gone", ["recording", "lease"])
def test_a_draft_of_what_is_over_is_not_kept(
    spoken: Spoken, drafts: DraftMaker, store: Store, gone: str
) -> None:
    guide, lease_id, answer = spoken
    ask(guide, answer)
    if gone == "lease":
        guide.call("DELETE", f"/leases/{lease_id}")
    else:
        store.records.transact(lambda transaction: transaction.delete(Recording, answer["recording_id"]))
    work(drafts)
    assert store.records.count(DraftTranscript) == 0


def test_a_maker_that_is_closed_makes_nothing_more(spoken: Spoken, drafts: DraftMaker, store: Store) -> None:
    guide, _, answer = spoken
    ask(guide, answer)
    drafts.close()
    work(drafts)
    assert (Listener.asked, store.records.count(DraftTranscript)) == ([], 0)
    assert ask(guide, answer)["state"] == "waiting", "it is still wanted"


def test_a_fault_of_ours_is_logged_and_the_next_draft_is_made(
    spoken: Spoken, drafts: DraftMaker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    guide, _, answer = spoken
    ask(guide, answer)
    monkeypatch.setattr(Listener, "answer", ZeroDivisionError())
    work(drafts)
    assert f"the draft of the recording {answer['recording_id']} was not made" in caplog.text
    assert not drafts.is_making(answer["recording_id"])
    monkeypatch.setattr(Listener, "answer", RecogniserAnswer(WORDS))
    ask(guide, answer)
    work(drafts)
    assert ask(guide, answer)["state"] == "ready"


def test_a_recogniser_that_ended_is_started_again(
    spoken: Spoken, drafts: DraftMaker, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    started: list[Any] = []

    class Started(Listener):
        def __init__(self) -> None:
            started.append(self)

    monkeypatch.setattr(maker, "ListeningProcess", Started)
    [recording] = store.records.find(Recording)

    def make(count: int) -> None:
        for number in range(count):
            named = recording.model_copy(update={"recording_id": str(number)})
            drafts.make(DraftJob(named, "parrot", "en-US", io.BytesIO, 0, 1.0, 0.0))
        work(drafts)

    make(3)
    assert len(started) == 1
    monkeypatch.setattr(Started, "usable", False)
    make(2)
    assert len(started) == 3
    assert [each in drafts._processes for each in started] == [True, False, True], "who ended is forgotten"


@pytest.mark.parametrize(
    ("duration", "seconds"), [(1.0, 120.0), (40.0, 120.0), (50.0, 150.0), (300.0, 600.0)]
)
def test_a_recogniser_has_three_times_the_voice_and_two_to_ten_minutes(
    duration: float, seconds: float
) -> None:
    job = DraftJob(None, "parrot", "en-US", None, 0, duration, 0.0)  # type: ignore[arg-type]
    assert job.most_seconds == seconds


def test_what_became_of_a_draft_is_kept_and_the_drafts_of_all_attempts_go(
    spoken: Spoken, drafts: DraftMaker, store: Store
) -> None:
    guide, lease_id, answer = spoken
    ask(guide, answer)
    work(drafts)
    told = answer | {"transcript": "Walk passed it.", "draft": {"heard": [0]}}
    assert guide.submit(lease_id, told).status_code == 200
    kept = store.records.get(GuideAnnotation, "000001")
    assert (kept.transcript, kept.drafted_by, kept.planted, kept.planted_left) == (
        "Walk passed it.",
        "engine:parrot",
        0,
        0,
    )
    drafted = store.records.get(DraftedTranscript, "000001")
    assert (drafted.annotator_id, drafted.campaign_id, drafted.language, drafted.recogniser) == (
        guide.annotator_id,
        "drafts",
        "en-US",
        "parrot",
    )
    assert (drafted.submitted, drafted.edited, drafted.heard, drafted.untouched) == (
        "Walk passed it.",
        1,
        1,
        1,
    )
    [heard] = store.records.find(HeardWords)
    assert (heard.instruction_id, heard.recogniser, heard.language) == (1, "parrot", "en-US")
    assert tuple(heard.words) == WORDS
    assert store.records.count(DraftTranscript) == 0


@pytest.mark.parametrize("shown", [False, True])
def test_a_page_that_showed_no_draft_leaves_no_trace_of_one(
    spoken: Spoken, drafts: DraftMaker, store: Store, shown: bool
) -> None:
    guide, lease_id, answer = spoken
    ask(guide, answer)
    work(drafts)
    said: dict[str, Any] = {"transcript": "Typed."} | ({"draft": {"heard": []}} if shown else {})
    assert guide.submit(lease_id, answer | said).status_code == 200
    kept = store.records.get(GuideAnnotation, "000001")
    assert (
        kept.drafted_by,
        store.records.count(DraftedTranscript),
        store.records.count(DraftTranscript),
    ) == (("engine:parrot", 1, 0) if shown else (None, 0, 0))


# Whether it can be a draft


def words(text: str) -> list[TimedWord]:
    return [TimedWord(word, 0.0, 0.1, "recognised", None) for word in text.split(" ")]


def test_a_voice_has_at_most_three_times_the_usual_number_of_words() -> None:
    assert [most_words(duration) for duration in (0.0, 2.0, 10.0)] == [30, 45, 105]
    refuse_implausible(words("go " * 29 + "go"), 0.0, "xx-none")
    with pytest.raises(PangeaError) as raised:
        refuse_implausible(words("go " * 30 + "go"), 0.0, "xx-none")
    assert raised.value.code == "too_many_words"


@pytest.mark.parametrize(
    ("text", "language", "code"),
    [
        ("आगे चलो", "hi-IN", None),
        ("go ahead", "hi-IN", "language_not_recognised"),
        ("आगे going", "hi-IN", "language_not_recognised"),
        ("आगे go", "hi-IN", None),
        ("42", "hi-IN", None),
        ("go ahead", "xx", None),
        ("geh an der lampe vorbei und dann links", "en-US", "language_not_recognised"),
        ("geh an der lampe vorbei und dann", "en-US", None),
        ("go past the lamp and then turn left", "en-US", None),
        ("x" * 100, "en-US", None),
        ("x" * 101, "en-US", "recogniser"),
        ("go \u200b", "en-US", "recogniser"),
        ("go ", "en-US", "recogniser"),
        ("go\tahead", "en-US", "recogniser"),
    ],
)
def test_words_are_words_in_the_script_and_language_of_the_task(
    text: str, language: str, code: str | None
) -> None:
    if code is None:
        refuse_implausible(words(text), 60.0, language)
        return
    with pytest.raises(PangeaError) as raised:
        refuse_implausible(words(text), 60.0, language)
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (NoAnswerError("gone", late=True), "recogniser_timeout"),
        (NoAnswerError("gone", late=False), "recogniser"),
        (b"nonsense\n", "recogniser"),
    ],
)
def test_a_recogniser_that_does_not_answer_is_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: Any, code: str
) -> None:
    ended: list[object] = []
    given: list[bytes] = []

    class Process:
        def ask(self, write: Any, seconds: float) -> bytes:
            with (tmp_path / "pipe").open("w+b") as pipe:
                write(pipe)
                pipe.seek(0)
                given.append(pipe.read())
            if isinstance(fault, Exception):
                raise fault
            return bytes(fault)

        def end(self) -> None:
            ended.append(self)

    (tmp_path / "voice").write_bytes(b"sound")
    with (tmp_path / "voice").open("rb") as voice, pytest.raises(PangeaError) as raised:
        ListeningProcess.hear(Process(), RecogniserRequest("parrot", "en-US", 5), voice, 3.0)  # type: ignore[arg-type]
    assert (raised.value.code, bool(ended)) == (code, isinstance(fault, bytes))
    line, sound = given[0].split(b"\n")
    assert (line.startswith(b'{"recogniser":"parrot","language":"en-US","size":5'), sound) == (True, b"sound")
