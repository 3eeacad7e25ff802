// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { eventually } from '../../../../testing/until'
import type { CampaignView, PersonView } from '../../../api/types'
import { drawInto } from '../../../kit/view/drawing'
import { DayOne, type FirstSteps } from './DayOne'

const CAMPAIGN: CampaignView = { campaign_id: 'walks', state: 'running', version: 1, created_at: '2026-11-20T08:00:00Z', languages: ['hi'], pools: [], agreed_times: {}, progress: [] }
const person = (role: PersonView['role'], state: PersonView['state']): PersonView => ({ annotator_id: 1, role, state, label: '', languages: ['hi'], pools: [] })

let place: HTMLElement
const find = (name: string) => place.querySelector<HTMLElement>(`[data-testid=${name}]`)
const done = (name: string) => find(`step-${name}`)?.dataset.done === 'true'
let steps: FirstSteps | null

async function open(isManager = true) {
  drawInto(place)(<DayOne isManager={isManager} look={() => Promise.resolve(steps)} />)
  await eventually(() => expect(find('day-one')).not.toBeNull())
}

beforeEach(() => {
  localStorage.clear()
  place = document.createElement('main')
  document.body.replaceChildren(place)
  steps = { campaigns: [], people: [person('owner', 'active')] }
})
afterEach(() => drawInto(place)(null))

it('begins with a campaign', async () => {
  await open()
  expect([done('campaign'), done('people'), done('equipment')]).toEqual([false, false, false])
  expect(find('to-campaigns')?.getAttribute('href')).toBe('/campaigns#new')
})

it('counts annotators who were invited, and not the team', async () => {
  steps = { campaigns: [CAMPAIGN], people: [person('owner', 'active'), person('reviewer', 'invited'), person('annotator', 'shut out')] }
  await open()
  expect([done('campaign'), done('people')]).toEqual([true, false])
  steps = { campaigns: [CAMPAIGN], people: [person('annotator', 'invited'), person('annotator', 'active')] }
  await open()
  await eventually(() => expect(find('step-people')?.textContent).toContain('2 invited, 1 of them'))
})

it('remembers on this device that the computer was good', async () => {
  localStorage.setItem('pangea-equipment-passed-at', '2026-11-20T08:00:00Z')
  await open()
  expect(done('equipment')).toBe(true)
  expect(find('check-equipment')?.textContent).toBe('Check again')
})

it.each([[[CAMPAIGN]], [[]]])('shows reviewers how far it is, and nothing that they may not do', async (campaigns) => {
  steps = { campaigns, people: null }
  await open(false)
  expect([find('to-campaigns')?.getAttribute('href'), find('to-campaigns')?.textContent.trim()]).toEqual(['/campaigns', 'Campaigns'])
  expect(find('to-people')).toBeNull()
})
