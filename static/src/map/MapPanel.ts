import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { prefer, preference } from '../kit/preferences/preferences'
import type { Viewer } from '../viewer/Viewer'
import { MapGestures } from './MapGestures'
import type { MapMarks } from './MapMarks'
import { MAP_ZOOMS, MapView } from './MapView'
import { mapPose } from './MapWalker'
import { MAP_SIZE, TopDownMap } from './TopDownMap'

const OPEN_PREFERENCE = 'map-open'
const ZOOM_PREFERENCE = 'map-zoom'
const PAN_SHARE = 0.2

interface MapPanelOptions {
  /** Shows the whole scan, although there is a path. */
  readonly whole?: boolean
  /** Whether it is open for people who have not chosen yet. */
  readonly open?: boolean
}

/**
 * A map over a corner of a viewer that follows its camera, and the button that shows and hides it. It can be zoomed and
 * moved; whether it is open, and how close, is remembered on this device.
 */
export class MapPanel {
  private readonly map: TopDownMap
  private readonly view = new MapView(MAP_SIZE)
  private readonly box: HTMLElement
  private readonly storey = html('p', { class: 'map-storey-name', 'aria-live': 'polite', 'data-testid': 'map-storey' })
  private readonly controls: Record<'closer' | 'wider' | 'upstairs' | 'downstairs', HTMLButtonElement>
  private readonly toggle = html('button', { type: 'button', class: 'button map-toggle', 'data-testid': 'map-toggle' })
  /** A storey that the person looks at, wherever the camera is; null: that of the camera. */
  private chosenStorey: number | null = null

  /**
   * `path` is drawn as well; it is empty for people who must not know it. `watch` is told when the map opens and closes.
   */
  constructor(
    scope: Scope,
    private readonly viewer: Viewer,
    path: readonly string[],
    private readonly watch: (open: boolean) => void = () => undefined,
    { whole = false, open = false }: MapPanelOptions = {},
  ) {
    this.map = new TopDownMap(viewer.scan, { reference: path, walked: [], whole })
    const press = (name: keyof MapPanel['controls'], sign: string, action: () => void) => {
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
    const floors = this.map.storeyCount > 1 ? [upstairs, downstairs] : []
    const buttons = html('div', { class: 'map-controls' }, closer, wider, ...floors)
    const frame = html('div', { class: 'map-frame', tabindex: 0, role: 'application', 'aria-label': t('viewer.map'), 'aria-description': t('map.keys') }, this.map.element)
    this.box = html('div', { class: 'map-box', id: 'map-box' }, frame, this.storey, buttons)
    const element = html('section', { class: 'map-panel', 'data-testid': 'map' }, this.toggle, this.box)
    viewer.container.append(element)
    scope.add(() => element.remove())
    scope.listen(this.toggle, 'click', () => this.choose(this.box.hidden === true))
    scope.add(viewer.on('camerachange', () => this.follow()))
    scope.add(viewer.on('viewpointchange', () => this.step()))
    this.listen(scope, frame)
    this.toggle.setAttribute('aria-controls', 'map-box')
    this.view.zoomTo(Number(preference(ZOOM_PREFERENCE) ?? 1) || 1)
    this.show((preference(OPEN_PREFERENCE) ?? String(open)) === 'true')
    scope.add(() => this.watch(false))
  }

  /** What else is on the map. */
  get marks(): MapMarks {
    return this.map.marks
  }

  private listen(scope: Scope, frame: HTMLElement): void {
    const gestures = new MapGestures(scope, frame, this.map.element)
    gestures.on('zoom', ({ factor, at }) => this.zoomBy(factor, at))
    gestures.on('pan', ({ x, y }) => {
      this.view.panBy(-x, -y)
      this.look()
    })
    gestures.on('nudge', ({ x, y }) => {
      const { width, height } = this.view.box
      this.view.panBy(x * width * PAN_SHARE, y * height * PAN_SHARE)
      this.look()
    })
    gestures.on('all', () => this.zoomBy(0))
    gestures.on('climb', (storeys) => this.climb(storeys))
  }

  private choose(open: boolean): void {
    prefer(OPEN_PREFERENCE, String(open))
    this.show(open)
  }

  private show(shown: boolean): void {
    this.box.hidden = !shown
    this.toggle.textContent = shown ? t('map.hide') : t('map.show')
    this.toggle.setAttribute('aria-expanded', String(shown))
    this.watch(shown)
    if (shown) this.step()
  }

  private zoomBy(factor: number, at?: { x: number; y: number }): void {
    this.view.zoomTo(this.view.zoom * factor, at)
    prefer(ZOOM_PREFERENCE, this.view.zoom.toFixed(3))
    this.look()
  }

  private climb(storeys: number): void {
    const shown = this.map.storey + storeys
    if (shown < 0 || shown >= this.map.storeyCount) return
    this.chosenStorey = shown
    this.follow()
  }

  /** After a step the map shows where the person is. */
  private step(): void {
    this.chosenStorey = null
    if (this.box.hidden) return
    this.follow()
    const { pose } = this.map.walker
    if (pose) this.view.moveTo(this.map.at(pose.x, pose.y))
    this.look()
  }

  private look(): void {
    this.map.look(this.view.box)
    const { closer, wider } = this.controls
    closer.disabled = this.view.zoom >= MAP_ZOOMS.most
    wider.disabled = this.view.zoom <= MAP_ZOOMS.least
  }

  private follow(): void {
    if (this.box.hidden) return
    const { extrinsic_matrix: extrinsic, intrinsic_matrix: intrinsic } = this.viewer.snapshot()
    this.map.setPose(mapPose(extrinsic, intrinsic))
    if (this.chosenStorey !== null) this.map.turnTo(this.chosenStorey)
    this.tellStorey()
  }

  private tellStorey(): void {
    const { storey, storeyCount } = this.map
    const { upstairs, downstairs } = this.controls
    upstairs.disabled = storey === storeyCount - 1
    downstairs.disabled = storey === 0
    const told = storeyCount > 1 ? t('map.storey', { number: storey + 1, total: storeyCount }) : ''
    if (this.storey.textContent !== told) this.storey.textContent = told // Said again, it would be read aloud again.
  }
}
