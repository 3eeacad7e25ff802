/** Measures how long each item was on a screen that somebody could see. */
export class ItemClock {
  private readonly spent: number[]
  private since: number | null = null
  private item: number | null = null

  /** `kept`: seconds from a page that was left; `clock` gives seconds. */
  constructor(
    count: number,
    kept: readonly number[] = [],
    private readonly clock: () => number = () => performance.now() / 1000,
  ) {
    this.spent = Array.from({ length: count }, (_, item) => kept[item] ?? 0)
  }

  /** This item is on the screen from now on; null: none is. */
  show(item: number | null): void {
    this.stop()
    this.item = item
    this.start()
  }

  /** The page can be seen, or cannot. */
  readonly watch = (visible: boolean): void => {
    if (visible) this.start()
    else this.stop()
  }

  /** Seconds of each item until now. */
  get seconds(): readonly number[] {
    const running = this.since === null ? 0 : this.clock() - this.since
    return this.spent.map((seconds, item) => round(seconds + (item === this.item ? running : 0)))
  }

  private start(): void {
    if (this.item !== null) this.since ??= this.clock()
  }

  private stop(): void {
    if (this.item !== null && this.since !== null) this.spent[this.item] = (this.spent[this.item] ?? 0) + this.clock() - this.since
    this.since = null
  }
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100
