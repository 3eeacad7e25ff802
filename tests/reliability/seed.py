"""The seed of the proofs' slices in the suite: new for each run, in pytest's header. PROOF_SEED=N repeats a run."""

from __future__ import annotations

import os
import secrets

SEED = int(os.environ.get("PROOF_SEED") or secrets.randbits(32))
os.environ["PROOF_SEED"] = str(SEED)  # pytest's workers are to have the same
