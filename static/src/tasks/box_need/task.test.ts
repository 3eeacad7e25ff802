// @vitest-environment page
import { expect, it } from 'vitest'

import { phraseOf } from '../landmarks/testing'
import { offered, openItems, sent, text, where } from '../paged/testing'
import { click, screen } from '../running/testing'
import task from './task'

const phrase = phraseOf('Go past the sofa. Stop.', 'the sofa')
const other = phraseOf('Stop at the couch.', 'the couch')
const item = { phrase, others: [other], start: null }

it('asks whether a box can show a phrase, and sends what was pressed', async () => {
  const page = await openItems(task, [item, item, item])
  expect([text(page, 'question'), offered(page)]).toEqual(['Could you draw a box around what these words mean?', { box: 'A box fits', scene: 'A place or all around', not_visual: 'Cannot be seen' }])
  expect([page.querySelector('[data-testid=phrase-1] mark')?.textContent, page.querySelector('[data-testid=phrase-2] mark')?.textContent]).toEqual(['the sofa', 'the couch'])
  for (const name of ['scene', 'not_visual', 'box']) click(page, `answer-${name}`)
  expect(await sent(page)).toEqual(['scene', 'not_visual', 'box'].map((verdict) => ({ verdict, comment: '' })))
})

it('begins where Guides looked most, and leads to the places of the path', async () => {
  const page = await openItems(task, [{ ...item, start: { viewpoint_id: 'c', heading: 1, elevation: 0.2, seconds: 3 } }])
  expect([where(page), text(page, 'place')]).toEqual([['c', 1, 0.2], 'Beside these places'])
  click(page, 'next-place')
  await screen.pass(2)
  expect([where(page)[0], text(page, 'place')]).toEqual(['a', 'Place 1 of 2'])
})
