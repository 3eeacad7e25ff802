// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { dayAndTime } from '../../kit/formatting/format'
import { Scope } from '../../kit/lifecycle/Scope'
import { PANELS } from './Dashboard'
import { MonitorPage } from './MonitorPage'
import { annotation, counted, group, PAID, refused, REPORT, Store, unreachable } from './testing'

const AT = '2026-11-20T08:00:00Z'

let scope: Scope
let store: Store
let root: HTMLElement

const find = (name: string) => root.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const all = (name: string) => [...root.querySelectorAll<HTMLElement>(`[data-testid="${name}"]`)]
const text = (name: string) => find(name)?.textContent
/** Lets answers arrive, and views be drawn. */
const settle = () => vi.advanceTimersByTimeAsync(0)
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

/** The page at this address, once it has asked for the first time. */
async function open(address = '/monitor'): Promise<MonitorPage> {
  history.replaceState(null, '', address)
  const page = new MonitorPage(root, store, scope)
  await page.refresh()
  await settle()
  return page
}

beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  store = new Store()
  root = document.createElement('main')
  root.textContent = 'what was here before'
  document.body.replaceChildren(root)
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the page', () => {
  it('says that it is busy until the first numbers are there, and then shows all of them', async () => {
    history.replaceState(null, '', '/monitor')
    const page = new MonitorPage(root, store, scope)
    expect(root.getAttribute('aria-busy')).toBe('true')
    expect(root.textContent).toContain('Loading…')
    expect(root.textContent).not.toContain('before')
    await page.refresh()
    expect(root.getAttribute('aria-busy')).toBe('false')
    expect(find('loading')).toBeNull()
    expect(text('headline-guides')).toBe('2')
    expect(text('headline-success')).toContain('50 %')
    expect(text('updated')).toContain('Live · last annotation 20 Nov')
    expect(all('annotations-row')).toHaveLength(2)
    expect(all('tasks-row')).toHaveLength(2)
    expect(text('list-status')).toBe('2 annotations.')
    expect(find('day-one')).toBeNull()
    expect(store.count('groups/')).toBe(PANELS.length)
  })

  it('goes to the list where its address names it, once', async () => {
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    await open('/monitor?kind=guide#annotations')
    expect(scrolled).toHaveBeenCalledOnce()
    await pass(3)
    expect(scrolled).toHaveBeenCalledOnce()
    await open('/monitor')
    expect(scrolled).toHaveBeenCalledOnce()
  })

  it('asks with the filters of its address', async () => {
    await open('/monitor?language=hi-IN&measure=ne')
    expect(store.asked).toContain('monitor?language=hi-IN')
    expect(store.asked).toContain('groups/week?language=hi-IN')
    expect(store.asked).toContain('annotations?language=hi-IN&limit=50')
    expect(find('measure-ne')).toMatchObject({ checked: true })
    expect(text('chip-language')).toContain('hi-IN')
  })
})

describe('what has come in', () => {
  it('is shown within three seconds, and rows that stay are the same elements', async () => {
    await open()
    const [kept] = all('annotations-row')
    store.rows = [...store.rows, annotation(3)]
    await pass(2.9)
    expect(all('annotations-row')).toHaveLength(2)
    await pass(0.2)
    expect(all('annotations-row')).toHaveLength(3)
    expect(all('annotations-row')).toContain(kept)
  })

  it('is asked for in groups only when the store is another', async () => {
    await open()
    await pass(3)
    expect(store.count('monitor?')).toBe(2)
    expect(store.count('groups/')).toBe(PANELS.length)
    store.version = 'v2'
    await pass(3)
    expect(store.count('groups/')).toBe(2 * PANELS.length)
  })

  it('is asked for in groups each time where the server names no version', async () => {
    store.version = null
    await open()
    await pass(3)
    expect(store.count('groups/')).toBe(2 * PANELS.length)
  })

  it('is not asked for while nobody sees the page, and at once when it is seen again', async () => {
    await open()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await pass(9)
    expect(store.count('monitor?')).toBe(1)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(store.count('monitor?')).toBe(2)
  })

  it('is not asked for again before the last answer is there', async () => {
    await open()
    let answer = (): void => undefined
    store.gate = new Promise((resolve) => (answer = resolve))
    await pass(10)
    expect(store.count('monitor?')).toBe(2)
    answer()
    await pass(3)
    expect(store.count('monitor?')).toBe(3)
  })

  it('is not asked for any more when the page is left', async () => {
    await open()
    scope.dispose()
    await pass(10)
    expect(store.count('monitor?')).toBe(1)
  })
})

