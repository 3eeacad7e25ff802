// @vitest-environment page
import { expect, it } from 'vitest'

import { Refusal } from '../../../../testing/TestServer'
import { settled } from '../../../../testing/until'
import type { LeaseView } from '../../../api/types'
import { click, comesTo, draftSaying, find, leave, openKind, passUntil, progress, screen, server, submitted } from '../../running/testing'
import { writtenGuide } from './writtenGuide'

const leaseOf = (args: object = {}): Partial<LeaseView> => ({ args: { path: ['a', 'b'], heading: 0, free: false, voice: 'none', ...args }, language: 'ur-PK' })
const area = (page: HTMLElement) => find(page, 'transcript') as HTMLTextAreaElement
const isDisabled = (page: HTMLElement, name: string) => (find(page, name) as HTMLButtonElement).disabled
const write = (page: HTMLElement, text: string) => {
  area(page).value = text
  area(page).dispatchEvent(new Event('input', { bubbles: true }))
}
const pass = async (seconds: number) => {
  await screen.pass(seconds)
  await settled()
  await screen.pass(0.4)
}
async function begin(args: object = {}, parts: Partial<LeaseView> = {}): Promise<HTMLElement> {
  const page = await openKind(writtenGuide, { ...leaseOf(args), ...parts })
  if (page.dataset.phase === 'instructions') click(page, 'start')
  await pass(2)
  return page
}
async function step(page: HTMLElement, to: string): Promise<void> {
  find(page, 'exits')?.querySelector<HTMLElement>(`[data-viewpoint-id=${to}]`)?.click()
  await pass(3)
}
const exits = (page: HTMLElement) => [...page.querySelectorAll<HTMLElement>('[data-testid=exit]')].map(({ dataset }) => dataset.viewpointId)

it('says what to do, and shows the path and the field beside it', async () => {
  const page = await openKind(writtenGuide, leaseOf())
  expect([progress(page), page.querySelectorAll('.instructions > li').length, find(page, 'turns-wanted') !== null]).toEqual(['Get ready', 4, true])
  click(page, 'start')
  await pass(2)
  expect([page.dataset.phase, area(page).lang, find(page, 'exits')?.textContent.includes('on the path'), document.activeElement, exits(page)]).toEqual(['walk', 'ur-PK', true, find(page, 'viewer'), ['b']])
})

it('wants the walk first and then the words, and sends both', async () => {
  const page = await begin()
  const walkFirst = find(page, 'lacking')?.textContent
  expect([isDisabled(page, 'done'), walkFirst === '']).toEqual([true, false])
  write(page, ' Go ahead. ')
  expect([isDisabled(page, 'done'), find(page, 'lacking')?.textContent]).toEqual([true, walkFirst])
  await step(page, 'b')
  expect([isDisabled(page, 'done'), find(page, 'lacking')?.textContent]).toEqual([false, ''])
  write(page, '\u200b')
  expect([isDisabled(page, 'done'), find(page, 'lacking')?.textContent === walkFirst]).toEqual([true, false])
  write(page, ' Go ahead. ')
  click(page, 'done')
  await comesTo(page, 'done')
  expect(submitted).toMatchObject([{ recording_id: 'l1-0', transcript: 'Go ahead.', typing: { typed: 0 }, phases: [{ name: 'instructions' }, { name: 'walk' }, { name: 'submit' }], aids: { flights: 0 } }])
  expect(server.recordings.get('l1-0')?.sampleRate).toBeNull()
})

it('asks for no certain walk where people may leave the path', async () => {
  const page = await begin({ path: ['a', 'b', 'c'], free: true })
  await step(page, 'b')
  expect(exits(page)).toEqual(expect.arrayContaining(['a', 'c', 'd']))
  write(page, 'Go ahead.')
  expect(isDisabled(page, 'done')).toBe(false)
})

it('lets people fly along the path at its start, and counts that', async () => {
  const page = await begin({ path: ['a', 'b', 'c'] })
  expect(find(page, 'flight')?.hidden).toBe(false)
  click(page, 'fly')
  await pass(8)
  expect(find(page, 'viewer')?.dataset.viewpointId).toBe('a')
  await step(page, 'b')
  expect(find(page, 'flight')?.hidden).toBe(true)
  await step(page, 'c')
  write(page, 'Go ahead.')
  click(page, 'done')
  await comesTo(page, 'done')
  expect(submitted[0]?.aids?.flights).toBe(1)
})

it('goes on with walk and words where the page was left', async () => {
  const before = await begin({ path: ['a', 'b', 'c'] })
  await step(before, 'b')
  write(before, 'Go')
  const draft = await draftSaying('"transcript":"Go"')
  leave()
  const page = await begin({ path: ['a', 'b', 'c'] }, { draft })
  await passUntil(() => find(page, 'viewer')?.dataset.viewpointId === 'b')
  expect([page.dataset.phase, area(page).value, find(page, 'viewer')?.dataset.viewpointId, exits(page)]).toEqual(['walk', 'Go', 'b', expect.arrayContaining(['a', 'c'])])
})

it('goes back to the words where they are refused', async () => {
  const page = await begin()
  await step(page, 'b')
  write(page, 'Go.')
  const bodies: unknown[] = []
  server.on('POST /leases/:/submit', ({ body }) => {
    bodies.push(body)
    return bodies.length < 2 ? new Refusal(422, 'invalid') : { task_id: 't1' }
  })
  click(page, 'done')
  await passUntil(() => find(page, 'back') !== null)
  click(page, 'back')
  await pass(1)
  write(page, 'Go ahead.')
  click(page, 'done')
  await comesTo(page, 'done')
  expect(bodies).toMatchObject([{ transcript: 'Go.' }, { transcript: 'Go ahead.' }])
})

it('reports a problem from where the person stands', async () => {
  const page = await begin()
  await step(page, 'b')
  const reports: unknown[] = []
  server.on('PUT /leases/:/reports/:', ({ body }) => {
    reports.push(body)
    return {}
  })
  click(page, 'report')
  click(document.body, 'confirm-yes')
  await settled()
  expect(reports).toEqual([{ kind: 'other', comment: '', viewpoint_id: 'b' }])
})
