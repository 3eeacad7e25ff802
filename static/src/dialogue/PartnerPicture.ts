import './dialogue.css'

import type { ScanView } from '../api/types'
import { button, relabel } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { Viewer } from '../viewer/Viewer'
import type { ViewerOptions } from '../viewer/types'
import type { PairingLine, PartnerCamera } from './PairingLine'

type PictureOptions = Pick<ViewerOptions, 'loadImage' | 'createContext'>

/** What the partner sees, as a small picture that can be folded. It is loaded when they tell it first. */
export class PartnerPicture {
  readonly element = html('figure', { class: 'partner-picture', 'data-testid': 'partner-picture' })
  private readonly place = html('div', { class: 'viewer', inert: true })
  private viewer: Viewer | null = null
  private wanted = ''

  constructor(
    private readonly scope: Scope,
    private readonly scan: ScanView,
    line: Pick<PairingLine, 'on'>,
    private readonly options: PictureOptions,
  ) {
    const fold = button(scope, { name: 'partner-picture-fold', label: t('dialogue.picture.hide'), icon: 'picture', press: () => this.fold(fold) })
    fold.setAttribute('aria-expanded', 'true')
    this.element.append(html('figcaption', {}, html('span', {}, t('dialogue.picture.label')), fold), this.place)
    this.element.hidden = true
    scope.add(line.on('camera', (camera) => this.follow(camera)))
    scope.add(() => this.viewer?.dispose())
    scope.add(() => this.element.remove())
  }

  private fold(control: HTMLButtonElement): void {
    this.place.hidden = !this.place.hidden
    relabel(control, t(this.place.hidden ? 'dialogue.picture.show' : 'dialogue.picture.hide'), 'picture')
    control.setAttribute('aria-expanded', String(!this.place.hidden))
  }

  private follow({ viewpoint_id: viewpointId, heading, elevation }: PartnerCamera): void {
    if (this.scope.disposed || !this.scan.viewpoints.some(({ viewpoint_id: id }) => id === viewpointId)) return
    this.viewer ??= this.open(viewpointId, heading ?? 0)
    if (this.wanted !== viewpointId) this.viewer.moveTo(viewpointId, { animate: false }).catch(() => undefined)
    this.wanted = viewpointId
    this.viewer.lookAt(heading ?? 0, elevation ?? 0)
  }

  private open(viewpointId: string, heading: number): Viewer {
    this.element.hidden = false
    this.wanted = viewpointId
    const viewer = new Viewer(this.place, this.scan, { ...this.options, viewpointId, heading, navigable: false })
    this.place.dataset.testid = 'partner-viewer'
    return viewer
  }
}
