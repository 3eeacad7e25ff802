import { defineConfig } from 'vitest/config'

import config from '../vite.config.ts'
import { SUSPECTS } from './faults.ts'
import { plant } from './plant.ts'

const { PLANT_FILE = '', PLANT_FAULT = '' } = process.env
const suspect = SUSPECTS[PLANT_FILE]
const fault = suspect?.faults[Number(PLANT_FAULT)]
if (!suspect || (!fault && PLANT_FAULT !== 'none')) throw new Error('faults/run.ts says which fault is planted: use npm run faults.')

/** One file's tests with one fault planted, or with none. Many faults are noticed by a wait for what no longer happens: it is short. */
export default defineConfig({
  ...config,
  plugins: [...(config.plugins ?? []), fault && plant(suspect.file, fault)],
  test: { ...config.test, include: [`${suspect.tests}*test.{ts,tsx}`], bail: 1, env: { LONGEST_WAIT: '3' } },
})
