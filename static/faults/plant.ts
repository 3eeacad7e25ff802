import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Plugin } from 'vite'

import type { Fault } from './faults.ts'

/** Gives tests a file with a fault in it. The file on disk stays as it is, so that there is nothing to restore. */
export function plant(file: string, fault: Fault): Plugin {
  const path = resolve(file)
  return {
    name: 'plant-fault',
    enforce: 'pre',
    load: (id) => (id === path ? planted(file, fault) : null),
  }
}

/** Throws where a fault does not fit its file any more. */
export function planted(file: string, { name, from, to }: Fault): string {
  const parts = readFileSync(file, 'utf-8').split(from)
  if (parts.length !== 2) throw new Error(`${file} has the place of the fault "${name}" ${parts.length - 1} times: say in faults/faults.ts where it is now.`)
  return parts.join(to)
}
