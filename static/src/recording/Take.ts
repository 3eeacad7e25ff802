import type { ApiClient } from '../api/ApiClient'
import { RecordingUpload } from '../api/RecordingUpload'
import type { GuideArgs, PoseTraceView, Recorded, Snapshot } from '../api/types'
import type { Microphone } from '../audio/Microphone'
import { wavBlob } from '../audio/pcm'
import { Splice } from '../audio/Splice'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import { Journal } from '../storage/Journal'
import { Slicer } from '../storage/Slicer'
import type { StorageProblem } from '../storage/StorageProblem'
import type { Part, TakeRecord, TakeStore } from '../storage/TakeStore'
import { toColumns } from '../trace/columns'
import { PoseRecorder, type PoseTime } from '../trace/PoseRecorder'
import { fromLines, toLines } from '../trace/snapshotLines'
import { fromRowMajor, lookDirection } from '../viewer/frames'
import type { Viewer } from '../viewer/Viewer'

export type TakeState = 'ready' | 'recording' | 'paused'

interface TakeEvents {
  change: TakeState
  /** From now on nothing is kept on this device. */
  storage: StorageProblem
}

export interface TakeParts {
  client: ApiClient
  store: TakeStore
  record: TakeRecord & { sampleRate: number }
  guide: GuideArgs
  viewer: Viewer
}

interface Place {
  viewpointId: string
  heading: number
  elevation: number
}

const BYTES_PER_SAMPLE = 2
/** Seconds to wait for the last samples of a microphone that may be gone. */
const PATIENCE = 1

/**
 * One recording of a walk: voice and camera on one count of samples, written down on this device and on their way to the
 * server while they are made. It goes on after pauses, with another microphone, and in a page that was opened again.
 */
export class Take extends Emitter<TakeEvents> {
  readonly upload: RecordingUpload
  private readonly scope: Scope
  private readonly voice: Int16Array<ArrayBuffer>[] = []
  private readonly splice: Splice
  private readonly slicer: Slicer
  private readonly pose: PoseRecorder
  private microphone: Microphone | null = null
  private listening: Scope | null = null
  private sliced: number
  private where: Place
  private current: TakeState

  private constructor(
    parent: Scope,
    private readonly parts: TakeParts,
    private readonly journal: Journal,
    samples = new Int16Array(0),
    snapshots: Snapshot[] = [],
  ) {
    super()
    const { client, record, guide, viewer } = parts
    this.scope = new Scope(parent)
    this.upload = new RecordingUpload(this.scope, client, record)
    journal.on('chunk', (chunk) => this.send(chunk))
    journal.on('problem', (problem) => this.emit('storage', problem))
    this.voice.push(samples)
    this.sliced = samples.length
    this.splice = new Splice(samples.length)
    this.slicer = new Slicer(record.sampleRate, (slice) => this.writeDown(slice))
    this.pose = new PoseRecorder(this.scope, viewer, (moment) => this.timeAt(moment), snapshots)
    this.where = placeOf(snapshots.at(-1)) ?? startOf(guide)
    this.current = samples.length > 0 ? 'paused' : 'ready'
  }

  static begin(parent: Scope, parts: TakeParts): Take {
    return new Take(parent, parts, new Journal(parts.store, parts.record))
  }

  /** Takes up what this device has of an interrupted take. */
  static async restore(parent: Scope, parts: TakeParts): Promise<Take> {
    const journal = new Journal(parts.store, parts.record)
    const { voice, pose } = await journal.restore()
    const take = new Take(parent, parts, journal, new Int16Array(voice.buffer), fromLines(pose))
    void journal.handOn()
    return take
  }

  /** Of the takes of its lease, from 0. */
  get number(): number {
    return this.parts.record.take
  }

  get state(): TakeState {
    return this.current
  }

  get sampleRate(): number {
    return this.parts.record.sampleRate
  }

  /** Seconds of voice. */
  get recorded(): number {
    return this.splice.length / this.sampleRate
  }

  /** Seconds of voice that are kept on this device; null where nothing is. */
  get kept(): number | null {
    return this.journal.writing ? this.seconds(this.journal.storedBytes) : null
  }

  /** Seconds of voice that the server has. */
  get saved(): number {
    return this.seconds(this.upload.voice.savedBytes)
  }

  /** Whether closing the page would lose something. */
  get atRisk(): boolean {
    return !this.journal.writing && (this.state === 'recording' || this.upload.pendingBytes > 0)
  }

