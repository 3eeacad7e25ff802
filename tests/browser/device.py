"""What a browser's profile keeps of a lease, read with the lease's key as our pages read it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from playwright.sync_api import Page

WITH_DATABASE = """
async () => {
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const database = await answer(indexedDB.open('pangea-recordings'))
"""
READ_CHUNKS = (
    WITH_DATABASE
    + """
  const chunks = await answer(database.transaction('chunks').objectStore('chunks').getAll())
  database.close()
  const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const locked = ({ nonce, ciphertext }) => ({ nonce: hex(nonce), ciphertext: hex(ciphertext) })
  return chunks.map(({ voice, pose }) => ({ voice: locked(voice), pose: locked(pose) }))
}
"""
)
NEXT_SLICES = (
    WITH_DATABASE
    + """
  const slices = () => answer(database.transaction('slices').objectStore('slices').count())
  const next = async (before) => {
    while ((await slices()) === before) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await next(await slices())
  await next(await slices())
  database.close()
}
"""
)
COUNT = (
    WITH_DATABASE
    + """
  const count = (name) => answer(database.transaction(name).objectStore(name).count())
  const counts = [...database.objectStoreNames].map(count)
  database.close()
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
"""
)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk of the first recording: as PCM and as gzip of JSON Lines, and what stands for its voice on the disk."""

    voice: bytes
    pose: bytes
    ciphertext: bytes


def kept_chunks(page: Page, lease: dict[str, Any]) -> list[Chunk]:
    """The chunks of the first recording of a lease, the only one in this browser."""
    secret = base64.b64decode(lease["device_key"])
    cipher = AESGCM(HKDF(SHA256(), length=32, salt=None, info=b"attempt 0").derive(secret))

    def unlocked(part: dict[str, str]) -> bytes:
        return cipher.decrypt(bytes.fromhex(part["nonce"]), bytes.fromhex(part["ciphertext"]), None)

    return [
        Chunk(unlocked(voice), unlocked(pose), bytes.fromhex(voice["ciphertext"]))
        for voice, pose in ((part["voice"], part["pose"]) for part in page.evaluate(READ_CHUNKS))
    ]


def wait_until_written_down(page: Page) -> None:
    """Until the browser keeps all that a walk or a voice was up to now: what it writes after the slice that it may be
    writing, a quarter of a second of either at a time."""
    page.evaluate(NEXT_SLICES)


def kept_count(page: Page) -> int:
    """How many recordings, slices, chunks and drafts this browser keeps."""
    return int(page.evaluate(COUNT))
