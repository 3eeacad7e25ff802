// @vitest-environment page
import { expect, it } from 'vitest'

import { phraseOf } from '../landmarks/testing'
import { labels, offered, openItems, press, regionOf, sent, text, where } from '../paged/testing'
import { click, find, screen } from '../running/testing'
import task from './task'

const phrase = phraseOf('Go past the sofas.', 'the sofas')
const item = { phrase, others: [phraseOf('Stop at the couch.', 'the couch')], start: { viewpoint_id: 'b', heading: 1, elevation: 0, seconds: 1 }, regions: [] }

it('asks for a box where there is none, from wherever the thing is seen', async () => {
  const page = await openItems(task, [item, item])
  expect([text(page, 'question'), offered(page), where(page), text(page, 'phrase-2')]).toEqual(['Draw a box around one thing that these words mean', { nothing: 'There is nothing to draw' }, ['b', 1, 0], 'Stop at the couch.'])
  expect([text(page, 'place'), find(page, 'drawn-1'), find(page, 'hide-others'), text(page, 'exits').includes('on the path')]).toEqual(['Place 2 of 4', null, null, false])
  click(page, 'answer-nothing')
  press('b')
  press('b')
  click(page, 'answer-whole')
  expect(await sent(page)).toMatchObject([{ drawn: null }, { drawn: { viewpoint_id: 'b', shape: { heading: 1 }, visible: 'whole', group: false } }])
})

it('asks for one more where there are some, shows them, and leads to each', async () => {
  const page = await openItems(task, [{ ...item, regions: [regionOf('b', 1.2), regionOf('c', 2)] }])
  expect([text(page, 'question'), offered(page), labels(page)]).toEqual(['Is there one more? Draw a box around it', { nothing: 'There is nothing more' }, ['Box 1']])
  expect([text(page, 'drawn-1'), text(page, 'drawn-2'), find(page, 'hide-others') !== null]).toEqual(['Box 1', 'Box 2', true])
  click(page, 'drawn-2')
  await screen.pass(1)
  expect([where(page), labels(page)]).toEqual([['c', 2, 0], ['Box 2']])
})
