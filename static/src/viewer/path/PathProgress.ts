/** A person's progress along a path that may pass through a viewpoint more than once. */
export class PathProgress {
  private index = 0
  private onPath = true

  constructor(private readonly path: readonly string[]) {}

  /** Records the arrival at a viewpoint: its next occurrence on the path from the last position on, otherwise the one before. */
  reach(viewpointId: string): void {
    const later = this.path.indexOf(viewpointId, this.index)
    const index = later === -1 ? this.path.lastIndexOf(viewpointId, this.index) : later
    this.onPath = index !== -1
    if (this.onPath) this.index = index
  }

  /** The place (index) on the path where the person is, or left it. */
  get place(): number {
    return this.index
  }

  /** Whether the person stands beside the path. */
  get left(): boolean {
    return !this.onPath
  }

  /** The viewpoint of the path to go to next: onwards, or where it was left; null at the goal. */
  get next(): string | null {
    return this.path[this.onPath ? this.index + 1 : this.index] ?? null
  }
}
