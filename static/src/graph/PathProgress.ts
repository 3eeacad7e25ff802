/** How far somebody has come along a path that may lead through a viewpoint more than once. */
export class PathProgress {
  private index = 0
  private onPath = true

  constructor(private readonly path: readonly string[]) {}

  /** Somebody arrives at a viewpoint; the place on the path nearest after the last one is taken. */
  reach(viewpointId: string): void {
    const later = this.path.indexOf(viewpointId, this.index)
    const index = later === -1 ? this.path.lastIndexOf(viewpointId, this.index) : later
    this.onPath = index !== -1
    if (this.onPath) this.index = index
  }

  /** Where to go now: to the path's next viewpoint, or back to it; null at the goal. */
  get next(): string | null {
    return this.path[this.onPath ? this.index + 1 : this.index] ?? null
  }
}
