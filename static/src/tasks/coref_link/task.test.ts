// @vitest-environment page
import { expect, it } from 'vitest'

import { phraseOf } from '../landmarks/testing'
import { offered, openItems, sent, text } from '../paged/testing'
import { click } from '../running/testing'
import task from './task'

const item = { first: phraseOf('Go past the sofa.', 'the sofa'), second: phraseOf('Stop at the couch.', 'the couch') }
const VERDICTS = ['unclear', 'not_seen', 'part_of', 'different', 'same']

it('asks whether two phrases mean the same thing, turns from one to the other, and sends what was pressed', async () => {
  const page = await openItems(task, VERDICTS.map(() => item))
  expect([text(page, 'question'), offered(page)]).toEqual([
    'Do words 1 and words 2 mean the same thing?',
    { same: 'The same', different: 'Different', part_of: '1 is a part of 2', not_seen: 'Cannot be seen', unclear: 'Not clear' },
  ])
  expect([text(page, 'phrase-1'), text(page, 'phrase-2'), text(page, 'place'), text(page, 'exits').includes('on the path')]).toEqual(['Go past the sofa.', 'Stop at the couch.', 'Words 1 of 2', false])
  for (const verdict of VERDICTS) click(page, `answer-${verdict}`)
  expect(await sent(page)).toEqual(VERDICTS.map((verdict) => ({ verdict, comment: '' })))
})
