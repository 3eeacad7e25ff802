// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { drawInto } from './drawing'
import { DataTable, type TableOptions } from './DataTable'

interface Row {
  readonly id: string
  readonly rate: number | null
}

const TABLE: TableOptions<Row> = {
  name: 'rates',
  caption: 'Rates',
  key: ({ id }) => id,
  order: { column: 'none', direction: 'ascending' },
  columns: [
    { name: 'id', label: 'Id', value: ({ id }) => id, cell: ({ id }) => <a href={`#${id}`}>{id}</a> },
    { name: 'rate', label: 'Rate', numeric: true, value: ({ rate }) => rate },
  ],
}

let place: HTMLElement
let draw: ReturnType<typeof drawInto>
const show = (rows: readonly Row[]) => draw(<DataTable options={TABLE} rows={rows} />)
const rows = () => [...place.querySelectorAll<HTMLElement>('tbody tr')]
const ids = () => rows().map((row) => row.dataset.key)
const sortBy = async (name: string) => {
  place.querySelector<HTMLElement>(`[data-testid=rates-sort-${name}]`)?.click()
  await Promise.resolve()
}

beforeEach(() => {
  place = document.createElement('div')
  document.body.replaceChildren(place)
  draw = drawInto(place)
  show([{ id: 'b', rate: 1 }, { id: 'a', rate: null }, { id: 'c', rate: 2 }])
})

it('shows rows as they come, the first cell as their heading, and nothing where nothing is known', () => {
  expect(ids()).toEqual(['b', 'a', 'c'])
  expect(rows()[1]?.innerHTML).toBe('<th class="" scope="row"><a href="#a">a</a></th><td class="number"></td>')
  const heading = (name: string, label: string) => `<button type="button" class="sort" data-testid="rates-sort-${name}">${label}</button></th>`
  expect(place.querySelector('thead')?.innerHTML).toBe(`<tr><th scope="col" class="">${heading('id', 'Id')}<th scope="col" class="number">${heading('rate', 'Rate')}</tr>`)
})

it('sorts by a heading, numbers from the highest, and turns round', async () => {
  await sortBy('rate')
  expect(ids()).toEqual(['c', 'b', 'a'])
  expect(place.querySelector('[aria-sort]')?.textContent).toBe('Rate')
  expect(place.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('descending')
  await sortBy('rate')
  expect(ids()).toEqual(['b', 'c', 'a'])
  await sortBy('id')
  expect(ids()).toEqual(['a', 'b', 'c'])
})

it('keeps order, rows and focus when other rows come in', async () => {
  await sortBy('id')
  const [a, b] = rows()
  b?.querySelector('a')?.focus()
  show([{ id: 'c', rate: 2 }, { id: 'b', rate: 9 }, { id: 'a0', rate: 3 }, { id: 'a', rate: 4 }])
  expect(ids()).toEqual(['a', 'a0', 'b', 'c'])
  expect(rows()[0]).toBe(a)
  expect(rows()[2]).toBe(b)
  expect(document.activeElement).toBe(b?.querySelector('a'))
  await sortBy('id')
  expect(ids()).toEqual(['c', 'b', 'a0', 'a'])
  expect(document.activeElement).toBe(b?.querySelector('a'))
})
