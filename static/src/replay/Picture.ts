import { kindName } from '../annotations/kinds'
import type { AnnotationView, PoseTraceView, ScanView } from '../api/types'
import { html } from '../kit/dom/html'
import { clockTenths } from '../kit/formatting/format'
import type { Scope } from '../kit/lifecycle/Scope'
import type { MapWalker } from '../map/MapWalker'
import { TopDownMap } from '../map/TopDownMap'
import type { Visit } from '../trace/snapshots'
import { Actor } from './Actor'
import { CameraView, type PictureOptions } from './CameraView'
import { guideCaption, guideMoment } from './guideMoment'
import type { VoiceTrack } from './playback/voiceTrack'
import type { Shot } from './saving/drawFrame'
import type { GuideWalk } from './sources'
import { say } from '../kit/messages/staffMessages'

/** What was heard in a Follower's walk, and the Guide who said it. */
export interface Heard {
  readonly track: VoiceTrack | null
  readonly guide: GuideWalk
}

/** Which camera to show: the Follower's, the Guide's or both. */
export type ShownCameras = 'both' | 'own' | 'heard'

/** What the camera saw, in the viewer and on the map. Beside a Follower's camera, shows the camera of the Guide whom they heard. */
export class Picture {
  readonly element = html('div', { class: 'cameras' })
  readonly map: TopDownMap
  private readonly own: Actor
  private readonly guide: Actor | null

  constructor(
    scan: ScanView,
    private readonly view: AnnotationView,
    trace: PoseTraceView | null,
    private readonly heard: Heard | null,
    options: PictureOptions,
    scope: Scope,
  ) {
    this.map = new TopDownMap(scan, { reference: this.hasReference ? view.reference : [], walked: view.walked })
    const actor = (whose: AnnotationView, seen: PoseTraceView | null, moment: number, marker: MapWalker, testId: string): Actor => {
      const walk = { trace: seen, start: whose.walked[0] ?? whose.reference[0] ?? '', heading: whose.heading }
      const camera = new CameraView(scope, scan, kindName(whose.summary.kind), walk, { ...options, moment }, testId)
      this.element.append(camera.element)
      return new Actor(camera, seen, marker)
    }
    this.own = actor(view, trace, options.moment, this.map.walker, 'own-camera')
    const heardFirst = heard?.track?.positionAt(options.moment) ?? 0
    this.guide = heard && actor(heard.guide.view, heard.guide.trace, heardFirst, this.map.addWalker('guide'), 'guide-camera')
  }

  /** Whether there was a path to walk, and not only a place to begin at. */
  get hasReference(): boolean {
    return this.view.reference.length > 1
  }

  get visits(): readonly Visit[] {
    return this.own.visits
  }

  /** An element that says what is on the map. */
  legend(): HTMLElement {
    return this.guide ? this.map.legend(mapLines(), say('Follower'), { name: 'guide', label: say('Guide') }) : this.map.legend(mapLines(), say('camera'))
  }

  /** The cameras that are shown, as they are now. */
  get shots(): readonly Shot[] {
    return this.cameras.filter(({ hidden }) => !hidden).map(({ shot }) => shot)
  }

  /** Shows the camera at this second, and what the Guide saw at the moment that is heard. */
  show(time: number): void {
    this.own.camera.tell(clockTenths(time))
    this.own.place(time)
    if (this.own.marker.pose) this.map.showStorey(this.own.marker.pose.z)
    if (this.guide) this.showGuide(this.guide, time)
  }

  /** Draws the reference path on the floor, or takes it away; on the map it is always there. */
  showReference(shown: boolean): void {
    for (const camera of this.cameras) camera.showPath(shown ? this.view.reference : null)
  }

  /** Whether there is a Guide's camera beside the Follower's. */
  get hasGuide(): boolean {
    return this.guide !== null
  }

  /** Shows one of two cameras, or both. */
  showCameras(shown: ShownCameras): void {
    this.own.camera.element.toggleAttribute('hidden', shown === 'heard')
    this.guide?.camera.element.toggleAttribute('hidden', shown === 'own')
  }

  /** The camera of who says the words. */
  get speaker(): CameraView {
    return (this.guide ?? this.own).camera
  }

  private get cameras(): readonly CameraView[] {
    return this.guide ? [this.own.camera, this.guide.camera] : [this.own.camera]
  }

  private showGuide(guide: Actor, time: number): void {
    const moment = guideMoment(this.heard?.track ?? null, time)
    guide.camera.tell(guideCaption(moment))
    guide.camera.element.dataset.state = moment.state
    if ('time' in moment) return guide.place(moment.time)
    guide.camera.clear()
    guide.marker.leave()
  }
}

/** What the lines on the map are called. */
export const mapLines = () => ({ reference: say('reference path'), walked: say('walked') })
