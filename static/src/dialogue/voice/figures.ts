/** How well the partner is heard; null for what is not known. */
export interface VoiceStats {
  /** To the partner and back, on the network. */
  roundTripSeconds: number | null
  /** For which a voice that has arrived waits, so that it can be played without gaps. */
  jitterBufferSeconds: number | null
  /** Of the voice, in [0, 1]. */
  lostShare: number | null
}

/** A moment of the partner's voice: when it was `spoken`, in seconds since 1970 by their device, and was played here (`performance.now()`). */
export interface Heard {
  spoken: number
  moment: number
}

export const UNKNOWN: VoiceStats = { roundTripSeconds: null, jitterBufferSeconds: null, lostShare: null }

/** What a browser has counted since the connection began. */
export interface PeerFigures {
  waited: number
  played: number
  lost: number
  received: number
}

const NONE: PeerFigures = { waited: 0, played: 0, lost: 0, received: 0 }

/** What a report says of the time since `before`. */
export function readFigures(report: RTCStatsReport, before: PeerFigures | null): { figures: PeerFigures; stats: VoiceStats } {
  const figures = { ...NONE }
  let roundTripSeconds: number | null = null
  for (const entry of entries(report)) {
    if (entry.type === 'candidate-pair' && entry.nominated === true && isNumber(entry.currentRoundTripTime)) roundTripSeconds = entry.currentRoundTripTime
    if (entry.type === 'inbound-rtp' && entry.kind === 'audio') Object.assign(figures, counted(entry))
  }
  const since = difference(figures, before ?? NONE)
  return { figures, stats: { roundTripSeconds, jitterBufferSeconds: share(since.waited, since.played), lostShare: share(since.lost, since.lost + since.received) } }
}

function entries(report: RTCStatsReport): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  report.forEach((entry: Record<string, unknown>) => found.push(entry))
  return found
}

const counted = ({ jitterBufferDelay, jitterBufferEmittedCount, packetsLost, packetsReceived }: Record<string, unknown>): PeerFigures => ({
  waited: count(jitterBufferDelay),
  played: count(jitterBufferEmittedCount),
  lost: count(packetsLost),
  received: count(packetsReceived),
})

const difference = (now: PeerFigures, before: PeerFigures): PeerFigures => ({
  waited: now.waited - before.waited,
  played: now.played - before.played,
  lost: Math.max(0, now.lost - before.lost), // a packet that came late is found again
  received: now.received - before.received,
})

const isNumber = (given: unknown): given is number => typeof given === 'number'
const count = (given: unknown): number => (isNumber(given) ? given : 0)
const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
