// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { ApiProblem } from '../../api/ApiProblem'
import type { LandmarkPath, LandmarksOverview } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { LandmarksPage } from './LandmarksPage'

const STEP: LandmarksOverview['steps'][number] = {
  kind: 'some_step',
  open: 3,
  held: 1,
  done: 12,
  disputed: 0,
  people: 2,
  seconds: { items: 12, low: 5.1, median: 7.25, high: 11, mean: 7.9 },
  agreement: null,
  pairs: 0,
  costs: [{ currency: 'EUR', amount: 250 }, { currency: 'USD', amount: 100 }],
  left_seconds: 7200,
  known_seconds: 26.8,
  goal_seconds: 7,
}

const PATH: LandmarkPath = {
  path_id: 4,
  scan_id: 'house',
  viewpoints: ['door', 'hall', 'sofa'],
  instructions: 1,
  open: 1,
  held: 0,
  done: 5,
  chains: [{ chain_id: 'c1', phrase: 'the red sofa', language: 'en-US', languages: ['en-US', 'hi-IN'], mentions: 3, need: 'box', cells: ['good', 'foretold', 'none'], elsewhere: 2 }],
}

let scope: Scope
let root: HTMLElement
const all = (name: string) => [...root.querySelectorAll<HTMLElement>(`[data-testid="${name}"]`)]

const opened = async (overview: LandmarksOverview | ApiProblem, pages: readonly LandmarkPath[][] = [[]]) => {
  const page = new LandmarksPage(
    root,
    {
      landmarkProgress: () => (overview instanceof ApiProblem ? Promise.reject(overview) : Promise.resolve(overview)),
      landmarkPaths: (_, cursor) => {
        const place = Number(cursor ?? 0)
        return Promise.resolve({ items: pages[place] ?? [], next_cursor: place + 1 < pages.length ? String(place + 1) : null })
      },
    },
    scope,
  )
  await page.load()
  return page
}

beforeEach(() => {
  scope = new Scope()
  root = document.createElement('main')
  document.body.replaceChildren(root)
})
afterEach(() => {
  scope.dispose()
  history.replaceState(null, '', '/')
})

