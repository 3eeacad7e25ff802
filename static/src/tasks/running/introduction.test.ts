// @vitest-environment page
import { describe, expect, it, vi } from 'vitest'

import { eventually, settled, until } from '../../../testing/until'
import { html } from '../../kit/dom/html'
import type { TaskDefinition } from '../phases/defineTask'
import { type Name, type Session, click, draftKept, find, lease, open, server, sessions, shows, storeOf, task } from './testing'

describe('an introduction', () => {
  const introduced = (says: string) => ({ ...task, introduction: { show: () => [html('p', {}, says)], begin: 'go' as const } })
  const phaseAfterNext = async (before: HTMLElement, shown: TaskDefinition<Session, Name, 'go'>) => {
    sessions.at(-1)!.scope.dispose()
    before.remove()
    const page = open(shown)
    await until(() => ['read', 'write'].includes(page.dataset.phase ?? ''))
    return page.dataset.phase
  }

  it('is shown until the person has begun a task with it, and then only where it says something else', async () => {
    const first = open(introduced('Read the sign.'))
    await shows(first, 'read')
    expect(await phaseAfterNext(first, introduced('Read the sign.'))).toBe('read')
    click(document.querySelector('main')!, 'go')
    expect(await phaseAfterNext(document.querySelector('main')!, introduced('Read the sign.'))).toBe('write')
    expect(sessions.at(-1)!.phaseTimes().map(({ name }) => name)).toEqual(['read', 'write'])
    expect(await phaseAfterNext(document.querySelector('main')!, introduced('Read both sides of the sign.'))).toBe('read')
  })

  it('leads nobody on who comes back to a later phase', async () => {
    const first = open(introduced('Read the sign.'))
    await shows(first, 'read')
    click(first, 'go')
    await draftKept('"phase":"write"')
    server.on('POST /leases', () => lease('l1'))
    expect(await phaseAfterNext(first, introduced('Read the sign.'))).toBe('write')
  })

  it('counts as new when the campaign changes its own part', async () => {
    const first = open(introduced('Read the sign.'))
    await shows(first, 'read')
    click(first, 'go')
    server.on('POST /leases', () => lease('l9', { instructions: [{ element: 'text', text: 'Aloud.', children: [], address: '', captions: [] }] }))
    expect(await phaseAfterNext(first, introduced('Read the sign.'))).toBe('read')
  })

  it('is behind the help button in every phase, which stops a recording', async () => {
    const interrupt = vi.fn(() => true)
    const page = open({ ...introduced('Read the sign.'), interrupt })
    await shows(page, 'read')
    click(page, 'go')
    click(page, 'help')
    const help = document.querySelector<HTMLElement>('[data-testid=help-dialog]')!
    expect(help.textContent).toContain('Read the sign.')
    expect([interrupt.mock.calls.length, find(help, 'help-paused')?.hidden, find(help, 'skip')]).toEqual([1, false, null])
  })
})

describe('a task that may be skipped', () => {
  it('goes back to the others, is forgotten here, and the next one opens', async () => {
    const page = open({ ...task, mayBeSkipped: true })
    await shows(page, 'read')
    click(page, 'go')
    await draftKept('"phase":"write"')
    click(page, 'help')
    click(document.body, 'skip')
    click(document.body, 'confirm-yes')
    await until(() => sessions.length === 2)
    expect(server.calls).toContain('DELETE /leases/l1')
    expect(sessions.map(({ lease: { lease_id }, scope }) => [lease_id, scope.disposed])).toEqual([['l1', true], ['l2', false]])
    const store = await storeOf()
    await eventually(async () => expect(await store.leases()).not.toContain('l1'))
  })

  it('stays when the person thinks better of it, and when the server does not answer', async () => {
    const page = open({ ...task, mayBeSkipped: true })
    await shows(page, 'read')
    click(page, 'help')
    click(document.body, 'skip')
    click(document.body, 'confirm-no')
    await settled()
    expect(server.calls).not.toContain('DELETE /leases/l1')
    server.offline = true
    click(document.body, 'skip')
    click(document.body, 'confirm-yes')
    await until(() => document.querySelector('.help [role=alert]') !== null)
    expect(sessions[0]!.scope.disposed).toBe(false)
  })

  it('may not be skipped any more when it is done', async () => {
    const page = open({ ...task, mayBeSkipped: true })
    await shows(page, 'read')
    click(page, 'go')
    click(page, 'go')
    click(page, 'help')
    expect(find(document.body, 'skip')).toBeNull()
  })
})
