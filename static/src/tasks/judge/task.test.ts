// @vitest-environment page
import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { Refusal } from '../../../testing/TestServer'
import { TestAudio } from '../../../testing/TestAudio'
import { settled, until } from '../../../testing/until'
import type { LeaseView, PoseTraceView } from '../../api/types'
import { rowMajor } from '../../viewer/geometry/camera'
import { click, comesTo, draftSaying, find, leave, openKind, progress, screen, server, submitted } from '../running/testing'
import task from './task'

const plain = { required: true, description: '', options: [], least: null, most: null, low: '', high: '' }
const form = { name: 'f', version: 'v', language: 'en', title: 'Which is better?', introduction: 'Read both.', questions: [{ ...plain, name: 'why', title: 'Why?', input: 'text' }] }
const pair = [{ transcript: 'Go left.', voice_url: null, voice_duration: null }, { transcript: '', voice_url: '/voices/2', voice_duration: 2 }]
const picture = { viewpoint_id: 'b', heading: 1 }
const walk = { start_viewpoint_id: 'a', heading: 0, walked: ['a', 'b'], transcript: 'Go ahead.', pose_trace_url: null, voice_url: null, voice_duration: 5 }
const pose = (north: number) => rowMajor(new Matrix4().compose(new Vector3(0, 1.5, -north), new Quaternion(), new Vector3(1, 1, 1)))
const lens = rowMajor(new PerspectiveCamera(50, 1, 0.1, 100).projectionMatrix)
const TRACE: PoseTraceView = { time: [0, 4], audio_time: null, viewpoint_id: ['a', 'b'], extrinsic_matrix: [pose(0), pose(3)], intrinsic_matrix: [lens, lens] }

const leaseOf = (args: object): Partial<LeaseView> => ({ language: 'hi-IN', args: { form, replay: null, picture: null, pair: null, ...args } })
async function judge(args: object, parts: Partial<LeaseView> = {}): Promise<HTMLElement> {
  const page = await openKind(task, { ...leaseOf(args), ...parts })
  if (page.dataset.phase === 'instructions') click(page, 'start')
  await screen.pass(1)
  await settled()
  return page
}
function answer(page: HTMLElement, words: string): void {
  const field = find(page, 'why') as HTMLInputElement
  field.value = words
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeEach(() => {
  vi.stubGlobal('Audio', TestAudio)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:voice')
})

it('asks the questions of a form, and sends the answers once they fit', async () => {
  const page = await openKind(task, leaseOf({ pair }))
  expect([progress(page), page.querySelector('h1')?.textContent]).toEqual(['Get ready', 'Look carefully, then answer'])
  click(page, 'start')
  expect([page.dataset.phase, progress(page), page.querySelector('h1')?.textContent, page.querySelector('h1')?.lang, page.querySelector('.judge-questions > p')?.textContent]).toEqual(['walk', 'Look and answer', 'Which is better?', 'en', 'Read both.'])
  click(page, 'submit')
  expect([page.dataset.phase, find(page, 'problem-why')?.hidden]).toEqual(['walk', false])
  answer(page, 'It is short.')
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true }))
  await comesTo(page, 'done')
  expect(submitted).toMatchObject([{ answer: { answers: { why: 'It is short.' } }, phases: [{ name: 'instructions' }, { name: 'walk' }, { name: 'submit' }] }])
})

it('sends the same answers again just so, and others as they are then', async () => {
  const page = await judge({ pair })
  answer(page, 'One')
  const bodies: unknown[] = []
  server.on('POST /leases/:/submit', ({ body }) => {
    bodies.push(body)
    return bodies.length < 3 ? new Refusal(503, 'busy') : { task_id: 't1' }
  })
  click(page, 'submit')
  await until(() => find(page, 'retry') !== null)
  await screen.pass(3)
  click(page, 'retry')
  await until(() => bodies.length === 2 && find(page, 'back') !== null)
  expect(bodies[1]).toEqual(bodies[0])
  expect(find(page, 'back')?.textContent).toBe('Back to the questions')
  click(page, 'back')
  answer(page, 'Two')
  click(page, 'submit')
  await comesTo(page, 'done')
  expect(bodies[2]).toMatchObject({ answer: { answers: { why: 'Two' } } })
})

it('goes on with the answers of a page that was left', async () => {
  answer(await judge({ pair }), 'It is short.')
  const draft = await draftSaying('It is short.')
  leave()
  const page = await judge({ pair }, { draft })
  expect([page.dataset.phase, (find(page, 'why') as HTMLInputElement).value]).toEqual(['walk', 'It is short.'])
})

