import { createHash } from 'node:crypto'

import type { ChunkReceipt, StreamSummary, Submission } from '../src/api/types'

type Stream = ChunkReceipt['stream']
type Bytes = Uint8Array<ArrayBuffer>

interface Request {
  path: string
  headers: Headers
  body: unknown
  /** What was in the place of each `:` in the route. */
  parts: string[]
}
type Answer = (request: Request) => object | Promise<object>

interface StoredRecording {
  leaseId: string
  attempt: number
  sampleRate: number | null
  streams: Record<Stream, Map<number, Bytes>>
}

/** An answer other than 200. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail = `The test refuses: ${code}.`,
  ) {}
}

/** An answer without a body. */
export class Empty {
  constructor(readonly headers: Record<string, string> = {}) {}
}

const PREFIX = '/api/v1'

interface RecordingRequest {
  attempt: number
  sample_rate: number | null
  holds?: 'walk' | 'actions'
}

/**
 * A server that keeps recordings as the real one does: one per lease and attempt, a chunk once under its number, a submission
 * only when all bytes of both streams have come. Everything else is answered as a test says.
 */
export class TestServer {
  /** Whether nothing gets through. */
  offline = false
  /** What was asked, such as `GET /me`. */
  readonly calls: string[] = []
  readonly recordings = new Map<string, StoredRecording>()
  readonly submissions = new Map<string, Submission>()
  readonly mediaTypes = new Map<Stream, string | null>()
  private readonly routes = new Map<string, Answer>()
  private readonly held: (() => void)[] = []
  private holds: (call: string) => boolean = () => false
  private losesAnswerOf: string | null = null
  private refuses: (call: string) => Refusal | null = () => null

  constructor() {
    this.on('POST /leases/:/recordings', ({ parts: [leaseId = ''], body }) => this.begin(leaseId, body as RecordingRequest))
    this.on('PUT /recordings/:/:/:', ({ parts, headers, body }) => this.put(parts, headers, body as Bytes))
    this.on('GET /recordings/:/:', ({ parts: [id = '', stream] }) => this.receipts(id, stream as Stream))
    this.on('POST /leases/:/submit', ({ parts: [leaseId = ''], body }) => this.submit(leaseId, body as Submission))
  }

  /** Hand this to an `ApiClient`. */
  readonly request: typeof fetch = async (url, init = {}) => {
    const path = (url as string).replace(PREFIX, '')
    const call = `${init.method ?? 'GET'} ${path}`
    this.calls.push(call)
    const signal = init.signal ?? new AbortController().signal
    if (this.holds(call)) await new Promise<void>((resolve) => {
      this.held.push(resolve)
      signal.addEventListener('abort', () => resolve())
    })
    signal.throwIfAborted()
    if (this.offline) throw new TypeError('Failed to fetch')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const answer = this.refuses(call) ?? await this.answer(call, path, new Headers(init.headers), body)
    if (this.losesAnswerOf === call) {
      this.losesAnswerOf = null
      throw new TypeError('Failed to fetch')
    }
    if (answer instanceof Empty) return new Response(null, { status: 204, headers: answer.headers })
    if (!(answer instanceof Refusal)) return Response.json(answer)
    const { status, code, detail } = answer
    return Response.json({ code, detail, status }, { status })
  }

  /** Answers `METHOD /path`, in which `:` is any part. */
  on(route: string, answer: Answer): void {
    this.routes.set(route, answer)
  }

  /** From now on these calls wait for the returned function. */
  hold(holds: (call: string) => boolean): () => void {
    this.holds = holds
    return () => {
      this.holds = () => false
      for (const release of this.held.splice(0)) release()
    }
  }

  /** From now on these calls are refused, until the returned function is called. */
  refuse(refuses: (call: string) => Refusal | null): () => void {
    this.refuses = refuses
    return () => (this.refuses = () => null)
  }

  /** The next time it does what this call asks for, but its answer is lost. */
  loseAnswerOf(call: string): void {
    this.losesAnswerOf = call
  }

  /** How often that was asked. */
  count(call: string): number {
    return this.calls.filter((each) => each === call).length
  }

  /** A whole stream, as far as it has come. */
  stream(recordingId: string, stream: Stream): Bytes {
    const chunks = [...this.recording(recordingId).streams[stream]].sort(([a], [b]) => a - b)
    return Uint8Array.from(Buffer.concat(chunks.map(([, bytes]) => bytes)))
  }

  private async answer(call: string, path: string, headers: Headers, body: unknown): Promise<object> {
    for (const [route, answer] of this.routes) {
      const match = new RegExp(`^${route.replace('?', '\\?').replaceAll(':', '([^/]+)')}$`).exec(call)
      if (match) return answer({ path, headers, body, parts: match.slice(1) })
    }
    return new Refusal(404, 'not_found', `The test's server has no ${call}.`)
  }

  private begin(leaseId: string, { attempt, sample_rate: sampleRate, holds = 'walk' }: RecordingRequest): object {
    const id = holds === 'walk' ? `${leaseId}-${attempt}` : `${leaseId}-${holds}-${attempt}`
    const streams = { voice: new Map<number, Bytes>(), pose: new Map<number, Bytes>(), actions: new Map<number, Bytes>() }
    const known = this.recordings.get(id) ?? { leaseId, attempt, sampleRate, streams }
    this.recordings.set(id, known)
    const told = (stream: Stream) => ({ chunks: known.streams[stream].size, size: this.stream(id, stream).length, ranges: [] })
    return { recording_id: id, lease_id: leaseId, attempt, sample_rate: sampleRate, holds, voice: told('voice'), pose: told('pose'), actions: told('actions') }
  }

  private put([id = '', name, number]: string[], headers: Headers, bytes: Bytes): object {
    const [stream, index] = [name as Stream, Number(number)]
    if (headers.get('Content-Digest') !== `sha-256=:${sha256(bytes).toString('base64')}:`) return new Refusal(400, 'digest_mismatch')
    this.mediaTypes.set(stream, headers.get('Content-Type'))
    this.recording(id).streams[stream].set(index, bytes)
    return receipt(id, stream, index, bytes)
  }

  private receipts(id: string, stream: Stream): object {
    return [...this.recording(id).streams[stream]].map(([index, bytes]) => receipt(id, stream, index, bytes))
  }

  private submit(leaseId: string, submission: Submission): object {
    const former = this.submissions.get(leaseId)
    if (former && JSON.stringify(former) !== JSON.stringify(submission)) return new Refusal(409, 'already_submitted')
    const id = submission.recording_id ?? ''
    const complete = (['voice', 'pose'] as const).every((stream) => sameStream(submission[stream], this.summary(id, stream)))
    if (!complete) return new Refusal(409, 'recording_incomplete')
    this.submissions.set(leaseId, submission)
    return { task_id: 't1' }
  }

  private summary(id: string, stream: Stream): StreamSummary {
    const whole = this.stream(id, stream)
    return { chunks: this.recording(id).streams[stream].size, size: whole.length, sha256: sha256(whole).toString('hex') }
  }

  private recording(id: string): StoredRecording {
    const recording = this.recordings.get(id)
    if (!recording) throw new Error(`There is no recording ${id}; there are ${[...this.recordings.keys()].join(', ')}.`)
    return recording
  }
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const receipt = (id: string, stream: Stream, index: number, bytes: Bytes): ChunkReceipt =>
  ({ recording_id: id, stream, index, size: bytes.length, sha256: sha256(bytes).toString('hex') })

const sameStream = (a: StreamSummary | null | undefined, b: StreamSummary): boolean =>
  a?.chunks === b.chunks && a.size === b.size && a.sha256 === b.sha256
