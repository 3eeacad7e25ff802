"""What goes over the wire: requests and answers of ``/api/v1``. The browser's types are generated from these.

Seconds, metres, radians; world frame z up. Snapshots alone are in RxR's frame (three.js y up, camera-to-world,
row-major), because that is how they are drawn, stored and published.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from environments.floor_plan import FloorPlan
from environments.geometry import Rotation, Vector
from environments.scan import Projection
from pangea_server.records import (
    AlignmentRecord,
    Feedback,
    FindingRecord,
    LeaseState,
    Phase,
    PlatformName,
    RecordingState,
    Role,
    Scores,
    Typing,
)

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Problem(BaseModel):
    """RFC 9457 problem details; every error answer has this form (``application/problem+json``)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    remedy: str = ""
    instance: str


Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]


class FirebaseView(Wire):
    """What the Firebase JS SDK is begun with; ``emulator`` is HOST:PORT, for tests."""

    api_key: str
    auth_domain: str
    project_id: str
    emulator: str | None = None


class OidcView(Wire):
    """Where an OpenID Connect provider is asked for a code."""

    authorization_endpoint: str
    client_id: str


class SignInView(Wire):
    """How people prove who they are here."""

    mode: Literal["links", "firebase", "oidc"]
    firebase: FirebaseView | None = None
    oidc: OidcView | None = None


class OidcCode(Wire):
    """What a browser comes back with from its provider, and what it had sent there."""

    code: Annotated[str, Field(max_length=2000)]
    code_verifier: Annotated[str, Field(pattern=r"^[A-Za-z0-9._~-]{43,128}$")]
    redirect_uri: Annotated[str, Field(max_length=500)]


class SessionRequest(Wire):
    """Opens a session. The browser makes its token, 256 random bits, so that a call may be repeated.

    ``invite`` is the token of a link; ``id_token`` (Firebase) and ``code`` (OpenID Connect) say who this is.
    """

    session: Token
    invite: Token | None = None
    id_token: Annotated[str, Field(max_length=8000)] | None = None
    code: OidcCode | None = None


class Me(Wire):
    """The person who is signed in. ``consent`` is null where the campaign asks for none."""

    annotator_id: int
    role: Role
    languages: tuple[str, ...]
    consent: Literal["missing", "given"] | None


class SessionView(Wire):
    """A browser is signed in until ``expires_at``; using it makes that later."""

    expires_at: datetime
    me: Me


class StudyView(Wire):
    """Work that a platform offers. ``worker_parameter`` is where in the address the platform says who somebody is."""

    study_id: str
    platform: PlatformName
    kind: str
    languages: tuple[str, ...]
    required: int
    is_open: bool
    worker_parameter: str


PlatformId = Annotated[str, Field(max_length=255)]


class EntryRequest(Wire):
    """Comes in from a platform. ``ids`` are all parameters of the address; the browser makes its session's token."""

    session: Token
    ids: Annotated[dict[PlatformId, PlatformId], Field(max_length=20)]


class WayBackView(Wire):
    """How to return to the platform: by a link, or by sending ``fields`` as a form."""

    url: str
    method: Literal["get", "post"]
    fields: dict[str, str]


class VisitView(Wire):
    """One attempt at a study: ``done`` of ``required`` answers were verified. ``code`` is null until it was issued."""

    study_id: str
    platform: PlatformName
    kind: str
    required: int
    done: int
    code: str | None
    way_back: WayBackView | None


class TextNode(Wire):
    """A piece of formatted text: plain ``text``, or an element around ``children``."""

    element: Literal["h2", "h3", "p", "ul", "ol", "li", "strong", "em", "br", "text"]
    text: str = ""
    children: tuple[TextNode, ...] = ()


class ConsentView(Wire):
    """What people are asked to agree to. ``agreed_at`` is when this person did."""

    version: int
    language: str
    body: tuple[TextNode, ...]
    retention_days: int | None
    agreed_at: datetime | None


class Agreement(Wire):
    version: int
    language: Annotated[str, Field(max_length=35)]


class Withdrawn(Wire):
    """So many attempts at tasks were removed, with all that was recorded and written in them."""

    attempts: int


class PersonView(Wire):
    """Somebody of the collection. ``invited`` people have a link that nobody opened yet."""

    annotator_id: int
    role: Role
    languages: tuple[str, ...]
    state: Literal["invited", "active", "shut out", "withdrawn"]


class InviteRequest(Wire):
    role: Role = Role.ANNOTATOR
    languages: Annotated[tuple[str, ...], Field(min_length=1, max_length=50)] = ("en-US",)


class Invited(Wire):
    """A new link's token; it cannot be read again. The link is a page's address with ``#token=`` and this."""

    annotator_id: int
    token: str


