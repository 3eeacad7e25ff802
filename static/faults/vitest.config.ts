import { mergeConfig } from 'vitest/config'

import config from '../vite.config.ts'
import { SUSPECTS } from './faults.ts'
import { plant } from './plant.ts'

const { PLANT_FILE = '', PLANT_FAULT = '' } = process.env
const suspect = SUSPECTS[PLANT_FILE]
const fault = suspect?.faults[Number(PLANT_FAULT)]
if (!suspect || !fault) throw new Error('Which fault is planted is said by faults/run.ts: use npm run faults.')

/** One file's tests with one fault planted. */
export default mergeConfig(config, { plugins: [plant(suspect.file, fault)], test: { include: [suspect.test], bail: 1 } })
