import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import type { Viewer } from '../viewer/Viewer'
import { mapPose } from './MapWalker'
import { TopDownMap } from './TopDownMap'

/** A map over a corner of a viewer that follows its camera, and the button that shows and hides it. */
export class MapPanel {
  private readonly map: TopDownMap
  private readonly toggle = html('button', { type: 'button', class: 'button map-toggle', 'data-testid': 'map-toggle' })

  /** `path` is drawn as well; it is empty for people who must not know it. `labels` are those of the button. */
  constructor(
    scope: Scope,
    private readonly viewer: Viewer,
    path: readonly string[],
    private readonly labels: { show: string; hide: string },
  ) {
    this.map = new TopDownMap(viewer.scan, { reference: path, walked: [] })
    const element = html('section', { class: 'map-panel', 'data-testid': 'map' }, this.map.element, this.toggle)
    viewer.container.append(element)
    scope.add(() => element.remove())
    scope.listen(this.toggle, 'click', () => this.show(this.map.element.hasAttribute('hidden')))
    scope.add(viewer.on('camerachange', () => this.follow()))
    this.show(false)
  }

  private show(shown: boolean): void {
    this.map.element.toggleAttribute('hidden', !shown)
    this.toggle.textContent = shown ? this.labels.hide : this.labels.show
    this.toggle.setAttribute('aria-expanded', String(shown))
    if (shown) this.follow()
  }

  private follow(): void {
    if (this.map.element.hasAttribute('hidden')) return
    const { extrinsic_matrix: extrinsic, intrinsic_matrix: intrinsic } = this.viewer.snapshot()
    this.map.setPose(mapPose(extrinsic, intrinsic))
  }
}
