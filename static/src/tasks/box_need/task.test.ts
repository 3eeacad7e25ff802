// @vitest-environment page
import { expect, it } from 'vitest'

import { phraseOf } from '../landmarks/testing'
import { offered, openItems, sent, text } from '../paged/testing'
import { click, find } from '../running/testing'
import boxNeed from './task'

const phrase = phraseOf('Go past the sofa. Stop.', 'the sofa')

it('asks of each phrase whether a box can show it, and sends what was pressed', async () => {
  const page = await openItems(boxNeed, [{ phrase, others: [], start: null }, { phrase, others: [], start: null }, { phrase, others: [], start: null }])
  expect([text(page, 'question'), offered(page)]).toEqual([
    'Could you draw a box around what these words mean?',
    { box: 'A box fits', scene: 'A place or all around', not_visual: 'Cannot be seen' },
  ])
  for (const name of ['scene', 'not_visual', 'box']) click(page, `answer-${name}`)
  expect(find(page, 'all-answered')).not.toBeNull()
  expect(await sent(page)).toEqual(['scene', 'not_visual', 'box'].map((verdict) => ({ verdict, comment: '' })))
})
