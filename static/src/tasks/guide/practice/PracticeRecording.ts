import type { VoiceSource } from '../../../audio/Microphone'
import { wavBlob } from '../../../audio/pcm'
import { type Loudness, loudness } from '../../../equipment/voice'
import { Scope } from '../../../kit/lifecycle/Scope'
import type { Viewer } from '../../../viewer/Viewer'
import type { Rehearsal } from './rehearsal'

/** A recording that stays on this page: nothing of it is kept or sent. */
export class PracticeRecording {
  private readonly scope: Scope
  private readonly samples: Int16Array<ArrayBuffer>[] = []
  private readonly moments: Loudness[] = []
  private readonly steps: number[] = []
  private count = 0

  constructor(
    parent: Scope,
    private readonly microphone: VoiceSource,
    private readonly viewer: Viewer,
    private readonly goal: string | undefined,
  ) {
    this.scope = new Scope(parent)
    this.scope.add(microphone.on('block', ({ samples }) => this.hear(samples)))
    this.scope.add(viewer.on('viewpointchange', () => this.steps.push(this.seconds)))
  }

  get seconds(): number {
    return this.count / this.microphone.sampleRate
  }

  /** Ends it. */
  stop(): Rehearsal {
    this.scope.dispose()
    const momentSeconds = this.seconds / Math.max(1, this.moments.length)
    const reachedGoal = this.viewer.viewpointId === this.goal
    return { moments: this.moments, momentSeconds, steps: this.steps, reachedGoal }
  }

  wav(): Blob {
    return wavBlob(this.samples, this.microphone.sampleRate)
  }

  private hear(samples: Int16Array<ArrayBuffer>): void {
    this.samples.push(samples)
    this.moments.push(loudness(samples))
    this.count += samples.length
  }
}
