import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { ViewerNotice } from './ViewerNotice'

/** Seconds after which a sign says that something is loading. Drawn earlier, it would delay a picture that comes at once. */
const SIGN = 0.3
/** The same while a poster is shown. */
const SIGN_OVER_POSTER = 1.5
/** Seconds after which a person is told that a picture takes long, and offered to ask again. */
const SLOW_AFTER_SECONDS = 10

interface LoadingHandlers {
  /** The viewpoint that is to be seen. */
  wanted: () => string
  /** Whether a poster is seen in the picture's place. */
  covered: () => boolean
  retry: () => void
  /** The picture of this viewpoint will not load by itself; called once until it is requested again. */
  failed: (viewpointId: string, message: string) => void
}

/** What a person is told while a picture loads: nothing at first, then that it is loading, takes long, or failed. */
export class Loading {
  private readonly notice: ViewerNotice
  private failedId: string | null = null
  private blurred = false

  constructor(
    private readonly scope: Scope,
    private readonly container: HTMLElement,
    private readonly handlers: LoadingHandlers,
  ) {
    this.notice = new ViewerNotice(scope, container, handlers.retry)
  }

  /** Resolves with `loaded`, the picture of a viewpoint; rejects with it. */
  async watch(viewpointId: string, loaded: Promise<void>): Promise<void> {
    const signAfter = this.handlers.covered() ? SIGN_OVER_POSTER : SIGN
    const cancelSign = this.scope.timeout(signAfter, () => this.container.toggleAttribute('data-loading', true))
    const cancelNotice = this.scope.timeout(SLOW_AFTER_SECONDS, () => this.notice.show(t('viewer.slow'), { retryable: true }))
    try {
      await loaded
      if (this.isWanted(viewpointId)) this.recover()
    } catch (error) {
      this.fail(viewpointId, error)
      throw error
    } finally {
      cancelSign()
      cancelNotice()
      if (this.isWanted(viewpointId)) this.container.removeAttribute('data-loading')
    }
  }

  hasFailed(viewpointId: string): boolean {
    return this.failedId === viewpointId
  }

  fail(viewpointId: string, error: unknown): void {
    if (this.scope.disposed || !this.isWanted(viewpointId) || this.hasFailed(viewpointId)) return
    const message = error instanceof Error ? error.message : String(error)
    this.failedId = viewpointId
    this.notice.show(t('viewer.failed', { reason: message }), { retryable: true })
    this.handlers.failed(viewpointId, message)
  }

  /** Tells, above the picture, that a part of what is in view will not become sharp by itself. */
  tellBlurred(blurred: boolean): void {
    if (this.blurred === blurred || this.failedId !== null) return
    this.blurred = blurred
    if (blurred) this.notice.show(t('viewer.blurred'), { retryable: true, aside: true })
    else this.notice.hide()
  }

  recover(): void {
    this.failedId = null
    this.clear()
  }

  /** The graphics context is gone, and will come back by itself. */
  interrupt(): void {
    this.notice.show(t('viewer.reset'))
  }

  resume(): void {
    this.clear()
  }

  /** What is blurred is told again with the next frame, if it still is. */
  private clear(): void {
    this.blurred = false
    this.notice.hide()
  }

  private isWanted(viewpointId: string): boolean {
    return viewpointId === this.handlers.wanted()
  }
}
