// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { Scope } from '../lifecycle/Scope'
import { openMessages, t } from '../messages/messages'
import hi from '../messages/hi.json'
import { problemMessage } from './message'

const answer = (status: number, code: string, message: string, remedy: string) => Object.assign(new Error(message), { status, code, remedy })
const CONFLICT = answer(409, 'store_conflict', 'Another exercise is due now.', 'Reload the page.')
const sentences = (error: unknown) =>
  [...problemMessage(new Scope(), error, { title: 'Title' }).querySelectorAll('p')].map((each) => [each.textContent, each.lang])

async function speak(language: string): Promise<void> {
  localStorage.setItem('pangea-interface-language', language)
  await openMessages()
}
beforeEach(() => localStorage.clear())

it('leaves in English what the server says in English', async () => {
  await speak('en')
  expect(sentences(CONFLICT)).toEqual([['Another exercise is due now.', ''], ['Reload the page.', '']])
})

it.each([
  [CONFLICT, hi.server[409]],
  [answer(409, 'lease', 'The lease x is submitted.', 'Ask for a new task.'), hi.server.lease],
  [answer(418, 'teapot', 'No.', ''), hi.server[422]],
  [answer(507, 'store_full', 'The disk is full.', ''), hi.server[500]],
])('says in Hindi what an answer means, and below what the server said: %s', async (problem, own) => {
  await speak('hi')
  expect(sentences(problem)).toEqual([[own.detail, ''], [own.remedy, ''], [problem.message, 'en']])
})

it('adds nothing to what the page says itself', async () => {
  await speak('hi')
  const away = answer(0, 'unreachable', t('failure.unreachable.what'), t('failure.unreachable.remedy'))
  expect(sentences(away)).toEqual([[away.message, ''], [away.remedy, '']])
  expect(sentences(new Error('x'))).toEqual([['x', ''], [t('reload'), '']])
})
