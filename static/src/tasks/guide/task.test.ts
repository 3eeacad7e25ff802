// @vitest-environment page
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { TestAudio } from '../../../testing/TestAudio'
import { TestMicrophone } from '../../../testing/TestMicrophone'
import { TestWaveform } from '../../../testing/TestWaveform'
import { settled, until } from '../../../testing/until'
import type { LeaseView } from '../../api/types'
import { Microphone } from '../../audio/Microphone'
import { MicrophoneError } from '../../audio/MicrophoneError'
import { click, comesTo, draftSaying, find, leave, openKind, passUntil, progress, screen, server, storeOf, submitted } from '../running/testing'
import task from './task'
import { writtenGuide } from './written/writtenGuide'

vi.mock('../../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

const HINTS = { silent_seconds: 15, quiet_decibels: -42, clipped_share: 0.02, goal_seconds: 4, look_seconds: 6, apart_seconds: 45, off: [] }
const leaseOf = (args: object = {}): Partial<LeaseView> => ({ args: { path: ['a', 'b'], heading: 0, free: true, hints: HINTS, ...args }, language: 'en-US' })

let microphones: TestMicrophone[]
let refused: MicrophoneError | null

beforeEach(() => {
  vi.stubGlobal('Audio', TestAudio)
  ;[microphones, refused] = [[], null]
  vi.spyOn(Microphone, 'open').mockImplementation((scope, rate) => {
    if (refused) return Promise.reject(refused)
    const microphone = new TestMicrophone(scope, rate ?? 8000)
    microphones.push(microphone)
    return Promise.resolve(microphone as unknown as Microphone)
  })
  server.on('GET /equipment?kind=guide', () => ({ microphone: false }))
})

const pass = async (seconds: number) => {
  await screen.pass(seconds)
  await settled()
  await screen.pass(0.1)
  await settled()
}
const shown = (page: HTMLElement, ...names: string[]) => names.filter((name) => find(page, name)?.hidden === false)
const controls = (page: HTMLElement) => shown(page, 'record', 'pause', 'resume')
const isDisabled = (page: HTMLElement, name: string) => (find(page, name) as HTMLButtonElement).disabled
const area = (page: HTMLElement) => find(page, 'transcript') as HTMLTextAreaElement
const answer = async (yes: boolean) => {
  click(document.body, yes ? 'confirm-yes' : 'confirm-no')
  await settled()
}
async function begin(args: object = {}, parts: Partial<LeaseView> = {}): Promise<HTMLElement> {
  const page = await openKind(task, { ...leaseOf(args), ...parts })
  if (page.dataset.phase === 'instructions') click(page, 'start')
  await pass(2)
  return page
}
async function step(page: HTMLElement, to: string): Promise<void> {
  find(page, 'exits')?.querySelector<HTMLElement>(`[data-viewpoint-id=${to}]`)?.click()
  await pass(3)
}
async function speak(page: HTMLElement, seconds: number): Promise<void> {
  click(page, 'record')
  await pass(seconds)
}
/** Walks to the goal and says so. */
async function recorded(args: object = {}): Promise<HTMLElement> {
  const page = await begin(args)
  await speak(page, 4)
  await step(page, 'b')
  click(page, 'done')
  await pass(1)
  await comesTo(page, 'transcribe')
  return page
}
const write = (page: HTMLElement, text: string) => {
  area(page).value = text
  area(page).dispatchEvent(new Event('input', { bubbles: true }))
}

describe('what to do', () => {
  it('is said with hints and turns to choose, and leads to practice or to the path', async () => {
    const page = await openKind(task, leaseOf())
    expect([progress(page), page.querySelectorAll('.instructions > li').length, (find(page, 'hints-wanted') as HTMLInputElement).checked, find(page, 'turns-wanted') !== null, page.querySelector('.room-path') !== null]).toEqual(['Get ready', 4, true, true, true])
    const last = page.querySelector('.instructions > li:last-child')?.textContent
    find(page, 'hints-wanted')?.click()
    leave()
    const speaking = await openKind(task, leaseOf({ typed: false }))
    expect([(find(speaking, 'hints-wanted') as HTMLInputElement).checked, speaking.querySelector('.instructions > li:last-child')?.textContent === last]).toEqual([false, false])
  })

  it('says why there is no microphone, and lets the person try again', async () => {
    refused = new MicrophoneError('denied')
    const page = await openKind(task, leaseOf())
    click(page, 'start')
    await settled()
    expect([page.dataset.phase, find(page, 'problem') !== null, isDisabled(page, 'start'), isDisabled(page, 'practise')]).toEqual(['instructions', true, false, false])
    refused = null
    click(page, 'start')
    await comesTo(page, 'record')
  })

  it('is written and not spoken where the campaign asks for no voice', () => {
    const open = vi.fn(() => Promise.resolve())
    expect([task.variant?.(leaseOf({ voice: 'none' }) as LeaseView, open), task.variant?.(leaseOf({ voice: 'own' }) as LeaseView, open)]).toEqual([expect.any(Promise), null])
    expect(open.mock.calls).toEqual([[writtenGuide]])
  })
})

describe('a recording', () => {
  it('waits, runs, rests and goes on, by button and by key', async () => {
    const page = await begin()
    expect([page.dataset.phase, progress(page), controls(page), isDisabled(page, 'record'), isDisabled(page, 'done'), isDisabled(page, 'restart'), shown(page, 'oldRecording', 'fly')]).toEqual(['record', 'Record', ['record'], false, true, true, ['fly']])
    await speak(page, 3)
    expect([controls(page), find(page, 'recorder')?.dataset.state, find(page, 'flight')?.hidden, isDisabled(page, 'done'), find(page, 'saved-recording')?.dataset.mark]).toEqual([['pause'], 'recording', true, false, 'on'])
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', code: 'KeyP' }))
    await pass(1)
    expect([controls(page), find(page, 'saved-recording')?.dataset.mark]).toEqual([['resume'], 'idle'])
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', code: 'KeyP', repeat: true }))
    await pass(1)
    expect(controls(page)).toEqual(['resume'])
    click(page, 'resume')
    await pass(1)
    expect(controls(page)).toEqual(['pause'])
  })

  it('begins with what Followers see first, and leaves the person’s look alone from then on', async () => {
    const page = await begin({ heading: 2 })
    const heading = () => Number(find(page, 'viewer')?.dataset.heading)
    const look = async () => {
      for (const name of ['keydown', 'keyup']) {
        find(page, 'viewer')?.dispatchEvent(new KeyboardEvent(name, { key: 'ArrowRight', code: 'ArrowRight', bubbles: true }))
        await pass(0.5)
      }
      return heading()
    }
    expect([heading(), await look()]).toEqual([0, expect.not.closeTo(0)])
    await speak(page, 1)
    expect(heading()).toBe(0)
    const [looked] = [await look(), click(page, 'pause')]
    await pass(1)
    await speak(page, 1)
    expect(heading()).toBe(looked)
    click(page, 'restart')
    await pass(1)
    await answer(true)
    await pass(1)
    click(page, 'oldRecording')
    await pass(1)
    expect(heading()).toBe(looked)
  })

  it('says nothing of a goal where there is none', async () => {
    const page = await begin({ path: ['a'] })
    await speak(page, 1)
    expect([find(page, 'recorder')?.hasAttribute('data-arrived'), find(page, 'fly')]).toEqual([false, null])
  })

  it('says that the goal is reached, and that it is left again', async () => {
    const page = await begin()
    await speak(page, 1)
    const hint = page.querySelector('.recorder-hint')
    const before = hint?.textContent
    await step(page, 'b')
    expect([find(page, 'recorder')?.hasAttribute('data-arrived'), hint?.textContent === before]).toEqual([true, false])
    await step(page, 'a')
    expect([find(page, 'recorder')?.hasAttribute('data-arrived'), hint?.textContent]).toEqual([false, before])
  })

  it('begins anew only when somebody is sure, and the one before can be had again', async () => {
    const page = await begin()
    await speak(page, 3)
    click(page, 'restart')
    await pass(1)
    await answer(false)
    expect([controls(page), shown(page, 'oldRecording')]).toEqual([['resume'], []])
    click(page, 'restart')
    await pass(1)
    await answer(true)
    await pass(1)
    expect([controls(page), shown(page, 'oldRecording')]).toEqual([['record'], ['oldRecording']])
    click(page, 'oldRecording')
    await pass(1)
    expect([controls(page), shown(page, 'oldRecording')]).toEqual([['resume'], []])
  })

  it('that is handed in is the only one that is kept', async () => {
    const page = await begin({ path: ['a'] })
    await speak(page, 2)
    click(page, 'restart')
    await pass(1)
    await answer(true)
    await pass(1)
    await speak(page, 2)
    click(page, 'done')
    await pass(1)
    await answer(true)
    await comesTo(page, 'transcribe')
    expect((await (await storeOf()).recordings('l1')).map(({ attempt }) => attempt)).toEqual([1])
  })

  it('that did not reach the goal is asked about where people may walk freely', async () => {
    const page = await begin()
    await speak(page, 3)
    click(page, 'done')
    await pass(1)
    expect(find(document.body, 'confirm-dialog')).not.toBeNull()
    await answer(false)
    expect(page.dataset.phase).toBe('record')
    click(page, 'done')
    await pass(1)
    await answer(true)
    await comesTo(page, 'transcribe')
  })

  it.each([[[], 'still'], [['b'], 'short']] as const)('that does not keep to its path (%j) cannot be handed in: %s', async (steps, fault) => {
    const page = await begin({ path: ['a', 'b', 'c'], free: false })
    await speak(page, 2)
    for (const to of steps) await step(page, to)
    click(page, 'done')
    await pass(1)
    expect([page.dataset.phase, find(page, 'walk-fault')?.dataset.fault, document.activeElement]).toEqual(['record', fault, find(page, 'go-on')])
    click(page, 'go-on')
    await pass(1)
    expect([controls(page), find(page, 'walk-fault')]).toEqual([['pause'], null])
  })

  it('stops when the microphone is pulled out, and says so', async () => {
    const page = await begin()
    await speak(page, 2)
    microphones[0]?.unplug()
    await pass(1)
    expect([controls(page), find(page, 'problem') !== null]).toEqual([['resume'], true])
    click(page, 'resume')
    await pass(1)
    expect([controls(page), microphones.length]).toEqual([['pause'], 2])
  })

  it('stops while help is open', async () => {
    const page = await begin()
    await speak(page, 2)
    click(page, 'help')
    await pass(1)
    expect([controls(page), find(document.body, 'help-paused')?.hidden]).toEqual([['resume'], false])
  })
})

describe('a transcript', () => {
  const DOUBTS = [expect.stringMatching(/^You wrote 1 words for \d+ s of recording\. Is something missing\?$/), 'You have not listened to your recording yet.']

  it('is written while the camera goes where it went, without the path', async () => {
    const page = await recorded()
    const at = () => find(page, 'viewer')?.dataset.viewpointId
    TestAudio.made.at(-1)!.currentTime = 1
    await pass(1)
    const first = at()
    TestAudio.made.at(-1)!.currentTime = 7
    await pass(1)
    expect([first, at(), page.textContent.includes('on the path')]).toEqual(['a', 'b', false])
  })

  it('of a recogniser is held back until its unsure words were looked at, and doubted where others were not', async () => {
    const word = (text: string, sure: boolean) => ({ word: text, start_time: 1, end_time: 2, sure })
    server.on('PUT /draft-transcripts/:', () => ({ recording_id: 'l1-0', state: 'ready', reason: '', words: [word('Go', true), word('past', false)] }))
    const page = await recorded({ drafts: true })
    await until(() => area(page).value === 'Go past')
    click(page, 'submit')
    await settled()
    expect([find(document.body, 'confirm-dialog'), find(page, 'draft-told')?.dataset.held]).toEqual([null, ''])
    area(page).setSelectionRange(4, 4)
    area(page).click()
    click(page, 'submit')
    await settled()
    expect([...document.querySelectorAll('dialog li')].at(-1)?.textContent).toBe('Words of the draft that you have not confirmed yet: 1. Are they right?')
  })

  it('is written to the voice, and sent with it', async () => {
    const page = await recorded()
    expect([progress(page), page.querySelector('.panel h1') !== null, isDisabled(page, 'submit'), document.activeElement, find(page, 'saved-text') !== null, find(page, 'saved-recording')?.dataset.mark, find(page, 'walk-fault')]).toEqual(['Write', true, true, area(page), true, 'idle', null])
    write(page, ' \u200b')
    expect(isDisabled(page, 'submit')).toBe(true)
    write(page, ' Go past the plant to the door. ')
    expect(isDisabled(page, 'submit')).toBe(false)
    TestAudio.made.at(-1)?.hear(10)
    click(page, 'submit')
    await pass(1)
    if (find(document.body, 'confirm-dialog')) await answer(true)
    await comesTo(page, 'done')
    expect(submitted).toMatchObject([{ recording_id: 'l1-0', transcript: 'Go past the plant to the door.', typing: { typed: 0, pasted: 0, pastes: 0 }, voice: { chunks: expect.any(Number) as number }, pose: {} }])
    expect(submitted[0]?.phases.map(({ name }) => name)).toEqual(['instructions', 'record', 'transcribe', 'submit'])
  })

  it('is doubted where it is brief, unheard or short, and sent all the same', async () => {
    const page = await recorded()
    write(page, 'Go')
    click(page, 'submit')
    await settled()
    const doubts = [...document.querySelectorAll('dialog li')].map(({ textContent }) => textContent)
    expect(doubts).toEqual(DOUBTS)
    await answer(false)
    expect(page.dataset.phase).toBe('transcribe')
    click(page, 'submit')
    await settled()
    await answer(true)
    await comesTo(page, 'done')
  })

  it('gives way to a new recording only when somebody is sure', async () => {
    const page = await recorded()
    write(page, 'Go past it.')
    click(page, 'record-again')
    await settled()
    await answer(false)
    expect([page.dataset.phase, area(page).value]).toEqual(['transcribe', 'Go past it.'])
    click(page, 'record-again')
    await settled()
    await answer(true)
    await comesTo(page, 'record')
    await pass(2)
    expect([controls(page), shown(page, 'oldRecording')]).toEqual([['record'], ['oldRecording']])
    click(page, 'oldRecording')
    await pass(1)
    click(page, 'done')
    await pass(1)
    await comesTo(page, 'transcribe')
    expect(area(page).value).toBe('Go past it.')
  })

  it('is not written where others do that', async () => {
    const page = await recorded({ typed: false })
    expect([progress(page), area(page), find(page, 'speech-alone') !== null, find(page, 'saved-text'), isDisabled(page, 'submit')]).toEqual(['Listen', null, true, null, false])
    click(page, 'submit')
    await settled()
    expect([...document.querySelectorAll('dialog li')].map(({ textContent }) => textContent)).toEqual(DOUBTS.slice(1))
    await answer(true)
    await comesTo(page, 'done')
    expect(submitted[0]).not.toHaveProperty('transcript')
  })

  it('goes on where the page was left', async () => {
    const before = await recorded()
    write(before, 'Go past')
    const draft = await draftSaying('Go past')
    leave()
    const page = await begin({}, { draft })
    await passUntil(() => page.dataset.phase === 'transcribe')
    expect([page.dataset.phase, area(page).value]).toEqual(['transcribe', 'Go past'])
  })
})

describe('practice', () => {
  it('is a walk of which nothing is kept, with what went well and badly', async () => {
    server.on('GET /practice', () => ({ scan_id: 'house', path: ['a', 'b'], heading: 0, start_preview: null }))
    server.on('GET /scans/house', () => server.request('/api/v1/scans/house?lease=l1').then((answer) => answer.json() as Promise<object>))
    const page = await openKind(task, leaseOf())
    click(page, 'practise')
    await comesTo(page, 'practice')
    await until(() => find(page, 'practice-record') !== null)
    expect(progress(page)).toBe('Get ready')
    click(page, 'practice-record')
    await pass(2.5)
    expect(page.querySelector('.recorder-time')?.textContent).toBe('0:02')
    click(page, 'practice-done')
    await settled()
    const lessons = [...(find(page, 'lessons')?.children ?? [])].map((each) => [(each as HTMLElement).dataset.lesson, (each as HTMLElement).dataset.state])
    expect(lessons).toEqual([['goal', 'bearable'], ['length', 'bearable'], ['voice', expect.any(String)], ['clipping', 'passed'], ['together', 'bearable']])
    click(page, 'practice-again')
    await until(() => find(page, 'practice-record') !== null)
    click(page, 'practice-over')
    await comesTo(page, 'record')
    expect([server.recordings.size, submitted.length]).toEqual([0, 0])
  })

  it('that cannot be had is said, and passed over', async () => {
    const page = await openKind(task, leaseOf())
    click(page, 'practise')
    await until(() => find(page, 'problem') !== null)
    click(page, 'practice-over')
    await comesTo(page, 'record')
  })
})
