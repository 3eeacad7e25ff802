// @vitest-environment page
import { expect, it } from 'vitest'

import { phraseOf } from '../landmarks/testing'
import { labels, offered, openItems, regionOf, sent, text, where } from '../paged/testing'
import { click, screen } from '../running/testing'
import task from './task'

const item = { first: regionOf('b', 1), first_phrase: phraseOf('Go past the sofa.', 'the sofa'), second: regionOf('a', 2), second_phrase: phraseOf('Stop at the couch.', 'the couch') }
const VERDICTS = ['unclear', 'different', 'same']

it('asks whether two boxes show one thing, leads from one to the other, and sends what was pressed', async () => {
  const page = await openItems(task, VERDICTS.map(() => item))
  expect([text(page, 'question'), offered(page)]).toEqual(['Do both boxes show the same thing?', { same: 'The same thing', different: 'Different things', unclear: 'I cannot tell' }])
  expect([where(page), labels(page), text(page, 'phrase-1'), text(page, 'place')]).toEqual([['b', 1, 0], ['Box 1*'], 'Go past the sofa.', 'Place 1 of 2'])
  click(page, 'next-place')
  await screen.pass(1)
  expect([where(page), labels(page), text(page, 'place'), text(page, 'exits').includes('on the path')]).toEqual([['a', 2, 0], ['Box 2*'], 'Place 2 of 2', false])
  for (const verdict of VERDICTS) click(page, `answer-${verdict}`)
  expect(await sent(page)).toEqual(VERDICTS.map((verdict) => ({ verdict, comment: '' })))
})
