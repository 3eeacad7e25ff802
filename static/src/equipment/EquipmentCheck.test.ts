// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestMicrophone } from '../../testing/TestMicrophone'
import { TestScreen } from '../../testing/TestScreen'
import { Microphone } from '../audio/Microphone'
import { MicrophoneError } from '../audio/MicrophoneError'
import { Scope } from '../kit/lifecycle/Scope'
import { EquipmentCheck } from './EquipmentCheck'

let screen: TestScreen
let page: Scope
let check: EquipmentCheck
let opened: TestMicrophone[]
let started: number
let refused: MicrophoneError | null

const find = (name: string) => check.element.querySelector<HTMLElement>(`[data-testid="${name}"]`)!
const states = () => Object.fromEntries(['microphone', 'voice', 'noise'].map((name) => [name, find(`check-${name}`).dataset.state]))
const shown = () => ['allow-microphone', 'check-again', 'equipment-passed'].filter((name) => !find(name).hidden)
const press = async (name: string, seconds: number) => {
  find(name).click()
  await screen.pass(seconds)
}

beforeEach(async () => {
  screen = new TestScreen()
  page = new Scope()
  opened = []
  started = 0
  refused = null
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ getExtension: () => null } as never)
  vi.spyOn(Microphone, 'open').mockImplementation((scope) => {
    if (refused !== null) return Promise.reject(refused)
    const microphone = new TestMicrophone(scope)
    opened.push(microphone)
    return Promise.resolve(microphone as unknown as Microphone)
  })
  check = new EquipmentCheck(page, '/task', () => (started += 1))
  screen.element.append(check.element)
  await screen.pass(0.1)
})
afterEach(() => {
  page.dispose()
  screen.close()
})

it('hears a voice and the room, lets the person go on, and lets go of the microphone', async () => {
  expect([shown(), states()]).toEqual([['allow-microphone'], { microphone: 'waiting', voice: 'waiting', noise: 'waiting' }])
  await press('allow-microphone', 1)
  expect([shown(), opened.map(({ closed }) => closed), states()]).toEqual([[], [false], { microphone: 'passed', voice: 'waiting', noise: 'waiting' }])
  await screen.pass(10)
  expect(states()).toMatchObject({ microphone: 'passed', voice: 'passed', noise: 'bearable' })
  expect([opened.map(({ closed }) => closed), check.element.dataset.state]).toEqual([[true], 'bearable'])
  await press('equipment-passed', 0)
  expect(started).toBe(1)
})

/** Shares of full scale that are heard at each moment: 1 is clipped, and -50 dB is no voice any more. */
const LOUD = 0.1
const ROOM = 0.0001
const hears = (share: number) => {
  const last = opened.at(-1)
  if (last) last.sound = () => Math.round(share * 0x8000)
}
const speak = async (voice: number, seconds: number) => {
  await press('allow-microphone', 0)
  hears(voice)
  await screen.pass(seconds)
  hears(ROOM)
  await screen.pass(2)
}

it.each([
  ['a voice of a second and a half, and a quiet room', LOUD, 1.6, { microphone: 'passed', voice: 'passed', noise: 'passed' }, 'passed', ['equipment-passed'], 'Start'],
  ['a faint voice', 0.005, 1.6, { microphone: 'passed', voice: 'bearable', noise: 'passed' }, 'bearable', ['check-again', 'equipment-passed'], 'Continue anyway'],
  ['nothing for eight seconds', 0, 8.1, { microphone: 'passed', voice: 'fault', noise: 'waiting' }, 'failed', ['check-again'], 'Continue anyway'],
] as const)('hears %s', async (_, voice, seconds, heard, state, buttons, label) => {
  await speak(voice, seconds)
  expect([states(), check.element.dataset.state, shown(), find('equipment-passed').textContent, find('equipment-task').textContent]).toEqual([heard, state, buttons, label, ''])
})

it('waits eight seconds for a voice, and counts only what is one', async () => {
  await speak(LOUD, 1.4)
  expect([states().voice, shown()]).toEqual(['waiting', []])
  await screen.pass(4.5)
  expect(states().voice).toBe('waiting')
  await screen.pass(0.5)
  expect(states().voice).toBe('passed')
})

it('says where pictures cannot be drawn', async () => {
  page.dispose()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  page = new Scope()
  check = new EquipmentCheck(page, '/task', () => (started += 1))
  await screen.pass(0.1)
  expect([find('check-picture').dataset.fault, check.element.dataset.state]).toEqual(['webgl', 'failed'])
})

it('lets nobody begin who is offline, and asks the network again with the microphone', async () => {
  page.dispose()
  const timing = { name: `${location.origin}/a.js`, encodedBodySize: 1_000_000, responseStart: 0, responseEnd: 1 }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([timing as PerformanceResourceTiming])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no')))
  page = new Scope()
  check = new EquipmentCheck(page, '/task', () => (started += 1))
  await screen.pass(0.1)
  expect([find('check-network').dataset.fault, check.element.dataset.state, shown()]).toEqual(['offline', 'failed', ['allow-microphone']])
  await speak(LOUD, 1.6)
  expect([check.element.dataset.state, shown()]).toEqual(['failed', ['check-again']])
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('x')))
  await press('check-again', 0.1)
  expect(find('check-network').dataset.state).toBe('passed')
})

it('lets go of the microphone before it listens again', async () => {
  await press('allow-microphone', 11)
  await press('check-again', 1)
  expect(opened.map(({ closed }) => closed)).toEqual([true, false])
  page.dispose()
  expect(opened.map(({ closed }) => closed)).toEqual([true, true])
})

it('says that the microphone was taken away, and offers to try again', async () => {
  await press('allow-microphone', 1)
  opened[0]!.unplug()
  await screen.pass(1)
  expect([states().microphone, shown(), opened[0]!.closed]).toEqual(['fault', ['check-again'], true])
  await press('check-again', 11)
  expect([states().microphone, shown()]).toEqual(['passed', ['check-again', 'equipment-passed']])
})

it.each([['denied', true], ['frame', false]] as const)('says why there is no microphone (%s), and offers a tab of its own where a frame has none', async (fault, hidden) => {
  refused = new MicrophoneError(fault)
  await press('allow-microphone', 1)
  expect([find('check-microphone').dataset.fault, shown(), find('new-tab').hidden, find('new-tab').getAttribute('href')]).toEqual([fault, ['check-again'], hidden, '/task'])
})
