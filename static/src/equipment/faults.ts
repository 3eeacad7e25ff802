import type { MicrophoneFault } from '../audio/MicrophoneError'

/** What may be wrong with a person's equipment; `messages` says what each is, and what to do. */
export type FaultName = MicrophoneFault | 'muted' | 'silent' | 'faint' | 'clipping' | 'noisy' | 'webgl' | 'slow' | 'offline'

export interface Fault {
  name: FaultName
  /** Values that the message includes. */
  figures?: { decibels?: number; megabits?: string }
}

/** With these faults work is worse but possible: they only warn. */
const BEARABLE: ReadonlySet<FaultName> = new Set(['faint', 'clipping', 'noisy', 'slow'])

export const isBearable = ({ name }: Fault): boolean => BEARABLE.has(name)
