// @vitest-environment page
import { expect, it } from 'vitest'

import { phraseOf, sentence } from '../landmarks/testing'
import { offered, openItems, press, sent, text } from '../paged/testing'
import { click, find } from '../running/testing'
import task from './task'

const urdu = sentence({ language: 'ur-PK', direction: 'rtl' })
const phrases = [phraseOf('Go past the sofa.', 'the sofa'), phraseOf('Stop at the couch.', 'the couch'), phraseOf('صوفہ', 'صوفہ', { sentence: urdu })]
const odd = phrases.map(({ mention_id: name }) => name)
const pressed = (page: HTMLElement) => [1, 2, 3].map((number) => find(page, `answer-odd-${number}`)?.getAttribute('aria-pressed'))

it('asks whether all phrases mean the same, and else which do not, of which one must stay', async () => {
  const page = await openItems(task, [{ phrases }])
  expect([text(page, 'question'), offered(page), (find(page, 'take-answer') as HTMLButtonElement).disabled]).toEqual(['Do all these words mean the same thing?', { same: 'All the same', 'not-same': 'Not all the same' }, true])
  click(page, 'answer-not-same')
  expect([text(page, 'question'), offered(page), text(page, 'said')]).toEqual([
    'Which words mean something else?',
    { 'odd-1': 'the sofa', 'odd-2': 'the couch', 'odd-3': 'صوفہ', 'after-all': 'They are all the same' },
    'Mark those that do not belong. If you cannot say which, just go on.',
  ])
  const { lang, dir } = find(page, 'answer-odd-3')!.firstElementChild as HTMLElement
  expect([pressed(page), lang, dir]).toEqual([['false', 'false', 'false'], 'ur-PK', 'rtl'])
  click(page, 'answer-odd-3')
  click(page, 'answer-odd-1')
  click(page, 'answer-odd-2')
  expect([pressed(page), text(page, 'said')]).toEqual([['true', 'false', 'true'], 'At least one must stay: mark only those that differ from the others.'])
  press('a')
  expect(await sent(page)).toEqual([{ verdict: 'not_same', odd: [odd[0], odd[2]], comment: '' }])
})

it('goes on with what was answered, and takes it back', async () => {
  const page = await openItems(task, [{ phrases }, { phrases }, { phrases }])
  click(page, 'answer-same')
  click(page, 'answer-not-same')
  click(page, 'take-answer')
  press('k')
  expect([text(page, 'question'), pressed(page)]).toEqual(['Which words mean something else?', ['false', 'false', 'false']])
  click(page, 'answer-after-all')
  expect([text(page, 'question'), text(page, 'said'), (find(page, 'take-answer') as HTMLButtonElement).disabled]).toEqual(['Do all these words mean the same thing?', '', true])
  press('j')
  click(page, 'answer-same')
  expect(await sent(page)).toEqual([{ verdict: 'same', odd: [], comment: '' }, { verdict: 'not_same', odd: [], comment: '' }, { verdict: 'same', odd: [], comment: '' }])
})
