// @vitest-environment page
import { expect, it, vi } from 'vitest'

import { TestMicrophone } from '../../../testing/TestMicrophone'
import { seated, stands } from '../../../testing/TestSockets'
import { TestWaveform } from '../../../testing/TestWaveform'
import { settled } from '../../../testing/until'
import type { LeaseView } from '../../api/types'
import type { Microphone } from '../../audio/Microphone'
import { MicrophoneError } from '../../audio/MicrophoneError'
import { opening, passOnLine, press, recordOn, sockets, write } from '../dialogue/testing'
import { timeInZone } from '../../kit/formatting/format'
import { click, comesTo, draftSaying, find, leave, openKind, progress, screen, server, submitted } from '../running/testing'
import task from './task'

const hears = vi.hoisted(() => vi.fn(() => Promise.resolve(false)))
vi.mock('../../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))
vi.mock('../../equipment/loudspeaker', () => ({ hearsLoudspeaker: hears }))

const kind = { ...task, prepare: () => Promise.resolve() }

type Role = 'oracle' | 'navigator'

const leaseOf = (role: Role, args: object = {}): Partial<LeaseView> => ({
  args: { partner_view: 'position', path: role === 'oracle' ? ['a', 'b', 'c'] : null, description: null, goal: null, ...args },
  pairing: seated(role),
  language: 'en-US',
  start: { viewpoint_id: 'a', heading: 0 },
})
const standing = (role: Role, parts: Parameters<typeof stands>[0] = {}) => stands({ role, partner_role: role === 'oracle' ? 'navigator' : 'oracle', ends: role === 'navigator', ...parts })
const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second++) {
    await screen.pass(1)
    await settled()
  }
  await screen.pass(0.1)
  await settled()
}

/** Opens the task of a role whose partner is there, and records for some seconds. */
async function record(role: Role, args: object = {}, seconds = 6): Promise<HTMLElement> {
  const page = await openKind(kind, leaseOf(role, args))
  await recordOn(page, standing(role), seconds)
  return page
}

it('waits for the partner, calls the person when they come, and goes on by itself', async () => {
  const page = await openKind(kind, leaseOf('navigator'))
  document.title = 'PanGEA'
  sockets.join(standing('navigator', { state: 'waiting', partner: 'none' }))
  expect([sockets.last.sent[0], page.querySelector('h1')?.textContent, find(page, 'heard')?.textContent]).toEqual([
    { type: 'hello', token: 'secret', lease_id: 'l1', program: false }, 'Let your partner lead you', expect.stringContaining('hears you live')])
  await passOnLine(30)
  click(page, 'start')
  await comesTo(page, 'waiting')
  await passOnLine(65)
  expect([progress(page), find(page, 'waited')?.textContent, find(page, 'do-others')?.getAttribute('target'), find(page, 'partner-told')?.textContent, find(page, 'give-back')]).toEqual([
    'Wait', expect.stringMatching(/^1:0\d$/), '_blank', 'Your partner has not come yet', null])
  expect(find(page, 'until')).toBeNull()
  sockets.last.tell(standing('navigator'))
  await settled()
  expect([page.dataset.phase, document.title]).toEqual(['talk', 'Your partner is here!'])
  await passOnLine(10)
  expect(document.title).toBe('PanGEA')
})

it('begins nothing without a microphone, says what to do, and lets people type where one is lost while they talk', async () => {
  opening.mockRejectedValueOnce(new MicrophoneError('missing'))
  let microphone: TestMicrophone | null = null
  const page = await openKind(kind, leaseOf('navigator'))
  sockets.join(standing('navigator'))
  click(page, 'start')
  await settled()
  expect([page.dataset.phase, find(page, 'problem')?.textContent]).toEqual(['instructions', expect.stringContaining('No microphone was found.')])
  opening.mockImplementation((scope, rate) => Promise.resolve((microphone = new TestMicrophone(scope, rate ?? 8000)) as unknown as Microphone))
  click(page, 'start')
  await comesTo(page, 'talk')
  await passOnLine(1)
  click(page, 'record')
  await passOnLine(4)
  ;(microphone as TestMicrophone | null)?.unplug()
  await passOnLine(1)
  expect([find(page, 'recorder')?.dataset.state, find(page, 'problem')?.textContent, find(page, 'voice')?.dataset.voice]).toEqual(['paused', expect.stringContaining('Everything you have said is kept.'), 'silent'])
  const field = find(page, 'dialogue-field') as HTMLInputElement
  field.value = 'I cannot speak.'
  click(page, 'dialogue-send')
  expect(sockets.last.ofType('text')).toEqual([{ type: 'text', words: 'I cannot speak.' }])
})

