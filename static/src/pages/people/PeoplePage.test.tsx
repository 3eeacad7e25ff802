// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { eventually, settled } from '../../../testing/until'
import { ApiProblem } from '../../api/ApiProblem'
import type { CampaignView, InviteRequest, Me, MemberLink, PersonView, WithoutTask } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { type PeopleClient, PeoplePage } from './PeoplePage'

const CAMPAIGN: CampaignView = { campaign_id: 'walks', state: 'running', version: 1, created_at: '2026-11-20T08:00:00Z', languages: ['hi-IN', 'te-IN'], pools: ['team'], agreed_times: {}, progress: [] }

class Server implements PeopleClient {
  role: Me['role'] = 'manager'
  everybody: PersonView[] = [{ annotator_id: 1, role: 'owner', languages: ['en-US'], pools: [], label: '', state: 'active' }]
  invited: InviteRequest[] = []
  /** How many invitations succeed. */
  most = Infinity

  me = () => Promise.resolve({ role: this.role } as Me)
  people = () => Promise.resolve(this.everybody)
  lacking: WithoutTask[] = []
  withoutTask = () => Promise.resolve(this.lacking)
  known: CampaignView[] = [CAMPAIGN]
  campaigns = () => Promise.resolve(this.known)
  invite = (wanted: InviteRequest) => {
    if (this.invited.length >= this.most) return Promise.reject(new ApiProblem(503, 'store', 'The disk is full.', 'Wait.'))
    this.invited.push(wanted)
    const number = this.everybody.length + 1
    this.everybody = [...this.everybody, { annotator_id: number, role: wanted.role, languages: [], pools: [], label: wanted.label, state: 'invited' }]
    return Promise.resolve({ annotator_id: number, token: `token-${number}` })
  }
  inviteAgain = (person: number) => Promise.resolve({ annotator_id: person, token: 'again' })
  readonly tables: unknown[] = []
  inviteTable = (text: string, days: number): Promise<MemberLink[]> => {
    this.tables.push([text, days])
    return Promise.resolve([{ external_id: 'w1', annotator_id: 9, token: null }, { external_id: 'w2', annotator_id: 10, token: 'new' }])
  }
  readonly out: number[] = []
  shutOut = (person: number) => {
    this.out.push(person)
    return Promise.resolve()
  }
  label = (person: number, label: string) => Promise.resolve({ annotator_id: person, label: label.trim() })
}

