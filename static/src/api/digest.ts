/** SHA-256 as RFC 9530's `Content-Digest` writes it, and as receipts do. */
export interface Digest {
  header: string
  hex: string
}

export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<Digest> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { header: `sha-256=:${btoa(String.fromCharCode(...digest))}:`, hex }
}
