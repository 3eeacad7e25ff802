import { Emitter } from '../kit/lifecycle/Emitter'
import { type KeptRecording, type RecordingPart, type RecordingStore, StorageProblem } from './RecordingStore'

/** Five seconds of slices. */
const SLICES_IN_CHUNK = 20

interface JournalEvents {
  /** The next chunk to send, of about five seconds. */
  chunk: RecordingPart
  /** This device has stored more. */
  change: null
  /** This device stores nothing from now on. */
  problem: StorageProblem
}

/**
 * Stores a recording on this device slice by slice, and hands it on in chunks. A chunk is on disk before it is handed
 * on, so that it is the same chunk when it is sent again after a crash. When storing fails, the rest is still handed on.
 */
export class Journal extends Emitter<JournalEvents> {
  private open: RecordingPart[] = []
  private chunks = 0
  private stored = 0
  private begun = false
  private writes: boolean
  private restored: RecordingPart[] = []
  private work: Promise<void> = Promise.resolve()

  constructor(
    private readonly store: RecordingStore,
    private readonly recording: KeptRecording,
  ) {
    super()
    this.writes = store.durable
  }

  /** Whether what is appended is kept on this device. */
  get writing(): boolean {
    return this.writes
  }

  /** Bytes of voice that are kept on this device. */
  get storedBytes(): number {
    return this.stored
  }

  /** Reads what there is of a recording that a crash or a reload interrupted; `handOn` then goes on with it. */
  async restore(): Promise<RecordingPart> {
    const { chunks, slices } = await this.store.read(this.recording)
    const unpacked = await Promise.all(chunks.map(async ({ voice, pose }) => ({ voice, pose: await gunzip(pose) })))
    const whole = joined([...unpacked, ...slices])
    this.begun = true
    this.chunks = chunks.length
    this.restored = chunks
    this.open = slices
    this.stored = whole.voice.length
    return whole
  }

  /** Hands on all that was restored. */
  handOn(): Promise<void> {
    for (const chunk of this.restored) this.emit('chunk', chunk)
    this.restored = []
    return this.flush()
  }

  append(slice: RecordingPart): void {
    void this.after(() => this.write(slice))
  }

  /** Hands on what is left; resolves when that is done. */
  flush(): Promise<void> {
    return this.after(() => this.seal())
  }

  private after(task: () => Promise<void>): Promise<void> {
    this.work = this.work.then(task)
    return this.work
  }

  private async write(slice: RecordingPart): Promise<void> {
    this.open.push(slice)
    await this.attempt(async () => {
      if (!this.begun) await this.store.begin(this.recording)
      this.begun = true
      await this.store.putSlice(this.recording, this.chunks * SLICES_IN_CHUNK + this.open.length, slice)
      this.stored += slice.voice.length
      this.emit('change', null)
    })
    if (this.open.length === SLICES_IN_CHUNK) await this.seal()
  }

  private async seal(): Promise<void> {
    if (this.open.length === 0) return
    const { voice, pose } = joined(this.open)
    const chunk = { voice, pose: await gzip(pose) }
    await this.attempt(() => this.store.seal(this.recording, this.chunks, chunk))
    this.chunks += 1
    this.open = []
    this.emit('chunk', chunk)
  }

  private async attempt(write: () => Promise<void>): Promise<void> {
    if (!this.writes) return
    try {
      await write()
    } catch (error) {
      this.writes = false
      this.emit('problem', StorageProblem.from(error))
    }
  }
}

function joined(parts: readonly RecordingPart[]): RecordingPart {
  return { voice: concatenated(parts.map(({ voice }) => voice)), pose: concatenated(parts.map(({ pose }) => pose)) }
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
  let filled = 0
  for (const part of parts) {
    whole.set(part, filled)
    filled += part.length
  }
  return whole
}

type Bytes = Uint8Array<ArrayBuffer>

/** Of nothing there is nothing, so that a recording without a camera has no stream of poses. */
const gzip = (bytes: Bytes): Promise<Bytes> => (bytes.length === 0 ? Promise.resolve(bytes) : through(bytes, new CompressionStream('gzip')))

export const gunzip = (bytes: Bytes): Promise<Bytes> => (bytes.length === 0 ? Promise.resolve(bytes) : through(bytes, new DecompressionStream('gzip')))

async function through(bytes: Bytes, change: CompressionStream | DecompressionStream): Promise<Bytes> {
  const reader = new Blob([bytes]).stream().pipeThrough(change).getReader()
  const parts: Uint8Array[] = []
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
  return concatenated(parts)
}