let scope: Scope
let server: Server
let root: HTMLElement
const all = <Name extends HTMLElement>(name: string) => [...root.querySelectorAll<Name>(`[data-testid="${name}"]`)]
const type = (name: string, text: string, at = 0) => {
  const field = all<HTMLInputElement>(name)[at]!
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const submit = () => all<HTMLFormElement>('invite-form')[0]!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

beforeEach(async () => {
  scope = new Scope()
  server = new Server()
  root = document.createElement('main')
  document.body.replaceChildren(root)
  await new PeoplePage(root, server, scope).load()
})
afterEach(() => scope.dispose())

it('invites for a campaign, in its languages, and shows each link until it is put away', async () => {
  type('invite-label', 'Kavya')
  await eventually(() => expect(all<HTMLInputElement>('invite-label')[0]?.value).toBe('Kavya'))
  submit()
  await eventually(() => expect(all('link').map((each) => each.textContent)).toEqual([`${location.origin}/work#token=token-2`]))
  expect(server.invited).toEqual([{ role: 'annotator', languages: ['hi-IN', 'te-IN'], pools: [], label: 'Kavya', days: 30 }])
  expect([all('person').length, all<HTMLInputElement>('invite-label')[0]?.value]).toEqual([2, ''])
  all('drop-links')[0]!.click()
  await eventually(() => expect(all('link')).toEqual([]))
})

it('says of whom no campaign has a task, and why, also of those who were just invited', async () => {
  expect(all('without-task')).toEqual([])
  server.lacking = [{ annotator_id: 2, why: 'no open campaign has hi', remedy: 'Perhaps hi-IN was meant.' }]
  submit()
  await eventually(() => expect(all('without-task').map((each) => each.closest('tr')?.dataset.key)).toEqual(['2']))
  expect(all('without-task')[0]!.textContent).toBe('Gets no task: no open campaign has hi. Perhaps hi-IN was meant.')
})

it('keeps the links that were made before something failed', async () => {
  server.most = 2
  type('invite-count', '5')
  await eventually(() => expect(all<HTMLInputElement>('invite-count')[0]?.value).toBe('5'))
  submit()
  await eventually(() => expect(root.textContent).toContain('The disk is full.'))
  expect(all('link')).toHaveLength(2)
  expect(all('person')).toHaveLength(3)
})

it('offers managers only the roles that they may give, and leaves owners alone', () => {
  expect([...all<HTMLSelectElement>('invite-role')[0]!.options].map(({ value }) => value)).toEqual(['annotator', 'reviewer'])
  expect(all<HTMLButtonElement>('shut-out').map(({ hidden }) => hidden)).toEqual([true])
})

it('stores a label, as the server keeps it', async () => {
  type('label', ' Boss ')
  await eventually(() => expect(all<HTMLButtonElement>('save-label')[0]?.hidden).toBe(false))
  all('save-label')[0]!.click()
  await eventually(() => expect(all<HTMLInputElement>('label')[0]?.value).toBe('Boss'))
  expect(all<HTMLButtonElement>('save-label')[0]?.hidden).toBe(true)
  type('label', 'Boss ')
  await settled()
  expect(all<HTMLButtonElement>('save-label')[0]?.hidden).toBe(true)
})

const reload = () => new PeoplePage(root, server, scope).load()
const choose = async (name: string, value: string) => {
  const menu = all<HTMLSelectElement>(name)[0]!
  menu.value = value
  menu.dispatchEvent(new Event('change', { bubbles: true }))
  await settled()
}
const isShown = (name: string) => all(name)[0]?.closest<HTMLElement>('.people-field')?.hidden === false

it('lists everybody with what the team knows of them', async () => {
  server.everybody = [
    { annotator_id: 3, role: 'annotator', languages: ['hi-IN', 'te-IN'], pools: ['team'], label: 'Kavya', state: 'active' },
    { annotator_id: 4, role: 'reviewer', languages: [], pools: [], label: '', state: 'shut out' },
    { annotator_id: 5, role: 'annotator', languages: ['en-US'], pools: [], label: '', state: 'withdrawn' },
  ]
  await reload()
  expect([...root.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual(['Person', 'Label', 'Role', 'Languages', 'Pools', 'State'])
  expect(all('person').map((row) => [...row.children].slice(0, 6).map((cell, at) => (at === 1 ? cell.querySelector('input')?.value : cell.textContent)))).toEqual([
    ['3', 'Kavya', 'Annotator', 'hi-IN te-IN', 'team', 'Active'],
    ['4', '', 'Reviewer', '', '', 'Shut out'],
    ['5', undefined, 'Annotator', 'en-US', '', 'Withdrawn'],
  ])
  expect([all<HTMLButtonElement>('invite-again').map(({ hidden }) => hidden), all<HTMLButtonElement>('shut-out').map(({ hidden }) => hidden)]).toEqual([[false, false, true], [false, true, true]])
})

it('lets owners give every role, and manage everybody', async () => {
  server.role = 'owner'
  await reload()
  expect([...all<HTMLSelectElement>('invite-role')[0]!.options].map(({ value }) => value)).toEqual(['annotator', 'reviewer', 'manager', 'owner'])
  expect(all<HTMLButtonElement>('shut-out').map(({ hidden }) => hidden)).toEqual([false])
})

it('invites staff to the Monitor page, without campaign and pool', async () => {
  await choose('invite-pool', 'team')
  await choose('invite-role', 'reviewer')
  expect(['invite-campaign', 'invite-pool', 'invite-label'].map(isShown)).toEqual([false, false, true])
  submit()
  await eventually(() => expect(all('link').map((each) => each.textContent)).toEqual([`${location.origin}/monitor#token=token-2`]))
  expect(server.invited[0]).toMatchObject({ role: 'reviewer', pools: [] })
})

it('invites for any campaign, in other languages, a pool and days', async () => {
  await choose('invite-pool', 'team')
  type('invite-languages', ' en-US  ur-PK ')
  type('invite-days', '7')
  await settled()
  submit()
  await eventually(() => expect(all('link').map((each) => each.textContent)).toEqual([`${location.origin}/work#token=token-2`]))
  expect(server.invited).toEqual([{ role: 'annotator', languages: ['en-US', 'ur-PK'], pools: ['team'], label: '', days: 7 }])
  await choose('invite-campaign', '')
  expect([isShown('invite-pool'), all<HTMLInputElement>('invite-languages')[0]?.value]).toEqual([false, ' en-US  ur-PK '])
})

it('offers open campaigns, with their languages', async () => {
  server.known = [CAMPAIGN, { ...CAMPAIGN, campaign_id: 'over', state: 'closed' }, { ...CAMPAIGN, campaign_id: 'follows', languages: ['ur-PK'] }]
  await reload()
  const options = (name: string) => [...all<HTMLSelectElement>(name)[0]!.options].map(({ value }) => value)
  expect(options('invite-campaign')).toEqual(['walks', 'follows', ''])
  await choose('invite-pool', 'team')
  await choose('invite-campaign', 'follows')
  submit()
  await eventually(() => expect(server.invited).toHaveLength(1))
  expect(server.invited).toEqual([{ role: 'annotator', languages: ['ur-PK'], pools: [], label: '', days: 30 }])
})

it('gives several people no label, also where one was written before', async () => {
  type('invite-label', 'Kavya')
  type('invite-count', '3')
  await settled()
  expect(isShown('invite-label')).toBe(false)
  submit()
  await eventually(() => expect(all('link')).toHaveLength(3))
  expect(server.invited.map(({ label }) => label)).toEqual(['', '', ''])
})

it('makes a new link for somebody, and shuts them out only when one is sure', async () => {
  server.everybody = [{ annotator_id: 3, role: 'annotator', languages: [], pools: [], label: '', state: 'active' }]
  await reload()
  all('invite-again')[0]!.click()
  await eventually(() => expect(all('link').map((each) => each.textContent)).toEqual([`${location.origin}/work#token=again`]))
  server.everybody = [{ annotator_id: 4, role: 'reviewer', languages: [], pools: [], label: '', state: 'active' }]
  await reload()
  all('invite-again')[0]!.click()
  await eventually(() => expect(all('link').map((each) => each.textContent)).toEqual([`${location.origin}/monitor#token=again`]))
  const answer = async (name: string) => {
    all('shut-out')[0]!.click()
    await settled()
    document.querySelector<HTMLElement>(`[data-testid=${name}]`)?.click()
    await settled()
  }
  await answer('confirm-no')
  expect(server.out).toEqual([])
  await answer('confirm-yes')
  expect(server.out).toEqual([4])
})

it('invites from a table, and says who was invited before', async () => {
  const field = all<HTMLInputElement>('invite-table')[0]!
  Object.defineProperty(field, 'files', { value: [new File(['external_id'], 'people.csv')] })
  field.dispatchEvent(new Event('change', { bubbles: true }))
  await eventually(() => expect([...(all('links')[0]?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual(['w1invited before', `w2${location.origin}/work#token=newCopy`]))
  expect(server.tables).toEqual([['external_id', 30]])
})

it('warns while links were not put away', async () => {
  const leaves = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return !event.defaultPrevented
  }
  expect(leaves()).toBe(true)
  submit()
  await eventually(() => expect(all('link')).toHaveLength(1))
  expect(leaves()).toBe(false)
})

it('copies a link, and says which', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  submit()
  await eventually(() => expect(all('copy-link')[0]?.textContent).toBe('Copy'))
  all('copy-link')[0]!.click()
  await eventually(() => expect(all('copy-link')[0]?.textContent).toBe('Copied'))
  expect(write.mock.calls).toEqual([[`${location.origin}/work#token=token-2`]])
  vi.restoreAllMocks()
})
