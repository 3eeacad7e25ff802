// @vitest-environment page
import { beforeEach, describe, expect, it } from 'vitest'

import { settled } from '../../../testing/until'
import { ApiProblem } from '../../api/ApiProblem'
import type { OwnComparison, OwnWork, PayRow, SpeechView } from '../../api/types'
import { timeInZone } from '../../kit/formatting/format'
import { drawInto } from '../../kit/view/drawing'
import { Comparisons } from './Comparisons'
import { Decisions } from './Decisions'
import { Learning } from './Learning'
import { Pay } from './Pay'
import { showOwnWork } from './showOwnWork'

const WORK: OwnWork = { done: { guide: 2, follower: 1200 }, comparisons: [], fewest_others: 5, learning: [], balances: [], agreed_times: {}, reviews: { accepted: 0, rejected: 0, sent_back: 0, with_reason: [] } }
const PAID: PayRow = { annotator_id: 7, currency: 'EUR', active_seconds: 5400, as_of: '2026-11-20T08:00:00Z', due: 100, earned: 300, hourly: 200, paid: 50 }
const NE: OwnComparison = { kind: 'follower', measure: 'ne', n: 12, value: 2.345, others: { people: 9, low: 1, middle: 2, high: 3 }, withheld: null }
type Step = OwnWork['learning'][number]['steps'][number]
const STEPS: Step[] = [{ tasks: '5', n: 5, value: 0.5, others: 0.25 }, { tasks: '10', n: 5, value: null, others: 0.5 }, { tasks: '15', n: 5, value: 1, others: null }]

let place: HTMLElement
const all = (selector: string): HTMLElement[] => [...place.querySelectorAll<HTMLElement>(selector)]
const texts = (selector: string): string[] => all(selector).map((each) => each.textContent)
const find = (name: string) => all(`[data-testid="${name}"]`)[0]
/** Each tile's label and figure. */
const tiles = (list: Element = place): Record<string, string> => Object.fromEntries([...list.querySelectorAll('.own-tile')].map((tile): [string, string] => [tile.querySelector('dt')?.textContent ?? '', tile.querySelector('dd')?.textContent ?? '']))

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'en'
  place = document.createElement('main')
  document.body.replaceChildren(place)
})

describe('the page', () => {
  let work: OwnWork | Error
  const speech: SpeechView[] = [{ language: 'te-IN', dialect: '', region: '' }]
  const client = {
    ownWork: () => (work instanceof Error ? Promise.reject(work) : Promise.resolve(work)),
    speech: () => Promise.resolve(speech),
    saySpeech: (said: SpeechView) => Promise.resolve(said),
    ownQuestions: () => Promise.resolve([]),
    ask: () => Promise.reject(new Error()),
    askBack: () => Promise.reject(new Error()),
    readAnswer: () => Promise.reject(new Error()),
  }
  const show = async (shown: OwnWork | Error) => {
    work = shown
    await showOwnWork(place, client)
    await settled()
  }

  it('counts what was done of each kind, and leads back to what was done most', async () => {
    await show(WORK)
    expect([find('own-guides')?.textContent, find('own-followers')?.textContent, find('back-to-work')?.getAttribute('href')]).toEqual(['2', '1,200', '/task/follower'])
    expect([find('no-work'), find('own-pay') !== undefined, find('own-questions') !== undefined, find('own-speech') !== undefined, find('own-reviews') !== undefined]).toEqual([undefined, true, true, true, true])
  })

  it('tells the times that are agreed for tasks for two', async () => {
    const time = { begins: '2126-12-02T09:00:00Z', ends: '2126-12-02T11:00:00Z' }
    await show(WORK)
    expect(find('own-times')).toBeUndefined()
    await show({ ...WORK, agreed_times: { guide_two: [time] } })
    expect(texts('[data-testid="own-times"] li')).toEqual([timeInZone(time.begins, time.ends)])
  })

  it('says that there is nothing to show yet, and shows pay where there is some', async () => {
    await show({ ...WORK, done: {} })
    expect([find('no-work') !== undefined, find('back-to-work'), find('own-pay'), find('own-reviews')]).toEqual([true, undefined, undefined, undefined])
    await show({ ...WORK, done: {}, balances: [PAID] })
    expect([find('no-work') !== undefined, find('own-pay') !== undefined]).toEqual([true, true])
  })

  it('says what failed, and tries again', async () => {
    await show(new ApiProblem(503, 'store', 'The disk is full.', 'Wait.'))
    expect(find('problem')?.textContent).toContain('The disk is full.')
    work = WORK
    find('retry')?.click()
    await settled()
    expect([find('problem'), find('own-guides')?.textContent]).toEqual([undefined, '2'])
  })

  it('says whom it does not let in', async () => {
    await show(new ApiProblem(401, 'not_signed_in', 'No.', ''))
    expect([find('sign-in-ended') !== undefined, find('retry')]).toEqual([true, undefined])
  })
})

