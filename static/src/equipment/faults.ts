import type { MicrophoneFault } from '../audio/MicrophoneError'

/** What may be wrong with a person's equipment; `messages` says what each is, and what to do. */
export type FaultName = MicrophoneFault | 'muted' | 'silent' | 'faint' | 'clipping' | 'noisy' | 'webgl' | 'slow' | 'offline'

export interface Fault {
  name: FaultName
  /** What the message tells beside. */
  figures?: { decibels?: number; megabits?: string }
}

/** With these, work is worse but possible: they warn, and do not stop anybody. */
const BEARABLE: ReadonlySet<FaultName> = new Set(['faint', 'clipping', 'noisy', 'slow'])

export const isBearable = ({ name }: Fault): boolean => BEARABLE.has(name)