class NewRole(Wire):
    role: Role


class TilesView(Wire):
    """A panorama cut for the viewer. Faces are named as in a cubemap, and lie in the panorama's own frame.

    ``preview`` is one JPEG of 6 x 1 faces in the order front, right, back, left, up, down. ``face_sizes`` are pixels
    of a face's side at each level, coarsest first; each is a multiple of ``tile_size``. ``url_template`` has
    ``{level}``, ``{face}``, ``{row}`` (from the top) and ``{column}`` to fill in; its tiles are WebP.
    """

    tile_size: int
    face_sizes: tuple[int, ...]
    preview: str
    url_template: str


class ViewpointView(Wire):
    """One viewpoint; ``images`` maps each face to its address, ``tiles`` is null where they were not built."""

    viewpoint_id: str
    position: Vector
    orientation: Rotation
    height: float | None
    neighbors: tuple[str, ...]
    images: dict[str, str]
    tiles: TilesView | None


class ScanView(Wire):
    scan_id: str
    projection: Projection
    viewpoints: tuple[ViewpointView, ...]
    floor_plan: FloorPlan | None


class GuideArgs(Wire):
    """What a Guide is shown: the reference path."""

    path: tuple[str, ...]
    heading: FiniteFloat


class FollowerArgs(Wire):
    """What a Follower is shown. Nothing here tells where the path leads."""

    start_viewpoint_id: str
    heading: FiniteFloat
    instruction: str
    voice_url: str
    voice_duration: FiniteFloat


class LeaseRequest(Wire):
    """``kind`` null: whatever is this person's turn."""

    kind: Annotated[str, Field(max_length=100)] | None = None
    language: Annotated[str, Field(max_length=100)] | None = None


class RecordingRequest(Wire):
    """Begins a take, or finds it: a lease's take of one number is always the same recording.

    A restart is the next number; the take before it stays until an answer is accepted. ``sample_rate`` (Hz) is null
    when no voice is recorded (Follower).
    """

    take: Annotated[int, Field(strict=True, ge=0, lt=100)] = 0
    sample_rate: Annotated[int, Field(strict=True, ge=8000, le=192000)] | None = None


class StoredStream(Wire):
    """What is safely stored of a stream: how many chunks and bytes, and the first and last number of each run."""

    chunks: int
    size: int
    ranges: tuple[tuple[int, int], ...]


class RecordingView(Wire):
    """A take, and how much of it is stored. Chunks are taken while ``state`` is open."""

    recording_id: str
    lease_id: str
    take: int
    state: RecordingState
    sample_rate: int | None
    created_at: datetime
    voice: StoredStream
    pose: StoredStream


class Draft(Wire):
    """What a page wants back when it is opened again, in words of its own (JSON, say); the highest version stays."""

    version: Annotated[int, Field(strict=True, ge=1, lt=2**53)]
    content: Annotated[str, Field(max_length=100_000)]


class Presence(Wire):
    """Somebody was at work just now, by keys, pointer or voice, in this phase of the task; null: nobody says so."""

    phase: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z_-]+$")] | None = None


class LeaseTerm(Wire):
    """How long a task is this person's."""

    lease_id: str
    expires_at: datetime


class LeaseView(Wire):
    """A task that is this person's until ``expires_at``. Exactly one of the argument fields is set, by ``kind``.

    ``recordings`` (in order of take) and ``draft`` are what a page that is opened again goes on with.
    ``start_preview`` is the preview of the path's first viewpoint as a data URL, to be shown before anything else is
    loaded; null where tiles were not built. ``instructions`` are the campaign's own for this kind of task.
    """

    lease_id: str
    kind: str
    state: LeaseState
    scan_id: str
    language: str
    expires_at: datetime
    recordings: tuple[RecordingView, ...]
    draft: Draft | None
    start_preview: str | None
    instructions: tuple[TextNode, ...] = ()
    guide: GuideArgs | None = None
    follower: FollowerArgs | None = None


class ChunkReceipt(Wire):
    """These bytes are on disk. ``sha256`` is of what was stored."""

    recording_id: str
    stream: Literal["voice", "pose"]
    index: int
    size: int
    sha256: Sha256


class StreamSummary(Wire):
    """What the browser sent: how many chunks, how many bytes, and the SHA-256 of all of them joined in order."""

    chunks: Annotated[int, Field(strict=True, ge=0, le=17_280)]
    size: Annotated[int, Field(strict=True, ge=0, lt=2**53)]
    sha256: Sha256


