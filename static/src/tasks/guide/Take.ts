import type { ApiClient } from '../../api/ApiClient'
import { RecordingUpload } from '../../api/RecordingUpload'
import type { GuideArgs, PoseTraceView, Submission } from '../../api/types'
import type { Microphone } from '../../audio/Microphone'
import { wavBlob } from '../../audio/pcm'
import { Emitter } from '../../lifecycle/Emitter'
import { Scope } from '../../lifecycle/Scope'
import { toColumns } from '../../trace/columns'
import { PoseRecorder } from '../../trace/PoseRecorder'
import type { Viewer } from '../../viewer/Viewer'
import { VoiceStream } from './VoiceStream'

export type TakeState = 'ready' | 'recording' | 'paused'

interface TakeParts {
  client: ApiClient
  leaseId: string
  guide: GuideArgs
  microphone: Microphone
  viewer: Viewer
}

const BYTES_PER_SAMPLE = 2

/** One recording of a walk: voice and camera on the microphone's clock, both on their way to the server at once. */
export class Take extends Emitter<{ change: TakeState }> {
  readonly upload: RecordingUpload
  private readonly scope: Scope
  private readonly voice: VoiceStream
  private readonly pose: PoseRecorder
  private where: { viewpointId: string; heading: number; elevation: number }
  private current: TakeState = 'ready'

  constructor(
    parent: Scope,
    private readonly parts: TakeParts,
  ) {
    super()
    const { client, leaseId, guide, microphone, viewer } = parts
    this.scope = new Scope(parent)
    this.where = { viewpointId: guide.path[0] ?? viewer.viewpointId, heading: guide.heading, elevation: 0 }
    this.upload = new RecordingUpload(this.scope, client, leaseId, microphone.sampleRate)
    this.voice = new VoiceStream(microphone.sampleRate, (pcm) => this.upload.voice.add(pcm))
    const clock = () => ({ time: microphone.sampleTime(), audio_time: null })
    this.pose = new PoseRecorder(this.scope, viewer, clock, (lines) => this.upload.pose.add(lines))
    this.scope.add(microphone.on('samples', (samples) => this.voice.add(samples)))
    microphone.reset()
  }

  get state(): TakeState {
    return this.current
  }

  /** Seconds of voice. */
  get recorded(): number {
    return this.parts.microphone.sampleTime()
  }

  /** Seconds of voice that the server has. */
  get saved(): number {
    return this.upload.voice.savedBytes / BYTES_PER_SAMPLE / this.parts.microphone.sampleRate
  }

  get reachedGoal(): boolean {
    return this.pose.snapshots.at(-1)?.viewpoint_id === this.parts.guide.path.at(-1)
  }

  get columns(): PoseTraceView {
    return toColumns(this.pose.snapshots)
  }

  /** Begins at the start of the path, or goes on where the pause began: what was walked meanwhile does not count. */
  async record(): Promise<void> {
    await this.goToStart()
    await this.parts.microphone.record()
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

  async pause(): Promise<void> {
    if (this.current !== 'recording') return
    const { microphone, viewer } = this.parts
    const { viewpointId, heading, elevation } = viewer
    this.where = { viewpointId, heading, elevation }
    await microphone.pause()
    this.pose.stop()
    this.voice.flush()
    this.turn('paused')
  }

  wav(): Blob {
    return wavBlob(this.voice.samples, this.parts.microphone.sampleRate)
  }

  /** What was recorded, once all of it is saved. */
  async answer(): Promise<Pick<Submission, 'recording_id' | 'pose' | 'voice'>> {
    const recordingId = await this.upload.drained()
    return { recording_id: recordingId, pose: this.upload.pose.summary(), voice: this.upload.voice.summary() }
  }

  /** Ends the recording and everything that is still on its way. */
  dispose(): void {
    this.scope.dispose()
    this.removeHandlers()
  }

  private turn(state: TakeState): void {
    this.current = state
    this.emit('change', state)
  }
}
