import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { capKeys } from '../../kit/keys/showKeys'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { View } from '../../viewer/types'
import type { Viewer } from '../../viewer/Viewer'
import { own } from './messages/own'

interface PlaceBarParts {
  viewer: Viewer
  /** Viewpoints that the keys lead through; none where they lead through phrases. */
  viewpoints: readonly string[]
  /** Where there are no viewpoints: phrases onwards, and which one is talked of. */
  turnPhrase: (by: 1 | -1) => void
  /** Whether they are views of the item, and no phrases. */
  ofViews: boolean
  phrase: () => readonly [current: number, total: number]
  /** Null where nobody says where the Guide looked. */
  look: (() => void) | null
}

/** Below the picture: the next and the previous place, and back to where the Guide looked. */
export class PlaceBar {
  readonly element = html('div', { class: 'landmark-bar', role: 'group', 'aria-label': own('places.label') })
  private readonly where = html('span', { class: 'landmark-where', 'data-testid': 'place' })

  constructor(scope: Scope, private readonly parts: PlaceBarParts) {
    const control = (name: string, label: string, action: 'lastPlace' | 'nextPlace' | 'lookThere', press: () => void) => {
      const made = button(scope, { name, label, press })
      capKeys(scope, made, action)
      return made
    }
    const { viewer, look, ofViews } = parts
    const last = control('last-place', own('places.last'), 'lastPlace', () => this.step(-1))
    const next = control('next-place', own('places.next'), 'nextPlace', () => this.step(1))
    const there = look ? [control('look-there', own(ofViews ? 'places.box' : 'places.look'), 'lookThere', look)] : []
    this.element.append(last, this.where, next, ...there)
    scope.add(viewer.on('viewpointchange', () => this.show()))
    this.show()
  }

  /** Goes to the next place of the row (1), or the one before (-1); at an end, to the other one. */
  step(by: 1 | -1): void {
    const { viewpoints, viewer, turnPhrase } = this.parts
    if (viewpoints.length === 0) {
      turnPhrase(by)
      return this.show()
    }
    const here = viewpoints.indexOf(viewer.viewpointId)
    const at = here === -1 ? (by === 1 ? 0 : viewpoints.length - 1) : (here + by + viewpoints.length) % viewpoints.length
    const target = viewpoints[at]
    if (target !== undefined && !viewer.moving) viewer.moveTo(target).catch(() => undefined)
  }

  /** Says which place it is, of how many. */
  show(): void {
    const { viewpoints, viewer, phrase, ofViews } = this.parts
    const here = viewpoints.indexOf(viewer.viewpointId)
    const [current, total] = phrase()
    if (viewpoints.length === 0) this.where.textContent = own(ofViews ? 'places.of' : 'words.of', { number: current + 1, total })
    else this.where.textContent = here === -1 ? own('places.aside') : own('places.of', { number: here + 1, total: viewpoints.length })
  }
}

/** Goes to where the Guide looked. */
export async function goToLook(viewer: Viewer, { viewpointId, heading, elevation }: View): Promise<void> {
  if (viewer.viewpointId !== viewpointId) await viewer.moveTo(viewpointId, { animate: false }).catch(() => undefined)
  if (viewer.viewpointId === viewpointId) viewer.lookAt(heading, elevation)
}
