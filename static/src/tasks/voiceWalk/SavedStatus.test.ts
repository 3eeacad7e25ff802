// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestMicrophone } from '../../../testing/TestMicrophone'
import { TestScreen } from '../../../testing/TestScreen'
import { settled, until } from '../../../testing/until'
import { Microphone } from '../../audio/Microphone'
import { Scope } from '../../kit/lifecycle/Scope'
import type { Recording } from '../../recording/Recording'
import type { DraftKeeper } from '../../storage/DraftKeeper'
import { checkEquipment } from './phases'
import { SavedStatus } from './SavedStatus'

let screen: TestScreen
let scope: Scope
let recording: { state: string; recorded: number; kept: number | null; saved: number; upload: { voice: { problem: unknown }; pose: { problem: unknown }; offline: boolean } }
let drafts: { storedHere: boolean; sent: boolean }
let status: SavedStatus

beforeEach(() => {
  localStorage.clear()
  screen = new TestScreen()
  scope = new Scope()
  recording = { state: 'recording', recorded: 10, kept: 9, saved: 5, upload: { voice: { problem: null }, pose: { problem: null }, offline: false } }
  drafts = { storedHere: false, sent: false }
  status = new SavedStatus(scope)
  screen.element.append(status.element)
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

const line = (name: string): [mark: string | undefined, time: string | undefined] => {
  const shown = status.element.querySelector<HTMLElement>(`[data-testid=saved-${name}]`)
  return [shown?.dataset.mark, shown?.querySelector('output')?.textContent]
}
const follow = () => status.follow(recording as unknown as Recording)

it('says how much is recorded, kept here and kept there', () => {
  follow()
  expect([line('recording'), line('device'), line('server'), status.element.querySelector('[data-testid=saved-text]')]).toEqual([['on', '0:10'], ['good', '0:09'], ['good', '0:05'], null])
})

it('keeps up with the recording, and reads only changes aloud', async () => {
  follow()
  const news = status.element.querySelector('[role=status]')
  const [said, words] = [news?.textContent, news?.firstChild]
  await screen.pass(0.3)
  expect(news?.firstChild).toBe(words)
  Object.assign(recording, { state: 'paused', recorded: 12, saved: 12 })
  await screen.pass(0.3)
  expect([line('recording'), line('server'), news?.textContent === said]).toEqual([['idle', '0:12'], ['good', '0:12'], false])
})

it.each([
  ['nothing is recorded yet', { recorded: 0, kept: 0, saved: 0 }, {}, 'idle', 'idle'],
  ['nothing can be kept here', { kept: null }, {}, 'bad', 'good'],
  ['eight seconds are on their way', { recorded: 13, saved: 5 }, {}, 'good', 'good'],
  ['more is on its way', { recorded: 13.1, saved: 5 }, {}, 'good', 'waiting'],
  ['the server is away', {}, { offline: true }, 'good', 'waiting'],
  ['the voice was refused', {}, { voice: { problem: new Error() } }, 'good', 'bad'],
  ['the walk was refused', {}, { pose: { problem: new Error() }, offline: true }, 'good', 'bad'],
] as const)('tells that %s', (_, parts, upload, device, there) => {
  Object.assign(recording, parts)
  Object.assign(recording.upload, upload)
  follow()
  expect([line('device')[0], line('server')[0]]).toEqual([device, there])
})

it('says where the text is', async () => {
  follow()
  status.followText(drafts as unknown as DraftKeeper)
  const text = () => status.element.querySelector('[data-testid=saved-text]')?.textContent
  const told = [[line('text')[0], text()]]
  for (const now of [{ storedHere: true }, { sent: true }]) {
    Object.assign(drafts, now)
    await screen.pass(0.3)
    told.push([line('text')[0], text()])
  }
  expect([told.map(([mark]) => mark), new Set(told.map(([, words]) => words)).size]).toEqual([['waiting', 'waiting', 'good'], 3])
})

it('checks equipment again after half a day, or where the microphone is not allowed any longer', async () => {
  let allowed: string | null = 'granted'
  vi.stubGlobal('navigator', { permissions: { query: () => (allowed === null ? Promise.reject(new Error('unknown')) : Promise.resolve({ state: allowed })) }, mediaDevices: {}, language: 'en', languages: ['en'] })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ getExtension: () => null } as never)
  vi.spyOn(Microphone, 'open').mockImplementation((owner) => Promise.resolve(new TestMicrophone(owner) as unknown as Microphone))
  const check = async () => {
    const over: true[] = []
    screen.element.replaceChildren()
    void checkEquipment(scope, screen.element).then(() => over.push(true))
    await settled()
    const asked = screen.element.childElementCount > 0
    for (let second = 0; second < 30 && over.length === 0; second++) {
      for (const name of ['allow-microphone', 'equipment-passed']) {
        const button = screen.element.querySelector<HTMLElement>(`[data-testid=${name}]`)
        if (button?.hidden === false) button.click()
      }
      await screen.pass(1)
      await settled()
    }
    await until(() => over.length > 0)
    return asked
  }
  expect(await check()).toBe(true)
  expect(await check()).toBe(false)
  allowed = 'denied'
  expect(await check()).toBe(true)
  allowed = null
  expect(await check()).toBe(true)
  allowed = 'granted'
  expect(await check()).toBe(false)
  await screen.pass(12 * 3600)
  expect(await check()).toBe(true)
})
