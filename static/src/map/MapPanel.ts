import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { prefer, preference } from '../kit/preferences/preferences'
import type { Viewer } from '../viewer/Viewer'
import { MapFrame } from './MapFrame'
import type { MapMarks } from './MapMarks'
import { mapPose } from './MapWalker'
import { TopDownMap } from './TopDownMap'

const OPEN_PREFERENCE = 'map-open'
const ZOOM_PREFERENCE = 'map-zoom'

interface MapPanelOptions {
  /** Shows the whole scan, although there is a path. */
  readonly whole?: boolean
  /** Whether it is open for people who have not chosen yet. */
  readonly open?: boolean
}

/**
 * A map over a corner of a viewer that follows its camera, and the button that shows and hides it. Whether it is open, and
 * how close, is remembered on this device.
 */
export class MapPanel {
  private readonly map: TopDownMap
  private readonly frame: MapFrame
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
    this.frame = new MapFrame(scope, this.map, { keys: t('map.keys') })
    this.frame.element.id = 'map-box'
    this.frame.zoom = Number(preference(ZOOM_PREFERENCE) ?? 1) || 1
    this.frame.on('zoom', (zoom) => prefer(ZOOM_PREFERENCE, zoom.toFixed(3)))
    this.frame.on('storey', (storey) => (this.chosenStorey = storey))
    const element = html('section', { class: 'map-panel', 'data-testid': 'map' }, this.toggle, this.frame.element)
    viewer.container.append(element)
    scope.add(() => element.remove())
    scope.listen(this.toggle, 'click', () => this.choose(this.frame.element.hidden === true))
    scope.add(viewer.on('camerachange', () => this.follow()))
    scope.add(viewer.on('viewpointchange', () => this.step()))
    this.toggle.setAttribute('aria-controls', this.frame.element.id)
    this.show((preference(OPEN_PREFERENCE) ?? String(open)) === 'true')
    scope.add(() => this.watch(false))
  }

  /** What else is on the map. */
  get marks(): MapMarks {
    return this.map.marks
  }

  private choose(open: boolean): void {
    prefer(OPEN_PREFERENCE, String(open))
    this.show(open)
  }

  private show(shown: boolean): void {
    this.frame.element.hidden = !shown
    this.toggle.textContent = shown ? t('map.hide') : t('map.show')
    this.toggle.setAttribute('aria-expanded', String(shown))
    this.watch(shown)
    if (shown) this.step()
  }

  /** After a step the map shows where the person is. */
  private step(): void {
    this.chosenStorey = null
    if (this.frame.element.hidden) return
    this.follow()
    const { pose } = this.map.walker
    if (pose) this.frame.centre(this.map.at(pose.x, pose.y))
  }

  private follow(): void {
    if (this.frame.element.hidden) return
    const { extrinsic_matrix: extrinsic, intrinsic_matrix: intrinsic } = this.viewer.snapshot()
    this.map.setPose(mapPose(extrinsic, intrinsic))
    if (this.chosenStorey !== null) this.map.turnTo(this.chosenStorey)
    this.frame.tellStorey()
  }
}
