// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { eventually } from '../../../testing/until'
import { ApiProblem } from '../../api/ApiProblem'
import type { CampaignView, InviteRequest, Me, MemberLink, PersonView } from '../../api/types'
import { FOLLOWER, GUIDE } from '../../../testing/kinds'
import { Scope } from '../../kit/lifecycle/Scope'
import { type PeopleClient, PeoplePage } from './PeoplePage'

const CAMPAIGN: CampaignView = { campaign_id: 'walks', state: 'running', version: 1, created_at: '2026-11-20T08:00:00Z', languages: ['hi-IN', 'te-IN'], pools: ['team'], progress: [] }

class Server implements PeopleClient {
  role: Me['role'] = 'manager'
  everybody: PersonView[] = [{ annotator_id: 1, role: 'owner', languages: ['en-US'], pools: [], label: '', state: 'active' }]
  invited: InviteRequest[] = []
  /** How many invitations succeed. */
  most = Infinity

  me = () => Promise.resolve({ role: this.role } as Me)
  people = () => Promise.resolve(this.everybody)
  campaigns = () => Promise.resolve([CAMPAIGN])
  kinds = () => Promise.resolve([GUIDE, FOLLOWER])
  invite = (wanted: InviteRequest) => {
    if (this.invited.length >= this.most) return Promise.reject(new ApiProblem(503, 'store', 'The disk is full.', 'Wait.'))
    this.invited.push(wanted)
    const number = this.everybody.length + 1
    this.everybody = [...this.everybody, { annotator_id: number, role: wanted.role, languages: [], pools: [], label: wanted.label, state: 'invited' }]
    return Promise.resolve({ annotator_id: number, token: `token-${number}` })
  }
  inviteAgain = (person: number) => Promise.resolve({ annotator_id: person, token: 'again' })
  inviteTable = (): Promise<MemberLink[]> => Promise.resolve([{ external_id: 'w1', annotator_id: 9, token: null }])
  shutOut = () => Promise.resolve()
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
  await eventually(() => expect(all('link').map((each) => each.textContent)).toEqual([`${location.origin}/task/guide#token=token-2`]))
  expect(server.invited).toEqual([{ role: 'annotator', languages: ['hi-IN', 'te-IN'], pools: [], label: 'Kavya', days: 30 }])
  expect(all('person')).toHaveLength(2)
  all('drop-links')[0]!.click()
  await eventually(() => expect(all('link')).toEqual([]))
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
})
