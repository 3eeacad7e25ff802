type Release = () => void
type CanvasEventMap = Record<'webglcontextlost' | 'webglcontextrestored', Event>
type SocketEventMap = Record<'open', Event>
/** What a voice player tells, on its element, of what somebody did with it; `amount` is the second where it is, or the rate. */
export type PlayerEvent = CustomEvent<{ name: 'play' | 'pause' | 'seek' | 'rate'; amount: number }>
type EventMap = Record<'pangea-player', PlayerEvent> & HTMLMediaElementEventMap & WindowEventMap & DocumentEventMap & CanvasEventMap & SocketEventMap

/**
 * Owns what must end: listeners, timers, frames, requests. Disposing a scope ends all of it, newest first, and the
 * scopes below it. A disposed scope accepts nothing: what is added to it is released at once.
 */
export class Scope {
  private readonly releases = new Set<Release>()
  private readonly controller = new AbortController()

  constructor(parent?: Scope) {
    if (parent) this.add(parent.add(() => this.dispose()))
  }

  /** Aborts when the scope is disposed; hand it to `fetch`. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  get disposed(): boolean {
    return this.signal.aborted
  }

  /** Runs `release` when the scope is disposed, unless the returned function takes it back. */
  add(release: Release): Release {
    if (this.disposed) release()
    else this.releases.add(release)
    return () => void this.releases.delete(release)
  }

  listen<Name extends keyof EventMap>(
    target: EventTarget,
    name: Name,
    handler: (event: EventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ): void {
    target.addEventListener(name, handler as EventListener, { ...options, signal: this.signal })
  }

  /** Calls back once after `seconds`, unless the returned function cancels it. */
  timeout(seconds: number, callback: () => void): Release {
    return this.once(callback, (call) => {
      const timer = setTimeout(call, seconds * 1000)
      return () => clearTimeout(timer)
    })
  }

  /** Calls back before the next repaint with the frame's time in seconds, unless the returned function cancels it. */
  frame(callback: (time: number) => void): Release {
    return this.once(callback, (call) => {
      const frame = requestAnimationFrame((time) => call(time / 1000))
      return () => cancelAnimationFrame(frame)
    })
  }

  every(seconds: number, callback: () => void): void {
    const timer = setInterval(callback, seconds * 1000)
    this.add(() => clearInterval(timer))
  }

  dispose(): void {
    this.controller.abort()
    for (const release of [...this.releases].reverse()) release()
    this.releases.clear()
  }

  private once<Args extends unknown[]>(callback: (...args: Args) => void, start: (call: typeof callback) => Release) {
    if (this.disposed) return () => undefined
    const stop = start((...args) => {
      forget()
      callback(...args)
    })
    const forget = this.add(stop)
    return () => {
      forget()
      stop()
    }
  }
}
