// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import { TestAudio } from '../../../testing/TestAudio'
import { Refusal } from '../../../testing/TestServer'
import { TestWaveform } from '../../../testing/TestWaveform'
import { settled, until } from '../../../testing/until'
import type { LeaseView } from '../../api/types'
import { click, comesTo, find, openKind, progress, server, submitted } from '../running/testing'
import task from './task'

vi.mock('../../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

const LEASE: Partial<LeaseView> = { language: 'te-IN', args: { voice_url: '/voices/1', voice_duration: 10 } }
const WORDS = 'one two three four five'
const area = (page: HTMLElement) => find(page, 'transcript') as HTMLTextAreaElement
const audio = () => TestAudio.made.at(-1)!
async function begin(): Promise<HTMLElement> {
  const page = await openKind(task, LEASE)
  click(page, 'start')
  await settled()
  return page
}
async function submit(page: HTMLElement, text: string): Promise<string[]> {
  area(page).value = text
  area(page).dispatchEvent(new Event('input', { bubbles: true }))
  click(page, 'submit')
  await settled()
  return [...document.querySelectorAll('dialog li')].map(({ textContent }) => textContent)
}

beforeEach(() => {
  vi.stubGlobal('Audio', TestAudio)
  server.on('GET /voices/1', () => ({}))
})

it('says what to do, and has a voice and a field for what is heard', async () => {
  const page = await openKind(task, LEASE)
  expect([progress(page), page.querySelector('h1')?.textContent, page.querySelectorAll('.instructions > li').length]).toEqual(['Get ready', 'Write down what someone says', 3])
  click(page, 'start')
  expect([page.dataset.phase, progress(page), page.querySelector('h1')?.textContent, area(page).lang, area(page).placeholder, page.querySelector('.player') !== null]).toEqual(['write', 'Listen and write', 'Write what you hear', 'te-IN', 'Write every word as it is said.', true])
})

it('sends what was written to all of a voice that was heard', async () => {
  const page = await begin()
  audio().hear(10)
  expect(await submit(page, WORDS)).toEqual([])
  await comesTo(page, 'done')
  expect(submitted).toMatchObject([{ answer: { transcript: WORDS } }])
})

it('asks whether to send few words, and words to a voice that was not heard', async () => {
  const page = await begin()
  expect(await submit(page, WORDS)).toEqual(['You have not listened to the voice yet.'])
  click(document.body, 'confirm-no')
  await settled()
  expect(page.dataset.phase).toBe('write')
  audio().hear(5)
  expect(await submit(page, 'one two')).toEqual(['You wrote 2 words for 10 s of voice. Is something missing?'])
  click(document.body, 'confirm-yes')
  await comesTo(page, 'done')
})

it('says when the voice cannot be loaded, and loads it again', async () => {
  const refused = server.refuse((call) => (call === 'GET /voices/1' ? new Refusal(500, 'internal') : null))
  const page = await begin()
  await until(() => find(page, 'problem') !== null)
  refused()
  click(page, 'retry')
  await until(() => server.count('GET /voices/1') === 2)
  await settled()
  expect(find(page, 'problem')).toBeNull()
})
