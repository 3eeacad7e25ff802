"""The seed of the proofs in the suite: always the same, so that each run asks the same. PROOF_SEED=N asks others."""

from __future__ import annotations

import os

SEED = int(os.environ.get("PROOF_SEED", "1"))
