// @vitest-environment page
import 'fake-indexeddb/auto'

import { afterEach, expect, it, vi } from 'vitest'

import { TestServer } from '../../testing/TestServer'
import { until } from '../../testing/until'
import { keepSession } from '../kit/identity/kept'
import { personText } from '../people/labels'
import { enterStaff } from './enterStaff'

afterEach(() => void vi.unstubAllGlobals())

it('opens a page of the team under its name, with people’s labels', async () => {
  const server = new TestServer()
  vi.stubGlobal('fetch', server.request)
  server.on('GET /me', () => ({ annotator_id: 1, role: 'manager' }))
  server.on('GET /people/labels', () => [{ annotator_id: 7, label: 'Kavya' }])
  document.body.innerHTML = '<a data-testid="help"></a><main id="page"></main>'
  await keepSession('mine')
  const shown: unknown[] = []
  await enterStaff('People', (root) => {
    shown.push(root.id, document.title)
    return Promise.resolve((client) => shown.push(client.token, personText(7)))
  })
  await until(() => shown.length === 4)
  expect([shown, document.querySelector('[data-testid=help]')?.textContent]).toEqual([['page', 'PanGEA · People', 'mine', '7 (\u2068Kavya\u2069)'], 'Help'])
})

it('does nothing in a document that has no page', async () => {
  document.body.replaceChildren()
  const load = vi.fn<Parameters<typeof enterStaff>[1]>()
  await enterStaff('People', load)
  expect(load).not.toHaveBeenCalled()
})