describe('pay and the audit log', () => {
  const links = () => [...root.querySelectorAll<HTMLAnchorElement>('.page-head a.button')].filter(({ hidden }) => !hidden).map((link) => link.getAttribute('href'))

  it.each(['manager', 'owner'] as const)('are for a %s, whose role is asked for once', async (role) => {
    store.role = role
    await open()
    await pass(3)
    expect(links()).toEqual(['/campaigns', '/people', '/landmarks', '/audit', '/live', '/questions', '/review'])
    expect(find('panel-pay')?.hidden).toBe(false)
    expect(text('pay-row')).toContain('€3.00')
    expect(store.count('me')).toBe(1)
  })

  it('are not asked for by a reviewer', async () => {
    store.role = 'reviewer'
    await open()
    expect(links()).toEqual(['/campaigns', '/live', '/questions', '/review'])
    expect(find('panel-pay')?.hidden).toBe(true)
    expect(store.count('pay')).toBe(0)
  })

  it('are of the person whom the address names', async () => {
    store.paid = [PAID, { ...PAID, annotator_id: 8 }]
    await open('/monitor?annotator=8')
    expect(all('pay-row')).toHaveLength(1)
    expect(find('pay-row')?.dataset.key).toBe('8-EUR')
  })
})

describe('a store in which nothing is', () => {
  beforeEach(() => {
    store.total = group(null, 0)
    store.rows = []
  })

  it('tells what to do first', async () => {
    await open()
    await pass(1)
    expect(find('day-one')?.querySelectorAll('[data-done=false]')).toHaveLength(3)
    expect(root.querySelector('.monitor')?.classList).toContain('is-empty')
  })

  it('tells a reviewer without asking who is invited', async () => {
    store.role = 'reviewer'
    await open()
    await pass(1)
    expect([find('day-one')?.textContent.includes('A manager invites them.'), store.count('people')]).toEqual([true, 0])
  })

  it('is only narrowed where there are filters', async () => {
    await open('/monitor?scan=nowhere')
    await pass(1)
    expect([text('nothing-left')?.includes('Remove a filter'), find('day-one')]).toEqual([true, null])
  })

  it('is not empty when something of another kind was handed in', async () => {
    store.taskCounts = [counted('tour', 1)]
    store.tours = 1
    await open()
    expect(find('day-one')).toBeNull()
    expect(text('annotations-tour-row')).toContain('rooms 4.00, doors unknown')
  })
})

describe('a long list', () => {
  beforeEach(() => {
    store.rows = Array.from({ length: 120 }, (_, index) => annotation(index + 1))
  })

  it('is loaded as far as asked for, and stays so', async () => {
    await open()
    expect(all('annotations-row')).toHaveLength(50)
    expect(text('list-status')).toBe('50 of 120 annotations.')
    find('load-more')?.click()
    expect(find('load-more')).toMatchObject({ disabled: true })
    await settle()
    expect(all('annotations-row')).toHaveLength(100)
    expect(find('load-more')).toMatchObject({ disabled: false, hidden: false })
    expect(store.asked).toContain('annotations?limit=50&cursor=50')
    await pass(3)
    expect(all('annotations-row')).toHaveLength(100)
    find('load-more')?.click()
    await settle()
    expect(text('list-status')).toBe('120 annotations.')
    expect(find('load-more')?.hidden).toBe(true)
  })

  it('does not shrink to what was asked for before more of it', async () => {
    const page = await open()
    let answer = (): void => undefined
    store.gate = new Promise((resolve) => (answer = resolve))
    const earlier = page.refresh()
    await settle()
    store.gate = Promise.resolve()
    find('load-more')?.click()
    await settle()
    answer()
    await earlier
    expect(all('annotations-row')).toHaveLength(100)
  })

  it('can be asked for again where that failed', async () => {
    await open()
    store.failure = unreachable
    find('load-more')?.click()
    await settle()
    expect(find('load-more')).toMatchObject({ disabled: false })
    expect(text('problem')).toContain('These numbers could not be updated')
  })
})

describe('tasks of other kinds', () => {
  it('have a list each, of which more is loaded', async () => {
    store.taskCounts = [counted('guide', 2), counted('tour', 60), counted('find', 0)]
    store.tours = 60
    await open('/monitor?population=all&kind=guide')
    expect(root.querySelector('#tour-title')?.textContent).toBe('Tour')
    expect(root.querySelector('#find-title')).toBeNull()
    expect(all('annotations-tour-row')).toHaveLength(50)
    find('more-tour')?.click()
    await settle()
    expect(all('annotations-tour-row')).toHaveLength(60)
    expect(find('more-tour')?.hidden).toBe(true)
    expect(store.asked.find((each) => each.includes('kind=tour'))).toBe('annotations?kind=tour&population=all&limit=50')
    await pass(3)
    expect(all('annotations-tour-row')).toHaveLength(60)
  })

  it('follow the choices above, unlike the tables that count everything, which say so', async () => {
    store.forms = [{ campaign_id: 'walks', form: 'after', version: '1', title: 'After', is_current: true, answers: 1, people: 1, newest: null, questions: [] }]
    await open()
    expect(find('counted-apart')).toBeNull()
    root.replaceChildren()
    await open('/monitor?language=hi-IN')
    expect(text('counted-apart')).toContain('count everything')
  })

  it('stay on the page when the count forgets them', async () => {
    store.taskCounts = [counted('tour', 1)]
    store.tours = 1
    await open()
    store.taskCounts = []
    await pass(3)
    expect(root.querySelector('#tour-title')).not.toBeNull()
  })
})

