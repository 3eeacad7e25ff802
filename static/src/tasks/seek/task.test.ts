// @vitest-environment page
import { expect, it, vi } from 'vitest'

import { seated, stands } from '../../../testing/TestSockets'
import { TestWaveform } from '../../../testing/TestWaveform'
import type { LeaseView } from '../../api/types'
import { passOnLine, press, recordOn, sockets, write } from '../dialogue/testing'
import { click, comesTo, draftSaying, find, leave, openKind, submitted } from '../running/testing'
import task from './task'

vi.mock('../../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

const kind = { ...task, prepare: () => Promise.resolve() }

type Role = 'hider' | 'seeker'

const leaseOf = (role: Role): Partial<LeaseView> => ({
  args: { speaking: 'open', hide_seconds: 20 },
  pairing: seated(role, { ends: role === 'seeker' }),
  language: 'en-US',
  time_limit: 600,
  start: { viewpoint_id: 'b', heading: 0 },
})
const standing = (role: Role) => ({ role, partner_role: role === 'seeker' ? 'hider' : 'seeker', ends: role === 'seeker' })

async function record(role: Role, seconds = 6): Promise<HTMLElement> {
  const page = await openKind(kind, leaseOf(role))
  await recordOn(page, standing(role), seconds)
  return page
}

const told = (page: HTMLElement) => find(page, 'seek-told')?.textContent
/** How many ways lead on, for those who use the keyboard alone. */
const exits = (page: HTMLElement) => find(page, 'exits')?.querySelectorAll('button').length
const messages = () => sockets.last.sent.map(({ type }) => type).filter((type) => type === 'ready' || type === 'camera')

it.each([
  ['hider', 'you have 20 seconds'],
  ['seeker', 'for 20 seconds at most'],
] as const)('tells the %s how long one may hide', async (role, said) => {
  const page = await openKind(kind, leaseOf(role))
  expect(page.querySelector('.instructions')?.textContent).toContain(said)
})

it('lets the hider walk until they say that they are hidden, and tells the partner, also one who was away', async () => {
  const page = await record('hider')
  expect([told(page), find(page, 'hide-left')?.textContent, exits(page), messages()]).toEqual([expect.stringContaining('Hide now'), expect.stringMatching(/^0:1[45]$/), 3, []])
  click(page, 'hidden')
  await passOnLine(1)
  expect([told(page), find(page, 'hidden')?.hidden, exits(page), messages()]).toEqual([expect.stringContaining('You are hidden'), true, 0, ['ready']])
  sockets.last.tell(stands({ ...standing('hider'), partner: 'away', away_since: new Date().toISOString() }))
  sockets.last.tell(stands(standing('hider')))
  expect(messages()).toEqual(['ready', 'ready', 'ready'])
  click(page, 'done')
  await passOnLine(1)
  expect(find(page, 'not-yet')?.textContent).toContain('Your partner ends the talk')
})

it('lets nobody hide for longer than the campaign says, as long as they record', async () => {
  const page = await record('hider')
  click(page, 'pause')
  await passOnLine(30)
  expect(messages()).toEqual([])
  click(page, 'resume')
  await passOnLine(15)
  expect([told(page), messages()]).toEqual([expect.stringContaining('You are hidden'), ['ready']])
})

it('keeps the seeker where they are until the partner is hidden, and sends when the search began', async () => {
  const page = await record('seeker')
  expect([told(page), exits(page)]).toEqual([expect.stringContaining('Your partner is hiding'), 0])
  click(page, 'done')
  await passOnLine(1)
  expect([page.dataset.phase, find(page, 'not-yet')?.textContent]).toEqual(['talk', expect.stringContaining('Your partner is still hiding')])
  click(page, 'resume')
  await passOnLine(2)
  sockets.last.tell({ type: 'ready' })
  await passOnLine(1)
  sockets.last.tell({ type: 'ready' })
  await passOnLine(2)
  expect([told(page), exits(page), messages()]).toEqual(['Your partner is hidden: look for them.', 3, []])
  click(page, 'done')
  await passOnLine(1)
  expect(document.querySelector('[data-testid=confirm-dialog]')?.textContent).toContain('Do you stand where your partner is?')
  await press('confirm-yes')
  await comesTo(page, 'transcribe')
  await write(page, 'Where are you?')
  const [{ answer, aids } = {}] = submitted
  const { began } = answer as { began: number }
  expect([Math.abs(began - 8) < 1, aids?.time_limit]).toEqual([true, 600]) // 6 s, and 2 s more after the pause
})

it.each([
  ['hider', 'You are hidden', 0],
  ['seeker', 'look for them', 3],
] as const)('goes on searching in a page of the %s that is opened again', async (role, said, ways) => {
  const page = await record(role)
  if (role === 'hider') click(page, 'hidden')
  else sockets.last.tell({ type: 'ready' })
  click(page, 'pause')
  await passOnLine(1)
  const draft = await draftSaying('"began"')
  leave()
  const again = await openKind(kind, { ...leaseOf(role), draft })
  sockets.join(stands(standing(role)))
  await comesTo(again, 'talk')
  await passOnLine(1)
  expect([told(again), exits(again), messages()]).toEqual([expect.stringContaining(said), ways, role === 'hider' ? ['ready'] : []])
})
