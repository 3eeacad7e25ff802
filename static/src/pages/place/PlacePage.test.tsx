// @vitest-environment page
import { beforeAll, expect, it } from 'vitest'

import { ApiProblem } from '../../api/ApiProblem'
import type { ScanView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { openMessages } from '../../kit/messages/messages'
import { PlacePage } from './PlacePage'

beforeAll(async () => {
  await openMessages()
})

it('says why a place cannot be shown', async () => {
  history.replaceState(null, '', '/place?scan=nowhere')
  const root = document.body.appendChild(document.createElement('div'))
  const asked: string[] = []
  const client = {
    scan: (name: string) => {
      asked.push(name)
      return Promise.reject(new ApiProblem(404, 'UNKNOWN_SCAN', 'There is no scan nowhere.', 'Known are house.'))
    },
    image: () => Promise.reject(new Error('no picture is asked for')),
  }
  await new PlacePage(root, client, new Scope()).load()
  expect([asked, root.textContent]).toEqual([['nowhere'], 'The place cannot be shownThere is no scan nowhere.Known are house.'])
})

it('says that there is nowhere to stand', async () => {
  const root = document.body.appendChild(document.createElement('div'))
  const empty = { scan_id: 'empty', floor_plan: null, viewpoints: [] }
  const client = { scan: () => Promise.resolve(empty as unknown as ScanView), image: () => Promise.reject(new Error('no picture is asked for')) }
  await new PlacePage(root, client, new Scope()).load()
  expect(root.textContent).toContain('The place has no viewpoints')
})
