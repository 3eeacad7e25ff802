// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import { eventually } from '../../../testing/until'
import { ApiProblem } from '../../api/ApiProblem'
import type { AnswerRequest, Question } from '../../api/types'
import { QuestionsPage } from './QuestionsPage'

const ASKED: Question = {
  question_id: 'q1',
  annotator_id: 7,
  state: 'waiting',
  task_id: null,
  problem: null,
  viewpoint_id: null,
  messages: [{ side: 'person', by: null, words: 'Which door?', at: '2026-11-20T08:00:00Z' }],
}
const said = (words: string): Question => ({
  ...ASKED,
  state: 'answered',
  messages: [...ASKED.messages, { side: 'team', by: 3, words, at: '2026-11-20T09:00:00Z' }],
})

let place: HTMLElement
let known: Question[]
const answer = vi.fn<(id: string, given: AnswerRequest) => Promise<Question>>()
const client = { questions: () => Promise.resolve(known), answer }
const find = (name: string) => place.querySelector<HTMLElement>(`[data-testid=${name}]`)
const field = () => place.querySelector<HTMLTextAreaElement>('[data-testid=answer-words]')
const send = () => place.querySelector<HTMLButtonElement>('[data-testid=answer-send]')
const text = (name: string) => find(name)?.textContent.trim() ?? ''

beforeEach(async () => {
  place = document.createElement('main')
  document.body.replaceChildren(place)
  known = [ASKED]
  answer.mockReset()
  await new QuestionsPage(place, client).load()
})

async function write(words: string): Promise<void> {
  field()!.value = words
  field()!.dispatchEvent(new Event('input', { bubbles: true }))
  await eventually(() => expect(send()?.disabled).toBe(false))
  send()!.click()
}

it('sends an answer to what was read, and shows it', async () => {
  expect(text('waiting')).toBe('1 question without an answer')
  expect(send()?.disabled).toBe(true)
  answer.mockResolvedValue(said('The left one.'))
  await write('The left one. ')
  await eventually(() => expect(text('question-state')).toBe('Answered, not read yet'))
  expect(answer).toHaveBeenCalledWith('q1', { words: 'The left one.', said: 1 })
  expect(text('waiting')).toBe('Nobody waits for an answer')
  await eventually(() => expect(find('add-answer')).not.toBeNull())
})

it('shows what somebody else has answered meanwhile, and keeps the words', async () => {
  answer.mockRejectedValue(new ApiProblem(409, 'store_conflict', 'Somebody has added to it.', 'Read it.'))
  known = [said('The right one.')]
  await write('The left one.')
  await eventually(() => expect(text('problem')).toContain('Somebody has added to it.'))
  expect(place.textContent).toContain('The right one.')
  expect(field()?.value).toBe('The left one.')
})

it('shows markup as it was written', async () => {
  known = [{ ...ASKED, messages: [{ ...ASKED.messages[0]!, words: '<img src=x onerror=alert(1)>' }] }]
  find('look-again')!.click()
  await eventually(() => expect(text('question')).toContain('<img src=x onerror=alert(1)>'))
  expect(place.querySelector('img')).toBeNull()
})

it('says of each question what it is about, who said what, and what is missing', async () => {
  const report: Question = { ...said('The left one.'), state: 'read', problem: 'voice', task_id: 'guide-000001', viewpoint_id: 'hall' }
  known = [ASKED, { ...report, question_id: 'q2', messages: [{ ...report.messages[0]!, words: '' }, report.messages[1]!] }]
  find('look-again')!.click()
  await eventually(() => expect(place.querySelectorAll('[data-testid=question]')).toHaveLength(2))
  const heads = [...place.querySelectorAll('.question-head')].map(({ children }) => [...children].map(({ textContent }) => textContent))
  expect(heads).toEqual([['Waits for an answer', 'Question', 'Person 7'], ['Answer read', 'Problem: voice · guide-000001 · at hall', 'Person 7']])
  expect([...place.querySelectorAll('.said')].map(({ textContent }) => textContent.replace(/ · .*2026(, \d+:\d+)?/, ': '))).toEqual([expect.stringContaining('Which door?'), expect.stringContaining('They wrote nothing.'), expect.stringContaining('Person 3 of the team')])
  expect([place.querySelector('.question-head a')?.getAttribute('href'), place.querySelectorAll('[data-testid=answer-words]').length, place.querySelectorAll('[data-testid=add-answer]').length]).toEqual([expect.stringContaining('annotator=7'), 1, 1])
})

it('opens a field for more only when asked to', async () => {
  known = [said('The left one.')]
  place = document.createElement('main')
  document.body.replaceChildren(place)
  await new QuestionsPage(place, client).load()
  expect(field()).toBeNull()
  find('add-answer')!.click()
  await eventually(() => expect(field()).not.toBeNull())
})

it('shows nothing to who may not see it', async () => {
  answer.mockRejectedValue(new ApiProblem(403, 'access', 'No.', ''))
  await write('The left one.')
  await eventually(() => expect(find('not-a-manager')).not.toBeNull())
  expect(find('question')).toBeNull()
})

it('says that nobody has asked anything', async () => {
  known = []
  find('look-again')!.click()
  await eventually(() => expect(find('no-questions')).not.toBeNull())
  expect(text('waiting')).toBe('Nobody waits for an answer')
})
