// @vitest-environment page
import { expect, it, vi } from 'vitest'

import type { Filters } from '../../annotations/filters'
import { drawInto } from '../../kit/view/drawing'
import { FilterBar } from './FilterBar'

const CHOICES = { language: ['hi-IN'], scan: ['house', 'flat'] }

/** The bar with these filters; `goTo` is told where a choice leads. */
function bar(filters: Filters, goTo: (address: string) => void = () => undefined): (name: string) => HTMLSelectElement {
  const place = document.createElement('div')
  drawInto(place)(<FilterBar filters={filters} choices={CHOICES} address={(wanted) => `?${new URLSearchParams({ ...wanted })}`} goTo={goTo} />)
  return (name) => place.querySelector<HTMLSelectElement>(`[data-testid=filter-${name}]`)!
}

const offered = (filters: Filters) => ['language', 'scan', 'pool'].filter((name) => !bar(filters)(name).hidden)

it('offers a choice where there are several groups, or one that was chosen and may be left', () => {
  expect(offered({})).toEqual(['scan'])
  expect(offered({ language: 'hi-IN', pool: 'one that is gone' })).toEqual(['language', 'scan', 'pool'])
})

it('offers the four populations, and the usual one without a filter', () => {
  const goTo = vi.fn<(address: string) => void>()
  const menu = bar({ population: 'all' }, goTo)('population')
  expect(menu.value).toBe('all')
  expect(bar({})('population').value).toBe('data')
  for (const value of ['learning', 'data']) {
    menu.value = value
    menu.dispatchEvent(new Event('change', { bubbles: true }))
  }
  expect(goTo.mock.calls).toEqual([['?population=learning'], ['?']])
})

it('shows what was chosen, also where there is nothing of it now, and leads to another choice or to none', () => {
  const goTo = vi.fn<(address: string) => void>()
  const menu = bar({ scan: 'house', pool: 'gone' }, goTo)
  expect([menu('scan').value, menu('pool').value]).toEqual(['house', 'gone'])
  for (const value of ['flat', '*']) {
    menu('scan').value = value
    menu('scan').dispatchEvent(new Event('change', { bubbles: true }))
  }
  expect(goTo.mock.calls).toEqual([['?scan=flat&pool=gone'], ['?pool=gone']])
})
