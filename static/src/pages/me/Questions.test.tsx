// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'

import { settled, until } from '../../../testing/until'
import type { OwnQuestion } from '../../api/types'
import { drawInto } from '../../kit/view/drawing'
import { Questions } from './Questions'

const question = (id: string, words: string): OwnQuestion => ({
  question_id: id,
  state: 'waiting',
  problem: null,
  task_id: null,
  may_follow_up: false,
  messages: [{ side: 'person', by: null, words, at: '2026-11-20T08:00:00Z' }],
})
const answered = (id: string): OwnQuestion => ({ ...question(id, 'Which door?'), state: 'answered', may_follow_up: true })

/** Keeps the first words of each id, as the server does; its answers may be lost on the way. */
class Server {
  losesAnswers = false
  readonly known = new Map<string, OwnQuestion>()
  readonly asked: [id: string, words: string][] = []
  readonly read: string[] = []

  ownQuestions = () => Promise.resolve([...this.known.values()])

  ask = (id: string, words: string) => {
    this.asked.push([id, words])
    if (!this.known.has(id)) this.known.set(id, question(id, words))
    return this.answer(this.known.get(id)!)
  }

  askBack = (id: string, words: string) => {
    this.asked.push([id, words])
    return this.answer(question(id, words))
  }

  readAnswer = (id: string) => {
    this.read.push(id)
    return Promise.resolve(this.known.get(id)!)
  }

  private answer(changed: OwnQuestion): Promise<OwnQuestion> {
    return this.losesAnswers ? Promise.reject(new Error('There was no answer.')) : Promise.resolve(changed)
  }
}

let place: HTMLElement
let server: Server
const field = () => place.querySelector<HTMLTextAreaElement>('[data-testid=ask-words]')!
const send = (name = 'ask') => place.querySelector<HTMLButtonElement>(`[data-testid=${name}-send]`)!
const type = async (words: string, name = 'ask') => {
  const area = place.querySelector<HTMLTextAreaElement>(`[data-testid=${name}-words]`)!
  area.value = words
  area.dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
}
const ask = async (name = 'ask') => {
  send(name).click()
  await settled()
}
async function show(): Promise<void> {
  drawInto(place)(<Questions client={server} />)
  await until(() => place.querySelector('.own-questions, .hint:not([role])') !== null)
}

beforeEach(() => {
  server = new Server()
  place = document.createElement('div')
  document.body.replaceChildren(place)
})

it('asks with the words, not the blanks around them, and begins the next question anew', async () => {
  await show()
  await type('  ')
  expect(send().disabled).toBe(true)
  await type(' Which door? ')
  await ask()
  expect([server.asked.map(([, words]) => words), field().value, send().disabled]).toEqual([['Which door?'], '', true])
  await type('And then?')
  await ask()
  expect(server.known.size).toBe(2)
})

it('sends the same words again under the same id where the answer was lost', async () => {
  await show()
  await type('Which door?')
  server.losesAnswers = true
  await ask()
  expect([field().value, send().disabled]).toEqual(['Which door?', false])
  server.losesAnswers = false
  await ask()
  expect([server.asked.length, server.known.size]).toEqual([2, 1])
})

it('sends other words under another id, for the server may have those before', async () => {
  await show()
  await type('Which door?')
  server.losesAnswers = true
  await ask()
  server.losesAnswers = false
  await type('Which door, left or right?')
  await ask()
  expect([...server.known.values()].map(({ messages }) => messages[0]?.words)).toEqual(['Which door?', 'Which door, left or right?'])
})

it('reads the answers that are new, and asks back where one may', async () => {
  for (const each of [question('q1', 'Why?'), answered('q2')]) server.known.set(each.question_id, each)
  await show()
  await until(() => server.read.length > 0)
  expect([server.read, place.querySelectorAll('[data-testid=ask-back-words]').length]).toEqual([['q2'], 1])
  await type('The left one?', 'ask-back')
  await ask('ask-back')
  expect(server.asked).toEqual([['q2', 'The left one?']])
})