it('tells of each step what was answered, took and cost, and what is left', async () => {
  await opened({ campaigns: ['walks'], campaign_id: 'walks', steps: [STEP] })
  expect([...root.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual(['Step', 'Open', 'Held', 'Done', 'Disputed', 'People', 'Seconds', 'Goal · Flickr30k', 'Agreement', 'Cost so far', 'Hours left'])
  const [row] = all('steps-row')
  expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual(['Some step', '3', '1', '12', '0', '2', '7.35.1–11.0', '7.0 · 26.8', '–unknown: nobody was asked about the same twice', '€2.50 + $1.00', '2.0'])
})

it('shows of each chain where it has boxes', async () => {
  await opened({ campaigns: ['walks'], campaign_id: 'walks', steps: [] }, [[PATH]])
  const [chain] = all('chain')
  expect([...(chain?.children ?? [])].map((cell) => cell.textContent)).toEqual(['the red sofaen-US hi-IN', '3', '●good box', '○a box is expected', '–not seen', '2'])
  expect(root.textContent).toContain('1 instruction · 1 open, 0 held, 5 done')
})

it.each([
  ['scene', 'scene or place', ['', '', '']],
  ['not_visual', 'cannot be seen', ['', '', '']],
  ['undecided', 'undecided', ['●good box', '○a box is expected', '–not seen']],
])('shows boxes of what can be drawn, or may be, and of nothing else: %s', async (need, name, cells) => {
  const chains = PATH.chains.map((chain) => ({ ...chain, need, elsewhere: 0 }))
  await opened({ campaigns: ['walks'], campaign_id: 'walks', steps: [] }, [[{ ...PATH, chains }]])
  expect([...(all('chain')[0]?.children ?? [])].map((cell) => cell.textContent)).toEqual([`the red sofaen-US hi-IN · ${name}`, '3', ...cells, ''])
})

it('shows further paths when it is asked for them', async () => {
  const page = await opened({ campaigns: ['walks'], campaign_id: 'walks', steps: [] }, [[PATH], [{ ...PATH, path_id: 5, chains: [] }]])
  expect(all('path').map(({ dataset }) => dataset.key)).toEqual(['4'])
  await page.more()
  expect(all('path').map(({ dataset }) => dataset.key)).toEqual(['4', '5'])
  expect(all('more-paths')).toEqual([])
  expect(root.textContent).toContain('Nobody has marked words of this path yet.')
})

it('says what to do where nobody asks, and what failed', async () => {
  await opened({ campaigns: [], campaign_id: null, steps: [] })
  expect(root.textContent).toContain('No campaign asks about landmarks')
  await opened(new ApiProblem(503, 'store', 'The disk is full.', 'Wait.'))
  expect(root.textContent).toContain('The disk is full.')
})

it('shows another campaign from its first path on, and says so in the address', async () => {
  const asked: unknown[] = []
  const overview = (campaign: string | null): LandmarksOverview => ({ campaigns: ['walks', 'tours'], campaign_id: campaign ?? 'walks', steps: [] })
  const client = {
    landmarkProgress: (campaign: string | null) => {
      asked.push(campaign)
      return Promise.resolve(overview(campaign))
    },
    landmarkPaths: (campaign: string, cursor: string | null) => {
      asked.push([campaign, cursor])
      return Promise.resolve({ items: [{ ...PATH, path_id: campaign === 'walks' ? 4 : 9 }], next_cursor: null })
    },
  }
  history.replaceState(null, '', '/landmarks?campaign=walks')
  await new LandmarksPage(root, client, scope).load()
  const menu = all('campaign')[0] as HTMLSelectElement
  expect([[...menu.options].map(({ value }) => value), menu.value, all('timing')[0]?.getAttribute('href')]).toEqual([['walks', 'tours'], 'walks', '/landmarks/timing?campaign=walks'])
  menu.value = 'tours'
  menu.dispatchEvent(new Event('change'))
  await Promise.resolve()
  expect(all('path')).toEqual([])
  await vi.waitFor(() => expect(all('path').map(({ dataset }) => dataset.key)).toEqual(['9']))
  expect([location.search, asked]).toEqual(['?campaign=tours', ['walks', ['walks', null], 'tours', ['tours', null]]])
})

it('looks again at how far the steps are, every quarter of a minute', async () => {
  vi.useFakeTimers()
  const overview: LandmarksOverview = { campaigns: ['walks'], campaign_id: 'walks', steps: [STEP] }
  await opened(overview)
  overview.steps = [{ ...STEP, done: 99 }]
  await vi.advanceTimersByTimeAsync(14_900)
  expect(all('steps-row')[0]?.children[3]?.textContent).toBe('12')
  await vi.advanceTimersByTimeAsync(200)
  expect([all('steps-row')[0]?.children[3]?.textContent, all('campaign')]).toEqual(['99', []])
  vi.useRealTimers()
})

it('says what each mark stands for', async () => {
  await opened({ campaigns: ['walks'], campaign_id: 'walks', steps: [] }, [[PATH]])
  expect([...root.querySelectorAll('.landmark-legend li')].map(({ textContent }) => textContent)).toEqual(['●good box good box', '◐box that nobody has judged box that nobody has judged', '○a box is expected a box is expected', '✕bad box bad box', '–not seen not seen'])
  expect([...root.querySelectorAll('thead th')].map((cell) => [cell.textContent, cell.getAttribute('title')])).toEqual([['Meant', null], ['Mentions', null], ['1', 'door'], ['2', 'hall'], ['3', 'sofa'], ['Elsewhere', 'Good boxes at viewpoints beside the path']])
})
