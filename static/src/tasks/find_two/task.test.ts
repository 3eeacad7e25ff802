// @vitest-environment page
import { expect, it } from 'vitest'

import { seated, stands } from '../../../testing/TestSockets'
import { sockets } from '../dialogue/testing'
import { click, comesTo, find, openKind } from '../running/testing'
import task from './task'

const kind = { ...task, prepare: () => Promise.resolve() }

it.each([
  ['oracle', { description: 'a red chair', goal: 'd' }, 'a red chair', 1],
  ['navigator', { description: null, goal: null }, undefined, 0],
] as const)('tells the %s only what they may know', async (role, args, wanted, rings) => {
  const page = await openKind(kind, {
    args: { partner_view: 'position', path: null, ...args },
    pairing: seated(role),
    start: { viewpoint_id: 'b', heading: 1 },
  })
  expect(find(page, 'wanted')?.textContent).toBe(wanted)
  sockets.join(stands({ role }))
  click(page, 'start')
  await comesTo(page, 'talk')
  expect([find(page, 'wanted')?.textContent, page.querySelectorAll('[data-mark=goal]').length, find(page, 'viewer')?.dataset.viewpointId, find(page, 'fly')]).toEqual([wanted, rings, 'b', null])
})
