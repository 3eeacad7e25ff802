// @vitest-environment page
import { expect, it } from 'vitest'

import { phraseOf } from '../landmarks/testing'
import { labels, offered, openItems, press, regionOf, sent, text, where } from '../paged/testing'
import { click, find, screen } from '../running/testing'
import task from './task'

const phrase = phraseOf('Go past the sofas.', 'the sofas')
const item = { phrase, regions: [regionOf('a', 0.5), regionOf('b', 1), regionOf('a', 0.2)] }

it('asks whether all is drawn, and shows the boxes of each place', async () => {
  const page = await openItems(task, [item, item])
  expect([text(page, 'question'), offered(page)]).toEqual(['Does everything that these words mean have a blue box?', { all: 'All is there', missing: 'Something is missing' }])
  expect([where(page), labels(page), text(page, 'place'), find(page, 'hide-others')]).toEqual([['a', 0.5, 0], ['Box 1*', 'Box 3*'], 'Place 1 of 3', null])
  click(page, 'next-place')
  await screen.pass(1)
  expect([where(page), labels(page), text(page, 'place'), text(page, 'exits').includes('on the path')]).toEqual([['b', 1, 0], ['Box 2*'], 'Place 2 of 3', false])
  click(page, 'answer-all')
  click(page, 'answer-missing')
  expect(await sent(page)).toEqual([{ verdict: 'all', comment: '' }, { verdict: 'missing', comment: '' }])
})

it('takes keys for both answers: the one for “Next” where nothing was answered, and not Enter in the picture', async () => {
  const page = await openItems(task, [item, item, item])
  press('Enter', find(page, 'viewer')!)
  await screen.pass(1)
  press('a')
  press('x')
  press('j')
  press('a', find(page, 'viewer')!)
  expect(await sent(page)).toEqual([{ verdict: 'all', comment: '' }, { verdict: 'missing', comment: '' }, { verdict: 'all', comment: '' }])
})

it('leaves an answer as it is when “Next” passes over it', async () => {
  const page = await openItems(task, [item, item])
  press('x')
  press('k')
  press('a')
  press('x')
  expect(await sent(page)).toEqual([{ verdict: 'missing', comment: '' }, { verdict: 'missing', comment: '' }])
})
