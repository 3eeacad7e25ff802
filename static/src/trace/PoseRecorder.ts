import type { Snapshot } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import type { CameraState, Viewer } from '../viewer/Viewer'

type PoseTime = Pick<Snapshot, 'time' | 'audio_time'>

const LONGEST_SILENCE_SECONDS = 0.1
/** Less than from frame to frame at 60 Hz. The server reads two hours of such snapshots (`align/snapshot_lines.py`). */
const SHORTEST_SECONDS = 1 / 63

/**
 * Records a snapshot of every frame in which the camera has changed, and otherwise every tenth of a second. A frame is
 * on the screen when the browser begins the next one, so it gets the timestamp of that moment. Of a screen with more
 * frames a second some are left out.
 */
export class PoseRecorder {
  private readonly scope: Scope
  private running: Scope | null = null
  private shown: CameraState | null = null
  private given = 0

  /**
   * `timeAt` says what time a moment (`performance.now()`) is in the recording; `snapshots` are those that it has
   * already.
   */
  constructor(
    parent: Scope,
    private readonly viewer: Pick<Viewer, 'on' | 'snapshot'>,
    private readonly timeAt: (moment: number) => PoseTime,
    readonly snapshots: Snapshot[] = [],
  ) {
    this.given = snapshots.length
    this.scope = new Scope(parent)
    this.scope.add(viewer.on('camerachange', () => this.stampWhenShown()))
  }

  start(): void {
    if (this.running) return
    this.running = new Scope(this.scope)
    this.running.every(LONGEST_SILENCE_SECONDS / 2, () => this.recordIfSilent())
    this.record(this.viewer.snapshot(), performance.now())
  }

  /** Ends a stretch of the trace; `start` continues it, where the walker stands, even if that step was not drawn yet. */
  stop(): void {
    if (!this.running) return
    const [now, standing] = [performance.now(), this.viewer.snapshot()]
    this.record(this.shown ?? standing, now)
    if (standing.viewpoint_id !== this.shown?.viewpoint_id) this.record(standing, now)
    this.running.dispose()
    this.running = null
  }

  /** The snapshots before `time` that were not returned yet; while it runs, without the newest, which may be left out yet. */
  takeBefore(time: number): Snapshot[] {
    const since = this.given
    const settled = this.snapshots.length - (this.running ? 1 : 0)
    while (this.given < settled && (this.snapshots[this.given]?.time ?? 0) < time) this.given += 1
    return this.snapshots.slice(since, this.given)
  }

  /** The time of a moment (`performance.now()`) in the recording; null while nothing is recorded. */
  recordedAt(moment: number): number | null {
    return this.running ? this.timeAt(moment).time : null
  }

  dispose(): void {
    this.scope.dispose()
  }

  private stampWhenShown(): void {
    if (!this.running) return
    const camera = this.viewer.snapshot()
    this.running.frame((seconds) => this.record(camera, seconds * 1000))
  }

  private recordIfSilent(): void {
    const now = performance.now()
    const silence = this.timeAt(now).time - (this.snapshots.at(-1)?.time ?? -Infinity)
    if (silence >= LONGEST_SILENCE_SECONDS / 2) this.record(this.shown ?? this.viewer.snapshot(), now)
  }

  private record(camera: CameraState, moment: number): void {
    const { time, audio_time } = this.timeAt(moment)
    this.takeBack(time)
    if (camera !== this.shown) this.thinOut(time)
    const last = this.snapshots.at(-1)
    if (last && audio_time === null) this.fill(last, time)
    this.snapshots.push({ ...camera, time: Math.max(time, last?.time ?? 0), audio_time })
    this.shown = camera
  }

  /** A busy page may record a silence before it hears of a frame that was shown earlier: another camera was seen then. */
  private takeBack(since: number): void {
    while (this.snapshots.length > this.given && (this.snapshots.at(-1)?.time ?? 0) > since) this.snapshots.pop()
  }

  /**
   * While the camera moves, the frame between two that are close says nothing, unless it is the first at its place. Where
   * it then rests, that frame alone says since when.
   */
  private thinOut(now: number): void {
    const [before, last] = this.snapshots.slice(-2)
    if (!before || !last || this.snapshots.length <= this.given || last.viewpoint_id !== before.viewpoint_id) return
    if (last.time - before.time < SHORTEST_SECONDS && now - before.time < 2 * SHORTEST_SECONDS) this.snapshots.pop()
  }

  /** While the page was too busy to record it was too busy to draw: the last camera stayed on the screen. */
  private fill(last: Snapshot, until: number): void {
    for (let time = last.time + LONGEST_SILENCE_SECONDS; time < until; time += LONGEST_SILENCE_SECONDS) this.snapshots.push({ ...last, time })
  }
}
