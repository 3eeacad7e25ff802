// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import type { AnnotationView, Finding } from '../api/types'
import { drawInto } from '../kit/view/drawing'
import { FlagFacts } from './FlagFacts'
import { FlagList } from './FlagList'
import { flagAbout, flagName } from './flagNames'

const finding = (flag: string, raised: boolean | null, parts: Partial<Finding> = {}): Finding => ({ flag, raised, why: `Why ${flag}.`, stretches: [], value: 0.12345, unit: 's', threshold: 2, ...parts })
const summary = { kind: 'guide', annotation_id: 4 } as AnnotationView['summary']

let place: HTMLElement
beforeEach(() => {
  place = document.createElement('main')
  document.body.replaceChildren(place)
  history.replaceState(null, '', '/replay')
})

it('tells of raised flags first, then of what is not known, and the rest in a line', () => {
  const flags = [finding('fine', false), finding('unsure', null, { value: null }), finding('clipping', true, { stretches: [{ start_time: 61.5, end_time: 63 }] as Finding['stretches'] }), finding('good', false), finding('odd_one', true, { threshold: null })]
  drawInto(place)(<FlagFacts view={{ flags, summary } as unknown as AnnotationView} />)
  const rows = [...place.querySelectorAll('li')]
  expect(rows.map((row) => [row.querySelector('.flag')?.textContent, row.querySelector<HTMLElement>('.flag')?.title, row.className, row.title])).toEqual([
    ['voice cut off', flagAbout('clipping'), '', '0.123 s; the campaign’s threshold is 2'],
    ['odd one', '', '', '0.123 s; the campaign’s threshold is –'],
    ['unsure', '', 'flag-unknown', 'not known'],
  ])
  expect(rows.map((row) => row.querySelector('.flag')?.classList.contains('flag-open'))).toEqual([false, false, true])
  expect(place.querySelector('.flag-clear')?.textContent).toBe('Checked without findings: fine, good.')
  expect([...place.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.textContent])).toEqual([['/replay?kind=guide&id=4&t=61.50', expect.stringMatching(/1:01.*1:03/)]])
})

it('says that nothing was checked yet', () => {
  drawInto(place)(<FlagFacts view={{ flags: null, summary } as unknown as AnnotationView} />)
  expect([place.textContent.includes('Not checked yet. Run pangea flags.'), place.querySelector('.flag-clear')]).toEqual([true, null])
})

it('lists flags for reviewers, and goes where they were raised', () => {
  const went: number[] = []
  drawInto(place)(<FlagList flags={[finding('odd', true, { stretches: [{ start_time: 2, end_time: 5 }, { start_time: 61.5, end_time: 63 }] as Finding['stretches'] })]} goTo={(seconds) => went.push(seconds)} />)
  place.querySelectorAll<HTMLElement>('.flag-jump')[1]?.click()
  expect([[...place.querySelectorAll('.flag-jump')].map(({ textContent }) => textContent), went, place.querySelector('.hint')]).toEqual([['0:02–0:05', '1:01–1:03'], [61.5], null])
  drawInto(place)(<FlagList flags={[]} goTo={() => undefined} />)
  expect(place.querySelector('.hint')?.textContent).toBe('No flag was raised.')
})

it('calls a flag of another package by its own word', () => {
  expect([flagName('too_loud_here'), flagAbout('too_loud_here'), flagName('clipping'), flagAbout('barely_moved')]).toEqual(['too loud here', '', 'voice cut off', 'The Follower walked only a small part of the way.'])
})
