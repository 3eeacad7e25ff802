type Bytes = Uint8Array<ArrayBuffer>

/** Data that only the holder of the key can read, and that nobody can change unnoticed. */
export interface Locked {
  nonce: Bytes
  ciphertext: ArrayBuffer
}

const NONCE_BYTES = 12

/**
 * Encrypts what this device stores of a lease: AES-GCM, with a key for each `name` (a recording, the draft), derived by
 * HKDF from the key that comes with the lease. Keys are never stored: a reopened page asks the server again. Nonces are
 * random. Counting would use one twice, because a slice lost in a crash is written again under its number. A day has at
 * most a million nonces; the chance that two are equal is 1 in 10^17.
 */
export class Cipher {
  private readonly keys = new Map<string, Promise<CryptoKey>>()

  private constructor(private readonly secret: CryptoKey) {}

  /** `key` in base64, as the server gives it. */
  static async open(key: string): Promise<Cipher> {
    const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0))
    return new Cipher(await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']))
  }

  async lock(name: string, bytes: Bytes): Promise<Locked> {
    const key = await this.keyOf(name)
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    return { nonce, ciphertext: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, bytes) }
  }

  /** Rejects data that was encrypted under another name or key, or was changed. */
  async unlock(name: string, { nonce, ciphertext }: Locked): Promise<Bytes> {
    const key = await this.keyOf(name)
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, ciphertext))
  }

  private keyOf(name: string): Promise<CryptoKey> {
    const known = this.keys.get(name) ?? this.derive(name)
    this.keys.set(name, known)
    return known
  }

  private derive(name: string): Promise<CryptoKey> {
    const from = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(name) }
    return crypto.subtle.deriveKey(from, this.secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  }
}
