import { beforeEach, expect, it } from 'vitest'

import { ApiProblem } from '../api/ApiProblem'
import { loadLabels, personText, setLabels } from './labels'

beforeEach(() => setLabels([]))

it('says a label behind the number, apart from the direction around it', async () => {
  await loadLabels({ labels: () => Promise.resolve([{ annotator_id: 7, label: 'کاویہ' }]) })
  expect([personText(7), personText(8)]).toEqual(['7 (\u2068کاویہ\u2069)', '8'])
})

it('leaves the numbers where labels cannot be read', async () => {
  await loadLabels({ labels: () => Promise.reject(new ApiProblem(503, 'store', 'Not now.', 'Wait.')) })
  expect(personText(7)).toBe('7')
})
