import process from 'node:process'

import { runnerImport } from 'vite'

const { module } = /** @type {{ module: typeof import('./run.ts') }} */ (await runnerImport('./faults/run.ts'))
process.exitCode = module.plantFaults(process.argv.slice(2)) ? 0 : 1
