import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { listenForActions } from '../../kit/keys/listenForActions'
import { capKeys } from '../../kit/keys/showKeys'
import type { Scope } from '../../kit/lifecycle/Scope'
import { RegionLayer } from '../../viewer/regions/RegionLayer'
import type { Viewer } from '../../viewer/Viewer'
import { own } from './messages/own'
import type { ShownRegion } from './wire'

export interface ShownBox {
  readonly region: Pick<ShownRegion, 'viewpoint_id' | 'shape'>
  readonly label: string
  readonly language: string
  /** What is talked of is blue, and its name stays in the picture; others are red and dotted. */
  readonly lit: boolean
}

/** Of the looks of regions: solid blue, and dotted red. */
const LIT = 0
const OTHER = 6

/** A viewer lasts from item to item, and so does its layer. */
const LAYERS = new WeakMap<Viewer, RegionLayer>()

/** Boxes over the picture while an item is shown. Where there are others than what is talked of, a key and a button hide them. */
export function showBoxes(scope: Scope, viewer: Viewer, bar: HTMLElement, boxes: readonly ShownBox[]): void {
  const layer = LAYERS.get(viewer) ?? viewer.layer((over) => new RegionLayer(over))
  LAYERS.set(viewer, layer)
  let hides = false
  const show = () => layer.show(boxes.filter(({ lit }) => lit || !hides).map(({ region, label, language, lit }) => ({ viewpointId: region.viewpoint_id, shape: region.shape, label, language, lit, look: lit ? LIT : OTHER })))
  scope.add(() => layer.show([]))
  show()
  const row = html('div', { class: 'boxes-bar' })
  bar.append(row)
  if (boxes.every(({ lit }) => lit)) return
  const hide = button(scope, { name: 'hide-others', label: own('hide'), press: () => toggle() })
  capKeys(scope, hide, 'hideOthers')
  const toggle = () => {
    hides = !hides
    hide.setAttribute('aria-pressed', String(hides))
    show()
  }
  hide.setAttribute('aria-pressed', 'false')
  listenForActions(scope, { hideOthers: toggle })
  row.append(hide)
}
