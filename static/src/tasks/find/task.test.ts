// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { Refusal } from '../../../testing/TestServer'
import { settled } from '../../../testing/until'
import type { LeaseView } from '../../api/types'
import { click, comesTo, draftSaying, find, leave, openKind, progress, screen, server, submitted } from '../running/testing'
import task from './task'

const LEASE: Partial<LeaseView> = { args: { description: 'the red sofa' }, start: { viewpoint_id: 'b', heading: 1 } }

let page: HTMLElement

async function search(parts: Partial<LeaseView> = {}): Promise<void> {
  page = await openKind(task, { ...LEASE, ...parts })
  if (page.dataset.phase === 'instructions') click(page, 'start')
  await screen.pass(2)
}

const question = () => find(document.body, 'confirm-dialog')?.textContent
const answer = async (yes: boolean) => {
  click(document.body, yes ? 'confirm-yes' : 'confirm-no')
  await settled()
}
const key = (name: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key: name, code: `Key${name.toUpperCase()}` }))
const sent = () => submitted.at(-1)

beforeEach(() => {
  page = document.body
})

it('says what to find, before and while it is searched', async () => {
  page = await openKind(task, LEASE)
  expect([page.dataset.phase, progress(page), page.querySelector('h1')?.textContent, find(page, 'wanted')?.textContent, page.querySelectorAll('.instructions > li').length]).toEqual(['instructions', 'Get ready', 'Find this', 'the red sofa', 3])
  click(page, 'start')
  expect([page.dataset.phase, progress(page), 'panorama' in page.dataset, find(page, 'wanted')?.textContent, page.querySelector('.keys kbd')?.textContent, page.querySelector('.aim') !== null]).toEqual(['walk', 'Walk and look', true, 'the red sofa', 'M', true])
})

it('sends where the object was seen, once the person is sure, with the walk', async () => {
  await search()
  click(page, 'mark')
  expect(question()).toContain('You were asked to find the red sofa.')
  await answer(false)
  expect([page.dataset.phase, document.activeElement]).toEqual(['walk', find(page, 'viewer')])
  key('m')
  await answer(true)
  await comesTo(page, 'done')
  expect(sent()).toMatchObject({ answer: { mark: { viewpoint_id: 'b', heading: 1, elevation: 0 } }, recording_id: 'l1-0', phases: [{ name: 'instructions' }, { name: 'walk' }, { name: 'submit' }] })
  const [first = ''] = new TextDecoder().decode(server.stream('l1-0', 'pose')).split('\n')
  expect(server.recordings.get('l1-0')?.sampleRate).toBeNull()
  expect(first.length).toBeGreaterThan(0)
})

it('sends no place where somebody gives up, and asks that alone', async () => {
  await search()
  click(page, 'give-up')
  click(page, 'mark')
  expect([question(), document.querySelectorAll('[data-testid=confirm-dialog]').length]).toEqual([expect.stringContaining('Your walk will be sent without a marked object.'), 1])
  expect(document.querySelector('dialog .button-primary')?.textContent).toBe('Keep looking')
  await answer(true)
  await comesTo(page, 'done')
  expect(sent()?.answer).toEqual({ mark: null })
})

it('goes back to the search where it cannot be sent, and on with what was answered then', async () => {
  await search()
  const refused = server.refuse((call) => (call === 'POST /leases/l1/submit' ? new Refusal(422, 'invalid') : null))
  click(page, 'give-up')
  await answer(true)
  await comesTo(page, 'submit')
  for (let wait = 0; wait < 20 && !find(page, 'back'); wait++) {
    await screen.pass(1)
    await settled()
  }
  refused()
  click(page, 'back')
  await screen.pass(1)
  click(page, 'mark')
  await answer(true)
  await comesTo(page, 'done')
  expect(sent()?.answer).toMatchObject({ mark: { viewpoint_id: 'b' } })
})

it('goes on with the walk where the page was left', async () => {
  await search()
  find(page, 'exits')?.querySelector<HTMLElement>('[data-viewpoint-id=c]')?.click()
  await screen.pass(3)
  expect(find(page, 'viewer')?.dataset.viewpointId).toBe('c')
  click(page, 'give-up')
  await answer(false)
  await settled()
  const draft = await draftSaying('"phase":"walk"')
  leave()
  await search({ draft })
  await settled()
  await screen.pass(2)
  expect([page.dataset.phase, find(page, 'viewer')?.dataset.viewpointId]).toEqual(['walk', 'c'])
})

it('leaves the keys and the aim behind when the search is over', async () => {
  await search()
  click(page, 'give-up')
  await answer(true)
  key('m')
  expect([question(), page.querySelector('.aim')]).toEqual([undefined, null])
})

it('warns who closes the page of a walk that nothing keeps, until it is sent', async () => {
  const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  page = await openKind(task, { ...LEASE, device_key: null })
  expect(warns()).toBe(false)
  click(page, 'start')
  await screen.pass(2)
  expect(warns()).toBe(true)
  click(page, 'give-up')
  await answer(true)
  await comesTo(page, 'done')
  expect(warns()).toBe(false)
})

it('ends without a mark when the time is over, also while it asks', async () => {
  await search({ time_limit: 20 })
  click(page, 'mark')
  expect(question()).toContain('the red sofa')
  await screen.pass(20)
  await comesTo(page, 'done')
  expect([sent()?.answer, sent()?.aids, question()]).toEqual([{ mark: null }, expect.objectContaining({ time_limit: 20 }), undefined])
})
