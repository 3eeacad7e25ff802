import { expect, it } from 'vitest'

import { SUSPECTS } from './faults.ts'
import { planted } from './plant.ts'

it.each(Object.entries(SUSPECTS))('lists ten faults of %s that fit the file as it is', (_, { file, faults }) => {
  expect(faults).toHaveLength(10)
  for (const fault of faults) expect(planted(file, fault)).toContain(fault.to)
})