it('warns once who would have their partner in their recording', async () => {
  hears.mockClear()
  hears.mockResolvedValueOnce(true)
  const page = await openKind(kind, leaseOf('oracle'))
  sockets.join(standing('oracle', { state: 'waiting', partner: 'none' }))
  click(page, 'start')
  await settled()
  expect([page.dataset.phase, find(page, 'loudspeaker')?.textContent]).toEqual(['instructions', expect.stringContaining('Put on headphones')])
  click(page, 'start')
  await comesTo(page, 'waiting')
  expect(hears).toHaveBeenCalledTimes(1)
})

it('offers to give the task back when nobody has come for five minutes', async () => {
  const page = await openKind(kind, leaseOf('oracle'))
  sockets.join(standing('oracle', { state: 'waiting', partner: 'none' }))
  click(page, 'start')
  await comesTo(page, 'waiting')
  await passOnLine(301)
  click(page, 'give-back')
  await settled()
  expect(server.calls).toContain('DELETE /leases/l1')
})

it('lets the navigator walk and end the talk, and sends their words and the texts of both', async () => {
  const page = await record('navigator')
  expect([sockets.last.ofType('camera')[0], find(page, 'seen')?.textContent, find(page, 'viewer')?.dataset.viewpointId, find(page, 'restart')?.hidden]).toEqual([
    { type: 'camera', viewpoint_id: 'a', heading: 0, elevation: 0 }, 'Your partner sees on a map where you are.', 'a', true])
  sockets.last.tell({ type: 'text', role: 'oracle', words: 'Go north.' })
  click(page, 'pause')
  await passOnLine(1)
  sockets.last.tell({ type: 'text', role: 'navigator', words: 'Done?' })
  click(page, 'done')
  await passOnLine(1)
  expect(document.querySelector('[data-testid=confirm-dialog]')?.textContent).toContain('This ends the talk for both.')
  await press('confirm-yes')
  await comesTo(page, 'transcribe')
  expect([sockets.last.ofType('over').length, find(page, 'record-again')]).toEqual([1, null])
  sockets.last.tell(standing('navigator', { state: 'ended', reason: 'done' }))
  await write(page, 'I am at the door.')
  const [{ answer, recording_id: id } = {}] = submitted
  expect([answer, id]).toEqual([
    { transcript: 'I am at the door.', messages: [{ time: null, words: 'Done?' }], exchanges: [expect.objectContaining({ since: 0 })], link: { heard: [], states: [] } }, 'l1-0'])
})

it('lets the oracle see path and partner, and ends with the navigator', async () => {
  const page = await record('oracle')
  sockets.last.tell({ type: 'camera', viewpoint_id: 'd', heading: 1, elevation: null })
  expect([page.querySelector('.map-walker-partner .map-camera')?.getAttribute('visibility'), page.querySelector('.map-reference')?.getAttribute('d'), find(page, 'map-toggle')?.getAttribute('aria-expanded'), sockets.last.ofType('camera')]).toEqual([
    'visible', expect.stringMatching(/^M.*L.*L/), 'true', []])
  click(page, 'done')
  await passOnLine(1)
  expect([page.dataset.phase, find(page, 'not-yet')?.textContent]).toEqual(['talk', expect.stringContaining('Your partner ends the talk')])
  click(page, 'resume')
  await passOnLine(2)
  sockets.last.tell({ type: 'text', role: 'oracle', words: 'You are there.' })
  sockets.last.tell(standing('oracle', { state: 'ended', reason: 'done' }))
  await comesTo(page, 'transcribe')
  expect([find(page, 'dialogue-ended')?.textContent, (find(page, 'submit') as HTMLButtonElement).disabled, sockets.last.ofType('over')]).toEqual([expect.stringContaining('Your partner has ended the talk.'), false, []])
  await write(page, '')
  expect(submitted[0]?.answer).toMatchObject({ transcript: '', messages: [{ words: 'You are there.' }] })
})

