/** Seconds that a test waits for what should happen at once; a busy machine is no fault of the code: the limit is for what hangs. */
const LONGEST = 30

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

/** Resolves when what had only to be taken up has been: for saying that something does not happen. */
export async function settled(): Promise<void> {
  const end = realSeconds() + 0.02
  while (realSeconds() < end) await new Promise((resolve) => setImmediate(resolve))
}
