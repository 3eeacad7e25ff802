// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { ApiProblem } from '../../api/ApiProblem'
import type { AuditEntry, AuditLog } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { setLabels } from '../../people/labels'
import { AuditPage } from './AuditPage'

const ENTRY: AuditEntry = { entry_id: 'e2', at: '2026-11-20T08:00:00Z', actor: 3, action: 'send_back', subject: 7, detail: 'guide 12' }
const BY_COMMAND: AuditEntry = { entry_id: 'e1', at: '2026-11-19T08:00:00Z', actor: null, action: 'retention', subject: null, detail: '' }
const LOG: AuditLog = { items: [ENTRY, BY_COMMAND], next_cursor: null, actions: ['accept', 'role changed'] }

let scope: Scope
let root: HTMLElement
let asked: unknown[]
let log: AuditLog | ApiProblem

beforeEach(() => {
  scope = new Scope()
  root = document.createElement('main')
  document.body.replaceChildren(root)
  asked = []
  log = LOG
})
afterEach(() => {
  scope.dispose()
  setLabels([])
  history.replaceState(null, '', '/')
  vi.restoreAllMocks()
})

async function open(address = '/audit'): Promise<void> {
  history.replaceState(null, '', address)
  const client = {
    audit: (query: object) => {
      asked.push(query)
      return log instanceof ApiProblem ? Promise.reject(log) : Promise.resolve(log)
    },
    csv: (path: string) => {
      asked.push(path)
      return log instanceof ApiProblem ? Promise.reject(log) : Promise.resolve(new Blob(['a']))
    },
  }
  await new AuditPage(root, client, scope).load()
}
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as querySelector has it
const find = <Name extends HTMLElement>(name: string) => root.querySelector<Name>(`[data-testid="${name}"]`)
const href = (name: string) => find(name)?.getAttribute('href') ?? null

it('shows who did what to whom, in the order of the server, each person with a link to their entries', async () => {
  setLabels([{ annotator_id: 7, label: 'Kavya' }])
  await open()
  expect([...root.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual(['Time', 'Person', 'Action', 'Affected person', 'Detail'])
  const rows = [...root.querySelectorAll('[data-testid=audit-row]')]
  expect(rows.map((row) => [...row.children].map((cell, at) => (at === 0 ? cell.querySelector('time')?.dateTime : cell.textContent)))).toEqual([
    ['2026-11-20T08:00:00Z', 'Person 3', 'send back', 'Person 7 (\u2068Kavya\u2069)', 'guide 12'],
    ['2026-11-19T08:00:00Z', 'command line', 'retention', '', ''],
  ])
  expect(rows.map((row) => [...row.querySelectorAll('a')].map((link) => link.getAttribute('href')))).toEqual([['/audit?actor=3', '/audit?subject=7'], ['/audit?actor=0']])
  expect([href('newest'), href('older')]).toEqual([null, null])
})

it('asks for what the address says, and shows that in its filters', async () => {
  await open('/audit?actor=3&action=role+changed&subject=7&since=2026-11-01&until=2026-11-22')
  expect(asked).toEqual([{ actor: '3', subject: '7', action: 'role changed', since: '2026-11-01', until: '2026-11-22' }])
  const fields = ['actor', 'subject', 'since', 'until'].map((name) => find<HTMLInputElement>(`filter-${name}`)?.value)
  expect(fields).toEqual(['3', '7', '2026-11-01', '2026-11-22'])
  expect([...find<HTMLSelectElement>('filter-action')!.options].map(({ value, text }) => [value, text])).toEqual([['', 'any action'], ['accept', 'accept'], ['role changed', 'role changed']])
})

it('goes to the address of the entries that are chosen, from the newest on', async () => {
  await open('/audit?actor=3&cursor=older')
  const went = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  find<HTMLInputElement>('filter-subject')!.value = '9'
  find('filters')?.dispatchEvent(new Event('submit', { cancelable: true }))
  expect(went.mock.calls).toEqual([['/audit?actor=3&subject=9']])
  expect(href('all')).toBe('/audit')
})

it('leads to older entries and back to the newest, with the same filters', async () => {
  log = { ...LOG, next_cursor: 'c3' }
  await open('/audit?actor=3&cursor=c2')
  expect([href('newest'), href('older')]).toEqual(['/audit?actor=3', '/audit?actor=3&cursor=c3'])
})

it.each([
  ['c3', 'None of the newest entries matches. Older entries may match.'],
  [null, 'Choose other people, another action or other days.'],
])('says what to do where nothing matches (older entries: %s)', async (next_cursor, detail) => {
  log = { ...LOG, items: [], next_cursor }
  await open()
  expect([find('audit'), find('nothing-found')?.textContent, href('older') !== null]).toEqual([null, `No entry matches the filters${detail}`, next_cursor !== null])
})

it('saves all pages of these entries as CSV', async () => {
  await open('/audit?actor=3&cursor=c2')
  find('save-csv')?.click()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toBe('/audit?actor=3')
})

it('says why the log cannot be shown, and loads until then', async () => {
  log = new ApiProblem(503, 'store', 'The disk is full.', 'Wait.')
  await open()
  expect([root.querySelector('[role=alert]')?.textContent, root.querySelector('.audit')?.textContent]).toEqual(['The log cannot be shownThe disk is full.Wait.', ''])
})