it('shows the oracle what the partner sees, where the campaign wants that', async () => {
  const page = await record('oracle', { partner_view: 'camera' })
  expect(find(page, 'partner-picture')?.hidden).toBe(true)
  sockets.last.tell({ type: 'camera', viewpoint_id: 'b', heading: 0.5, elevation: 0.1 })
  await passOnLine(2)
  expect([find(page, 'partner-picture')?.hidden, find(page, 'partner-viewer')?.dataset.viewpointId, find(page, 'partner-viewer')?.dataset.heading, find(page, 'partner-viewer')?.dataset.elevation]).toEqual([false, 'b', '0.5000', '0.1000'])
})

it('lets an oracle end alone once the partner has been away for two minutes', async () => {
  const page = await record('oracle')
  sockets.last.tell(standing('oracle', { partner: 'away', away_since: new Date().toISOString() }))
  await passOnLine(60)
  click(page, 'done')
  await passOnLine(1)
  expect([find(page, 'not-yet') === null, find(page, 'partner-away')?.textContent]).toEqual([false, '1:01'])
  await passOnLine(65)
  click(page, 'done')
  await passOnLine(1)
  expect(document.querySelector('[data-testid=confirm-dialog]')?.textContent).toContain('counts as a part')
  await press('confirm-yes')
  await comesTo(page, 'transcribe')
  expect(sockets.last.ofType('over').length).toBe(1)
})

it.each([
  ['left before it began', 'left', 'Your partner left before it began'],
  ['ended it before anything was recorded', 'done', 'It was over before you had recorded anything'],
] as const)('leads on to the next task where the partner %s', async (_, reason, title) => {
  const page = await openKind(kind, leaseOf('oracle'))
  sockets.join(standing('oracle'))
  click(page, 'start')
  await comesTo(page, 'talk')
  sockets.last.tell(standing('oracle', { state: 'ended', reason }))
  await comesTo(page, 'missed')
  expect(find(page, 'missed')?.textContent).toContain(title)
  click(page, 'next-task')
  await settled()
  expect(server.calls).toContain('DELETE /leases/l1')
})

it('says until when others come, and that nobody did', async () => {
  const until = '2126-12-02T11:00:00Z'
  const page = await openKind(kind, { ...leaseOf('navigator'), pairing: seated('navigator', { until }) })
  sockets.join(standing('navigator', { state: 'waiting', partner: 'none' }))
  click(page, 'start')
  await comesTo(page, 'waiting')
  expect(find(page, 'until')?.textContent).toContain(timeInZone(until))
  sockets.last.tell(standing('navigator', { state: 'ended', partner: 'none', reason: 'late' }))
  await comesTo(page, 'missed')
  expect(find(page, 'missed')?.textContent).toContain('Nobody came before the time was over')
})

it('says so where the partner leaves while one reads', async () => {
  const page = await openKind(kind, leaseOf('navigator'))
  sockets.join(standing('navigator', { state: 'ended', reason: 'left' }))
  await comesTo(page, 'missed')
  expect(find(page, 'missed')?.textContent).toContain('Your partner left before it began')
})

it('goes on with the same recording and texts in a page that is opened again', async () => {
  const page = await record('navigator')
  sockets.last.tell({ type: 'text', role: 'oracle', words: 'Go north.' })
  click(page, 'pause')
  await pass(1)
  const draft = await draftSaying('Go north.')
  leave()
  const again = await openKind(kind, { ...leaseOf('navigator'), draft })
  sockets.join(standing('navigator'))
  await comesTo(again, 'talk')
  await passOnLine(1)
  expect([find(again, 'recorder')?.dataset.state, find(again, 'dialogue-text')?.textContent]).toEqual(['paused', 'Your partnerGo north.'])
})
