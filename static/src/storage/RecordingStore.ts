import type { Draft } from '../api/types'
import { t } from '../kit/messages/messages'

/** A lease may have several recordings, one for each attempt from 0. */
export interface RecordingName {
  leaseId: string
  attempt: number
}

/**
 * Under which name this device keeps the log of a lease's actions, whose lines stand in the place of poses: with a number
 * below 0, as walks have those from 0.
 */
export const logName = (leaseId: string, attempt: number): RecordingName => ({ leaseId, attempt: -1 - attempt })

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
 * Where recordings wait until the server has confirmed them. A recording is a row of slices of a quarter of a second
 * each; slices that were joined for sending are chunks. Each promise resolves when the data would survive a crash.
 */
export interface RecordingStore {
  /** Whether it outlives the page. */
  readonly durable: boolean
  recordings: (leaseId: string) => Promise<KeptRecording[]>
  /** The attempts of which it keeps a log of actions, the first one first. */
  logs: (leaseId: string) => Promise<number[]>
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

/** Why nothing can be kept on this device, and what to do about it (`remedy`). */
export class StorageProblem extends Error {
  override readonly name = 'StorageProblem'
  readonly remedy: string

  private constructor(reason: 'storageFull' | 'storageRefused' | 'storageLocked') {
    super(t(`failure.${reason}.what`))
    this.remedy = t(`failure.${reason}.remedy`)
  }

  /** The stored data is encrypted with a different key from the server's. It stays where it is. */
  static locked(): StorageProblem {
    return new StorageProblem('storageLocked')
  }

  static from(cause: unknown): StorageProblem {
    const full = cause instanceof DOMException && cause.name === 'QuotaExceededError'
    return new StorageProblem(full ? 'storageFull' : 'storageRefused')
  }
}
