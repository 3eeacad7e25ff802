import type { FloorPlan } from '../../api/types'
import type { ScanGraph } from '../../graph/ScanGraph'
import { firstStepTo } from '../../graph/wayTo'
import { PathProgress } from './PathProgress'
import { type PathSight, pathSightOf } from './lineOfSight'

/** The path that is shown, where it goes on from where a person stands, and what they see of it. */
export class ShownPath {
  private path: readonly string[] = []
  private here = ''
  private progress: PathProgress | null = null
  private wayBack: string | null = null

  constructor(
    private readonly graph: ScanGraph,
    private readonly plan: FloorPlan | null,
  ) {}

  /** Shows another path, or none. */
  follow(path: readonly string[] | null, viewpointId: string): void {
    this.path = path ?? []
    this.progress = this.path.length > 0 ? new PathProgress(this.path) : null
    this.reach(viewpointId)
  }

  reach(viewpointId: string): void {
    this.here = viewpointId
    this.progress?.reach(viewpointId)
    const leftAt = this.left ? this.progress?.next : null
    this.wayBack = leftAt ? firstStepTo(this.graph, viewpointId, leftAt) : null
  }

  /** The points of the path on the floor; world frame. */
  get floor(): [number, number, number][] {
    return this.path.map((viewpointId) => this.graph.floor(viewpointId))
  }

  get sight(): PathSight {
    return this.progress ? pathSightOf(this.graph, this.plan, this.path, this.progress.place, this.here) : { stretch: null, goal: false }
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