describe('what people do', () => {
  it('measures by something else at once, and the address says so', async () => {
    await open('/monitor?language=hi-IN')
    const asked = store.asked.length
    const note = () => find('panel-week')?.querySelector('.panel-note')?.textContent
    expect(note()).toBe('')
    find('measure-ndtw')?.click()
    expect(location.search).toBe('?language=hi-IN&measure=ndtw')
    expect(note()).toBe('There is no data for this yet.')
    find('measure-success_rate')?.click()
    expect(location.search).toBe('?language=hi-IN')
    expect(note()).toBe('')
    expect(store.asked).toHaveLength(asked)
  })

  it('narrows to a kind and back, at the list', async () => {
    const went = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await open('/monitor?kind=guide&scan=house')
    find('filter-kind-follower')?.click()
    expect(went).toHaveBeenLastCalledWith('/monitor?kind=follower&scan=house#annotations')
    find('filter-kind-all')?.click()
    expect(went).toHaveBeenLastCalledWith('/monitor?scan=house#annotations')
  })

  it('filters by a choice, and by all again', async () => {
    const went = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await open('/monitor?language=hi-IN&measure=ne')
    const choice = find('filter-language') as HTMLSelectElement
    choice.value = 'te-IN'
    choice.dispatchEvent(new Event('change'))
    expect(went).toHaveBeenLastCalledWith('/monitor?language=te-IN&measure=ne')
    choice.value = '*'
    choice.dispatchEvent(new Event('change'))
    expect(went).toHaveBeenLastCalledWith('/monitor?measure=ne')
  })

  it.each([
    [{}, ''],
    [{ verified_at: AT, faults: 0 }, ` · store verified ${dayAndTime(AT)}`],
    [{ verified_at: AT, faults: 2 }, ` · store verified ${dayAndTime(AT)}: 2 faults. Run pangea doctor`],
    [{ backed_up_until: AT, backup_failing: false }, ` · backed up until ${dayAndTime(AT)}`],
    [{ backed_up_until: null, backup_failing: true }, ' · no backup yet: the backup fails. Run pangea doctor'],
  ])('says when the store was verified, and how far the backup is: %j', async (health, told) => {
    store.health = { verified_at: null, faults: null, ...health }
    await open()
    expect(text('store-health')).toBe(told)
  })

  it('reads what others reported', async () => {
    store.reported = [REPORT]
    await open()
    expect(text('reports-row')).toContain('A picture')
  })
})

describe('a failure', () => {
  it('before the first numbers is told in their place, and asked again', async () => {
    store.failure = unreachable
    await open()
    expect(find('loading')).toBeNull()
    expect(text('problem')).toContain('The numbers cannot be shown')
    expect(root.getAttribute('aria-busy')).toBe('false')
    store.failure = null
    find('retry')?.click()
    await settle()
    expect(find('problem')).toBeNull()
    expect(text('headline-guides')).toBe('2')
  })

  it('later leaves the older numbers, and goes by itself', async () => {
    await open()
    store.failure = unreachable
    await pass(3)
    expect(text('problem')).toContain('could not be updated')
    expect(text('headline-guides')).toBe('2')
    store.failure = null
    await pass(3)
    expect(find('problem')).toBeNull()
  })

  it('is told in one and the same element, however often it is found', async () => {
    await open()
    store.failure = unreachable
    await pass(3)
    const told = find('problem')
    await pass(9)
    expect(find('problem')).toBe(told)
  })

  it('ends the page for whom it is not', async () => {
    store.failure = refused
    await open()
    expect(text('not-a-manager')).toContain('This page is for managers')
    expect(find('retry')).toBeNull()
    expect(scope.disposed).toBe(true)
    await pass(10)
    expect(store.count('monitor?')).toBe(1)
  })

  it('of ours is not hidden', async () => {
    history.replaceState(null, '', '/monitor')
    const page = new MonitorPage(root, store, scope)
    store.failure = new TypeError('a fault of ours')
    await expect(page.refresh()).rejects.toThrow('a fault of ours')
    expect(root.getAttribute('aria-busy')).toBe('false')
  })
})
