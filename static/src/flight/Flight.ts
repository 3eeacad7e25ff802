import { signedAngle } from '../graph/angles'
import { ScanGraph } from '../graph/ScanGraph'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import type { Viewer } from '../viewer/Viewer'

/** Seconds from one viewpoint of the path to the next. */
export const SECONDS_A_STEP = 1.2
/** Of these, seconds in which the camera turns to the next viewpoint before it goes there. */
const TURN_SECONDS = 0.4

type FlownViewer = Pick<Viewer, 'scan' | 'heading' | 'elevation' | 'viewpointId' | 'moveTo' | 'lookAt'>

interface FlightEvents {
  /** It reached a viewpoint of the path, was paused or goes on. */
  change: null
  /** It is over, and the camera is where it was before; the value says whether it came to the goal. */
  over: boolean
}

/**
 * Shows a person a path before they walk it: the camera goes from viewpoint to viewpoint by itself, and then back to where
 * it was. Somebody who prefers less motion sees one still picture after the other. Nothing of it is recorded.
 */
export class Flight extends Emitter<FlightEvents> {
  private readonly scope: Scope
  private readonly graph: ScanGraph
  private readonly before: { viewpointId: string; heading: number; elevation: number }
  private reached = 0
  private held = false
  private release: () => void = () => undefined

  constructor(
    parent: Scope,
    private readonly viewer: FlownViewer,
    private readonly path: readonly string[],
    private readonly still = matchMedia('(prefers-reduced-motion: reduce)').matches,
  ) {
    super()
    this.scope = new Scope(parent)
    this.graph = new ScanGraph(viewer.scan)
    const { viewpointId, heading, elevation } = viewer
    this.before = { viewpointId, heading, elevation }
    this.scope.add(() => this.release())
    void this.fly()
  }

  /** How many viewpoints of the path it has shown. */
  get shown(): number {
    return this.reached
  }

  get paused(): boolean {
    return this.held
  }

  pause(): void {
    if (this.held || this.scope.disposed) return
    this.held = true
    this.emit('change', null)
  }

  goOn(): void {
    this.held = false
    this.release()
    this.emit('change', null)
  }

  /** Ends it at once; resolves when the camera is where it was before. */
  async stop(): Promise<void> {
    if (!this.scope.disposed) await this.end(false)
  }

  private async fly(): Promise<void> {
    try {
      await this.viewer.moveTo(this.path[0] ?? this.before.viewpointId, { animate: false })
      for (const [index, viewpointId] of this.path.entries()) {
        if (!(await this.show(viewpointId, this.path[index + 1]))) return
      }
      await this.end(true)
    } catch {
      await this.end(false) // The viewer says itself which picture it could not load.
    }
  }

  /** Goes to a viewpoint and turns to the next one; false when the flight has been ended meanwhile. */
  private async show(viewpointId: string, next: string | undefined): Promise<boolean> {
    const due = performance.now() / 1000 + SECONDS_A_STEP
    if (this.viewer.viewpointId !== viewpointId) await this.viewer.moveTo(viewpointId, { animate: !this.still })
    if (this.scope.disposed) return false
    this.reached += 1
    this.emit('change', null)
    if (next !== undefined) await this.turn(this.graph.direction(viewpointId, next).heading)
    await this.pass(due - performance.now() / 1000)
    return !this.scope.disposed
  }

  /** Turns the camera, the shorter way, to a heading at eye level. */
  private async turn(heading: number): Promise<void> {
    const { heading: from, elevation } = this.viewer
    const by = signedAngle(heading - from)
    const begun = performance.now() / 1000
    for (let share = this.still ? 1 : 0; !this.scope.disposed && !this.held; share = (performance.now() / 1000 - begun) / TURN_SECONDS) {
      const eased = easeInOut(Math.min(1, share))
      this.viewer.lookAt(from + by * eased, elevation * (1 - eased))
      if (share >= 1) return
      await this.nextFrame()
    }
  }

  private nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      this.release = resolve
      this.scope.frame(() => resolve())
    })
  }

  /** Resolves after so many seconds, but not while it is paused; at once when the flight ends. */
  private async pass(seconds: number): Promise<void> {
    let forget = (): void => undefined
    await new Promise<void>((resolve) => {
      this.release = () => {
        if (!this.held) resolve()
      }
      forget = this.scope.add(resolve)
      this.scope.timeout(Math.max(0, seconds), this.release)
    })
    forget()
  }

  private async end(arrived: boolean): Promise<void> {
    this.scope.dispose()
    const { viewpointId, heading, elevation } = this.before
    await this.viewer.moveTo(viewpointId, { animate: false }).catch(() => undefined)
    this.viewer.lookAt(heading, elevation)
    this.emit('over', arrived)
    this.removeHandlers()
  }
}

const easeInOut = (share: number): number => share * share * (3 - 2 * share)
