"""Every setting in one place, read once by ``create_app`` and the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from environments.errors import ConfigurationError
from environments.nearest import not_among
from pangea_server.core.logs import LogFormat

if TYPE_CHECKING:
    from align.readings.own_words import OwnLexicon
    from align.recognisers.registry import RecogniserOptions

PREFIX = "PANGEA_"


class DeploymentLimits(BaseModel, frozen=True, extra="forbid"):
    """Bounds that few deployments change. ``PANGEA_LIMITS`` is a JSON object of the ones to change."""

    chunk_bytes: int = Field(
        2 * 2**20, ge=2**16, description="Largest chunk of voice or poses accepted, in bytes."
    )
    recording_bytes: int = Field(
        2**30, ge=2**20, description="Most bytes of one recording, voice and poses together."
    )
    person_bytes: int = Field(
        8 * 2**30,
        ge=2**20,
        description="Most bytes of one person's recordings that belong to no submitted answer.",
    )
    person_recordings: int = Field(
        500, ge=1, description="Most recordings that one person may have without a submitted answer."
    )
    project_bytes: int = Field(
        0, ge=0, description="Most bytes that the store may hold in total; 0 for no limit."
    )
    disk_reserve: int = Field(
        2 * 2**30,
        ge=0,
        description="Bytes, at most a twentieth of the disk, that the local store keeps free for records.",
    )
    lease_minutes: int = Field(60, ge=1, le=1440, description="How long a person may hold a task.")
    session_days: int = Field(
        30, ge=1, le=365, description="How long a browser stays signed in after it was last used."
    )
    person_requests_per_second: int = Field(
        100, ge=1, description="Read requests that one person may make; thirty seconds' worth at once."
    )
    person_uploads_per_second: int = Field(
        5, ge=1, description="Uploads that one person may make; a minute's worth at once."
    )
    address_requests_per_second: int = Field(
        2000,
        ge=1,
        description="Requests from one address by all who are not signed in; thirty seconds' worth at once.",
    )
    bad_tokens_per_minute: int = Field(
        20, ge=1, description="Unknown tokens and malformed requests that one address may try."
    )
    scrub_rate: int = Field(
        4 * 2**20,
        ge=0,
        description="Bytes a second at which the server verifies its local store, once a day; 0: never.",
    )


class Settings(BaseSettings):
    """Settings come from arguments, then from environment variables named ``PANGEA_`` and the field in capitals."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    environment: str = Field("demo", description="Where people walk: KIND or KIND:DIRECTORY.")
    data_dir: Path = Field(Path("pangea-data"), description="Where the local store keeps records and blobs.")
    tiles: Path | None = Field(
        None, description="Where `pangea env build` puts panoramas cut into tiles; by default DATA_DIR/tiles."
    )
    store: str = Field("local", description="Store back end: local, firebase or postgres.")
    firebase_project: str | None = Field(None, description="Google Cloud project of the firebase store.")
    firebase_bucket: str | None = Field(None, description="Cloud Storage bucket of the firebase store.")
    firebase_links: bool = Field(
        False, description="Browsers read voices from Cloud Storage itself, by links signed for ten minutes."
    )
    postgres_url: SecretStr | None = Field(
        None, description="Database of the postgres store: postgresql://USER:PASSWORD@HOST/DATABASE."
    )
    postgres_blobs: str | None = Field(
        None,
        description="Where the postgres store keeps blobs: s3://BUCKET/PREFIX, or a folder that its servers share.",
    )
    sign_in: Literal["links", "firebase", "oidc"] = Field(
        "links", description="How people sign in: by their link alone, or by an account as well."
    )
    firebase_api_key: str | None = Field(None, description="The Firebase project's public web key.")
    oidc_issuer: str | None = Field(
        None, pattern=r"^https://|^http://(127\.0\.0\.1|localhost)[:/]", description="The provider's address."
    )
    oidc_client_id: str | None = Field(None, description="The client id of this server at the provider.")
    oidc_client_secret: SecretStr | None = Field(
        None, description="The client secret, if the provider needs one."
    )
    limits: DeploymentLimits = Field(
        DeploymentLimits(),
        description='Bounds to change, as a JSON object: {"project_bytes": 500000000000, "session_days": 7}.',
    )
    align_on_submit: bool = Field(
        False, description="Align each Guide's voice in the background after its submit."
    )
    flag_on_submit: bool = Field(
        True, description="Run the quality flags on each answer in the background after its submit."
    )
    align_engine: str = Field("viterbi", description="Which engine aligns.")
    align_dtw: Literal["exact", "banded", "fastdtw"] = Field(
        "exact",
        description="How a recogniser's words are warped onto the written ones: exact, banded or fastdtw.",
    )
    align_lexicon: Path | None = Field(
        None, description="A file of pronunciations for the aligner, in the form of CMUdict."
    )
    recogniser_endpoint: str | None = Field(
        None,
        description="HOST:PORT of the service that the recogniser google_speech asks, instead of Google's.",
    )
    recogniser_model: Path | None = Field(
        None, description="The folder of the model with which the recogniser whisper listens."
    )
    recogniser_speaker: str | None = Field(
        None,
        description="Whose words are meant in a file of recognised words that has those of several speakers or "
        "channels, as the file names them; with commas between several.",
    )
    segmenter: str = Field(
        "grabcut",
        description="What finds the edges of things in regions that people draw: grabcut, or onnx:FOLDER.",
    )
    frame_ancestors: str = Field(
        "",
        pattern=r"^(https?://[A-Za-z0-9.*:-]+( |$))*$",
        description="Sites that may show our pages in a frame, separated by spaces.",
    )
    mturk: Literal["off", "sandbox", "production"] = Field(
        "off",
        description="Which Mechanical Turk may frame our pages and receive forms: off, sandbox or production.",
    )
    web_dir: Path | None = Field(
        None, description="The folder of the built viewer; by default the installed one."
    )
    ice_servers: str = Field(
        "",
        pattern=r"^((stuns?:[A-Za-z0-9.:\[\]-]+|turns?:[A-Za-z0-9.:\[\]-]+(\?transport=(udp|tcp))?)( |$))*$",
        description="STUN and TURN servers by which two browsers reach each other's voices, separated by spaces.",
    )
    turn_secret: SecretStr | None = Field(
        None,
        min_length=32,
        description="The secret that the TURN servers share with this one, at least 32 characters: coturn's "
        "static-auth-secret.",
    )
    hosts: str = Field("", description="Host names of this server, separated by spaces.")
    trusted_proxies: str = Field(
        "127.0.0.1 ::1",
        description="Addresses or networks of the proxies in front, which terminate TLS and name the client.",
    )
    metrics: str = Field(
        "",
        description="HOST:PORT at which to serve Prometheus metrics, apart from the pages; empty: not served.",
    )
    log_format: LogFormat = Field("text", description="Log lines as text or as json.")

    def variables(self) -> dict[str, str]:
        """The environment variables that set the same, secrets too, for a command in a process of its own."""
        values = self.model_dump(exclude_none=True) | {"limits": self.limits.model_dump_json()}
        return {
            PREFIX + name.upper(): value.get_secret_value() if isinstance(value, SecretStr) else str(value)
            for name, value in values.items()
        }

    @property
    def recogniser_options(self) -> RecogniserOptions:
        """What recognisers are told besides their name."""
        from align.recognisers.registry import RecogniserOptions

        return RecogniserOptions(self.recogniser_endpoint, self.recogniser_model, self.recogniser_speaker)

    def own_lexicon(self) -> OwnLexicon:
        """The pronunciations in the file ``align_lexicon``; none without one.

        Raises:
            InvalidDataError: the file cannot be read, or a line of it.
        """
        from align.phones.lexicon_file import open_own_lexicon

        return open_own_lexicon(self.align_lexicon) if self.align_lexicon else {}

    @property
    def firebase_auth_domain(self) -> str:
        """Where Firebase Auth serves the project's sign-in."""
        return f"{self.firebase_project}.firebaseapp.com"

    @property
    def tiles_dir(self) -> Path:
        return self.tiles or self.data_dir / "tiles"


def read_settings(**overrides: object) -> Settings:
    """The settings: ``overrides`` (None means not given) take precedence over the environment variables.

    Raises:
        ConfigurationError: a ``PANGEA_`` variable that names no setting (pydantic-settings would ignore it), or
            an invalid value.
    """
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for variable in sorted(name for name in os.environ if name.startswith(PREFIX)):
        if variable not in known:
            raise ConfigurationError(
                f"The environment variable {variable} names no setting.", remedy=not_among(variable, known)
            )
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except SettingsError:  # raised for a value that is no JSON
        raise _unusable("limits", "it is not a JSON object") from None
    except ValidationError as error:
        fault = error.errors(include_input=False)[0]  # the value may be a secret
        name, *within = map(str, fault["loc"])
        raise _unusable(name, ": ".join([*within, fault["msg"]])) from None


def _unusable(name: str, why: str) -> ConfigurationError:
    return ConfigurationError(
        f"{PREFIX}{name.upper()} cannot be used: {why}.",
        remedy=f"It means: {Settings.model_fields[name].description}",
    )
