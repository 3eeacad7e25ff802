// @vitest-environment page
import { expect, it, vi } from 'vitest'

import { seated } from '../../../testing/TestSockets'
import { TestWaveform } from '../../../testing/TestWaveform'
import type { LeaseView } from '../../api/types'
import { passOnLine, press, recordOn, sockets, write } from '../dialogue/testing'
import { click, comesTo, draftSaying, find, leave, openKind, server, submitted } from '../running/testing'
import task from './task'

vi.mock('../../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

const kind = { ...task, prepare: () => Promise.resolve() }

type Role = 'observer' | 'locator'

const leaseOf = (role: Role): Partial<LeaseView> => ({
  args: { speaking: 'open' },
  pairing: seated(role, { ends: role === 'locator' }),
  language: 'en-US',
  map: true,
  start: role === 'locator' ? null : { viewpoint_id: 'b', heading: 1 },
})
const standing = (role: Role) => ({ role, partner_role: role === 'locator' ? 'observer' : 'locator', ends: role === 'locator' })

async function record(role: Role): Promise<HTMLElement> {
  const page = await openKind(kind, leaseOf(role))
  await recordOn(page, standing(role))
  return page
}

/** Moves the mark by a key on the plan. */
const mark = (page: HTMLElement, name: string) => page.querySelector('.map-frame')?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))

it.each([
  ['observer', 'Let your partner find out where you are', 'marks where you are', true],
  ['locator', 'Find out where your partner is', 'Mark where your partner stands', false],
] as const)('tells the %s their part, and how to move only who stands somewhere', async (role, title, end, moves) => {
  const page = await openKind(kind, leaseOf(role))
  expect([page.querySelector('h1')?.textContent, page.querySelector('.instructions')?.textContent, page.querySelector('.controls-picture') !== null]).toEqual([
    title, expect.stringContaining(end), moves])
})

it('gives the observer the pictures and no map, and ends with the locator', async () => {
  const page = await record('observer')
  expect([find(page, 'viewer')?.dataset.viewpointId, find(page, 'map'), find(page, 'plan'), sockets.last.ofType('camera')]).toEqual(['b', null, null, []])
  click(page, 'done')
  await passOnLine(1)
  expect(find(page, 'not-yet')?.textContent).toContain('Your partner ends the talk')
})

it('gives the locator the plan and no pictures, and sends their mark with a voice alone', async () => {
  const page = await record('locator')
  expect([find(page, 'plan') !== null, page.querySelector('canvas'), server.calls.filter((call) => call.includes('/pose/'))]).toEqual([true, null, []])
  click(page, 'done')
  await passOnLine(1)
  expect([page.dataset.phase, find(page, 'not-yet')?.textContent]).toEqual(['talk', expect.stringContaining('Nothing is marked yet')])
  click(page, 'resume')
  await passOnLine(1)
  mark(page, 'ArrowUp')
  mark(page, 'ArrowRight')
  click(page, 'done')
  await passOnLine(1)
  expect(document.querySelector('[data-testid=confirm-dialog]')?.textContent).toContain('Is your partner where the mark is?')
  await press('confirm-yes')
  await comesTo(page, 'transcribe')
  mark(page, 'ArrowDown')
  expect([sockets.last.ofType('over').length, find(page, 'plan') !== null]).toEqual([1, true])
  await write(page, 'Then you are in the room.')
  const [{ answer, pose, voice, aids } = {}] = submitted
  expect([answer, pose, (voice?.size ?? 0) > 0, aids?.map]).toEqual([expect.objectContaining({ transcript: 'Then you are in the room.', mark: 'd' }), undefined, true, true])
})

it('keeps the mark of a page that is opened again', async () => {
  const page = await record('locator')
  mark(page, 'ArrowUp')
  click(page, 'pause')
  await passOnLine(1)
  const draft = await draftSaying('"mark":"b"')
  leave()
  const again = await openKind(kind, { ...leaseOf('locator'), draft })
  sockets.join(standing('locator'))
  await comesTo(again, 'talk')
  await passOnLine(1)
  expect([find(again, 'recorder')?.dataset.state, find(again, 'plan-mark')?.textContent]).toEqual(['paused', 'Marked'])
})
