/** States of something small, to be undone and redone, and kept with a draft. */
export class History<State> {
  private past: readonly State[]
  private future: readonly State[] = []

  /** `kept`: what `kept` was, of a page that was left. */
  constructor(
    private state: State,
    kept: readonly State[] = [],
  ) {
    this.past = kept
  }

  get now(): State {
    return this.state
  }

  get hasPast(): boolean {
    return this.past.length > 0
  }

  get hasFuture(): boolean {
    return this.future.length > 0
  }

  put(state: State): void {
    this.past = [...this.past, this.state]
    this.state = state
    this.future = []
  }

  undo(): boolean {
    const last = this.past.at(-1)
    if (last === undefined) return false
    this.past = this.past.slice(0, -1)
    this.future = [...this.future, this.state]
    this.state = last
    return true
  }

  redo(): boolean {
    const next = this.future.at(-1)
    if (next === undefined) return false
    this.future = this.future.slice(0, -1)
    this.past = [...this.past, this.state]
    this.state = next
    return true
  }

  /** The newest states before this one that fit into so many characters of JSON. */
  kept(characters: number): readonly State[] {
    let left = characters
    const first = this.past.findLastIndex((state) => (left -= JSON.stringify(state).length) < 0)
    return this.past.slice(first + 1)
  }
}