describe('comparisons', () => {
  const show = (comparisons: OwnComparison[]) => drawInto(place)(<Comparisons work={{ ...WORK, done: { follower: 3 }, comparisons }} />)
  const number = (selector: string, name: string) => Number(place.querySelector(selector)?.getAttribute(name))

  it('show the person among the middle half of the others, on a scale from nothing on', () => {
    show([NE, { ...NE, kind: 'guide' }])
    expect([texts('h2'), texts('h3'), texts('.own-value'), texts('.own-scale p')]).toEqual([['When you follow'], ['Distance to the goal'], ['2.3 mTasks counted: 12'], ['The middle half of 9 other people: 1 m to 3 m']])
    // From 9 at 0 to 311 at 1.15 times the most, which is 3.
    const at = (value: number) => 9 + (302 * value) / 3.45
    expect(number('.own-half', 'x')).toBeCloseTo(at(1))
    expect(number('.own-half', 'width')).toBeCloseTo(at(3) - at(1))
    expect(number('.own-middle', 'x1')).toBeCloseTo(at(2))
    expect(number('.own-dot', 'cx')).toBeCloseTo(at(2.345))
    expect([find('withheld-follower'), all('.own-legend').length]).toEqual([undefined, 1])
  })

  it('end at one for shares, whatever the values', () => {
    show([{ ...NE, measure: 'success_rate', value: 0.5, others: null }])
    expect([texts('.own-value'), number('.own-dot', 'cx'), all('.own-half').length, all('.own-legend').length]).toEqual([['50%Tasks counted: 12'], 160, 0, 0])
    expect(find('withheld-follower')?.textContent).toContain('when 5 of them have done enough tasks')
  })

  it('say with how many others the ones that are withheld will be shown', () => {
    show([NE, { ...NE, measure: 'time', others: null }])
    expect([all('.own-legend').length, all('.own-half').length, find('withheld-follower') !== undefined]).toEqual([1, 1, true])
  })

  it('say that nothing is known yet', () => {
    show([{ ...NE, value: null, others: null }])
    expect([texts('.own-value'), all('.own-strip').length]).toEqual([['not known yetTasks counted: 12'], 0])
  })

})

describe('decisions', () => {
  const decision = { kind: 'follower', number: 12, state: 'rejected', reason: 'Too short.', decided_at: '2026-11-20T08:00:00Z', submitted_at: '2026-11-19T08:00:00Z' } as OwnWork['reviews']['with_reason'][number]

  it('are counted, and their reasons told, of the day on which they were made', () => {
    drawInto(place)(<Decisions reviews={{ accepted: 3, sent_back: 1, rejected: 2, with_reason: [decision, { ...decision, number: 13, state: 'sent_back', decided_at: null }] }} />)
    expect(tiles()).toEqual({ Accepted: '3', 'Sent back for correction': '1', 'Not accepted': '2' })
    expect(all('.own-reasons > li').map((each) => [each.querySelector('strong')?.textContent, each.querySelector('span')?.textContent, each.querySelector('time')?.dateTime, each.querySelector('blockquote')?.textContent])).toEqual([
      ['Not accepted', 'Walk 12', '2026-11-20T08:00:00Z', 'Too short.'],
      ['Sent back for correction', 'Walk 13', '2026-11-19T08:00:00Z', 'Too short.'],
    ])
  })

  it('that nobody made are not counted', () => {
    drawInto(place)(<Decisions reviews={{ accepted: 0, sent_back: 0, rejected: 0, with_reason: [] }} />)
    expect([tiles(), texts('.hint'), all('.own-reasons').length]).toEqual([{}, ['No reviewer has made a decision about your work yet.'], 0])
  })
})

describe('pay', () => {
  it('is told for each currency, with how far the ledger goes', () => {
    drawInto(place)(<Pay balances={[PAID, { ...PAID, currency: 'INR', active_seconds: 90, hourly: null }]} />)
    const [first = {}, second = {}] = all('.own-tiles').map(tiles)
    expect(first).toEqual({ 'Active time': '1.5 hr', Earned: '€3.00', Paid: '€0.50', 'Still to be paid': '€1.00', 'Per hour of active time': '€2.00' })
    expect(second).toEqual({ 'Active time': '1.5 min', Earned: '₹3.00', Paid: '₹0.50', 'Still to be paid': '₹1.00' })
    expect(texts('.hint')).toEqual(Array(2).fill('Recorded up to Nov 20, 2026. Work after that date is not included yet.'))
  })

  it('that nobody recorded is said', () => {
    drawInto(place)(<Pay balances={[]} />)
    expect(texts('.hint')).toEqual(['No payments have been recorded yet.'])
  })
})

describe('learning', () => {
  const curve = (steps: Step[]): OwnWork['learning'][number] => ({ kind: 'follower', measure: 'success_rate', steps })

  it('is drawn where there are two steps at least', () => {
    drawInto(place)(<Learning curves={[curve(STEPS.slice(0, 2))]} />)
    expect(place.textContent).toBe('')
    drawInto(place)(<Learning curves={[curve(STEPS), curve(STEPS.slice(1))]} />)
    expect([texts('h3'), texts('svg > .chart-tick'), all('.own-dot').length]).toEqual([['Walks that arrived, from your first to your last'], ['5', '10', '15'], 2])
    // 1 is at the top (10), 0 at the bottom (174).
    expect(all('.own-dot').map((dot) => Number(dot.getAttribute('cy')))).toEqual([92, 10])
    expect(place.querySelector('.own-others')?.getAttribute('d')).not.toContain('NaN')
  })

  it('names every second step only where there are many', () => {
    drawInto(place)(<Learning curves={[curve(Array.from({ length: 9 }, (_, at) => ({ tasks: String(at + 1), n: 1, value: 0.5, others: 0.5 })))]} />)
    expect(texts('svg > .chart-tick')).toEqual(['1', '3', '5', '7', '9'])
  })

  it('is told as a table as well', async () => {
    drawInto(place)(<Learning curves={[curve(STEPS)]} />)
    find('table-success_rate')?.click()
    await settled()
    expect(all('tr').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([['Tasks', 'You', 'Average of the others'], ['5', '50%', '25%'], ['10', 'not known yet', '50%'], ['15', '100%', 'not known yet']])
    expect([all('svg').length, find('table-success_rate')?.textContent]).toEqual([0, 'Show as a chart'])
  })
})