  /** Who is given a start and no path is always where they want to be. */
  get reachedGoal(): boolean {
    const { path } = this.parts.guide
    return path.length === 1 || this.pose.snapshots.at(-1)?.viewpoint_id === path.at(-1)
  }

  get columns(): PoseTraceView {
    return toColumns(this.pose.snapshots)
  }

  /** Begins at the start of the path, or goes on where the pause began: what was walked meanwhile does not count. */
  async record(microphone: Microphone): Promise<void> {
    await this.goToStart()
    await microphone.start()
    this.listenTo(microphone)
    this.splice.begin(microphone.frameAt(markedMoment('recording began')))
    this.pose.start()
    this.turn('recording')
  }

  /** Shows where the recording begins or goes on. */
  async goToStart(): Promise<void> {
    const { viewer } = this.parts
    const { viewpointId, heading, elevation } = this.where
    if (viewer.viewpointId !== viewpointId || viewer.moving) await viewer.moveTo(viewpointId, { animate: false })
    viewer.lookAt(heading, elevation)
  }

  /** Cuts voice and camera at the same sample; resolves when the last one has come. */
  async pause(): Promise<void> {
    if (this.current !== 'recording' || !this.microphone) return
    const { viewpointId, heading, elevation } = this.parts.viewer
    this.where = { viewpointId, heading, elevation }
    this.splice.end(this.microphone.frameAt(markedMoment('recording ended')))
    this.pose.stop()
    await this.complete(this.microphone)
    this.turn('paused')
    this.slicer.flush()
    void this.journal.flush()
  }

  wav(): Blob {
    return wavBlob(this.voice, this.sampleRate)
  }

  /** What was recorded, once all of it is saved. */
  async answer(): Promise<Recorded> {
    await this.journal.flush()
    const recordingId = await this.upload.drained()
    return { recording_id: recordingId, pose: this.upload.pose.summary(), voice: this.upload.voice.summary() }
  }

  /** Ends the recording and everything that is still on its way. */
  dispose(): void {
    this.scope.dispose()
    this.removeHandlers()
  }

  private send({ voice, pose }: Part): void {
    this.upload.voice.add(voice)
    this.upload.pose.add(pose)
  }

  private listenTo(microphone: Microphone): void {
    if (this.microphone === microphone) return
    this.listening?.dispose()
    this.listening = new Scope(this.scope)
    this.microphone = microphone
    this.splice.changeMicrophone()
    this.listening.add(
      microphone.on('block', (block) => {
        const samples = this.splice.add(block)
        if (samples.length === 0) return
        this.voice.push(samples)
        this.slicer.add(samples)
      }),
    )
  }

  /** Every slice of voice takes along the snapshots of its time, so that what survives of both ends together. */
  private writeDown(samples: Int16Array<ArrayBuffer>): void {
    this.sliced += samples.length
    const end = this.splice.complete && this.sliced === this.splice.length ? Infinity : this.sliced / this.sampleRate
    const pose = toLines(this.pose.takeBefore(end))
    if (samples.length + pose.length > 0) this.journal.append({ voice: new Uint8Array(samples.buffer), pose })
  }

  private timeAt(moment: number): PoseTime {
    const frame = this.microphone?.frameAt(moment) ?? 0
    return { time: this.splice.indexAt(frame) / this.sampleRate, audio_time: null }
  }

  private complete(microphone: Microphone): Promise<void> {
    const waiting = new Scope(this.scope)
    return new Promise<void>((resolve) => {
      waiting.add(resolve)
      waiting.add(microphone.on('block', () => this.splice.complete && waiting.dispose()))
      waiting.timeout(PATIENCE, () => {
        this.splice.end(0)
        waiting.dispose()
      })
    })
  }

  private seconds(bytes: number): number {
    return bytes / BYTES_PER_SAMPLE / this.sampleRate
  }

  private turn(state: TakeState): void {
    this.current = state
    this.emit('change', state)
  }
}

/** This moment, which a browser's profiler shows by its name. */
const markedMoment = (name: string): number => performance.mark(name).startTime

const startOf = ({ path: [viewpointId = ''], heading }: GuideArgs): Place => ({ viewpointId, heading, elevation: 0 })

function placeOf(snapshot: Snapshot | undefined): Place | null {
  return snapshot ? { viewpointId: snapshot.viewpoint_id, ...lookDirection(fromRowMajor(snapshot.extrinsic_matrix)) } : null
}
