// @vitest-environment page
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { TestAudio } from '../../../testing/TestAudio'
import { Refusal } from '../../../testing/TestServer'
import { TestWaveform } from '../../../testing/TestWaveform'
import { settled, until } from '../../../testing/until'
import type { LeaseView } from '../../api/types'
import { gunzip } from '../../storage/Journal'
import { fromLines } from '../../trace/snapshots'
import { click, comesTo, draftSaying, find, leave, openKind, passUntil, progress, screen, server, storeOf, submitted } from '../running/testing'
import { FollowerSession } from './FollowerSession'
import task from './task'

vi.mock('../../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

const ARGS = { start_viewpoint_id: 'b', heading: 1, transcript: 'Go left.', voice_url: null, voice_duration: null }
const VOICE = { voice_url: '/voices/1', voice_duration: 10 }
const leaseOf = (args: object): Partial<LeaseView> => ({ args: { ...ARGS, ...args }, language: 'hi-IN' })

async function walk(args: object = {}, parts: Partial<LeaseView> = {}): Promise<HTMLElement> {
  const page = await openKind(task, { ...leaseOf(args), ...parts })
  if (page.dataset.phase === 'instructions') click(page, 'start')
  await screen.pass(2)
  await settled()
  return page
}
const key = (name: string, held: KeyboardEventInit = {}) => document.dispatchEvent(new KeyboardEvent('keydown', { key: name, ...held }))
const sent = () => submitted.at(-1)
const audio = () => TestAudio.made.at(-1)!
const step = async (page: HTMLElement, to: string) => {
  find(page, 'exits')?.querySelector<HTMLElement>(`[data-viewpoint-id=${to}]`)?.click()
  await screen.pass(3)
}
/** The instruction's steps. */
const steps = (page: HTMLElement) => [...page.querySelectorAll('.instructions h2, .instructions p')].map(({ textContent }) => textContent)

beforeEach(() => {
  vi.stubGlobal('Audio', TestAudio)
  server.on('GET /voices/1', () => ({}))
})

describe('what to do', () => {
  it.each([
    ['reading', {}, ['Read', 'The directions stay on the screen. Read them as often as you like.']],
    ['hearing and reading', VOICE, ['Listen', 'Pause, jump back and listen again as often as you like. You can also read the directions.']],
    ['hearing alone', { ...VOICE, transcript: null }, ['Listen', 'Pause, jump back and listen again as often as you like.']],
  ] as const)('is said for %s', async (_, args, [first, third]) => {
    const page = await openKind(task, leaseOf(args))
    const said = steps(page)
    expect([progress(page), said.length, said[0], said[3], find(page, 'no-pictures')]).toEqual(['Get ready', 8, first, third, null])
  })

  it('says that no pictures are shown where that is so', async () => {
    const page = await openKind(task, leaseOf({ pictures: 'none' }))
    expect(find(page, 'no-pictures')).not.toBeNull()
    click(page, 'start')
    expect(find(page, 'no-pictures')).not.toBeNull()
  })
})

describe('a walk', () => {
  it('begins where the path does, is rated, and is sent with both', async () => {
    const page = await walk()
    expect([find(page, 'viewer')?.dataset, find(page, 'instruction')?.textContent, find(page, 'instruction')?.hidden, find(page, 'show-text'), page.querySelector('.player')]).toEqual([
      expect.objectContaining({ viewpointId: 'b', heading: '1.0000' }), 'Go left.', false, null, null,
    ])
    await step(page, 'c')
    click(page, 'done')
    expect([page.dataset.phase, progress(page), (find(page, 'rate-send') as HTMLButtonElement).disabled]).toEqual(['rate', 'Give a rating', true])
    find(page, 'confidence-2')?.querySelector('input')?.click()
    find(page, 'quality-4')?.querySelector('input')?.click()
    expect([(find(page, 'rate-send') as HTMLButtonElement).disabled, page.querySelector<HTMLElement>('.message .hint')?.hidden]).toEqual([false, true])
    click(page, 'rate-send')
    await comesTo(page, 'done')
    expect(sent()).toMatchObject({ outcome: 'done', feedback: { comment: '', reason: null, confidence: 2, instruction_quality: 4 }, recording_id: 'l1-0', phases: [{ name: 'instructions' }, { name: 'walk' }, { name: 'rate' }, { name: 'submit' }] })
    expect([server.recordings.get('l1-0'), await (await storeOf()).leases()]).toMatchObject([{ attempt: 0, sampleRate: null }, []])
  })

  it('ends as given up when the time is over, and is not asked how sure one is', async () => {
    const page = await walk({}, { time_limit: 30 })
    await screen.pass(30)
    expect([page.dataset.phase, find(page, 'confidence-2'), find(page, 'back'), find(page, 'time-left')?.textContent]).toEqual(['rate', null, null, 'The time is up.'])
    find(page, 'quality-4')?.querySelector('input')?.click()
    click(page, 'rate-send')
    await comesTo(page, 'done')
    expect(sent()).toMatchObject({ outcome: 'gave_up', feedback: { reason: 'time_up' }, aids: { time_limit: 30 } })
  })

  it('is given up with a reason, and is not asked how sure one is', async () => {
    const page = await walk()
    click(page, 'give-up')
    click(document.body, 'confirm-no')
    await settled()
    expect(page.dataset.phase).toBe('walk')
    click(page, 'give-up')
    expect([...document.querySelectorAll('[data-testid^="reason-"]')].map((each) => (each as HTMLElement).dataset.testid)).toEqual(['words_unclear', 'words_wrong', 'lost', 'technical', 'other'].map((name) => `reason-${name}`))
    click(document.body, 'reason-lost')
    ;(find(document.body, 'comment') as HTMLTextAreaElement).value = ' No door. '
    click(document.body, 'confirm-yes')
    await settled()
    expect([page.dataset.phase, find(page, 'confidence-1'), find(page, 'quality-1') !== null]).toEqual(['rate', null, true])
    key('3')
    click(page, 'rate-send')
    await comesTo(page, 'done')
    expect(sent()).toMatchObject({ outcome: 'gave_up', feedback: { reason: 'lost', comment: 'No door.', instruction_quality: 3 } })
  })

  it('goes on when somebody thinks better of it, and forgets why they gave up', async () => {
    const page = await walk()
    click(page, 'give-up')
    click(document.body, 'reason-lost')
    click(document.body, 'confirm-yes')
    await settled()
    click(page, 'back')
    expect(page.dataset.phase).toBe('walk')
    await screen.pass(1)
    click(page, 'done')
    key('5')
    key('1')
    click(page, 'rate-send')
    await comesTo(page, 'done')
    expect(sent()).toMatchObject({ outcome: 'done', feedback: { reason: null, comment: '', confidence: 5, instruction_quality: 1 } })
  })

  it('goes on at its end where a page was left, and in the rating where that was left', async () => {
    const before = await walk()
    await step(before, 'c')
    click(before, 'done')
    key('4')
    const draft = await draftSaying('"confidence":4')
    leave()
    const page = await walk({}, { draft })
    expect([page.dataset.phase, find(page, 'confidence-4')?.querySelector('input')?.checked, find(page, 'quality-4')?.querySelector('input')?.checked]).toEqual(['rate', true, false])
    click(page, 'back')
    await passUntil(() => find(page, 'viewer')?.dataset.viewpointId === 'c')
    expect(find(page, 'viewer')?.dataset.viewpointId).toBe('c')
  })

  it('is sent again just so, with the rating as it is then', async () => {
    const page = await walk()
    click(page, 'done')
    key('4')
    key('4')
    const refused = server.refuse((call) => (call === 'POST /leases/l1/submit' ? new Refusal(422, 'invalid') : null))
    click(page, 'rate-send')
    await passUntil(() => find(page, 'back') !== null)
    refused()
    click(page, 'back')
    expect(page.dataset.phase).toBe('rate')
    find(page, 'quality-1')?.querySelector('input')?.click()
    click(page, 'rate-send')
    await comesTo(page, 'done')
    expect(sent()).toMatchObject({ feedback: { confidence: 4, instruction_quality: 1 } })
  })
})

describe('a rating', () => {
  const due = (page: HTMLElement) => [...page.querySelectorAll('[aria-keyshortcuts]:is(input)')].map((each) => (each as HTMLInputElement).name)

  it('is given by key, one question after the other, and then “Send” has the focus', async () => {
    const page = await walk()
    click(page, 'done')
    expect(new Set(due(page))).toEqual(new Set(['confidence']))
    key('6')
    for (const held of ['ctrlKey', 'altKey', 'metaKey']) key('2', { [held]: true })
    click(page, 'help')
    key('3')
    click(document.body, 'help-close')
    expect(new Set(due(page))).toEqual(new Set(['confidence']))
    key('2')
    expect([new Set(due(page)), document.activeElement === find(page, 'rate-send')]).toEqual([new Set(['quality']), false])
    key('5')
    expect([due(page), document.activeElement, find(page, 'confidence-2')?.querySelector('input')?.checked, find(page, 'quality-5')?.querySelector('input')?.checked]).toEqual([[], find(page, 'rate-send'), true, true])
  })
})

describe('a voice', () => {
  it('plays, and its second is recorded with the walk', async () => {
    TestWaveform.samples = { samples: Float32Array.from({ length: 1000 }, (_, at) => Number(at < 500)), sampleRate: 100 }
    const page = await walk(VOICE)
    TestWaveform.samples = null
    expect([find(page, 'skip-silence')?.hidden, audio().paused, find(page, 'instruction')?.hidden, find(page, 'no-text')]).toEqual([false, true, true, null])
    click(page, 'play')
    audio().hear(3)
    await screen.pass(1)
    await step(page, 'c')
    click(page, 'done')
    key('4')
    key('4')
    click(page, 'rate-send')
    await comesTo(page, 'done')
    expect([audio().paused, sent()?.outcome]).toEqual([true, 'done'])
    expect(fromLines(await gunzip(server.stream('l1-0', 'pose'))).at(-1)?.audio_time).toBe(3)
  })

  it('goes on where it was left, and not by itself', async () => {
    const before = await walk(VOICE)
    click(before, 'play')
    audio().hear(3)
    await step(before, 'c')
    const draft = await draftSaying('"phase":"walk"')
    await settled()
    leave()
    const page = await walk(VOICE, { draft })
    await passUntil(() => audio().currentTime > 0)
    expect([page.dataset.phase, audio().currentTime, audio().paused]).toEqual(['walk', 3, true])
  })

  it('is played at once by whoever has played one, unless they do not want that', async () => {
    const first = await walk(VOICE)
    const box = (page: HTMLElement) => find(page, 'voice-at-once') as HTMLInputElement
    expect([box(first).checked, audio().paused]).toEqual([false, true])
    click(first, 'play')
    expect(box(first).checked).toBe(true)
    leave()
    const second = await walk(VOICE, { lease_id: 'l2' })
    await passUntil(() => !audio().paused)
    expect(audio().paused).toBe(false)
    box(second).click()
    leave()
    const third = await walk(VOICE, { lease_id: 'l3' })
    click(third, 'play')
    expect(box(third).checked).toBe(false)
  })

  it('has its words behind a button, as the person liked it before', async () => {
    const page = await walk(VOICE)
    const [text, toggle] = [find(page, 'instruction'), find(page, 'show-text')]
    expect([text?.hidden, toggle?.getAttribute('aria-expanded'), toggle?.getAttribute('aria-controls')]).toEqual([true, 'false', text?.id])
    toggle?.click()
    expect([text?.hidden, toggle?.getAttribute('aria-expanded'), text?.lang]).toEqual([false, 'true', 'hi-IN'])
    leave()
    const next = await walk(VOICE, { lease_id: 'l2' })
    expect(find(next, 'instruction')?.hidden).toBe(false)
    click(next, 'show-text')
    expect(find(next, 'instruction')?.hidden).toBe(true)
  })

  it('is alone where the campaign takes the words away, which is said', async () => {
    const page = await walk({ ...VOICE, transcript: null })
    expect([find(page, 'instruction'), find(page, 'no-text') !== null]).toEqual([null, true])
  })

  it('that cannot be loaded is said, and loaded again', async () => {
    const refused = server.refuse((call) => (call === 'GET /voices/1' ? new Refusal(500, 'internal') : null))
    const page = await walk(VOICE)
    await until(() => find(page, 'problem') !== null)
    const { length } = TestWaveform.made
    refused()
    click(page, 'retry')
    await until(() => TestWaveform.made.length > length)
    expect(find(page, 'problem')).toBeNull()
  })
})

it('warns who closes the page of a walk that nothing keeps, and nobody before it', async () => {
  const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const page = await openKind(task, { ...leaseOf({}), device_key: null })
  expect(warns()).toBe(false)
  click(page, 'start')
  await screen.pass(2)
  await settled()
  expect(warns()).toBe(true)
  click(page, 'done')
  for (const grade of ['4', '4']) key(grade)
  click(page, 'rate-send')
  await comesTo(page, 'done')
  expect(warns()).toBe(false)
})

it('reports a problem from where the person stands', async () => {
  const page = await walk()
  await step(page, 'c')
  const reports: unknown[] = []
  server.on('PUT /leases/l1/reports/:', ({ body }) => ({ taken: reports.push(body) }))
  click(page, 'report')
  click(document.body, 'confirm-yes')
  await until(() => find(page, 'report-sent') !== null)
  expect(reports).toEqual([{ kind: 'other', comment: '', viewpoint_id: 'c' }])
})

it.each([['instructions', 'walk'], ['walk', 'walk'], ['rate', 'rate'], ['submit', 'rate'], ['done', 'walk']])('goes on from %s with %s, and from nothing with the instructions', (phase, goesOn) => {
  const reopen = (begun: boolean) => FollowerSession.prototype.reopen.call({ walk: { begun } } as never, phase)
  expect([reopen(true), reopen(false)]).toEqual([goesOn, 'instructions'])
})
