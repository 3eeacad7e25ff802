import type { VoiceSource } from '../audio/Microphone'
import { Scope } from '../kit/lifecycle/Scope'

/** A sweep that small loudspeakers play, in Hz; it is looked for at a fourth of the usual rate. */
const [LOW, HIGH] = [1000, 3000]
const SWEEP_SECONDS = 0.3
const LOOKED_AT_RATE = 12_000
/** As loud as speech. */
const LOUDNESS = 0.3
/** For which is listened: loudspeakers without a cable are a fifth of a second late. */
const LISTEN_SECONDS = 1.3
/**
 * Of what is heard, as a correlation. 564 pieces of speech and 50 of noise come to 0.09 at most; the sweep in a room that echoes,
 * with speech or noise ten times as strong as itself, to 0.21 at least.
 */
const HEARD = 0.15
/** Samples between two places at which it is looked for: its correlation is about six of them wide. */
const STEP = 3

/** Plays a short sound, and resolves to whether this microphone hears it: then it would hear a partner, too. */
export async function hearsLoudspeaker(parent: Scope, microphone: VoiceSource): Promise<boolean> {
  const scope = new Scope(parent)
  try {
    await microphone.start()
    play(scope)
    return sweepHeard(await heard(scope, microphone), microphone.sampleRate) > HEARD
  } finally {
    scope.dispose()
  }
}

function play(scope: Scope): void {
  const context = new AudioContext()
  scope.add(() => void context.close())
  const { sampleRate } = context
  const [sweep] = sweeps(sampleRate)
  const buffer = context.createBuffer(1, sweep.length, sampleRate)
  buffer.copyToChannel(sweep.map((sample) => LOUDNESS * sample), 0)
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(context.destination)
  source.start()
}

/** What the microphone hears from now on. */
function heard(scope: Scope, microphone: VoiceSource): Promise<Int16Array> {
  const samples = new Int16Array(Math.round(LISTEN_SECONDS * microphone.sampleRate))
  let count = 0
  return new Promise((resolve) => {
    const end = () => resolve(samples.subarray(0, count))
    scope.add(end)
    scope.add(microphone.on('ended', end))
    scope.add(microphone.on('block', (block) => {
      const fitting = block.samples.subarray(0, samples.length - count)
      samples.set(fitting, count)
      count += fitting.length
      if (count === samples.length) end()
    }))
  })
}

/** How like the sweep the likest part of the samples is, in [0, 1]. */
export function sweepHeard(samples: Int16Array, sampleRate: number): number {
  const every = Math.max(1, Math.round(sampleRate / LOOKED_AT_RATE))
  const coarse = Float32Array.from({ length: Math.floor(samples.length / every) }, (_, index) => mean(samples, index * every, every))
  const [sine, cosine] = sweeps(sampleRate / every)
  let most = 0
  for (let at = 0; at + sine.length <= coarse.length; at += STEP) {
    const part = coarse.subarray(at, at + sine.length)
    const energy = product(part, part)
    if (energy > 0) most = Math.max(most, Math.hypot(product(part, sine), product(part, cosine)) / Math.sqrt(energy * product(sine, sine)))
  }
  return most
}

/** The sweep, and the same a quarter of a turn later: a room turns what it carries. */
function sweeps(sampleRate: number): [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>] {
  const length = Math.round(SWEEP_SECONDS * sampleRate)
  const swept = (quarter: number) =>
    Float32Array.from({ length }, (_, index) => {
      const time = index / sampleRate
      const turns = LOW * time + ((HIGH - LOW) * time ** 2) / (2 * SWEEP_SECONDS) + quarter / 4
      return Math.sin(2 * Math.PI * turns) * Math.sin((Math.PI * index) / length) ** 2
    })
  return [swept(0), swept(1)]
}

function mean(samples: Int16Array, from: number, count: number): number {
  let sum = 0
  for (let index = from; index < from + count; index++) sum += samples[index] ?? 0
  return sum / count
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}
