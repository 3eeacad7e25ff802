import process from 'node:process'

import { runnerImport } from 'vite'

const { module } = await runnerImport('./faults/run.ts')
process.exitCode = module.plantFaults(process.argv.slice(2)) ? 0 : 1
