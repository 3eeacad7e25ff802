import { ApiProblem } from '../api/ApiProblem'
import type { PoseTraceView, ScanView } from '../api/types'
import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { PosePlayer } from '../trace/PosePlayer'
import { rowAt } from '../trace/snapshots'
import type { Region } from '../regions/shapes'
import type { LoadImage } from '../viewer/picture/TileLoader'
import type { RegionLayer, ShownRegion } from '../viewer/regions/RegionLayer'
import { Viewer } from '../viewer/Viewer'
import type { Shot } from './saving/drawFrame'
import { say } from '../kit/messages/staffMessages'

export interface PictureOptions {
  /** The second of the replay to show first. */
  readonly moment: number
  readonly loadImage: LoadImage
}

/** A person's walk: without a trace, the camera stands where the walk began. Radians. */
export interface WalkedPath {
  readonly trace: PoseTraceView | null
  readonly start: string
  readonly heading: number
}

/** Seconds within which a paused replay is where it was: an audio element that seeks may stop a little beside it. */
const SAME_MOMENT = 0.02

/** What one person's camera saw. */
export class CameraView {
  readonly element: HTMLElement
  private readonly viewer: Viewer
  private readonly player: PosePlayer | null
  private readonly caption = html('figcaption', { class: 'camera-caption' })
  private readonly unseen = html('p', { class: 'camera-note', 'aria-hidden': 'true', 'data-testid': 'camera-note' })
  private regions: RegionLayer | null = null
  private blank = false
  /** The moment at which a person looks at a region instead of where the camera looked. */
  private facedAt: number | null = null
  private time = 0

  /** `name` is the person whose camera it is. */
  constructor(
    scope: Scope,
    scan: ScanView,
    private readonly name: string,
    { trace, start, heading }: WalkedPath,
    { moment, loadImage }: PictureOptions,
    testId: string,
  ) {
    const container = html('div', { class: 'viewer' })
    const viewpointId = trace?.viewpoint_id[rowAt(trace.time, moment).row] ?? start
    this.viewer = new Viewer(container, scan, { viewpointId, heading, loadImage: explainMissing(loadImage), navigable: false })
    this.player = trace && new PosePlayer(this.viewer, trace)
    this.element = html('figure', { class: 'camera', 'data-testid': testId }, container, this.caption, this.unseen)
    scope.add(() => this.viewer.dispose())
  }

  get hidden(): boolean {
    return this.element.hidden === true
  }

  /** For saving a picture of the current moment. */
  get shot(): Shot {
    return { caption: () => this.caption.textContent, capture: this.blank ? null : (use) => this.viewer.capture(use) }
  }

  /** Shows what was seen at this second of the walk. */
  show(time: number): void {
    this.setBlank(false)
    this.time = time
    if (this.facedAt !== null && Math.abs(time - this.facedAt) < SAME_MOMENT) return
    this.facedAt = null
    this.regions?.stay()
    this.player?.seek(time)
  }

  /** Shows nothing, because the view is unknown. */
  clear(): void {
    this.setBlank(true)
  }

  /** Says whose camera it is, and at which time. */
  tell(moment: string): void {
    this.caption.textContent = `${this.name} · ${moment}`
  }

  /** Draws a path on the floor, or takes it away. */
  showPath(path: readonly string[] | null): void {
    this.viewer.showPath(path)
  }

  /** Where the camera stands. */
  get viewpointId(): string {
    return this.viewer.viewpointId
  }

  /** Calls `moved` whenever the camera stands at another viewpoint. */
  onViewpoint(moved: () => void): () => void {
    return this.viewer.on('viewpointchange', moved)
  }

  /** Loads what regions are drawn with. */
  async prepareRegions(): Promise<void> {
    const { RegionLayer: Layer } = await import('../viewer/regions/RegionLayer')
    this.regions ??= this.viewer.layer((over) => new Layer(over))
  }

  /** Replaces the regions over the picture. */
  showRegions(regions: readonly ShownRegion[]): void {
    this.regions?.show(regions)
  }

  /** Looks at regions of the viewpoint where the camera stands, until the replay goes on. */
  face(shapes: readonly Region[]): void {
    this.facedAt = this.time
    this.regions?.face(shapes)
  }

  /** Looks at regions of any viewpoint; the camera stays where it is if the picture cannot be had. */
  async lookAt(viewpointId: string, shapes: readonly Region[]): Promise<void> {
    if (this.viewer.viewpointId !== viewpointId) await this.viewer.moveTo(viewpointId, { animate: false }).catch(() => undefined)
    if (this.viewer.viewpointId === viewpointId) this.face(shapes)
  }

  /** Says something over the picture. */
  note(text: string): void {
    this.unseen.textContent = text
  }

  private setBlank(blank: boolean): void {
    this.blank = blank
    this.element.toggleAttribute('data-blank', blank)
  }
}

const MISSING_PICTURE = say(
  'The server does not have this picture. The map, voice and words play without it. `pangea env check` lists what is missing. Add the pictures, then run `pangea env build`.',
)

/** Loads images; for one that the server does not have, says what that means for a replay. */
export function explainMissing(load: LoadImage): LoadImage {
  return async (url, signal) => {
    try {
      return await load(url, signal)
    } catch (reason) {
      if (reason instanceof ApiProblem && reason.code === 'missing_image') throw new ApiProblem(reason.status, reason.code, MISSING_PICTURE, reason.remedy)
      throw reason
    }
  }
}
