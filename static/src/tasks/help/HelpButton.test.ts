// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Empty, Refusal, TestServer } from '../../../testing/TestServer'
import { settled, until } from '../../../testing/until'
import { ApiClient } from '../../api/ApiClient'
import type { LeaseView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { Scope } from '../../kit/lifecycle/Scope'
import { HelpButton } from './HelpButton'
import { hasRead, rememberRead } from './readIntroductions'

let server: TestServer
let scope: Scope
let left: number
let interrupted: number
let skippable: boolean
let words: HTMLElement[]
let runs: boolean
let opened: Scope[]

beforeEach(() => {
  localStorage.clear()
  server = new TestServer()
  scope = new Scope()
  ;[left, interrupted, skippable, words, runs, opened] = [0, 0, true, [html('p', {}, 'Read this.')], false, []]
  const { element } = new HelpButton(scope, {
    client: new ApiClient('secret', undefined, server.request),
    lease: { lease_id: 'l1' } as LeaseView,
    introduction: (each) => {
      opened.push(each)
      return words
    },
    interrupt: () => {
      interrupted += 1
      return runs
    },
    whereabouts: () => 'hall',
    skip: () => (skippable ? () => void (left += 1) : null),
  })
  document.body.replaceChildren(element, html('textarea', {}))
})
afterEach(() => scope.dispose())

const find = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const dialogs = () => document.querySelectorAll('[data-testid=help-dialog]').length
const press = (key: string, on: Element = document.body) => {
  const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true })
  on.dispatchEvent(event)
  return event.defaultPrevented
}

describe('help', () => {
  it('opens by button and by key, once, with what people read at the beginning', () => {
    find('help')?.click()
    const isHidden = () => document.querySelector<HTMLElement>('.help-introduction')?.hidden
    expect([isHidden(), find('help-dialog')?.textContent.includes('Read this.'), document.activeElement, find('help-paused')?.hidden, interrupted]).toEqual([false, true, find('help-close'), true, 1])
    press('F1')
    expect([dialogs(), interrupted]).toEqual([1, 1])
    find('help-close')?.click()
    expect([dialogs(), opened[0]?.disposed]).toEqual([0, true])
    expect([press('F1'), dialogs()]).toEqual([true, 1])
  })

  it('does not open for a letter that somebody types', () => {
    const area = document.querySelector('textarea')!
    expect([press('?', area), dialogs()]).toEqual([false, 0])
    expect([press('F1', area), dialogs()]).toEqual([true, 1])
  })

  it('says that a recording is paused, and hides an introduction that says nothing', () => {
    ;[runs, words] = [true, []]
    find('help')?.click()
    expect([find('help-paused')?.hidden, find('help-dialog')?.querySelector<HTMLElement>('.help-introduction')?.hidden]).toEqual([false, true])
  })

  it('reports a problem from where the person stands, under the same number until it has arrived', async () => {
    const reports: [string, unknown][] = []
    server.on('PUT /leases/:/reports/:', ({ parts: [, id = ''], body }) => {
      reports.push([id, body])
      return reports.length < 2 ? new Refusal(503, 'busy') : {}
    })
    find('help')?.click()
    find('help-report')?.click()
    expect([...document.querySelectorAll<HTMLElement>('[data-testid^="problem-kind-"]')].map(({ dataset }) => dataset.testid?.slice(13))).toEqual(['voice', 'picture', 'offensive', 'page', 'other'])
    find('problem-kind-picture')?.click()
    ;(find('comment') as HTMLTextAreaElement).value = ' Black. '
    find('confirm-yes')?.click()
    await until(() => find('retry') !== null)
    find('retry')?.click()
    await until(() => find('report-sent') !== null)
    expect(reports.map(([, body]) => body)).toEqual(Array(2).fill({ kind: 'picture', comment: 'Black.', viewpoint_id: 'hall' }))
    expect(reports[0]?.[0]).toBe(reports[1]?.[0])
  })

  it('reports nothing where somebody thinks better of it', async () => {
    find('help')?.click()
    find('help-report')?.click()
    find('confirm-no')?.click()
    await settled()
    expect(server.calls).toEqual([])
  })

  it('gives the task back and leaves it, in this order', async () => {
    server.on('DELETE /leases/l1', () => {
      expect(left).toBe(0)
      return new Empty()
    })
    find('help')?.click()
    find('skip')?.click()
    find('confirm-yes')?.click()
    await until(() => left === 1)
    expect([server.calls, dialogs()]).toEqual([['DELETE /leases/l1'], 0])
  })

  it('stays where the task could not be given back', async () => {
    find('help')?.click()
    find('skip')?.click()
    find('confirm-yes')?.click()
    await until(() => find('retry') !== null)
    expect([left, dialogs()]).toEqual([0, 1])
  })

  it('does not let people give up what may not be given back', () => {
    skippable = false
    find('help')?.click()
    expect([find('skip'), find('help-ask')?.getAttribute('href')]).toEqual([null, '/me'])
  })
})

describe('introductions', () => {
  it('that were read are remembered, the newest sixty, of each person', () => {
    for (let number = 0; number < 61; number++) rememberRead(`i${number}`)
    expect([hasRead('i0'), hasRead('i1'), hasRead('i60'), hasRead('i6')]).toEqual([false, true, true, true])
    rememberRead('i1')
    rememberRead('new')
    expect([hasRead('i1'), hasRead('i2')]).toEqual([true, false])
    localStorage.setItem('pangea-session', 'somebody-else')
    expect(hasRead('new')).toBe(false)
  })
})
