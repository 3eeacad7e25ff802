import { spawnSync } from 'node:child_process'

import { SUSPECTS, type Suspect } from './faults.ts'
import { planted } from './plant.ts'

/** Of ten faults in a file, its tests have to find so many. */
const SHARE_TO_CATCH = 0.9
/** Tests that take this long (milliseconds) hang, which is noticed, too. */
const LONGEST_MS = 60_000
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'faults/vitest.config.ts', '--root', '.', '--reporter', 'dot']

/** Plants the faults of the named files, or of all; prints what their tests caught. Returns whether it was enough. */
export function plantFaults(names: readonly string[]): boolean {
  const unknown = names.find((name) => !(name in SUSPECTS))
  if (unknown !== undefined) throw new Error(`No faults are listed for ${unknown}; there are ${Object.keys(SUSPECTS).join(', ')}.`)
  const chosen = Object.entries(SUSPECTS).filter(([name]) => names.length === 0 || names.includes(name))
  return chosen.map(([name, suspect]) => tryFile(name, suspect)).every(Boolean)
}

function tryFile(name: string, { file, tests, faults }: Suspect): boolean {
  for (const fault of faults) planted(file, fault)
  if (!passes(name, tests)) throw new Error(`The tests of ${name} fail without a fault: mend ${tests}*test.ts first.`)
  const caught = faults.map((fault, index) => {
    const found = !passes(name, tests, index)
    tell(`${name}: ${found ? 'caught  ' : 'SURVIVED'} ${fault.name}`)
    return found
  })
  const count = caught.filter(Boolean).length
  tell(`${name}: ${count} of ${faults.length} caught\n`)
  return count >= SHARE_TO_CATCH * faults.length
}

/** Whether a file's tests pass, with one of its faults planted or with none. */
function passes(name: string, tests: string, fault?: number): boolean {
  const env = { ...process.env, PLANT_FILE: name, PLANT_FAULT: fault === undefined ? 'none' : String(fault) }
  const { status } = spawnSync(process.execPath, [...VITEST, tests], { env, timeout: LONGEST_MS, killSignal: 'SIGKILL' })
  return status === 0
}

const tell = (line: string): boolean => process.stdout.write(`${line}\n`)
