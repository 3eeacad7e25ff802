// @vitest-environment page
import { expect, it } from 'vitest'

import { phraseOf } from '../landmarks/testing'
import { labels, offered, openItems, press, regionOf, sent, text, where } from '../paged/testing'
import { click, find, screen } from '../running/testing'
import task from './task'

const phrase = phraseOf('Go past the sofa.', 'the sofa')
const item = { phrase, region: regionOf('b', 1), others: [regionOf('b', 0.7), regionOf('c', 0)] }

it('asks whether a box is good, and why it is not', async () => {
  const page = await openItems(task, [item, item])
  expect([text(page, 'question'), offered(page), where(page), text(page, 'place')]).toEqual(['Is the blue box good?', { good: 'Good', bad: 'Bad' }, ['b', 1, 0], 'Place 1 of 3'])
  press('x')
  const reasons = { not_it: 'Not such a thing', not_tight: 'Not tight', more_than_one: 'Several things in it', double: 'A red box shows it already', 'after-all': 'It is not bad' }
  expect([text(page, 'question'), offered(page)]).toEqual(['Why is it bad?', reasons])
  click(page, 'answer-after-all')
  expect([text(page, 'question'), offered(page)]).toEqual(['Is the blue box good?', { good: 'Good', bad: 'Bad' }])
  click(page, 'answer-bad')
  click(page, 'answer-not_tight')
  press('a')
  press('k')
  press('k')
  expect(offered(page).bad).toBe('Bad: not tight')
  press('j')
  press('j')
  expect(await sent(page)).toEqual([{ verdict: 'bad', reason: 'not_tight', comment: '' }, { verdict: 'good', reason: null, comment: '' }])
})

it('hides the other boxes, and shows them again', async () => {
  const page = await openItems(task, [item])
  const hide = find(page, 'hide-others')
  expect([labels(page), hide?.getAttribute('aria-pressed')]).toEqual([['the sofa*', 'Other'], 'false'])
  press('h')
  await screen.frame()
  expect([labels(page), hide?.getAttribute('aria-pressed')]).toEqual([['the sofa*'], 'true'])
  hide?.click()
  await screen.frame()
  expect([labels(page), hide?.getAttribute('aria-pressed')]).toEqual([['the sofa*', 'Other'], 'false'])
})

it('shows the boxes of an item while it is asked, and no longer', async () => {
  const page = await openItems(task, [item, { ...item, region: regionOf('b', 2), others: [] }])
  click(page, 'answer-good')
  await screen.pass(1)
  expect(labels(page)).toEqual(['the sofa*'])
  click(page, 'answer-good')
  await screen.frame()
  expect([find(page, 'all-answered') !== null, labels(page)]).toEqual([true, []])
})
