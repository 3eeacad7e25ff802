"""Every setting, in one place. Read once, by ``create_app`` and the command line."""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from environments.errors import ConfigurationError
from pangea_server.core.logs import LogFormat

PREFIX = "PANGEA_"


class Settings(BaseSettings):
    """Settings come from arguments, then from environment variables named ``PANGEA_`` and the field in capitals."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    environment: str = Field("demo", description="Where people walk: KIND or KIND:DIRECTORY.")
    data_dir: Path = Field(Path("pangea-data"), description="Where the local store keeps records and blobs.")
    tiles: Path | None = Field(
        None, description="Where `pangea env build` puts panoramas cut into tiles; by default DATA_DIR/tiles."
    )
    store: str = Field("local", description="Store back end: local or firebase.")
    firebase_project: str | None = Field(None, description="Google Cloud project of the firebase store.")
    firebase_bucket: str | None = Field(None, description="Cloud Storage bucket of the firebase store.")
    firebase_links: bool = Field(
        False, description="Browsers read voices from Cloud Storage itself, by links signed for ten minutes."
    )
    sign_in: Literal["links", "firebase", "oidc"] = Field(
        "links", description="How people prove who they are: by their link alone, or by an account as well."
    )
    session_days: int = Field(
        30, ge=1, le=365, description="How long a browser stays signed in after it was last used."
    )
    firebase_api_key: str | None = Field(None, description="The Firebase project's public web key.")
    firebase_auth_domain: str | None = Field(None, description="As in PROJECT.firebaseapp.com.")
    oidc_issuer: str | None = Field(
        None, pattern=r"^https://|^http://(127\.0\.0\.1|localhost)[:/]", description="The provider's address."
    )
    oidc_client_id: str | None = Field(None, description="What the provider knows this server as.")
    oidc_client_secret: SecretStr | None = Field(None, description="Where the provider asks for one.")
    lease_minutes: int = Field(60, ge=1, le=1440, description="How long a person may hold a task.")
    chunk_bytes: int = Field(
        2 * 2**20, ge=2**16, description="Largest chunk of voice or poses accepted, in bytes."
    )
    disk_reserve: int = Field(
        2 * 2**30,
        ge=0,
        description="Bytes, at most a twentieth of the disk, that the local store leaves to records when it is full.",
    )
    recording_bytes: int = Field(
        2**30, ge=2**20, description="Most bytes of one take, voice and poses together."
    )
    person_bytes: int = Field(
        8 * 2**30, ge=2**20, description="Most bytes of one person's takes of which no answer was made."
    )
    person_takes: int = Field(
        500, ge=1, description="Most takes that one person may have of which no answer was made."
    )
    project_bytes: int = Field(
        0, ge=0, description="Most bytes that the store may hold in all; 0 for as many as there is room for."
    )
    align_on_submit: bool = Field(
        False, description="Align each Guide's voice in the background after its submit."
    )
    flag_on_submit: bool = Field(
        True, description="Look at each answer with the quality flags, in the background after its submit."
    )
    align_engine: str = Field("viterbi", description="Which engine aligns.")
    frame_ancestors: str = Field(
        "",
        pattern=r"^(https?://[A-Za-z0-9.*:-]+( |$))*$",
        description="Sites that may show our pages in a frame, with blanks between.",
    )
    mturk: Literal["off", "sandbox", "production"] = Field(
        "off",
        description="Which Mechanical Turk may frame our pages and be sent forms: off, sandbox or production.",
    )
    web_dir: Path | None = Field(None, description="The built viewer; by default the one that was installed.")
    hosts: str = Field("", description="Names that people reach the server by, with blanks between.")
    trusted_proxies: str = Field(
        "127.0.0.1 ::1",
        description="Addresses or networks of the proxies in front, which end TLS and name the client.",
    )
    person_requests_per_second: int = Field(
        100, ge=1, description="What one person may read; thirty seconds of it at once."
    )
    person_uploads_per_second: int = Field(
        5, ge=1, description="What one person may send; a minute of it at once."
    )
    address_requests_per_second: int = Field(
        2000,
        ge=1,
        description="What one address may ask for, with everybody behind it; thirty seconds of it at once.",
    )
    bad_tokens_per_minute: int = Field(20, ge=1, description="Unknown tokens that one address may try.")
    metrics: str = Field(
        "", description="HOST:PORT to serve Prometheus' metrics at, apart from the pages; empty for nowhere."
    )
    log_format: LogFormat = Field("text", description="Log lines as text or as json.")

    @property
    def tiles_dir(self) -> Path:
        return self.tiles or self.data_dir / "tiles"


def read_settings(**overrides: object) -> Settings:
    """Settings with ``overrides`` (None means not given) over the environment variables.

    Raises:
        ConfigurationError: a ``PANGEA_`` variable that no setting has (pydantic-settings would ignore the misspelling),
            or a value that its setting cannot have.
    """
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for variable in sorted(name for name in os.environ if name.startswith(PREFIX)):
        if variable not in known:
            near = difflib.get_close_matches(variable, known, n=1)
            meant = f"Did you mean {near[0]}?" if near else f"Known are {', '.join(sorted(known))}."
            raise ConfigurationError(f"The environment variable {variable} is no setting.", remedy=meant)
    try:
        return Settings(**{name: value for name, value in overrides.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        fault = error.errors(include_input=False)[0]  # the value may be a secret
        name = str(fault["loc"][0])
        raise ConfigurationError(
            f"{PREFIX}{name.upper()} cannot be used: {fault['msg']}.",
            remedy=f"It means: {Settings.model_fields[name].description}",
        ) from None
