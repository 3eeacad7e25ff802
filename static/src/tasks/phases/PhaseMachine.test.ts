import { expect, it, vi } from 'vitest'

import { PhaseMachine, readProgress, writeProgress } from './PhaseMachine'

const transitions = { read: { start: 'walk' }, walk: { finish: 'send' }, send: { back: 'walk' } } as const
type Phase = keyof typeof transitions

it('follows its table, and stays at an event that its phase does not know', () => {
  const machine = new PhaseMachine<Phase, 'start' | 'finish' | 'back'>('read', transitions, () => 0)
  const seen = vi.fn()
  machine.on('change', seen)
  machine.send('finish')
  expect(machine.current).toBe('read')
  machine.send('start')
  machine.send('finish')
  machine.send('back')
  expect(seen.mock.calls.flat()).toEqual(['walk', 'send', 'walk'])
})

it('tells how long each phase took, from the moment it began', () => {
  let now = 100
  const machine = new PhaseMachine<Phase, 'start' | 'finish' | 'back'>('read', transitions, () => now)
  now = 104
  machine.send('start')
  now = 110
  expect(machine.times).toEqual([
    { name: 'read', start_time: 0, end_time: 4 },
    { name: 'walk', start_time: 4, end_time: 10 },
  ])
})

it('goes on after a reload as if no time had passed', () => {
  let now = 500
  const machine = new PhaseMachine<Phase, 'start' | 'finish' | 'back'>('read', transitions, () => now)
  machine.reopen('walk', [{ name: 'read', start_time: 0, end_time: 3 }, { name: 'walk', start_time: 3, end_time: 4 }])
  now = 503
  expect(machine.current).toBe('walk')
  expect(machine.times).toEqual([
    { name: 'read', start_time: 0, end_time: 3 },
    { name: 'walk', start_time: 3, end_time: 4 },
    { name: 'walk', start_time: 4, end_time: 7 },
  ])
})

it('comes back as it was written', () => {
  const progress = { phase: 'write', times: [{ name: 'walk', start_time: 0, end_time: 4 }], answer: { transcript: 'Go' }, aids: { map: true, map_seconds: 2.5, flights: 1 } }
  expect(readProgress(writeProgress(progress))).toEqual(progress)
})

it.each([null, '', '{', '"walk"', '{"phase":1,"times":[]}', '{"phase":"walk"}', '{"phase":"walk","times":[]}'])('begins anew from %s', (content) => {
  expect(readProgress(content)).toBeNull()
})
