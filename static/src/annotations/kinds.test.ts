import { expect, it } from 'vitest'
import '../kit/messages/messages'

import type { KindView } from '../api/types'
import { answerName, follows, isMeasured, kindName, kindText, pageToGoOn, parseKind } from './kinds'

it('takes any kind that can be one', () => {
  const longest = 'k'.repeat(40)
  expect(['guide', 'door_count', longest, 'No-kind', '../x', '', null, '1st', `${longest}k`].map(parseKind)).toEqual(['guide', 'door_count', longest, null, null, null, null, null, null])
})

it('names those that it does not know after themselves', () => {
  expect(['find', 'door_count'].map(kindName)).toEqual(['Search', 'Door count'])
  expect([answerName('door_count', 3), kindText('done', 'door_count'), kindText('doing', 'door_count')]).toEqual(['Door count 3', 'Door count', 'Door count'])
})

it('leads on to the page of a step, or to what is next', () => {
  expect([pageToGoOn('step', 'tour'), pageToGoOn('turn', 'follower')]).toEqual(['/task/tour', '/work'])
})

it.each([
  [{ about_words: 'one', walks: true, speaks: false }, true, true],
  [{ about_words: 'one', walks: false, speaks: false }, false, false],
  [{ about_words: null, walks: true, speaks: false }, true, false],
  [{ about_words: null, walks: false, speaks: true }, true, false],
])('knows of %j that it is measured (%s), and that people follow words (%s)', (parts, measured, following) => {
  const kind = parts as unknown as KindView
  expect([isMeasured(kind), follows(kind)]).toEqual([measured, following])
})
