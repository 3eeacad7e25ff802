// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { DraftTranscript } from '../../../api/types'
import { Emitter } from '../../../kit/lifecycle/Emitter'
import { Scope } from '../../../kit/lifecycle/Scope'
import { openMessages } from '../../../kit/messages/messages'
import type { VoicePlayer } from '../../../player/VoicePlayer'
import type { Recording } from '../../../recording/Recording'
import { TranscriptField } from '../../../typing/TranscriptField'
import type { GuideSession, ShownDraft } from '../../voiceWalk/GuideSession'
import type { TranscriptHelp } from '../../voiceWalk/showTranscribe'
import { showDraft } from './showDraft'

const WORDS = ['go', 'past', 'the', 'lamp'].map((word, at) => ({ word, start_time: at, end_time: at + 0.8, sure: word !== 'lamp' }))
const READY: DraftTranscript = { recording_id: 'r1', state: 'ready', reason: '', words: WORDS }
const NONE: DraftTranscript = { recording_id: 'r1', state: 'none', reason: 'busy', words: [] }
const WAITING: DraftTranscript = { ...NONE, state: 'waiting', reason: '' }

class Player extends Emitter<{ time: number }> {
  time = 0
  playing = false
  seek(time: number) {
    this.time = time
    this.emit('time', time)
  }
  /** Plays from where it is, with a time every tenth of a second. */
  play(seconds: number) {
    this.playing = true
    for (let step = 0; step < seconds * 10; step++) this.seek(this.time + 0.1)
    this.playing = false
  }
}

let scope: Scope
let session: { shownDraft: ShownDraft | null; recording: { attempt: number }; client: { draftTranscript: () => Promise<DraftTranscript> } }
let player: Player
let field: TranscriptField
let answers: (DraftTranscript | Error)[]

beforeEach(async () => {
  vi.useFakeTimers()
  await openMessages()
  scope = new Scope()
  player = new Player()
  answers = []
  const draftTranscript = () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer instanceof Error || answer === undefined ? Promise.reject(answer ?? new Error('nothing')) : Promise.resolve(answer)
  }
  session = { shownDraft: null, recording: { attempt: 0 }, client: { draftTranscript } }
  field = new TranscriptField(scope, 'en-US')
  document.body.replaceChildren(field.element)
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

async function show(...come: (DraftTranscript | Error)[]): Promise<TranscriptHelp> {
  answers = come
  const recording = { answer: () => Promise.resolve({ recording_id: 'r1', voice: { chunks: 1, size: 2, sha256: '' } }) }
  const help = showDraft(scope, session as unknown as GuideSession, field, player as unknown as VoicePlayer, recording as unknown as Recording)
  await vi.advanceTimersByTimeAsync(5000)
  return help
}
const told = () => document.querySelector('[data-testid="draft-told"]')?.textContent
const marked = (state: string) => [...document.querySelectorAll(`mark[data-state="${state}"]`)].map(({ textContent }) => textContent)

it('puts the draft into the empty field, and marks what is not confirmed', async () => {
  await show(WAITING, WAITING, READY)
  expect(field.area.value).toBe('go past the lamp')
  expect([marked('unheard'), marked('unsure')]).toEqual([['go', 'past', 'the'], ['lamp']])
  expect(session.shownDraft).toEqual({ attempt: 0, heard: [] })
  expect(document.querySelector('[data-testid="draft-count"]')?.textContent).toBe('0 of 4 words confirmed')
})

it('confirms what is played, not what is skipped', async () => {
  await show(READY)
  player.play(1)
  player.seek(3)
  expect(marked('confirmed')).toEqual(['go'])
  player.play(1)
  expect(marked('confirmed')).toEqual(['go', 'lamp'])
  expect(session.shownDraft?.heard).toEqual([0, 3])
})

it('holds Submit back until unsure words are heard or changed, and then tells how many are not confirmed', async () => {
  const help = await show(READY)
  expect(help.holdsBack()).toBe(true)
  expect([told(), player.time]).toEqual([expect.stringContaining('Left: 1'), 2.5])
  expect(field.area.value.slice(field.area.selectionStart, field.area.selectionEnd)).toBe('lamp')
  field.area.value = 'go past the sofa'
  field.area.dispatchEvent(new Event('input', { bubbles: true }))
  expect(help.holdsBack()).toBe(false)
  expect(told()).toContain('This is a draft')
  expect(help.doubts()).toEqual([expect.stringContaining('3')])
  expect(marked('own')).toEqual(['sofa'])
})

it('confirms a word by a touch', async () => {
  await show(READY)
  field.area.setSelectionRange(13, 13)
  field.area.dispatchEvent(new Event('click'))
  expect(marked('confirmed')).toEqual(['lamp'])
})

it.each([NONE, new Error('offline')])('leaves the field empty where there is no draft, and says so quietly', async (answer) => {
  const help = await show(answer)
  expect([field.area.value, told(), session.shownDraft]).toEqual(['', expect.stringContaining('no draft'), null])
  expect([help.holdsBack(), help.doubts()]).toEqual([false, []])
})

it('leaves alone what the person has begun to type', async () => {
  const shown = show(WAITING, READY)
  field.area.value = 'I went'
  const help = await shown
  expect([field.area.value, session.shownDraft, help.doubts()]).toEqual(['I went', null, []])
  expect(told()).toContain('stays')
})

it('goes on in a page that was opened again', async () => {
  session.shownDraft = { attempt: 0, heard: [1] }
  field.area.value = 'go past a lamp'
  await show(READY)
  expect(field.area.value).toBe('go past a lamp')
  expect([marked('confirmed'), marked('own'), marked('unheard'), marked('unsure')]).toEqual([['past'], ['a'], ['go'], ['lamp']])
})

it('puts the draft over spaces that nobody wrote as words', async () => {
  field.area.value = ' \n'
  await show(READY)
  expect(field.area.value).toBe('go past the lamp')
})
