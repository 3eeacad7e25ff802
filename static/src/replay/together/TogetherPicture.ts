import type { DialogueView, ScanView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { clockTenths } from '../../kit/formatting/format'
import type { Scope } from '../../kit/lifecycle/Scope'
import { say } from '../../kit/messages/staffMessages'
import { TopDownMap } from '../../map/TopDownMap'
import { Actor } from '../Actor'
import { CameraView, type PictureOptions } from '../CameraView'
import { mapLines } from '../Picture'
import { valueOf } from '../sources'
import type { Moment } from './SideTime'
import type { Side } from './sides'

type Shown = Moment | { readonly state: 'unknown' | 'unrecorded' }

/** Both cameras beside each other, and both people on one map; who did not walk has neither. */
export class TogetherPicture {
  readonly element = html('div', { class: 'cameras' })
  readonly map: TopDownMap
  private readonly actors: readonly (readonly [Side, Actor])[]

  constructor(
    scan: ScanView,
    private readonly view: DialogueView,
    private readonly sides: readonly Side[],
    { moment, loadImage }: PictureOptions,
    scope: Scope,
  ) {
    const own = sides.at(-1)
    const walked = own?.view.walked ?? []
    const known = new Set([...view.path, ...walked])
    const whole = sides.some((side) => side.view.walked.some((viewpointId) => !known.has(viewpointId)))
    this.map = new TopDownMap(scan, { reference: view.path, walked, whole })
    this.markGoal(scan)
    this.actors = sides.map((side) => {
      const start = side.view.walked[0] ?? view.path[0] ?? scan.viewpoints[0]?.viewpoint_id ?? ''
      const seen = side.time?.at(moment)
      const first = seen?.state === 'recording' ? seen.time : 0
      const camera = new CameraView(scope, scan, side.name, { trace: valueOf(side.trace), start, heading: view.heading }, { loadImage, moment: first }, `${side.view.role}-camera`)
      this.element.append(camera.element)
      return [side, new Actor(camera, valueOf(side.trace), side === own ? this.map.walker : this.map.addWalker('partner'))]
    })
  }

  get hasReference(): boolean {
    return this.view.path.length > 1
  }

  /** An element that says what is on the map. */
  legend(): HTMLElement {
    const [own, other] = [...this.sides].reverse()
    return this.map.legend(mapLines(), own?.name ?? '', other ? { name: 'partner', label: other.name } : null)
  }

  /** Shows each side as it was at this second of the dialogue. */
  show(time: number): void {
    for (const [side, actor] of this.actors) {
      const shown = shownOf(side, time)
      const { camera } = actor
      camera.element.dataset.state = shown.state
      camera.tell(caption(shown))
      if (shown.state === 'recording') actor.place(shown.time)
      else actor.leave(side.time?.positionAt(time) ?? 0)
    }
    const followed = this.map.walker.pose ?? this.actors.map(([, { marker }]) => marker.pose).find((pose) => pose !== null)
    if (followed) this.map.showStorey(followed.z)
  }

  /** Draws the path that was asked for on the floor, or takes it away; on the map it is always there. */
  showReference(shown: boolean): void {
    for (const [, { camera }] of this.actors) camera.showPath(shown ? this.view.path : null)
  }

  /** A goal that is not the end of the path has a ring of its own. */
  private markGoal({ viewpoints }: ScanView): void {
    const { goal, path } = this.view
    const place = goal !== null && goal !== path.at(-1) ? viewpoints.find(({ viewpoint_id: id }) => id === goal) : undefined
    if (!place) return
    const [x, y, z] = place.position
    this.map.marks.showRing('goal', { x, y, z })
  }
}

function shownOf({ time: own, trace }: Side, time: number): Shown {
  if ('problem' in trace) return { state: 'unrecorded' }
  return own?.at(time) ?? { state: 'unknown' }
}

/** What stands at the camera: the second of its own recording, or why nothing is seen. */
function caption(shown: Shown): string {
  switch (shown.state) {
    case 'recording':
      return clockTenths(shown.time)
    case 'before':
      return say('not recording yet')
    case 'paused':
      return say('recording paused')
    case 'after':
      return say('not recording any more')
    case 'unrecorded':
      return say('no camera was recorded')
    case 'unknown':
      return say('when this was is not known')
  }
}
