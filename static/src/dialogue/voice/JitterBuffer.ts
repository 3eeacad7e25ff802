/** Hz. */
export const VOICE_RATE = 48_000

const seconds = (count: number): number => Math.round(count * VOICE_RATE)

/** What a message brings at once. */
const MESSAGE = seconds(0.04)
/** What is left when the next message comes: with it, 60 ms wait. More of it where messages were late, until they have not been for a while. */
const LEAST_SLACK = seconds(0.02)
const MOST_SLACK = seconds(0.12)
const MORE_SLACK = seconds(0.02)
const LESS_SLACK = seconds(0.005)
/** How long the least that is left is watched before something is left out. */
const WATCH = seconds(0.5)
const WATCHES_BEFORE_LESS = 10
/** So much at most is left out at once, unless far too much waits. */
const CUT = seconds(0.04)
const FAR_TOO_MUCH = seconds(0.12)
const TOLERANCE = seconds(0.005)
const BLEND = seconds(0.005)
/** Where nothing is left the last sample fades, so that it does not click. */
const FADING = 0.98
const GONE = seconds(1)
const CAPACITY = 2 ** 17

/**
 * A voice that comes in messages, as a steady stream: begins when a message waits, fades where the next is late, and leaves
 * out some milliseconds where more waits than has to.
 */
export class JitterBuffer {
  private readonly ring = new Float32Array(CAPACITY)
  private written = 0
  private read = 0
  private playing = false
  private silence = 0
  private rising = 0
  private last = 0
  private slack = LEAST_SLACK
  private least = Infinity
  private watched = 0
  private punctual = 0
  /** Where the voice went on that is left out from here, while one blends into the other. */
  private leaving = { at: 0, left: 0 }
  /** Samples without a voice; somebody who is gone for long is not missed. */
  private absent = GONE
  /** Samples asked for while there was a voice, and those of them that had not come. */
  asked = 0
  missing = 0

  /** Samples that wait. */
  get depth(): number {
    return this.written - this.read
  }

  push(samples: Float32Array): void {
    for (const sample of samples) this.ring[this.written++ % CAPACITY] = sample
    if (this.depth > CAPACITY / 2) this.read = this.written - MESSAGE - this.slack
    if (!this.playing && this.depth >= MESSAGE) this.begin()
  }

  pull(output: Float32Array): void {
    for (let index = 0; index < output.length; index++) output[index] = this.next()
    if (this.playing) this.watch(output.length)
  }

  private begin(): void {
    this.playing = true
    this.silence = this.slack
    this.rising = 0
    this.startWatch()
  }

  private next(): number {
    if (this.playing && this.silence === 0) {
      if (this.depth > 0) return this.play()
      this.runOut()
    }
    return this.conceal()
  }

  private play(): number {
    this.asked++
    this.absent = 0
    const share = Math.min(1, ++this.rising / BLEND)
    return (this.last = share * this.blended(this.ring[this.read++ % CAPACITY] ?? 0))
  }

  private runOut(): void {
    this.playing = false
    this.punctual = 0
    this.slack = Math.min(MOST_SLACK, this.slack + MORE_SLACK)
  }

  private conceal(): number {
    if (this.silence > 0) this.silence--
    if (this.absent++ < GONE) {
      this.asked++
      this.missing++
    }
    return (this.last *= FADING)
  }

  private blended(sample: number): number {
    if (this.leaving.left === 0) return sample
    const share = this.leaving.left-- / BLEND
    return share * (this.ring[this.leaving.at++ % CAPACITY] ?? 0) + (1 - share) * sample
  }

  private watch(count: number): void {
    this.watched += count
    if (this.silence === 0) this.least = Math.min(this.least, this.depth)
    if (this.watched < WATCH) return
    this.leaveOut(this.least - this.slack)
    if (++this.punctual % WATCHES_BEFORE_LESS === 0) this.slack = Math.max(LEAST_SLACK, this.slack - LESS_SLACK)
    this.startWatch()
  }

  private startWatch(): void {
    this.watched = 0
    this.least = Infinity
  }

  private leaveOut(surplus: number): void {
    if (surplus < TOLERANCE || surplus === Infinity) return
    this.leaving = { at: this.read, left: BLEND }
    this.read += surplus > FAR_TOO_MUCH ? surplus : Math.min(surplus, CUT)
  }
}
