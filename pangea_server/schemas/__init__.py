"""What goes over the wire: requests and answers of ``/api/v1``. The browser's types are generated from these.

Seconds, metres, radians; world frame z up. Snapshots alone are in RxR's frame (three.js y up, camera-to-world,
row-major), because that is how they are drawn, stored and published.
"""

from __future__ import annotations

from pangea_server.schemas.annotations import (
    AnnotationSummary,
    AnnotationView,
    PoseTraceView,
    RaisedFlag,
    Snapshot,
)
from pangea_server.schemas.base import Problem, Sha256, Token, Wire
from pangea_server.schemas.environments import ScanView, TilesView, ViewpointView
from pangea_server.schemas.leases import (
    Draft,
    FollowerArgs,
    GuideArgs,
    LeaseRequest,
    LeaseTerm,
    LeaseView,
    Presence,
)
from pangea_server.schemas.people import (
    Agreement,
    ConsentView,
    FirebaseView,
    Invited,
    InviteRequest,
    Me,
    NewRole,
    OidcCode,
    OidcView,
    PersonView,
    SessionRequest,
    SessionView,
    SignInView,
    StudyView,
    TextNode,
    Withdrawn,
)
from pangea_server.schemas.platforms import EntryRequest, PlatformId, VisitView, WayBackView
from pangea_server.schemas.recordings import (
    ChunkReceipt,
    ProblemReportRequest,
    RecordingRequest,
    RecordingView,
    StoredStream,
    StreamSummary,
    Submission,
    SubmitReceipt,
)
from pangea_server.schemas.trust import (
    AppealDecision,
    AppealRequest,
    PracticeWalk,
    StandingNotice,
    StandingView,
)

__all__ = [
    "Agreement",
    "AnnotationSummary",
    "AnnotationView",
    "AppealDecision",
    "AppealRequest",
    "ChunkReceipt",
    "ConsentView",
    "Draft",
    "EntryRequest",
    "FirebaseView",
    "FollowerArgs",
    "GuideArgs",
    "InviteRequest",
    "Invited",
    "LeaseRequest",
    "LeaseTerm",
    "LeaseView",
    "Me",
    "NewRole",
    "OidcCode",
    "OidcView",
    "PersonView",
    "PlatformId",
    "PoseTraceView",
    "PracticeWalk",
    "Presence",
    "Problem",
    "ProblemReportRequest",
    "RaisedFlag",
    "RecordingRequest",
    "RecordingView",
    "ScanView",
    "SessionRequest",
    "SessionView",
    "Sha256",
    "SignInView",
    "Snapshot",
    "StandingNotice",
    "StandingView",
    "StoredStream",
    "StreamSummary",
    "StudyView",
    "Submission",
    "SubmitReceipt",
    "TextNode",
    "TilesView",
    "Token",
    "ViewpointView",
    "VisitView",
    "WayBackView",
    "Wire",
    "Withdrawn",
]
