// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { house } from '../../../testing/house'
import { TestGpu } from '../../../testing/TestGpu'
import { TestPictures } from '../../../testing/TestPictures'
import { TestScreen } from '../../../testing/TestScreen'
import { settled } from '../../../testing/until'
import { ApiProblem } from '../../api/ApiProblem'
import type { LearnerView, LiveView, ScanView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { LivePage } from './LivePage'

const LEARNER: LearnerView = { live_id: 'l1', annotator_id: 7, began_at: '2026-11-20T08:00:00Z', language: 'hi-IN', purpose: 'training', scan_id: 'house', watchers: 1 }
const moment = (parts: Partial<NonNullable<LiveView['moment']>> = {}) => ({ viewpoint_id: 'b', heading: 1, elevation: 0.2, level: 0.5, words: 'Which door?', ...parts })
const view = (parts: Partial<LiveView> = {}): LiveView => ({ ended: false, hints: [], moment: moment(), ...parts })
const gone = new ApiProblem(404, 'missing', 'It is not there.', '')
const unreachable = new ApiProblem(0, 'unreachable', 'The server does not answer.', 'Wait.')

let screen: TestScreen
let scope: Scope
let root: HTMLElement
let learners: () => Promise<LearnerView[]>
let scan: () => Promise<ScanView>
/** What is watched: its learner, what it hears, and its end. */
let watched: { id: string; signal: AbortSignal; tell: (view: LiveView) => void; end: (reason?: Error) => void }[]
let hints: [string, string][]
let hintFails: boolean

beforeEach(async () => {
  screen = new TestScreen()
  const gpu = new TestGpu()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return gpu.create(this)
  })
  const pictures = new TestPictures()
  pictures.let(() => 'come')
  ;[watched, hints, hintFails] = [[], [], false]
  learners = () => Promise.resolve([LEARNER, { ...LEARNER, live_id: 'l2', annotator_id: 8, language: '', purpose: 'practice', watchers: 0 }])
  scan = () => Promise.resolve(house())
  scope = new Scope()
  root = document.createElement('main')
  document.body.replaceChildren(root)
  const client = {
    learners: () => learners(),
    scan: () => scan(),
    image: pictures.load,
    watchLearner: (id: string, signal: AbortSignal, tell: (view: LiveView) => void) =>
      new Promise<void>((resolve, reject) => void watched.push({ id, signal, tell, end: (reason) => (reason ? reject(reason) : resolve()) })),
    giveHint: (id: string, words: string) => {
      hints.push([id, words])
      return hintFails ? Promise.reject(unreachable) : Promise.resolve({} as never)
    },
  }
  await new LivePage(root, client, scope).load()
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

const all = (name: string) => [...root.querySelectorAll<HTMLElement & HTMLButtonElement>(`[data-testid="${name}"]`)]
const find = (name: string) => all(name)[0]
const state = () => find('watching-state')?.textContent.trim()
const camera = () => [find('viewer')?.dataset.viewpointId, Number(find('viewer')?.dataset.heading), Number(find('viewer')?.dataset.elevation)]
const draw = async () => {
  await screen.frame()
  await settled()
}
async function watch(at = 0): Promise<void> {
  all('watch')[at]?.click()
  await draw()
}
async function tell(told: LiveView): Promise<void> {
  watched.at(-1)?.tell(told)
  await draw()
}

it('lists who lets the team watch, and looks again every three seconds', async () => {
  expect(all('learner').map(({ children }) => [...children].slice(0, 2).map(({ textContent }) => textContent))).toEqual([
    ['Person 7', 'Training walk · house · reads hi-IN'],
    ['Person 8', 'Practice walk · house'],
  ])
  expect(find('learner')?.textContent).toContain('1 watching')
  learners = () => Promise.resolve([])
  await screen.pass(2.9)
  expect(all('learner')).toHaveLength(2)
  await screen.pass(0.2)
  expect([all('learner').length, find('no-learners') !== undefined]).toEqual([0, true])
})

it('says when the list cannot be had, and shows nobody to who may not see them', async () => {
  learners = () => Promise.reject(unreachable)
  await screen.pass(3)
  expect([root.querySelector('[role=alert]')?.textContent, all('learner').length]).toEqual(['The learners cannot be shownThe server does not answer.Wait.', 2])
  learners = () => Promise.reject(new ApiProblem(403, 'access', 'No.', ''))
  await screen.pass(3)
  expect(all('learner')).toEqual([])
  learners = () => Promise.resolve([LEARNER])
  await screen.pass(3)
  expect([root.querySelector('[role=alert]')?.textContent, all('learner').length]).toEqual(['', 1])
})

it('shows what a learner sees, says and types, and one learner at a time', async () => {
  await watch()
  expect([state(), find('watch')?.disabled, find('watch')?.textContent, watched.map(({ id }) => id)]).toEqual(['Connecting …', true, 'You are watching', ['l1']])
  await tell(view({ hints: [{ number: 1, words: 'Left', at: '2026-11-20T08:00:00Z' }] }))
  expect([state(), camera(), find('typed')?.textContent, root.querySelector('.watching-hints')?.textContent]).toEqual(['Live', ['b', 1, 0.2], 'Which door?', 'Left'])
  await tell(view({ moment: moment({ viewpoint_id: 'c', heading: 2, level: null, words: '' }) }))
  await screen.pass(1)
  expect([camera(), find('typed')?.textContent, root.textContent.includes('No microphone in this walk')]).toEqual([['c', 2, 0.2], 'Nothing yet', true])
  await tell(view({ moment: moment({ viewpoint_id: 'elsewhere' }) }))
  expect(camera()[0]).toBe('c')
  await watch(1)
  expect([watched.map(({ id }) => id), watched.map(({ signal }) => signal.aborted)]).toEqual([['l1', 'l2'], [true, false]])
})

it('goes on where an answer ends, tries again where it fails, and ends with the learner', async () => {
  await watch()
  await tell(view({ hints: [{ number: 1, words: 'Left', at: '2026-11-20T08:00:00Z' }] }))
  watched.at(-1)?.end()
  await draw()
  expect([watched.length, state()]).toEqual([2, 'Live'])
  watched.at(-1)?.end(unreachable)
  await draw()
  expect([watched.length, state()]).toEqual([2, 'The server does not answer; trying again'])
  await screen.pass(1.9)
  expect(watched).toHaveLength(2)
  await screen.pass(0.2)
  expect(watched).toHaveLength(3)
  await tell(view({ ended: true, moment: null }))
  expect([state(), root.querySelector('.watching-hints')?.textContent, find('hint-words')]).toEqual(['The learner has ended this, or left the page', 'Left', undefined])
  watched.at(-1)?.end()
  await screen.pass(10)
  expect(watched).toHaveLength(3)
})

it('ends where the server knows the learner no longer', async () => {
  await watch()
  watched.at(-1)?.end(gone)
  await draw()
  await screen.pass(10)
  expect([state(), watched.length]).toEqual(['The learner has ended this, or left the page', 1])
})

it('writes to the learner, and keeps the words where they were not sent', async () => {
  await watch()
  const field = find('hint-words') as unknown as HTMLInputElement
  const type = async (words: string) => {
    field.value = words
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await draw()
  }
  await type('  ')
  expect(find('hint-send')?.disabled).toBe(true)
  await type(' Turn left. ')
  find('hint-send')?.click()
  await draw()
  expect([hints, field.value]).toEqual([[['l1', 'Turn left.']], ''])
  hintFails = true
  await type('Now right.')
  root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await draw()
  expect([field.value, root.querySelector('form [role=status]')?.textContent.trim()]).toEqual(['Now right.', 'It was not sent. The server does not answer.'])
})

it('watches who was chosen last, whose scan comes first', async () => {
  let answer = (): void => undefined
  scan = () => new Promise((resolve) => (answer = () => resolve(house())))
  await watch()
  scan = () => Promise.resolve(house())
  await watch(1)
  answer()
  await draw()
  expect(watched.map(({ id }) => id)).toEqual(['l2'])
})

it('says when a learner cannot be watched', async () => {
  scan = () => Promise.reject(gone)
  await watch()
  expect([root.querySelector('[role=alert]')?.textContent, find('watching'), watched]).toEqual(['The learner cannot be watchedIt is not there.', undefined, []])
  scan = () => Promise.resolve(house())
  await watch()
  expect(find('watching')).not.toBeUndefined()
  scan = () => Promise.reject(gone)
  await watch(1)
  expect([find('watching'), watched[0]?.signal.aborted]).toEqual([undefined, true])
})
