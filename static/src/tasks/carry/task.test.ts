// @vitest-environment page
import { expect, it } from 'vitest'

import { phraseOf } from '../landmarks/testing'
import { boxAt, labels, offered, openItems, press, regionOf, sent, text, where } from '../paged/testing'
import { click, draftSaying, find, leave, screen } from '../running/testing'
import task from './task'

const foretold = { viewpoint_id: 'b', shape: boxAt(1) }
const item = { phrase: phraseOf('Go past the sofa.', 'the sofa'), region: regionOf('a', 0.5), foretold }
const SEARCHED = { ...item, region: { ...item.region, shape: { ...boxAt(0.5), elevation: 0.3 } }, foretold: { viewpoint_id: 'b', shape: null } }
const NOT = { hidden: 'Something is in front of it', not_there: 'It is not there' }
const FITS = { whole: 'It fits', cut: 'It fits, partly hidden', mostly_hidden: 'It fits, mostly hidden', ...NOT }

it('shows a foretold box, and the one from which it was foretold, and takes it as it is', async () => {
  const page = await openItems(task, [item, item, item, item])
  expect([text(page, 'question'), offered(page), where(page), labels(page), text(page, 'place')]).toEqual(['Does the box fit the thing?', FITS, ['b', 1, 0], [], 'Place 1 of 2'])
  expect(['whole', 'cut', 'not_there'].map((name) => [...(find(page, `answer-${name}`)?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent))).toEqual([['A', '1'], ['2'], ['X', '5']])
  click(page, 'next-place')
  await screen.pass(1)
  expect([where(page), labels(page), text(page, 'exits').includes('on the path')]).toEqual([['a', 0.5, 0], ['the sofa*'], false])
  click(page, 'answer-cut')
  press('a')
  press('x')
  click(page, 'answer-hidden')
  expect(await sent(page)).toEqual([
    { verdict: 'accept', shape: null, visible: 'cut', comment: '' },
    { verdict: 'accept', shape: null, visible: 'whole', comment: '' },
    { verdict: 'not_there', shape: null, visible: 'whole', comment: '' },
    { verdict: 'hidden', shape: null, visible: 'whole', comment: '' },
  ])
})

it('takes a box that was mended, also in a page that was opened again', async () => {
  await openItems(task, [item, item])
  press(']')
  const draft = await draftSaying('drawn')
  leave()
  const page = await openItems(task, [item, item], { draft })
  click(page, 'answer-mostly_hidden')
  click(page, 'answer-whole')
  expect(await sent(page)).toMatchObject([{ verdict: 'adjust', shape: { kind: 'view', heading: 1, width: expect.closeTo(0.2087, 3) as number, height: 0.2 }, visible: 'mostly_hidden' }, { verdict: 'accept' }])
})

it('asks to search where only the place is foretold, and begins there with a level camera', async () => {
  const page = await openItems(task, [SEARCHED])
  expect([text(page, 'question'), offered(page), where(page)]).toEqual(['Do you see the thing here? Draw a box around it', NOT, ['b', 0.5, 0]])
  press('b')
  press('b')
  expect([text(page, 'question'), offered(page)]).toEqual(['Does the box fit the thing?', FITS])
  press('Delete')
  expect([text(page, 'question'), offered(page)]).toEqual(['Do you see the thing here? Draw a box around it', NOT])
})

it('takes no box that was drawn from another place', async () => {
  const page = await openItems(task, [SEARCHED])
  click(page, 'next-place')
  await screen.pass(1)
  press('b')
  press('b')
  expect([where(page)[0], offered(page)]).toEqual(['a', NOT])
  press('a')
  expect(find(page, 'question')).not.toBeNull()
})
