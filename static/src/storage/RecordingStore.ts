import type { Draft } from '../api/types'

/** A lease may have several recordings, one for each attempt from 0. */
export interface RecordingName {
  leaseId: string
  attempt: number
}

/** A recording of which this device keeps something. */
export interface KeptRecording extends RecordingName {
  /** Hz; null without a voice. */
  sampleRate: number | null
}

/** The same stretch of both streams: voice as 16-bit PCM, poses as JSON Lines (in chunks: gzip of them). */
export interface RecordingPart {
  voice: Uint8Array<ArrayBuffer>
  pose: Uint8Array<ArrayBuffer>
}

/**
 * Where recordings wait until the server has confirmed them. A recording is a row of slices, each a quarter of a second;
 * those that were joined to be sent are chunks. Every promise resolves when the data will survive a crash.
 */
export interface RecordingStore {
  /** Whether it outlives the page. */
  readonly durable: boolean
  recordings: (leaseId: string) => Promise<KeptRecording[]>
  begin: (recording: KeptRecording) => Promise<void>
  putSlice: (recording: RecordingName, index: number, slice: RecordingPart) => Promise<void>
  /** Puts a chunk in the place of the slices that it was joined from. */
  seal: (recording: RecordingName, index: number, chunk: RecordingPart) => Promise<void>
  /** What there is of a recording, in order. */
  read: (recording: RecordingName) => Promise<{ chunks: RecordingPart[]; slices: RecordingPart[] }>
  draft: (leaseId: string) => Promise<Draft | null>
  /** The highest version counts. */
  putDraft: (leaseId: string, draft: Draft) => Promise<void>
  /** The leases of which something is kept. */
  leases: () => Promise<string[]>
  /** Forgets all of a lease. */
  discard: (leaseId: string) => Promise<void>
  /** Forgets a recording and those before it. */
  discardRecordings: (last: RecordingName) => Promise<void>
}
