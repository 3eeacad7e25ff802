import { Scope } from '../kit/lifecycle/Scope'
import { ApiProblem } from './ApiProblem'

/** Milliseconds: enough for a chunk of half a megabyte at 70 kbit/s. */
const REQUEST_TIMEOUT_MS = 60_000

/** Requests to the server, signed in or not. Each rejects with an `ApiProblem`, or with an `AbortError` when aborted. */
export class HttpClient {
  constructor(
    readonly token: string | null,
    private readonly prefix = '/api/v1',
    private readonly request: typeof fetch = (url, init) => fetch(url, init),
  ) {}

  /** A file at a signed address that the server gave, such as a voice. */
  blob(url: string, signal?: AbortSignal): Promise<Blob> {
    return this.fetch(url, signal ? { signal } : {}, (response) => response.blob(), null)
  }

  /** An image at an address that the server gave, decoded off the main thread. */
  readonly image = async (url: string, signal: AbortSignal): Promise<ImageBitmap> =>
    createImageBitmap(await this.blob(url, signal), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' })

  protected read<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
    return this.fetch(path, signal ? { signal } : {}, (response) => response.json() as Promise<Answer>)
  }

  protected write<Answer>(path: string, method: string, body: object, signal?: AbortSignal): Promise<Answer> {
    const init = { ...json(method, body), ...(signal && { signal }) }
    return this.fetch(path, init, (response) => response.json() as Promise<Answer>)
  }

  /** The time limit covers `read` too, because an answer may begin and never end. */
  protected async fetch<Answer>(
    path: string,
    init: RequestInit,
    read: (response: Response) => Answer | Promise<Answer>,
    token = this.token,
  ): Promise<Answer> {
    const url = path.startsWith(this.prefix) ? path : this.prefix + path
    const headers = new Headers(init.headers)
    if (token !== null) headers.set('Authorization', `Bearer ${token}`)
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    try {
      const response = await this.request(url, { ...init, headers, signal })
      if (!response.ok) throw await ApiProblem.from(response)
      return await read(response)
    } catch (error) {
      if (error instanceof ApiProblem || init.signal?.aborted) throw error
      if (timeout.aborted) throw ApiProblem.timedOut()
      throw error instanceof SyntaxError ? ApiProblem.notFromServer() : ApiProblem.unreachable()
    }
  }
}

export const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** The fields as the query of an address. */
export function queryOf(query: object): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(pairs).toString()
}

const FIRST_PAUSE_SECONDS = 0.5
const LONGEST_PAUSE_SECONDS = 15

/** Pauses between attempts: random, each up to twice as long as the previous one, and cut short when the network returns. */
export class Backoff {
  private readonly scope: Scope

  constructor(parent: Scope) {
    this.scope = new Scope(parent)
  }

  /** The pause after the `attempt`-th attempt, counted from 0, at least as long as the server asked for in `error`. */
  pause(attempt: number, error?: unknown): Promise<void> {
    const asked = error instanceof ApiProblem ? error.retryAfterSeconds : 0
    const longest = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** attempt)
    const pause = new Scope(this.scope)
    return new Promise((resolve) => {
      pause.add(resolve)
      pause.timeout(Math.max(asked, longest * (0.5 + Math.random() / 2)), () => pause.dispose())
      pause.listen(window, 'online', () => pause.dispose())
    })
  }
}
