import type { ScanGraph } from '../../graph/ScanGraph'
import { firstStepTo } from '../../graph/wayTo'
import { PathProgress } from './PathProgress'

/** The path that is shown, and where it goes on from where a person stands. */
export class ShownPath {
  private progress: PathProgress | null = null
  private wayBack: string | null = null

  constructor(private readonly graph: ScanGraph) {}

  /** Shows another path, or none. */
  follow(path: readonly string[] | null, viewpointId: string): void {
    this.progress = path && path.length > 0 ? new PathProgress(path) : null
    this.reach(viewpointId)
  }

  reach(viewpointId: string): void {
    this.progress?.reach(viewpointId)
    const leftAt = this.left ? this.progress?.next : null
    this.wayBack = leftAt ? firstStepTo(this.graph, viewpointId, leftAt) : null
  }

  /** Whether the person stands beside the path. */
  get left(): boolean {
    return this.progress?.left ?? false
  }

  /** The neighbour to step to: onwards, or back to where the path was left; null at the goal and without a path. */
  get next(): string | null {
    return this.left ? this.wayBack : (this.progress?.next ?? null)
  }
}
