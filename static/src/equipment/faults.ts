import type { MicrophoneFault } from '../audio/MicrophoneError'

/** What may be wrong with a person's equipment; `messages` says what each is, and what to do. */
export type FaultName = MicrophoneFault | 'muted' | 'silent' | 'faint' | 'clipping' | 'noisy' | 'webgl' | 'slow' | 'offline'

export interface Fault {
  name: FaultName
  /** Values that the message includes. */
  figures?: { decibels?: number; megabits?: string }
}

/** Work is possible with these faults, so they only warn. */
const BEARABLE: ReadonlySet<FaultName> = new Set(['faint', 'clipping', 'noisy', 'slow'])

export const isBearable = ({ name }: Fault): boolean => BEARABLE.has(name)

/** Slower than this, pictures take so long to become sharp that people should know. */
const LEAST_MEGABITS = 1.5

/** Whether pictures can be drawn. */
export function pictureFault(): Fault | null {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context ? null : { name: 'webgl' }
}

/** How fast the server's answers come, measured on the largest script of this page. */
export async function networkFault(signal: AbortSignal): Promise<Fault | null> {
  const script = largestScript()
  if (!script) return null
  try {
    const response = await fetch(script, { cache: 'no-store', signal })
    await response.arrayBuffer()
  } catch (error) {
    if (signal.aborted) throw error
    return { name: 'offline' }
  }
  const megabits = speed(script)
  if (megabits === null || megabits >= LEAST_MEGABITS) return null
  return { name: 'slow', figures: { megabits: megabits.toFixed(1) } }
}

function largestScript(): string | null {
  const scripts = timings().filter(({ name }) => name.startsWith(location.origin) && name.endsWith('.js'))
  return scripts.sort((a, b) => b.encodedBodySize - a.encodedBodySize)[0]?.name ?? null
}

/** Mbit/s of the last time this address was read; null when the browser does not tell. */
function speed(address: string): number | null {
  const timing = timings().filter(({ name }) => name === address).at(-1)
  if (!timing || timing.encodedBodySize === 0) return null
  return (timing.encodedBodySize * 8) / 1000 / Math.max(1, timing.responseEnd - timing.responseStart)
}

const timings = (): PerformanceResourceTiming[] =>
  performance.getEntriesByType('resource') as PerformanceResourceTiming[]