describe('a pair', () => {
  it('is shown side by side, as words and as voices', async () => {
    server.on('GET /voices/2', () => ({}))
    const page = await judge({ pair })
    await until(() => page.querySelector('audio') !== null)
    const side = (name: string) => find(page, `side-${name}`)
    expect([side('left')?.textContent, side('left')?.querySelector('audio'), side('right')?.textContent]).toEqual(['LeftGo left.', null, 'Right'])
    const [words, audio] = [side('left')?.querySelector<HTMLElement>('.instruction'), side('right')?.querySelector('audio')]
    expect([words?.lang, audio?.controls, audio?.getAttribute('src')]).toEqual(['hi-IN', true, 'blob:voice'])
    expect(find(page, 'viewer')).toBeNull()
  })

  it('says when a voice cannot be loaded, and loads it again', async () => {
    const page = await judge({ pair })
    expect(find(page, 'side-right')?.textContent).toContain('The voice could not be loaded')
    server.on('GET /voices/2', () => ({}))
    click(page, 'retry')
    await until(() => page.querySelector('audio') !== null)
  })

  it('is freed with its page', async () => {
    const freed = vi.spyOn(URL, 'revokeObjectURL')
    server.on('GET /voices/2', () => ({}))
    const page = await judge({ pair })
    await until(() => page.querySelector('audio') !== null)
    answer(page, 'One')
    click(page, 'submit')
    expect(freed.mock.calls).toEqual([['blob:voice']])
  })
})

it('shows a picture, in which nobody can step', async () => {
  const page = await judge({ picture })
  expect([find(page, 'viewer')?.dataset, page.querySelector('[data-testid=exit]'), find(page, 'instruction')]).toEqual([expect.objectContaining({ viewpointId: 'b', heading: '1.0000' }), null, null])
})

describe('a replay', () => {
  const slider = (page: HTMLElement) => find(page, 'replay-position') as HTMLInputElement
  const time = (page: HTMLElement) => page.querySelector('.player-time')?.textContent
  const seek = async (page: HTMLElement, seconds: number) => {
    slider(page).value = String(seconds)
    slider(page).dispatchEvent(new Event('input'))
    await screen.pass(1)
  }

  it('shows the walk with its words, as far as one goes', async () => {
    server.on('GET /traces/1', () => TRACE)
    const page = await judge({ replay: { ...walk, pose_trace_url: '/traces/1' } })
    expect([find(page, 'instruction')?.textContent, find(page, 'instruction')?.lang, slider(page).max, time(page), page.querySelector('[data-testid=exit]')]).toEqual(['Go ahead.', 'hi-IN', '5.00', '0:00 / 0:05', null])
    await seek(page, 4)
    expect([find(page, 'viewer')?.dataset.viewpointId, time(page), slider(page).getAttribute('aria-valuetext')]).toEqual(['b', '0:04 / 0:05', '0:04'])
    expect(find(page, 'no-walk')).toBeNull()
  })

  it('lasts as long as the walk where its person heard a voice meanwhile', async () => {
    server.on('GET /traces/1', () => ({ ...TRACE, audio_time: [0, 2] }))
    server.on('GET /voices/1', () => ({}))
    const page = await judge({ replay: { ...walk, pose_trace_url: '/traces/1', voice_url: '/voices/1' } })
    expect(slider(page).max).toBe('4.00')
    click(page, 'replay-play')
    expect([find(page, 'replay-play')?.textContent, TestAudio.made.at(-1)?.paused]).toEqual(['Pause', false])
    await screen.pass(1)
    click(page, 'replay-play')
    expect([find(page, 'replay-play')?.textContent, TestAudio.made.at(-1)?.paused, time(page)]).toEqual(['Play', true, '0:01 / 0:04'])
    click(page, 'replay-play')
    leave()
    expect(TestAudio.made.at(-1)?.paused).toBe(true)
  })

  it('says that there is no walk, and that nobody wrote down what was said', async () => {
    const page = await judge({ replay: { ...walk, transcript: '' } })
    expect([find(page, 'no-walk')?.textContent, find(page, 'instruction'), page.textContent.includes('Nobody wrote down what was said.')]).toEqual(['The camera was not recorded. You see where the walk began.', null, true])
    expect(find(page, 'viewer')?.dataset.viewpointId).toBe('a')
  })

  it('is loaded again when that failed', async () => {
    const page = await judge({ replay: { ...walk, pose_trace_url: '/traces/1' } })
    expect([find(page, 'problem') !== null, find(page, 'replay-play')]).toEqual([true, null])
    server.on('GET /traces/1', () => TRACE)
    click(page, 'retry')
    await until(() => find(page, 'replay-play') !== null)
    expect(page.querySelectorAll('.judge-replay')).toHaveLength(1)
  })
})

it('reports a problem, of no place', async () => {
  const page = await judge({ picture })
  const reports: unknown[] = []
  server.on('PUT /leases/:/reports/:', ({ body }) => ({ taken: reports.push(body) }))
  click(page, 'report')
  click(document.body, 'confirm-yes')
  await until(() => find(page, 'report-sent') !== null)
  expect(reports).toEqual([{ kind: 'other', comment: '', viewpoint_id: null }])
})
