// @vitest-environment page
import { expect, it } from 'vitest'

import { Refusal } from '../../../testing/TestServer'
import { settled, until } from '../../../testing/until'
import type { LeaseView } from '../../api/types'
import { click, comesTo, draftSaying, find, keptHere, leave, openKind, progress, screen, server, submitted } from '../running/testing'
import task from './task'

const LEASE: Partial<LeaseView> = { language: 'hi-IN', args: { transcript: 'Go past the sofa.', source_language: 'en-US', voice_url: null, voice_duration: null } }
const area = (page: HTMLElement) => find(page, 'transcript') as HTMLTextAreaElement
const write = (page: HTMLElement, text: string) => {
  area(page).value = text
  area(page).dispatchEvent(new Event('input', { bubbles: true }))
}
const begin = async (parts: Partial<LeaseView> = {}) => {
  const page = await openKind(task, { ...LEASE, ...parts })
  if (page.dataset.phase === 'instructions') click(page, 'start')
  return page
}

it('says what to do, shows the words in their language, and asks for them in the person’s own', async () => {
  const page = await openKind(task, LEASE)
  expect([progress(page), page.querySelector('h1')?.textContent, page.querySelectorAll('.instructions > li').length]).toEqual(['Get ready', 'Translate an instruction', 3])
  click(page, 'start')
  expect([page.dataset.phase, progress(page), [...page.querySelectorAll('h2')].map(({ textContent }) => textContent)]).toEqual(['write', 'Translate', ['In American English', 'In Hindi (India)']])
  const words = find(page, 'instruction')
  expect([words?.textContent, words?.lang, area(page).lang, area(page).placeholder, document.activeElement, page.querySelector('.player')]).toEqual(['Go past the sofa.', 'en-US', 'hi-IN', 'Write the whole instruction.', area(page), null])
})

it('sends what was written without blanks around it, and how it was typed', async () => {
  const page = await begin()
  const submit = find(page, 'submit') as HTMLButtonElement
  expect(submit.disabled).toBe(true)
  write(page, ' \u200b\n')
  expect(submit.disabled).toBe(true)
  write(page, ' सोफ़े के पास से जाइए। \n')
  expect(submit.disabled).toBe(false)
  click(page, 'submit')
  await comesTo(page, 'done')
  expect(await keptHere()).toEqual([])
  expect(submitted).toEqual([{ answer: { transcript: 'सोफ़े के पास से जाइए।' }, typing: expect.objectContaining({ pasted: 0 }) as object, phases: expect.any(Array) as unknown[], aids: { map: false, map_seconds: 0, flights: 0 } }])
  expect(submitted[0]?.phases.map(({ name }) => name)).toEqual(['instructions', 'write', 'submit'])
})

it('asks whether to send what is the same as the original', async () => {
  const page = await begin()
  write(page, 'Go past the sofa. ')
  click(page, 'submit')
  await settled()
  expect(find(document.body, 'confirm-dialog')?.textContent).toContain('Your text is the same as the original.')
  click(document.body, 'confirm-no')
  await settled()
  expect(page.dataset.phase).toBe('write')
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true }))
  await settled()
  click(document.body, 'confirm-yes')
  await comesTo(page, 'done')
  expect(submitted).toHaveLength(1)
})

it('goes back to the words where they are refused, and sends them again just so', async () => {
  const page = await begin()
  write(page, 'सोफ़ा')
  const bodies: unknown[] = []
  server.on('POST /leases/:/submit', ({ body }) => {
    bodies.push(body)
    return bodies.length < 4 ? new Refusal(503, 'busy') : { task_id: 't1' }
  })
  click(page, 'submit')
  await until(() => find(page, 'retry') !== null)
  await screen.pass(5)
  click(page, 'retry')
  await until(() => bodies.length === 2 && find(page, 'back') !== null)
  click(page, 'back')
  expect([page.dataset.phase, area(page).value]).toEqual(['write', 'सोफ़ा'])
  await screen.pass(5)
  click(page, 'submit')
  await until(() => bodies.length === 3 && find(page, 'back') !== null)
  expect([bodies[1], bodies[2]]).toEqual([bodies[0], bodies[0]])
  click(page, 'back')
  write(page, 'सोफ़े')
  click(page, 'submit')
  await comesTo(page, 'done')
  expect(bodies[3]).toMatchObject({ answer: { transcript: 'सोफ़े' }, phases: { length: 7 } })
})

it('goes on with what was written, and begins with what to do where nothing was', async () => {
  const before = await begin()
  write(before, 'सोफ़ा')
  const draft = await draftSaying('सोफ़ा')
  leave()
  const page = await begin({ draft })
  expect([page.dataset.phase, area(page).value]).toEqual(['write', 'सोफ़ा'])
  leave()
  localStorage.clear()
  const empty = await openKind(task, { ...LEASE, draft: { ...draft, content: draft.content.replace('सोफ़ा', '') } })
  expect(empty.dataset.phase).toBe('instructions')
})

it('reports a problem', async () => {
  const page = await begin()
  const reports: unknown[] = []
  server.on('PUT /leases/:/reports/:', ({ body }) => {
    reports.push(body)
    return {}
  })
  click(page, 'report')
  click(document.body, 'problem-kind-voice')
  ;(find(document.body, 'comment') as HTMLTextAreaElement).value = ' No words. '
  click(document.body, 'confirm-yes')
  await until(() => find(page, 'report-sent') !== null)
  expect(reports).toEqual([{ kind: 'voice', comment: 'No words.', viewpoint_id: null }])
})
