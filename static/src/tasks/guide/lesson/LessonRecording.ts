import type { VoiceSource } from '../../../audio/Microphone'
import type { LessonWalk } from '../../../api/types'
import { Scope } from '../../../kit/lifecycle/Scope'
import type { Viewer } from '../../../viewer/Viewer'

/** A learner's voice and steps. They stay on this page until it asks for feedback, and nobody keeps them. */
export class LessonRecording {
  private readonly scope: Scope
  private readonly samples: Int16Array[] = []
  private readonly visits: { time: number; viewpoint_id: string }[]
  private count = 0

  constructor(
    parent: Scope,
    private readonly microphone: Pick<VoiceSource, 'on' | 'sampleRate'>,
    viewer: Pick<Viewer, 'on' | 'viewpointId'>,
    private readonly mostRate: number,
  ) {
    this.scope = new Scope(parent)
    this.visits = [{ time: 0, viewpoint_id: viewer.viewpointId }]
    this.scope.add(microphone.on('block', ({ samples }) => this.hear(samples)))
    this.scope.add(viewer.on('viewpointchange', ({ viewpointId }) => this.visits.push({ time: this.seconds, viewpoint_id: viewpointId })))
  }

  get seconds(): number {
    return this.count / this.microphone.sampleRate
  }

  /** Ends it. */
  stop(): LessonWalk {
    this.scope.dispose()
    const factor = Math.ceil(this.microphone.sampleRate / this.mostRate)
    const voice = thinned(joined(this.samples, this.count), factor)
    return { visits: this.visits, sample_rate: Math.round(this.microphone.sampleRate / factor), voice: base64(voice) }
  }

  private hear(samples: Int16Array): void {
    this.samples.push(samples)
    this.count += samples.length
  }
}

function joined(blocks: readonly Int16Array[], count: number): Int16Array {
  const all = new Int16Array(count)
  let place = 0
  for (const block of blocks) {
    all.set(block, place)
    place += block.length
  }
  return all
}

/** Fewer samples: the mean of each `factor` of them, which leaves clipped peaks flat. */
export function thinned(samples: Int16Array, factor: number): Int16Array {
  const fewer = new Int16Array(Math.floor(samples.length / factor))
  for (let index = 0; index < fewer.length; index += 1) {
    let sum = 0
    for (let each = 0; each < factor; each += 1) sum += samples[index * factor + each] ?? 0
    fewer[index] = Math.round(sum / factor)
  }
  return fewer
}

const BYTES_AT_ONCE = 0x8000

/** The samples, little-endian as on every machine that browsers run on. */
export function base64(samples: Int16Array): string {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  let text = ''
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) text += String.fromCharCode(...bytes.subarray(start, start + BYTES_AT_ONCE))
  return btoa(text)
}
