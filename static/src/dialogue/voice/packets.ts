/** Packets of Opus as text: each after its length in two bytes, all of them in Base64. */

const MOST_PACKETS = 6
/** RFC 6716, 3.4. */
const LONGEST_PACKET = 1275

export function pack(packets: readonly Uint8Array[]): string {
  const bytes = packets.flatMap((packet) => [packet.length >> 8, packet.length & 0xff, ...packet])
  return btoa(String.fromCharCode(...bytes))
}

/** Null for what `pack` did not make. */
export function unpack(text: string): Uint8Array<ArrayBuffer>[] | null {
  const bytes = decoded(text)
  if (!bytes) return null
  const packets: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    const packet = bytes.slice(at + 2, at + 2 + length)
    if (packet.length !== length || length === 0 || length > LONGEST_PACKET) return null
    packets.push(packet)
    at += 2 + length
  }
  return packets.length > 0 && packets.length <= MOST_PACKETS ? packets : null
}

function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
