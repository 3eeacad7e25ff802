// @vitest-environment happy-dom
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

it('says why there is no microphone', async () => {
  refused = new MicrophoneError('denied')
  await press('allow-microphone', 1)
  expect([find('check-microphone').dataset.fault, shown()]).toEqual(['denied', ['check-again']])
})
