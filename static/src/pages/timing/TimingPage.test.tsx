// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import type { TimingRow } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { TimingPage } from './TimingPage'

const ALL: TimingRow = { kind: 'some_step', annotator_id: null, seconds: { items: 1200, low: 1, median: 2.5, high: 4, mean: 2.75 }, known_seconds: null, goal_seconds: 3 }

let root: HTMLElement

const opened = async (rows: TimingRow[], campaign: string | null = 'walks') => {
  const progress = { campaigns: [], campaign_id: campaign, steps: [] }
  const page = new TimingPage(root, { landmarkProgress: () => Promise.resolve(progress), landmarkTiming: () => Promise.resolve(rows), csv: () => Promise.resolve(new Blob()) }, new Scope())
  await page.load()
}

beforeEach(() => {
  root = document.createElement('main')
  document.body.replaceChildren(root)
})

it('shows what all together and each person took, beside the goal', async () => {
  await opened([ALL, { ...ALL, annotator_id: 7 }])
  expect([...root.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual(['Step', 'Person', 'Questions', 'A tenth below', 'Median', 'A tenth above', 'Mean', 'Goal', 'Flickr30k Entities'])
  const rows = [...root.querySelectorAll('[data-testid="timing-row"]')].map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows[0]).toEqual(['Some step', 'All together', '1,200', '1.0', '2.5', '4.0', '2.8', '3.0', '–'])
  expect(rows[1]?.[1]).toBe('Person 7')
})

it.each([[[], 'walks'], [[], null]] as const)('says how it measures where nothing was measured', async (rows, campaign) => {
  await opened([...rows], campaign)
  expect(root.textContent).toContain('Nobody has answered a question about landmarks yet')
  expect(root.textContent).toContain('A question counts from when it is shown')
})

it.each([['/landmarks/timing?campaign=tours', 'tours', []], ['/landmarks/timing', 'walks', ['walks']]] as const)('shows the campaign of %s: %s', async (address, campaign, found) => {
  history.replaceState(null, '', address)
  const asked: unknown[] = []
  const client = {
    landmarkProgress: () => {
      asked.push('walks')
      return Promise.resolve({ campaigns: [], campaign_id: 'walks', steps: [] })
    },
    landmarkTiming: (named: string) => {
      asked.push(`timing of ${named}`)
      return Promise.resolve([ALL])
    },
    csv: (path: string) => {
      asked.push(path)
      return Promise.resolve(new Blob())
    },
  }
  await new TimingPage(root, client, new Scope()).load()
  expect([asked, root.querySelector('[data-testid=landmarks]')?.getAttribute('href')]).toEqual([[...found, `timing of ${campaign}`], `/landmarks?campaign=${campaign}`])
  root.querySelector<HTMLElement>('[data-testid=save-csv]')?.click()
  await vi.waitFor(() => expect(asked.at(-1)).toContain(`campaign=${campaign}`))
  history.replaceState(null, '', '/')
})
