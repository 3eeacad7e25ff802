import { vi } from 'vitest'

/** What vitest's clock stands in for. Disk, encryption and compression go on in real time. */
const CLOCK = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'Date'] as const

/** A screen, and a window with one element on it, whose sizes a test decides. Frames come with vitest's clock. */
export class TestScreen {
  readonly element = document.createElement('div')
  private readonly observers = new Set<() => void>()
  private readonly queries = new Set<{ query: string; target: EventTarget }>()
  private readonly chosen = new Set<string>()

  constructor(
    private width = 800,
    private height = 600,
    private pixelRatio = 1,
  ) {
    vi.useFakeTimers({ toFake: [...CLOCK] })
    // Its marks would all lie at 0.
    vi.spyOn(performance, 'mark').mockImplementation((name) => ({ name, startTime: performance.now() }) as PerformanceMark)
    const { observers } = this
    vi.stubGlobal('ResizeObserver', class {
      constructor(private readonly told: () => void) {}
      observe = () => observers.add(this.told)
      disconnect = () => observers.delete(this.told)
    })
    vi.stubGlobal('matchMedia', (query: string) => this.match(query))
    Object.defineProperty(this.element, 'clientWidth', { get: () => this.width })
    Object.defineProperty(this.element, 'clientHeight', { get: () => this.height })
    document.body.replaceChildren(this.element)
    this.setPixelRatio(pixelRatio)
  }

  /** The element gets another size. */
  resize(width: number, height: number): void {
    ;[this.width, this.height] = [width, height]
    for (const told of [...this.observers]) told()
  }

  /** The element is taken from the page, or put back. */
  show(shown: boolean): void {
    document.body.replaceChildren(...(shown ? [this.element] : []))
    for (const told of [...this.observers]) told()
  }

  /** The window is moved to a screen with other pixels. */
  moveTo(pixelRatio: number): void {
    const before = this.pixelRatio
    this.setPixelRatio(pixelRatio)
    const [left] = [`(resolution: ${before}dppx)`]
    for (const { query, target } of [...this.queries]) if (query === left) target.dispatchEvent(new Event('change'))
  }

  /** The person has chosen this, such as `(prefers-reduced-motion: reduce)`. */
  choose(query: string): void {
    this.chosen.add(query)
  }

  /** How many watch the element's size. */
  get watched(): number {
    return this.observers.size
  }

  /** Lets time pass, with a frame every 16 ms. */
  async pass(seconds: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
  }

  /** Lets one frame pass. */
  async frame(): Promise<void> {
    await this.pass(0.017)
  }

  close(): void {
    document.body.replaceChildren()
    vi.restoreAllMocks()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }

  private setPixelRatio(pixelRatio: number): void {
    this.pixelRatio = pixelRatio
    vi.stubGlobal('devicePixelRatio', pixelRatio)
  }

  private match(query: string): EventTarget & { matches: boolean } {
    const target = new EventTarget()
    this.queries.add({ query, target })
    return Object.assign(target, { matches: this.chosen.has(query) })
  }
}
