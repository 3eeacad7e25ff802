import type { TeamClient } from '../../api/TeamClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { LearnerView, LiveView, ScanView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { LevelMeter } from '../../kit/dom/LevelMeter'
import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import { Viewer } from '../../viewer/Viewer'

const RETRY_SECONDS = 2

/** What is known of the learner: `lost` while the server does not answer. */
export interface Seen {
  readonly view: LiveView | null
  readonly state: 'waiting' | 'live' | 'lost' | 'ended'
}

type WatchingClient = Pick<TeamClient, 'watchLearner' | 'giveHint' | 'image'>

/** One learner who is watched: their camera, how loud it is, what they type. */
export class Watching extends Emitter<{ change: null }> {
  readonly camera = html('div', { class: 'viewer' })
  readonly level = new LevelMeter()
  seen: Seen = { view: null, state: 'waiting' }
  private readonly scope: Scope
  private viewer: Viewer | null = null

  constructor(
    parent: Scope,
    private readonly client: WatchingClient,
    readonly learner: LearnerView,
    private readonly scan: ScanView,
  ) {
    super()
    this.scope = new Scope(parent)
    this.scope.add(() => this.viewer?.dispose())
    void this.watch()
  }

  dispose(): void {
    this.scope.dispose()
  }

  async write(words: string): Promise<void> {
    await this.client.giveHint(this.learner.live_id, words)
  }

  /** A response of the server ends after a while; then the next one goes on. */
  private async watch(): Promise<void> {
    while (this.isOn()) {
      try {
        await this.client.watchLearner(this.learner.live_id, this.scope.signal, (view) => this.show(view))
      } catch (reason) {
        const isOver = reason instanceof ApiProblem && reason.status === 404
        if (this.isOn()) this.tell({ ...this.seen, state: isOver ? 'ended' : 'lost' })
        if (this.isOn()) await new Promise<void>((resolve) => this.scope.timeout(RETRY_SECONDS, resolve))
      }
    }
  }

  private isOn(): boolean {
    return !this.scope.disposed && this.seen.state !== 'ended'
  }

  private show(view: LiveView): void {
    if (this.scope.disposed) return
    const { moment } = view
    if (moment) {
      this.point(moment.viewpoint_id, moment.heading, moment.elevation)
      if (moment.level !== null) this.level.show(moment.level)
    }
    const kept = view.ended ? { ...view, hints: this.seen.view?.hints ?? [] } : view
    this.tell({ view: kept, state: view.ended ? 'ended' : 'live' })
  }

  private point(viewpointId: string, heading: number, elevation: number): void {
    if (!this.scan.viewpoints.some(({ viewpoint_id: id }) => id === viewpointId)) return
    this.viewer ??= new Viewer(this.camera, this.scan, { viewpointId, heading, elevation, loadImage: this.client.image, navigable: false })
    if (this.viewer.viewpointId !== viewpointId) void this.viewer.moveTo(viewpointId, { animate: false })
    this.viewer.lookAt(heading, elevation)
  }

  private tell(seen: Seen): void {
    this.seen = seen
    this.emit('change', null)
  }
}
