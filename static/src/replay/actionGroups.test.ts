import { expect, it } from 'vitest'

import type { ActionsView } from '../api/types'
import { actionMarks } from './actionGroups'

const LOG = {
  attempt: 1,
  actions: [
    { time: 0, what: 'phase', name: 'record' },
    { time: 2, what: 'key', name: 'Enter', state: 'down', attempt: 0, recorded: 1 },
    { time: 9, what: 'key', name: 'Enter', state: 'down', attempt: 1, recorded: 0.5 },
    { time: 9.1, what: 'key', name: 'Enter', state: 'up', attempt: 1, recorded: 0.6 },
    { time: 10, what: 'pointer', state: 'down', x: 1, y: 2, attempt: 1, recorded: 1.5 },
    { time: 10.1, what: 'pointer', state: 'move', x: 2, y: 2, attempt: 1, recorded: 1.6 },
    { time: 12, what: 'click', on: { role: 'button', name: 'done' }, attempt: 1, recorded: 3 },
    { time: 12, what: 'focus', on: { role: 'button', name: 'done' }, attempt: 1, recorded: 3 },
    { time: 20, what: 'type', name: 'letter' },
  ],
} as unknown as ActionsView

it('shows what was done in the recording that counts, each once', () => {
  expect(actionMarks(LOG)).toEqual([
    { time: 0.5, group: 'keys', title: 'key Enter' },
    { time: 1.5, group: 'pointer', title: 'pointer' },
    { time: 3, group: 'pointer', title: 'click on done' },
  ])
})

it.each([
  ['key', 'keys'],
  ['type', 'keys'],
  ['click', 'pointer'],
  ['pointer', 'pointer'],
  ['wheel', 'pointer'],
  ['player', 'player'],
  ['phase', 'page'],
  ['window', 'page'],
  ['visibility', 'page'],
  ['end', 'page'],
])('puts %s to the %s', (what, group) => {
  const log = { attempt: 0, actions: [{ time: 3, what, name: 'x', on: { role: 'button', name: '' }, attempt: 0, recorded: 0 }] } as unknown as ActionsView
  expect(actionMarks(log)).toEqual([{ time: 0, group, title: `${what} x` }])
})
