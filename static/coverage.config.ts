import { defineConfig } from 'vitest/config'

import { SUSPECTS } from './faults/faults.ts'
import config from './vite.config.ts'

const files = Object.values(SUSPECTS)

/** How much the tests of the files in faults/faults.ts run of them; too little of one fails. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: files.map(({ tests }) => `${tests}*test.{ts,tsx}`),
    coverage: {
      enabled: true,
      provider: 'v8',
      include: files.map(({ file }) => file),
      reporter: ['text'],
      thresholds: { branches: 85, perFile: true },
    },
  },
})
