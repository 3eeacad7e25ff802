import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { Emitter } from '../kit/lifecycle/Emitter'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { MapGestures } from './MapGestures'
import { MAP_ZOOMS, MapView } from './MapView'
import type { MapPoint } from './mapProjection'
import { MAP_SIZE, type TopDownMap } from './TopDownMap'

const PAN_SHARE = 0.2

interface FrameEvents {
  /** The person has zoomed. */
  zoom: number
  /** The person looks at another storey, the lowest being 0. */
  storey: number
  /** The person pressed a place of the map, in its own units. */
  press: MapPoint
}

interface FrameOptions {
  /** What keys do. */
  keys: string
  /** What an arrow key does; without it, it moves the map. */
  nudge?: (by: MapPoint) => void
}

/** A map that can be zoomed, moved and turned to another storey: by buttons, mouse, fingers and keys. */
export class MapFrame extends Emitter<FrameEvents> {
  readonly element: HTMLElement
  private readonly view = new MapView(MAP_SIZE)
  private readonly storey = html('p', { class: 'map-storey-name', 'aria-live': 'polite', 'data-testid': 'map-storey' })
  private readonly controls: Record<'closer' | 'wider' | 'upstairs' | 'downstairs', HTMLButtonElement>

  constructor(
    scope: Scope,
    private readonly map: TopDownMap,
    options: FrameOptions,
  ) {
    super()
    scope.add(() => this.removeHandlers())
    const press = (name: keyof MapFrame['controls'], sign: string, action: () => void) => {
      const made = button(scope, { name: `map-${name}`, label: sign, press: action })
      made.setAttribute('aria-label', t(`map.${name}`))
      made.title = t(`map.${name}`)
      return made
    }
    this.controls = {
      closer: press('closer', '+', () => this.zoomBy(MAP_ZOOMS.step)),
      wider: press('wider', '−', () => this.zoomBy(1 / MAP_ZOOMS.step)),
      upstairs: press('upstairs', '▲', () => this.climb(1)),
      downstairs: press('downstairs', '▼', () => this.climb(-1)),
    }
    const { closer, wider, upstairs, downstairs } = this.controls
    const floors = map.storeyCount > 1 ? [upstairs, downstairs] : []
    const frame = html('div', { class: 'map-frame', tabindex: 0, role: 'application', 'aria-label': t('viewer.map'), 'aria-description': options.keys }, map.element)
    this.element = html('div', { class: 'map-box' }, frame, this.storey, html('div', { class: 'map-controls' }, closer, wider, ...floors))
    this.listen(scope, frame, options.nudge ?? (({ x, y }) => this.pan(x, y)))
    this.look()
    this.tellStorey()
  }

  /** 1 shows the whole map. */
  set zoom(factor: number) {
    this.view.zoomTo(factor)
    this.look()
  }

  /** Shows this place of the map in the middle, as far as its edges allow. */
  centre(at: MapPoint): void {
    this.view.moveTo(at)
    this.look()
  }

  /** The middle of what is seen, in the map's own units. */
  get middle(): MapPoint {
    const { x, y, width, height } = this.view.box
    return { x: x + width / 2, y: y + height / 2 }
  }

  /** Says which storey the map shows. */
  tellStorey(): void {
    const { storey, storeyCount } = this.map
    const { upstairs, downstairs } = this.controls
    upstairs.disabled = storey === storeyCount - 1
    downstairs.disabled = storey === 0
    const told = storeyCount > 1 ? t('map.storey', { number: storey + 1, total: storeyCount }) : ''
    if (this.storey.textContent !== told) this.storey.textContent = told // Said again, it would be read aloud again.
  }

  private listen(scope: Scope, frame: HTMLElement, nudge: (by: MapPoint) => void): void {
    const gestures = new MapGestures(scope, frame, this.map.element)
    gestures.on('zoom', ({ factor, at }) => this.zoomBy(factor, at))
    gestures.on('pan', ({ x, y }) => {
      this.view.panBy(-x, -y)
      this.look()
    })
    gestures.on('nudge', nudge)
    gestures.on('all', () => this.zoomBy(0))
    gestures.on('climb', (storeys) => this.climb(storeys))
    gestures.on('press', (at) => this.emit('press', at))
  }

  private pan(x: number, y: number): void {
    const { width, height } = this.view.box
    this.view.panBy(x * width * PAN_SHARE, y * height * PAN_SHARE)
    this.look()
  }

  private zoomBy(factor: number, at?: MapPoint): void {
    this.view.zoomTo(this.view.zoom * factor, at)
    this.look()
    this.emit('zoom', this.view.zoom)
  }

  private climb(storeys: number): void {
    const shown = this.map.storey + storeys
    if (shown < 0 || shown >= this.map.storeyCount) return
    this.map.turnTo(shown)
    this.tellStorey()
    this.emit('storey', shown)
  }

  private look(): void {
    this.map.look(this.view.box)
    const { closer, wider } = this.controls
    closer.disabled = this.view.zoom >= MAP_ZOOMS.most
    wider.disabled = this.view.zoom <= MAP_ZOOMS.least
  }
}
