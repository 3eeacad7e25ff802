// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import { AnswerRow } from './AnswerRow'
import { PhraseList } from './PhraseList'
import type { PhraseVoice } from './PhraseVoice'
import { progress } from './Progress'
import { phraseOf, sentence } from './testing'
import type { Phrase, Sentence } from './wire'

class Voice extends Emitter<{ change: Sentence | null }> {
  readonly did: unknown[] = []
  fails = false
  stop = () => void this.did.push('stop')
  toggle = (phrase: Phrase) => {
    this.did.push(phrase.text)
    return this.fails ? Promise.reject(new Error('offline')) : Promise.resolve()
  }
  sound(heard: Sentence | null) {
    this.emit('change', heard)
  }
}

const spoken = sentence({ voice_url: '/voices/1', language: 'hi-IN' })
const sofa = { ...phraseOf('Turn left. Go past the sofa. Stop.', 'the sofa', { sentence: spoken, head: 'sofa' }), start_time: 1, end_time: 2, looks: [{ viewpoint_id: 'a', heading: 0, elevation: 0, seconds: 1 }], unseen: null }
const lamp = phraseOf('See the lamp.', 'the lamp', { sentence: spoken })
const unspoken = phraseOf('See the wall.', 'the wall')

let scope: Scope
let voice: Voice
beforeEach(() => {
  scope = new Scope()
  voice = new Voice()
})
afterEach(() => scope.dispose())

function show(...phrases: Phrase[]): PhraseList {
  const list = new PhraseList(scope, phrases, voice as unknown as PhraseVoice)
  document.body.replaceChildren(list.element)
  return list
}
const find = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const label = (name: string) => find(name)?.querySelector('span')?.textContent ?? null

it('shows one phrase in its sentence, with its main word and all that was said on request', () => {
  show(sofa)
  expect([find('phrase')?.textContent, find('phrase')?.lang, [...document.querySelectorAll('mark')].map(({ textContent, className }) => [textContent, className]), label('play-phrase'), find('look-phrase'), document.querySelector('.landmark-number')]).toEqual([
    '… Go past the sofa. …', 'hi-IN', [['the ', ''], ['sofa', 'landmark-head']], 'Play', null, null,
  ])
  find('all-words')?.click()
  expect([find('phrase')?.textContent, label('all-words')]).toEqual(['Turn left. Go past the sofa. Stop.', 'Show less'])
  find('all-words')?.click()
  expect([find('phrase')?.textContent, label('all-words')]).toEqual(['… Go past the sofa. …', 'Show all'])
})

it('says what of a voice is not there', () => {
  show(sofa, lamp, unspoken)
  expect([...document.querySelectorAll('.landmark-phrase')].map((card) => [card.getAttribute('aria-label'), card.querySelector('.landmark-number')?.textContent])).toEqual([['Words 1', '1'], ['Words 2', '2'], ['Words 3', '3']])
  expect([find('voice-hint-1'), find('voice-hint-2')?.textContent, find('voice-hint-3')?.textContent]).toEqual([null, 'When these words were said is not known. The whole voice is played.', 'Nobody spoke this: it cannot be played.'])
  expect([label('play-phrase-1'), label('play-phrase-2'), find('play-phrase-3'), find('look-phrase-1') !== null, find('look-phrase-2'), find('all-words') !== null]).toEqual(['Play', 'Play all', null, true, null, true])
})

it('plays the phrase that is talked of, and stops when another one is', () => {
  const list = show(sofa, lamp)
  const changes: number[] = []
  list.on('change', (number) => changes.push(number))
  list.play()
  expect([voice.did, list.current]).toEqual([['the sofa'], 0])
  find('play-phrase-2')?.click()
  expect([voice.did, list.current, list.phrase, changes]).toEqual([['the sofa', 'stop', 'the lamp'], 1, lamp, [1]])
  expect([...document.querySelectorAll('.landmark-phrase')].map((card) => card.hasAttribute('data-current'))).toEqual([false, true])
  list.choose(1)
  expect(voice.did).toEqual(['the sofa', 'stop', 'the lamp'])
})

it('shows on the phrase that is talked of that it is heard', () => {
  show(sofa, lamp)
  voice.sound(spoken)
  expect([label('play-phrase-1'), label('play-phrase-2'), find('play-phrase-1')?.hasAttribute('data-heard')]).toEqual(['Stop', 'Play all', true])
  voice.sound(null)
  expect([label('play-phrase-1'), find('play-phrase-1')?.hasAttribute('data-heard')]).toEqual(['Play', false])
})

it('tells that a voice cannot be heard, and where somebody wants to look', async () => {
  const list = show(sofa, lamp)
  const told: unknown[] = []
  list.on('unheard', () => told.push('unheard'))
  list.on('look', (number) => told.push(number))
  find('look-phrase-1')?.click()
  voice.fails = true
  list.play()
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toEqual([0, 'unheard'])
})

it('keeps the focus among answers that are shown anew, and gives keys to five', () => {
  const taken: unknown[] = []
  const row = new AnswerRow<{ verdict: number }>(scope, (answer) => taken.push(answer))
  document.body.replaceChildren(row.element)
  const choices = [1, 2, 3, 4, 5, 6].map((verdict) => ({ name: String(verdict), label: `Answer ${verdict}`, answer: { verdict } }))
  row.show(choices, { verdict: 2 })
  expect([row.element.dataset.count, row.element.hasAttribute('data-many'), [...row.element.querySelectorAll('kbd')].map(({ textContent }) => textContent), find('answer-2')?.getAttribute('aria-pressed')]).toEqual(['6', true, ['1', '2', '3', '4', '5'], 'true'])
  find('answer-3')?.focus()
  row.show(choices.slice(0, 5), null)
  expect([document.activeElement, row.element.hasAttribute('data-many')]).toEqual([find('answer-3'), false])
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '5', code: 'Digit5', bubbles: true }))
  expect(taken).toEqual([{ verdict: 5 }])
  row.show([], null)
  expect(row.element.hidden).toBe(true)
})

it('says how far a page is, and leads to each item', () => {
  const went: number[] = []
  const shown = progress(scope, { at: 1, total: 3, isAnswered: (item) => item === 0, isLeftOut: (item) => item === 2, go: (item) => went.push(item) })
  const marks = [...shown.querySelectorAll<HTMLElement>('li > button')]
  expect([shown.querySelector('p')?.textContent, marks.map((mark) => [mark.dataset.state, mark.getAttribute('aria-label'), mark.getAttribute('aria-current'), mark.textContent])]).toEqual([
    '2 of 3', [['answered', 'Question 1, answered', null, '1'], ['open', 'Question 2', 'step', '2'], ['leftOut', 'Question 3, left out', null, '3']],
  ])
  marks[2]?.click()
  expect([went, progress(scope, { at: 0, total: 1, isAnswered: () => false, isLeftOut: () => false, go: () => undefined }).hidden]).toEqual([[2], true])
})
