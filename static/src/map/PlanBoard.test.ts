// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { house, viewpoint } from '../../testing/house'
import type { ScanView } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { PlanBoard } from './PlanBoard'

/** The corridor, and an attic above its end; the room to the east has a name. */
const scan = (): ScanView => {
  const { viewpoints, ...rest } = house()
  return { ...rest, viewpoints: [...viewpoints, viewpoint('e', [0, 6, 4.5], ['c'])], rooms: [{ name: 'kitchen', viewpoint_ids: ['d'], names: {} }] }
}

let scope: Scope
let marks: string[]
let board: PlanBoard

const find = (name: string) => board.element.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const said = () => find('plan-mark')?.textContent
const ring = () => board.element.querySelector('[data-mark=mark]')
const key = (name: string) => board.element.querySelector('.map-frame')?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))

function open(marked: string | null = null): void {
  board = new PlanBoard(scope, scan(), marked)
  board.takesMarks = true
  board.on('mark', (mark) => marks.push(mark))
  document.body.replaceChildren(board.element)
}

/** Presses the map where a unit of it is a pixel of the page. */
function press(x: number, y: number): void {
  const map = board.element.querySelector('.map')!
  map.getBoundingClientRect = () => new DOMRect(0, 0, 320, 240)
  map.parentElement!.setPointerCapture = () => undefined
  for (const name of ['pointerdown', 'pointerup']) map.parentElement!.dispatchEvent(new PointerEvent(name, { pointerId: 1, clientX: x, clientY: y }))
}

beforeEach(() => {
  ;[scope, marks] = [new Scope(), []]
  open()
})

it('marks the dot nearest to where it is pressed, and says in which room', () => {
  expect([said(), ring()]).toEqual(['Nothing marked yet', null])
  press(300, 120)
  expect([marks, said(), board.element.querySelectorAll('[data-mark=mark]').length]).toEqual([['d'], 'Marked: kitchen', 1])
  press(10, 235)
  expect([marks, said(), board.element.querySelectorAll('[data-mark=mark]').length]).toEqual([['d', 'a'], 'Marked', 1])
})

it('moves the mark by arrow keys, from the dot in the middle to the next on each side', () => {
  key('ArrowUp')
  const [first] = marks
  expect(first).toBe('b')
  for (const name of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowRight', 'ArrowRight']) key(name)
  expect(marks.slice(1)).toEqual(['c', 'b', 'd'])
})

it('marks only what is on the storey that is shown', () => {
  key('PageUp')
  press(10, 235)
  expect([marks, find('map-storey')?.textContent]).toEqual([['e'], 'Floor 2 of 2'])
  key('PageDown')
  expect(ring()?.hasAttribute('data-elsewhere')).toBe(true)
})

it('shows an earlier mark on its storey, and takes none while it must not', () => {
  open('e')
  expect([find('map-storey')?.textContent, ring()?.hasAttribute('data-elsewhere')]).toEqual(['Floor 2 of 2', false])
  board.takesMarks = false
  press(10, 235)
  key('ArrowDown')
  expect([marks, board.element.hasAttribute('data-takes')]).toEqual([[], false])
})
