// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import { drawInto } from '../../kit/view/drawing'
import { ReasonForm } from './ReasonForm'
import { templates } from './decisions'

const confirm = vi.fn()
const cancel = vi.fn()
let place: HTMLElement
let draw: ReturnType<typeof drawInto>
const show = (busy = false) => draw(<ReasonForm verdict="reject" kind="guide" busy={busy} confirm={confirm} cancel={cancel} />)
const reason = () => place.querySelector('textarea')!
const send = () => place.querySelector<HTMLButtonElement>('[data-testid=reason-send]')!
const press = async (key: string, options: KeyboardEventInit = {}) => {
  const went = document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }))
  await Promise.resolve()
  return went
}
const [first = '', second = ''] = templates('reject', 'guide')

beforeEach(() => {
  confirm.mockClear()
  cancel.mockClear()
  place = document.createElement('div')
  document.body.replaceChildren(place)
  draw = drawInto(place)
  show()
})

it('begins at the first template, and cannot be sent without a reason', async () => {
  expect(document.activeElement?.textContent).toContain(first)
  expect(send().disabled).toBe(true)
  await press('Enter', { ctrlKey: true })
  expect(confirm).not.toHaveBeenCalled()
})

it('cannot be sent with a reason that nobody can see', async () => {
  reason().value = '\u200b\u3164'
  reason().dispatchEvent(new Event('input', { bubbles: true }))
  await Promise.resolve()
  expect(send().disabled).toBe(true)
  await press('Enter', { ctrlKey: true })
  expect(confirm).not.toHaveBeenCalled()
})

it('takes templates by their numbers, each once, and then letters as letters', async () => {
  await press('2')
  expect(reason().value).toBe(second)
  expect(document.activeElement).toBe(reason())
  place.querySelectorAll<HTMLElement>('.reason-choice')[0]?.click()
  place.querySelectorAll<HTMLElement>('.reason-choice')[0]?.click()
  await Promise.resolve()
  expect(reason().value).toBe(`${second} ${first}`)
  expect(await press('1')).toBe(true)
  expect(reason().value).toBe(`${second} ${first}`)
  await press('Enter', { metaKey: true })
  expect(confirm).toHaveBeenCalledWith(`${second} ${first}`)
})

it('is given up by Escape, and waits for the server', async () => {
  await press('Escape')
  expect(cancel).toHaveBeenCalledOnce()
  reason().value = ' Too short. '
  reason().dispatchEvent(new Event('input', { bubbles: true }))
  await Promise.resolve()
  expect(send().disabled).toBe(false)
  show(true)
  expect(send().disabled).toBe(true)
  expect(reason().value).toBe(' Too short. ')
  show()
  send().click()
  expect(confirm).toHaveBeenCalledWith('Too short.')
})
