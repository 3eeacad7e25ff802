// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import { settled } from '../../testing/until'
import type { ApiClient } from '../api/ApiClient'
import type { ConsentView } from '../api/types'
import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { askConsent } from './askConsent'

const TEXT = { body: [{ element: 'p', text: '', address: '', captions: [], children: [{ element: 'text', text: 'We record.', address: '', captions: [], children: [] }] }], language: 'hi', version: '3', retention_days: 30, agreed_at: null } as unknown as ConsentView

let root: HTMLElement
let resolved: boolean
const agree = vi.fn<(said: object) => Promise<void>>()

beforeEach(() => {
  root = html('main', {})
  document.body.replaceChildren(root)
  resolved = false
  agree.mockReset().mockResolvedValue()
})

const find = (name: string) => root.querySelector<HTMLInputElement>(`[data-testid="${name}"]`)
async function ask(text: ConsentView | null): Promise<void> {
  void askConsent(new Scope(), root, { consent: () => Promise.resolve(text), agree } as unknown as ApiClient).then(() => (resolved = true))
  await settled()
}

it('lets a person go on once they agree to this version in the language that they read', async () => {
  await ask(TEXT)
  expect([...root.querySelectorAll('h1, .consent-text, label, button')].map(({ tagName }) => tagName)).toEqual(['H1', 'DIV', 'LABEL', 'BUTTON'])
  expect([root.querySelector('.consent-text')?.textContent, root.querySelector<HTMLElement>('.consent-text')?.lang, root.querySelector('.hint')?.textContent]).toEqual(['We record.', 'hi', 'Version 3 · Kept for 30 days'])
  const disabled = [() => undefined, () => find('agree-box')?.click(), () => find('agree-box')?.click(), () => find('agree-box')?.click()].map((act) => {
    act()
    return find('agree')?.disabled
  })
  find('agree')?.click()
  await settled()
  expect([disabled, agree.mock.calls, resolved]).toEqual([[true, false, true, false], [[{ version: '3', language: 'hi' }]], true])
})

it.each([['there is no text', null], ['they have agreed', { ...TEXT, agreed_at: '2026-11-01T00:00:00Z' }]] as const)('asks nothing where %s', async (_, text) => {
  await ask(text)
  expect([resolved, root.childElementCount]).toEqual([true, 0])
})

it('says when the answer was not stored, and how long nothing is said of', async () => {
  agree.mockRejectedValue(new Error('away'))
  await ask({ ...TEXT, retention_days: null })
  expect(root.querySelector('.hint')?.textContent).toBe('Version 3')
  find('agree-box')?.click()
  find('agree')?.click()
  await settled()
  expect([resolved, find('problem') !== null, find('retry') !== null]).toEqual([false, true, true])
})
