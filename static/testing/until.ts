import { vi } from 'vitest'

/** Seconds that a test waits for what should happen at once; a busy machine is no fault of the code: the limit is for what hangs. */
const LONGEST = Number(process.env.LONGEST_WAIT ?? 30)
/** Turns of the event loop in which what had only to be taken up has been, however little of a processor the test gets. */
const TURNS = 100

const realSeconds = (): number => Number(process.hrtime.bigint()) / 1e9

/**
 * Resolves when it is so. Waits in real time, in which disk, encryption and compression go on; the clock that a test
 * handed in stands still meanwhile.
 */
export async function until(isSo: () => boolean): Promise<void> {
  const end = realSeconds() + LONGEST
  while (!isSo()) {
    if (realSeconds() > end) throw new Error(`Not so within ${LONGEST} s: ${isSo.toString()}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Resolves when the assertion holds; for those that `until` cannot put as a question. */
export const eventually = (assertion: () => void | Promise<void>): Promise<void> => vi.waitFor(assertion, { timeout: LONGEST * 1000 })

/** Resolves when what had only to be taken up has been: for saying that something does not happen. */
export async function settled(): Promise<void> {
  const end = realSeconds() + 0.02
  for (let turn = 0; turn < TURNS || realSeconds() < end; turn++) await new Promise((resolve) => setImmediate(resolve))
}
