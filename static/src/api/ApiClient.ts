import { ApiProblem } from './ApiProblem'
import type {
  AnnotationPage,
  AnnotationView,
  ChunkReceipt,
  LeaseView,
  Me,
  MonitorSummary,
  PoseTraceView,
  RecordingView,
  ScanView,
  Submission,
  SubmitReceipt,
} from './types'

export type Kind = 'guide' | 'follower'
export type Stream = ChunkReceipt['stream']

export interface AnnotationQuery {
  kind?: Kind
  annotator_id?: number
  language?: string
  cursor?: string
  limit?: number
}

/** The server's HTTP interface. Every call rejects with an `ApiProblem`, or with an `AbortError` when aborted. */
export class ApiClient {
  constructor(
    private readonly token: string | null,
    private readonly prefix = '/api/v1',
  ) {}

  me(): Promise<Me> {
    return this.read('/me')
  }

  scan(scanId: string): Promise<ScanView> {
    return this.read(`/scans/${encodeURIComponent(scanId)}`)
  }

  /** Leases a task, or finds the one this person has already; null when there is nothing to do. */
  async lease(kind: string): Promise<LeaseView | null> {
    const response = await this.send('POST', '/leases', { kind })
    return response.status === 204 ? null : ((await response.json()) as LeaseView)
  }

  startRecording(leaseId: string, sampleRate: number | null, signal?: AbortSignal): Promise<RecordingView> {
    return this.write(`/leases/${leaseId}/recordings`, { sample_rate: sampleRate }, signal)
  }

  async putChunk(
    recordingId: string,
    stream: Stream,
    index: number,
    body: Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<ChunkReceipt> {
    const path = `/recordings/${recordingId}/${stream}/${index}`
    const response = await this.fetch(path, { method: 'PUT', body, headers, signal })
    return (await response.json()) as ChunkReceipt
  }

  submit(leaseId: string, submission: Submission): Promise<SubmitReceipt> {
    return this.write(`/leases/${leaseId}/submit`, submission)
  }

  annotations(query: AnnotationQuery): Promise<AnnotationPage> {
    const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    return this.read(`/annotations?${new URLSearchParams(pairs).toString()}`)
  }

  annotation(kind: Kind, annotationId: number): Promise<AnnotationView> {
    return this.read(`/annotations/${kind}/${annotationId}`)
  }

  monitor(): Promise<MonitorSummary> {
    return this.read('/monitor')
  }

  poseTrace(url: string): Promise<PoseTraceView> {
    return this.read(url)
  }

  /** A file at an address that the server gave, such as a voice. */
  async blob(url: string, signal?: AbortSignal): Promise<Blob> {
    return (await this.fetch(url, signal ? { signal } : {})).blob()
  }

  /** An image at an address that the server gave, decoded off the main thread. */
  readonly image = async (url: string, signal: AbortSignal): Promise<ImageBitmap> =>
    createImageBitmap(await this.blob(url, signal), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' })

  private async read<Answer>(path: string): Promise<Answer> {
    return (await (await this.fetch(path)).json()) as Answer
  }

  private async write<Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
    return (await (await this.send('POST', path, body, signal)).json()) as Answer
  }

  private send(method: string, path: string, body: object, signal?: AbortSignal): Promise<Response> {
    const headers = { 'Content-Type': 'application/json' }
    return this.fetch(path, { method, headers, body: JSON.stringify(body), ...(signal && { signal }) })
  }

  private async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const url = path.startsWith(this.prefix) ? path : this.prefix + path
    const headers = new Headers(init.headers)
    if (this.token !== null) headers.set('Authorization', `Bearer ${this.token}`)
    const response = await fetch(url, { ...init, headers }).catch((cause: unknown) => {
      throw init.signal?.aborted ? cause : ApiProblem.unreachable()
    })
    if (!response.ok) throw await ApiProblem.from(response)
    return response
  }
}
