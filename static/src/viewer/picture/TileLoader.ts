import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'

/** Loads and decodes one image; `url` is as the scan gives it. */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<ImageBitmap>

/** `first`: without it nothing is seen; `now`: somebody waits for it; `later`: it may be needed. */
export type Urgency = 'first' | 'now' | 'later'

export interface Request {
  readonly url: string
  readonly urgency: Urgency
}

interface TileHandlers {
  loaded: (url: string, image: ImageBitmap) => void
  /** It could not be loaded after all attempts. */
  failed: (url: string, error: unknown) => void
}

/** How many images of each urgency load at once: the first ones use the network alone, and later ones must soon make room. */
const AT_ONCE: Record<Urgency, number> = {
  first: 1,
  now: 24, // More than a browser has connections, so that its own queue continues while the page is busy.
  later: 3,
}
/** Seconds until the next attempt. */
const PAUSES = [0.3, 1.5] as const

/** Loads the images that are wanted now, the first first. What is no longer wanted is cancelled. */
export class TileLoader {
  private readonly scope: Scope
  private wanted: readonly Request[] = []
  private readonly loading = new Map<string, { attempt: Scope; urgency: Urgency }>()
  private readonly pausing = new Set<string>()
  private readonly attempts = new Map<string, number>()
  private readonly failures = new Map<string, unknown>()

  constructor(
    parent: Scope,
    private readonly load: LoadImage,
    private readonly handlers: TileHandlers,
  ) {
    this.scope = new Scope(parent)
  }

  /** Why an image could not be loaded; undefined when it was, or still may be. */
  failure(url: string): unknown {
    return this.failures.get(url)
  }

  /** Loads these images, in this order, and nothing else. */
  want(requests: readonly Request[]): void {
    this.wanted = requests
    const urgencies = new Map(requests.map(({ url, urgency }) => [url, urgency]))
    for (const [url, each] of this.loading) {
      const urgency = urgencies.get(url)
      if (urgency === undefined) this.cancel(url)
      else each.urgency = urgency
    }
    this.next()
  }

  /** Starts again with what failed, and with downloads under way, which may have stalled. */
  retry(): void {
    this.failures.clear()
    this.attempts.clear()
    for (const url of [...this.loading.keys()]) this.cancel(url)
    this.next()
  }

  private next(): void {
    if (this.scope.disposed) return
    for (const { url, urgency } of this.wanted) {
      if (this.loading.has(url) || this.pausing.has(url) || this.failures.has(url)) continue
      if (urgency === 'later' && this.isLoading('first', 'now')) return
      if (urgency !== 'later') this.cancelLater()
      if (this.loading.size >= AT_ONCE[this.isLoading('first') ? 'first' : urgency]) return
      void this.fetch(url, urgency)
    }
  }

  private isLoading(...urgencies: readonly Urgency[]): boolean {
    return [...this.loading.values()].some(({ urgency }) => urgencies.includes(urgency))
  }

  /** On a slow network, later images would take bandwidth from those that somebody waits for. */
  private cancelLater(): void {
    for (const [url, { urgency }] of [...this.loading]) if (urgency === 'later') this.cancel(url)
  }

  private cancel(url: string): void {
    this.loading.get(url)?.attempt.dispose()
    this.loading.delete(url)
  }

  private async fetch(url: string, urgency: Urgency): Promise<void> {
    const attempt = new Scope(this.scope)
    this.loading.set(url, { attempt, urgency })
    try {
      const image = await this.load(url, attempt.signal)
      if (attempt.disposed) { image.close(); return; }
      this.end(url, attempt)
      this.wanted = this.wanted.filter((request) => request.url !== url)
      this.handlers.loaded(url, image)
    } catch (error) {
      if (attempt.disposed) return
      this.end(url, attempt)
      this.failOnce(url, error)
    }
    this.next()
  }

  private end(url: string, attempt: Scope): void {
    attempt.dispose()
    this.loading.delete(url)
  }

  private failOnce(url: string, error: unknown): void {
    const attempts = this.attempts.get(url) ?? 0
    const pause = PAUSES[attempts]
    if (pause === undefined || !mayPass(error)) {
      const reason = isDamaged(error) ? new DamagedError(error) : error
      this.failures.set(url, reason)
      return this.handlers.failed(url, reason)
    }
    this.attempts.set(url, attempts + 1)
    this.pausing.add(url)
    this.scope.timeout(pause, () => this.pausing.delete(url) && this.next())
  }
}

/** An image that the server refuses (404) or that cannot be decoded is not tried again; a broken connection is. */
function mayPass(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? error.status : null
  return !isDamaged(error) && !(typeof status === 'number' && status >= 400 && status < 500)
}

const isDamaged = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidStateError'

class DamagedError extends Error {
  override readonly name = 'DamagedError'

  constructor(cause: unknown) {
    super(t('viewer.damaged'), { cause })
  }
}
