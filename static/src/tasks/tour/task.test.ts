// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import { TestAudio } from '../../../testing/TestAudio'
import { TestMicrophone } from '../../../testing/TestMicrophone'
import { TestWaveform } from '../../../testing/TestWaveform'
import { settled } from '../../../testing/until'
import type { LeaseView } from '../../api/types'
import { Microphone } from '../../audio/Microphone'
import { click, comesTo, find, openKind, progress, screen, submitted } from '../running/testing'
import task from './task'

vi.mock('../../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

const tour = { ...task, prepare: () => Promise.resolve() }
const leaseOf = (args: object = {}): Partial<LeaseView> => ({ args: { prompt: 'Show the kitchen.', min_seconds: 65, ...args }, language: 'en-US', start: { viewpoint_id: 'b', heading: 1 } })
const pass = async (seconds: number) => {
  await screen.pass(seconds)
  await settled()
  await screen.pass(0.1)
  await settled()
}

beforeEach(() => {
  vi.stubGlobal('Audio', TestAudio)
  vi.spyOn(Microphone, 'open').mockImplementation((scope, rate) => Promise.resolve(new TestMicrophone(scope, rate ?? 8000) as unknown as Microphone))
})

it('says what to show and for how long, before and while one walks', async () => {
  const page = await openKind(tour, leaseOf())
  expect([progress(page), find(page, 'tour-prompt')?.textContent, page.querySelector('.instructions')?.textContent.includes('at least 1:05 minutes')]).toEqual(['Get ready', 'Show the kitchen.', true])
  click(page, 'start')
  await comesTo(page, 'record')
  await pass(2)
  expect([progress(page), find(page, 'tour-prompt')?.textContent, find(page, 'fly'), find(page, 'viewer')?.dataset.viewpointId, find(page, 'viewer')?.dataset.heading]).toEqual(['Walk and describe', 'Show the kitchen.At least 1:05 minutes', null, 'b', '1.0000'])
})

it('asks for any tour where the campaign says nothing', async () => {
  const page = await openKind(tour, leaseOf({ prompt: '' }))
  expect(find(page, 'tour-prompt')).toBeNull()
  click(page, 'start')
  await comesTo(page, 'record')
  expect(find(page, 'tour-prompt')?.textContent).toContain('Show this place to someone who has never been here.')
})

it('ends only when it has lasted long enough, and is sent with its words', async () => {
  const page = await openKind(tour, leaseOf({ min_seconds: 5 }))
  click(page, 'start')
  await comesTo(page, 'record')
  await pass(2)
  click(page, 'record')
  await pass(3)
  click(page, 'done')
  await pass(1)
  expect([page.dataset.phase, find(page, 'not-yet')?.textContent]).toEqual(['record', expect.stringMatching(/at least 0:05/)])
  click(page, 'resume')
  await pass(3)
  click(page, 'done')
  await comesTo(page, 'transcribe')
  const area = find(page, 'transcript') as HTMLTextAreaElement
  area.value = 'Here is the kitchen.'
  area.dispatchEvent(new Event('input', { bubbles: true }))
  click(page, 'submit')
  await settled()
  click(document.body, 'confirm-yes')
  await comesTo(page, 'done')
  expect(submitted).toMatchObject([{ answer: { transcript: 'Here is the kitchen.' }, recording_id: 'l1-0' }])
})
