// @vitest-environment page
import { afterEach, expect, it } from 'vitest'

import { Scope } from '../lifecycle/Scope'
import { confirm } from './confirm'

const scope = new Scope()
afterEach(() => document.body.replaceChildren())

const ask = (harmful: boolean) => confirm(scope, { title: 'Give up?', detail: 'Your walk ends.', yes: 'Give up', no: 'Walk on', harmful })
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('dialog button')]
const filled = () => buttons().filter(({ className }) => /button-(primary|record)/.test(className)).map(({ textContent }) => textContent)

it('never fills the button that does harm', async () => {
  const answer = ask(true)
  expect([filled(), buttons().map((each) => [each.textContent, each.hasAttribute('autofocus')])]).toEqual([['Walk on'], [['Give up', false], ['Walk on', true]]])
  buttons()[0]?.click()
  expect(await answer).toBe(true)
  expect(document.querySelector('dialog')).toBeNull()
})

it('fills the button that does what the person came for', async () => {
  const answer = ask(false)
  expect(filled()).toEqual(['Give up'])
  buttons()[0]?.click()
  expect(await answer).toBe(false)
})

it('stays where Escape closes it, and says its points', async () => {
  const answer = confirm(scope, { title: 'Send?', detail: ['One.', 'Two.'], yes: 'Send', no: 'Back', harmful: false })
  const dialog = document.querySelector('dialog')
  expect([...(dialog?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual(['One.', 'Two.'])
  dialog?.close()
  expect(await answer).toBe(false)
})

it('asks what is to be filled in first', () => {
  const form = document.createElement('textarea')
  void confirm(scope, { title: 'Give up?', detail: form, yes: 'Give up', no: 'Walk on', harmful: true })
  expect(buttons().some((each) => each.hasAttribute('autofocus'))).toBe(false)
})