class Submission(Wire):
    """An answer. A Guide sends ``transcript`` and ``voice``; a Follower sends ``outcome``."""

    recording_id: Annotated[str, Field(max_length=100)]
    pose: StreamSummary
    voice: StreamSummary | None = None
    transcript: Annotated[str, Field(max_length=20_000)] | None = None
    typing: Typing | None = None
    outcome: Literal["done", "gave_up"] | None = None
    feedback: Feedback | None = None
    phases: Annotated[tuple[Phase, ...], Field(max_length=100)] = ()


class ProblemReportRequest(Wire):
    """Something is wrong with a task. ``viewpoint_id`` is where the person stands."""

    kind: Literal["voice", "picture", "offensive", "page", "other"]
    comment: Annotated[str, Field(max_length=2000)] = ""
    viewpoint_id: Annotated[str, Field(max_length=200)] | None = None


class PracticeWalk(Wire):
    """A path to practise on; nothing of it is sent or counted."""

    scan_id: str
    path: tuple[str, ...]
    heading: FiniteFloat
    start_preview: str | None


class StandingNotice(Wire):
    """What a person is told of their own standing: whether they are given tasks of a kind."""

    campaign_id: str
    kind: str
    state: Literal["working", "stopped", "appealed", "dismissed"]


class AppealRequest(Wire):
    """Asks a manager to be let back in; ``words`` say why."""

    campaign_id: Annotated[str, Field(max_length=60)]
    kind: Annotated[str, Field(max_length=100)]
    words: Annotated[str, Field(max_length=2000)] = ""


class AppealDecision(Wire):
    campaign_id: Annotated[str, Field(max_length=60)]
    kind: Annotated[str, Field(max_length=100)]
    decision: Literal["reinstated", "upheld"]


class StandingView(Wire):
    """How far a person is relied on in a kind of task; shares are of the check items that count."""

    annotator_id: int
    campaign_id: str
    kind: str
    state: Literal["learning", "probation", "trusted", "demoted", "appealed", "dismissed"]
    check_items: int
    overall: FiniteFloat | None
    recent: FiniteFloat | None
    reason: str
    appeal: str  # the words of the newest


class SubmitReceipt(Wire):
    """The answer is stored. ``annotation_id`` is its instruction_id (Guide) or demonstration_id (Follower)."""

    lease_id: str
    kind: str
    annotation_id: int


class Snapshot(Wire):
    """One camera state; a pose chunk is JSON Lines of these.

    ``time`` and ``audio_time`` in seconds: since the recording began (the Guide's audio sample clock), and within the
    Guide's voice as the Follower heard it (null for Guides). Matrices have 16 numbers, row-major, three.js frame:
    camera-to-world and OpenGL projection.
    """

    time: FiniteFloat
    viewpoint_id: str
    extrinsic_matrix: Annotated[tuple[FiniteFloat, ...], Field(min_length=16, max_length=16)]
    intrinsic_matrix: Annotated[tuple[FiniteFloat, ...], Field(min_length=16, max_length=16)]
    audio_time: FiniteFloat | None = None


class RaisedFlag(Wire):
    """What a reviewer should look at, and why in a sentence."""

    flag: str
    why: str


class AnnotationSummary(Wire):
    """What a replay says of an annotation. ``annotation_id`` counts within its kind."""

    kind: Literal["guide", "follower"]
    annotation_id: int
    annotator_id: int
    language: str
    scan_id: str
    path_id: int
    instruction_id: int
    outcome: Literal["done", "gave_up"] | None
    duration: FiniteFloat | None
    scores: Scores | None  # None for a Guide whose walk is not known
    alignment: Literal["aligned", "failed", "missing"] | None  # None for Followers
    flags: tuple[RaisedFlag, ...] | None  # None: not looked at yet
    submitted_at: datetime


class AnnotationView(Wire):
    """Everything a replay needs. ``instruction``, alignment and voice of a Follower are those of its Guide."""

    summary: AnnotationSummary
    instruction: str
    reference: tuple[str, ...]
    walked: tuple[str, ...]
    heading: FiniteFloat
    feedback: Feedback | None  # None for Guides
    alignment: AlignmentRecord | None
    flags: tuple[FindingRecord, ...] | None  # None: not looked at yet
    voice_url: str
    voice_duration: FiniteFloat
    pose_trace_url: str


class PoseTraceView(Wire):
    """A pose trace in columns of equal length, as ``Snapshot`` says; ``audio_time`` is null for Guides."""

    time: tuple[FiniteFloat, ...]
    audio_time: tuple[FiniteFloat, ...] | None
    viewpoint_id: tuple[str, ...]
    extrinsic_matrix: tuple[tuple[FiniteFloat, ...], ...]
    intrinsic_matrix: tuple[tuple[FiniteFloat, ...], ...]
