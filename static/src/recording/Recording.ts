import type { RecordingUpload } from '../api/RecordingUpload'
import type { PoseTraceView, Recorded, Snapshot } from '../api/types'
import type { VoiceSource } from '../audio/Microphone'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import type { KeptRecording, StorageProblem } from '../storage/RecordingStore'
import { PoseRecorder } from '../trace/PoseRecorder'
import { toColumns } from '../trace/snapshots'
import type { Viewer } from '../viewer/Viewer'
import { type CameraPlace, goTo, lastPlace, type PathToWalk, placeOf, startOf } from './cameraPlace'
import { type KeeperParts, RecordingKeeper } from './RecordingKeeper'
import { VoiceRecorder } from './VoiceRecorder'

export type RecordingState = 'ready' | 'recording' | 'paused'

interface RecordingEvents {
  change: RecordingState
  /** From now on nothing is kept on this device. */
  storage: StorageProblem
}

export interface RecordingParts extends KeeperParts {
  record: KeptRecording & { sampleRate: number }
  guide: PathToWalk
  /** Null for who sees no pictures of the place: they stand nowhere, so there is a voice alone. */
  viewer: Pick<Viewer, 'on' | 'snapshot' | 'moving' | 'moveTo' | 'lookAt' | keyof CameraPlace> | null
}

const BYTES_PER_SAMPLE = 2
const NOTHING_YET = { samples: new Int16Array(0), snapshots: [] }

/**
 * One recording of a walk: voice and camera on one count of samples, kept on this device and sent to the server while they
 * are made. It goes on after pauses, with another microphone, and in a page that was opened again.
 */
export class Recording extends Emitter<RecordingEvents> {
  private readonly voice: VoiceRecorder
  private readonly pose: PoseRecorder | null
  private where: CameraPlace
  private current: RecordingState
  private began = 0

  private constructor(
    private readonly scope: Scope,
    private readonly parts: RecordingParts,
    private readonly keeper: RecordingKeeper,
    { samples, snapshots }: Awaited<ReturnType<RecordingKeeper['restore']>> = NOTHING_YET,
  ) {
    super()
    const { record, guide, viewer } = parts
    keeper.on('problem', (problem) => this.emit('storage', problem))
    this.voice = new VoiceRecorder(scope, record.sampleRate, samples, (slice, until) => keeper.keep(slice, this.pose?.takeBefore(until) ?? []))
    this.pose = viewer && new PoseRecorder(scope, viewer, (moment) => ({ time: this.voice.secondAt(moment), audio_time: null }), [...snapshots])
    this.where = lastPlace(snapshots) ?? startOf(guide)
    this.current = samples.length > 0 ? 'paused' : 'ready'
  }

  static begin(parent: Scope, parts: RecordingParts): Recording {
    const scope = new Scope(parent)
    return new Recording(scope, parts, new RecordingKeeper(scope, parts))
  }

  /** Continues an interrupted recording from what this device has stored. */
  static async restore(parent: Scope, parts: RecordingParts): Promise<Recording> {
    const scope = new Scope(parent)
    const keeper = new RecordingKeeper(scope, parts)
    const recording = new Recording(scope, parts, keeper, await keeper.restore())
    keeper.resume()
    return recording
  }

  get upload(): RecordingUpload {
    return this.keeper.upload
  }

  /** Which of its lease's recordings it is, from 0. */
  get attempt(): number {
    return this.parts.record.attempt
  }

  get state(): RecordingState {
    return this.current
  }

  get sampleRate(): number {
    return this.voice.sampleRate
  }

  /** Seconds of voice. */
  get recorded(): number {
    return this.voice.seconds
  }

  /** Where the stretch began that is recorded now, in seconds of the recording; null while nothing is. */
  get since(): number | null {
    return this.current === 'recording' ? this.began : null
  }

  /** Seconds of voice stored on this device; null when nothing is stored. */
  get kept(): number | null {
    return this.keeper.keeping ? this.seconds(this.keeper.keptBytes) : null
  }

  /** Seconds of voice that the server has. */
  get saved(): number {
    return this.seconds(this.upload.voice.savedBytes)
  }

  /** Whether closing the page would lose data. */
  get atRisk(): boolean {
    return !this.keeper.keeping && (this.state === 'recording' || this.upload.pendingBytes > 0)
  }

  /** A person with a start but no path is always at their goal. */
  get reachedGoal(): boolean {
    const { path } = this.parts.guide
    return path.length === 1 || this.snapshots.at(-1)?.viewpoint_id === path.at(-1)
  }

  /** The viewpoints of the walk so far, in order. */
  get walked(): readonly string[] {
    const ids = this.snapshots.map((snapshot) => snapshot.viewpoint_id)
    return ids.filter((viewpointId, index) => viewpointId !== ids[index - 1])
  }

  /** The time of a moment (`performance.now()`) in the recording; null while nothing is recorded. */
  recordedAt(moment: number): number | null {
    if (this.pose) return this.pose.recordedAt(moment)
    return this.current === 'recording' ? this.voice.secondAt(moment) : null
  }

  get columns(): PoseTraceView {
    return toColumns(this.snapshots)
  }

  /** Begins at the start of the path, or continues where the pause began: steps during the pause do not count. */
  async record(microphone: VoiceSource): Promise<void> {
    await this.goToStart()
    this.began = this.recorded
    await this.voice.begin(microphone)
    this.pose?.start()
    this.turn('recording')
  }

  /** Shows where the recording begins or goes on. */
  async goToStart(): Promise<void> {
    if (this.parts.viewer) await goTo(this.parts.viewer, this.where)
  }

  /** Cuts voice and camera at the same sample; resolves when the last one has come. */
  async pause(): Promise<void> {
    if (this.current !== 'recording') return
    if (this.parts.viewer) this.where = placeOf(this.parts.viewer)
    this.voice.end()
    this.pose?.stop()
    await this.voice.completed()
    this.turn('paused')
    this.voice.flush()
    void this.keeper.flush()
  }

  wav(): Blob {
    return this.voice.wav()
  }

  /** What was recorded, once all of it is saved. */
  async answer(): Promise<Recorded> {
    const { pose, ...recorded } = await this.keeper.answer()
    return { ...recorded, ...(this.pose && { pose }), voice: this.upload.voice.summary() }
  }

  /** Ends the recording and everything that is still on its way. */
  dispose(): void {
    this.scope.dispose()
    this.removeHandlers()
  }

  private get snapshots(): readonly Snapshot[] {
    return this.pose?.snapshots ?? []
  }

  private seconds(bytes: number): number {
    return bytes / BYTES_PER_SAMPLE / this.sampleRate
  }

  private turn(state: RecordingState): void {
    this.current = state
    this.emit('change', state)
  }
}
