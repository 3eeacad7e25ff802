// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { house } from '../../testing/house'
import { TestAudio } from '../../testing/TestAudio'
import { TestGpu } from '../../testing/TestGpu'
import { TestPictures } from '../../testing/TestPictures'
import { TestScreen } from '../../testing/TestScreen'
import { Refusal, TestServer } from '../../testing/TestServer'
import { TestWaveform } from '../../testing/TestWaveform'
import { settled, until } from '../../testing/until'
import { ApiClient } from '../api/ApiClient'
import { Scope } from '../kit/lifecycle/Scope'
import { lessonsOf, showTraining } from './showTraining'

vi.mock('../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

const WORDS = { instruction_id: 5, scan_id: 'house', start_viewpoint_id: 'a', heading: 0, start_preview: null, language: 'hi-IN', transcript: 'Go to the end.', voice_url: '/voices/5' }

let screen: TestScreen
let server: TestServer
let scope: Scope
let went: number
let result: object

beforeEach(async () => {
  screen = new TestScreen()
  server = new TestServer()
  scope = new Scope()
  went = 0
  result = { path: ['a', 'b', 'c'], passed: true, success: true, ne: 0, ndtw: 1 }
  vi.stubGlobal('Audio', TestAudio)
  const gpu = new TestGpu()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return gpu.create(this)
  })
  server.on('GET /me/training/follower', () => WORDS)
  server.on('GET /scans/house', () => house())
  server.on('GET /voices/5', () => ({}))
  server.on('POST /me/training/follower', () => result)
  await open()
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

const find = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const click = (name: string) => find(name)?.click()

async function open(): Promise<void> {
  const pictures = new TestPictures()
  pictures.let(() => 'come')
  screen.element.replaceChildren()
  const client = Object.assign(new ApiClient('secret', undefined, server.request), { image: pictures.load })
  showTraining({ scope, root: screen.element, client, kind: 'follower', next: () => void (went += 1) })
  await until(() => find('training')?.textContent !== '')
  await screen.pass(2)
}
async function step(to: string): Promise<void> {
  find('exits')?.querySelector<HTMLElement>(`[data-viewpoint-id=${to}]`)?.click()
  await screen.pass(3)
}
async function finish(): Promise<void> {
  click('training-done')
  await settled()
}

it('shows the words where their path begins, and plays their voice', () => {
  expect([find('instruction')?.textContent, find('instruction')?.lang, find('viewer')?.dataset.viewpointId, TestWaveform.made.length > 0, screen.element.querySelector('.player-keys') !== null]).toEqual(['Go to the end.', 'hi-IN', 'a', true, true])
})

it('sends the walk, each place once after the other, and goes on to the tasks', async () => {
  const sent: unknown[] = []
  server.on('POST /me/training/follower', ({ body }) => {
    sent.push(body)
    return result
  })
  await step('b')
  await step('c')
  await step('b')
  await finish()
  expect(sent).toEqual([{ instruction_id: 5, path: ['a', 'b', 'c', 'b'] }])
  expect([find('training-failed'), [...(find('training-passed')?.children ?? [])].map((each) => (each as HTMLElement).dataset.state), document.activeElement?.tagName]).toEqual([null, ['passed', 'passed'], 'H1'])
  expect(screen.element.querySelector('.training-map .map')).not.toBeNull()
  click('training-over')
  expect(went).toBe(1)
})

it('says what to improve, and begins again with the instruction that is next', async () => {
  result = { ...result, passed: false, success: false, ne: 4.4, ndtw: 0.6 }
  await finish()
  expect([find('training-passed'), [...(find('training-failed')?.children ?? [])].map((each) => [(each as HTMLElement).dataset.lesson, (each as HTMLElement).dataset.state])]).toEqual([null, [['goal', 'bearable'], ['way', 'bearable']]])
  expect(find('training-over')).toBeNull()
  server.on('GET /me/training/follower', () => ({ ...WORDS, transcript: 'Another way.', voice_url: null }))
  click('training-again')
  await until(() => find('instruction')?.textContent === 'Another way.')
  expect([went, screen.element.querySelector('.player'), screen.element.querySelector('.player-keys')]).toEqual([0, null, null])
})

it('says when a walk was not sent, and keeps it', async () => {
  const refused = server.refuse((call) => (call.startsWith('POST') ? new Refusal(503, 'busy') : null))
  await step('b')
  await finish()
  expect([find('problem') !== null, (find('training-done') as HTMLButtonElement).disabled]).toEqual([true, false])
  refused()
  await finish()
  expect(find('training-passed')).not.toBeNull()
})

it('says when there is no instruction, and looks again', async () => {
  const refused = server.refuse((call) => (call === 'GET /me/training/follower' ? new Refusal(503, 'busy') : null))
  screen.element.replaceChildren()
  await open()
  expect(find('problem')).not.toBeNull()
  refused()
  click('retry')
  await until(() => find('instruction') !== null)
})

it.each([[0.9, true, 'good'], [0.89, false, 'fair'], [0.5, false, 'fair'], [0.49, false, 'poor']] as const)('counts nDTW of %d as the same way: %s (%s)', (ndtw, good, as) => {
  const [, way] = lessonsOf({ success: true, ne: 0, ndtw })
  const [, like] = lessonsOf({ success: true, ne: 0, ndtw: { good: 1, fair: 0.7, poor: 0 }[as] })
  expect([way?.good, way?.text]).toEqual([good, like?.text])
})
