// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { settled } from '../../testing/until'
import type { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import type { AskedForm } from '../api/types'
import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { fillIn, fillInDue } from './fillIn'

const formOf = (name: string, introduction = ''): AskedForm => {
  const question = { name: 'q', input: 'text', required: true, title: 'Title', description: '', options: [], least: null, most: null, low: '', high: '' }
  return { form: { name, version: 'v', language: 'hi', title: `Form ${name}`, introduction, questions: [question] } } as unknown as AskedForm
}

let scope: Scope
let root: HTMLElement
let sent: unknown[]
let due: () => Promise<AskedForm[]>
let take: () => Promise<void>
const client = {
  forms: (campaign: number | null) => (campaign === null ? due() : Promise.reject(new Error('another campaign'))),
  answerForm: ({ form }: AskedForm, answers: object) => {
    sent.push([form.name, answers])
    return take()
  },
} as unknown as ApiClient

beforeEach(() => {
  scope = new Scope()
  root = html('div', {})
  document.body.replaceChildren(root)
  sent = []
  take = () => Promise.resolve()
})
afterEach(() => scope.dispose())

const find = (name: string) => root.querySelector<HTMLInputElement>(`[data-testid="${name}"]`)
async function answer(words: string): Promise<void> {
  find('q')!.value = words
  find('form-send')?.click()
  await settled()
}

it('asks one form after the other, and is done with the last', async () => {
  let done = false
  void fillIn(scope, root, client, [formOf('a', 'Be frank.'), formOf('b')]).then(() => (done = true))
  expect([root.childElementCount, find('form-a')?.lang, root.querySelector('form > p')?.textContent, document.activeElement?.textContent]).toEqual([1, 'hi', 'Be frank.', 'Form a'])
  await answer('First.')
  expect([root.childElementCount, find('form-b') !== null, root.querySelector('form > p'), done]).toEqual([1, true, null, false])
  find('q')!.value = 'Second.'
  find('form-b')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await settled()
  expect([done, sent]).toEqual([true, [['a', { q: 'First.' }], ['b', { q: 'Second.' }]]])
})

it('sends what fits, once, and again where that failed', async () => {
  void fillIn(scope, root, client, [formOf('a')])
  await answer('')
  expect([sent, find('problem-q')?.hidden]).toEqual([[], false])
  let fail: (reason: ApiProblem) => void = () => undefined
  take = () => new Promise((_, reject) => (fail = reject))
  await answer('Here.')
  find('form-a')?.dispatchEvent(new Event('submit', { cancelable: true }))
  expect([sent.length, find('form-send')?.disabled, find('problem')]).toEqual([1, true, null])
  fail(new ApiProblem(503, 'busy', 'Busy.', ''))
  await settled()
  expect([find('form-send')?.disabled, find('problem')?.querySelector('h2')?.textContent]).toEqual([false, 'Your answers could not be sent'])
})

it('holds back the way on until what is due is answered', async () => {
  const next = html('button', {})
  document.body.append(next)
  due = () => Promise.resolve([formOf('a')])
  void fillInDue(scope, root, client, next)
  await settled()
  expect(next.hidden).toBe(true)
  await answer('Here.')
  expect([next.hidden, document.activeElement === next, find('form-thanks')?.textContent, find('form-a')]).toEqual([false, true, 'Thank you. Your answers are saved.', null])
})

it.each([['nothing is due', () => Promise.resolve([])], ['nobody can say what is due', () => Promise.reject(new Error('away'))]])('holds nobody back where %s', async (_, asked) => {
  due = asked
  const next = html('button', {})
  await fillInDue(scope, root, client, next)
  expect([next.hidden, root.childElementCount]).toEqual([false, 0])
})
