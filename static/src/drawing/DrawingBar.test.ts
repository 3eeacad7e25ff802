// @vitest-environment page
import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest'

import { Scope } from '../kit/lifecycle/Scope'
import { type BarActs, type BarState, DrawingBar } from './DrawingBar'
import type { Look } from './geometry/polygons'
import type { DrawnRegion } from './history/drawn'
import { Sketch } from './Sketch'

const REGION: DrawnRegion = { viewpointId: 'a', shape: { kind: 'view', heading: 0, elevation: 0, width: 0.2, height: 0.1 }, clicked: null }
const CORNERS: Look[] = [[0, 0.1], [-0.1, 0], [0, -0.1]]
const HERE: BarState = { here: 'a', waiting: false, preview: false }

let scope: Scope
let acts: BarActs & { select: Mock<(index: number) => void> }
let sketch: Sketch
let bar: DrawingBar

function open(...first: DrawnRegion[]): void {
  sketch = new Sketch(null, 3, first)
  bar = new DrawingBar(scope, sketch, acts)
  document.body.replaceChildren(bar.element)
}

const find = (name: string) => document.body.querySelector<HTMLButtonElement>(`[data-testid="${name}"]`)
const hint = () => find('drawing-hint')?.textContent
/** The buttons that can be pressed, but for tools, once the bar shows this. */
function usable(state: Partial<BarState> = {}): string[] {
  bar.show({ ...HERE, ...state })
  return ['undo', 'redo', 'remove', 'snap', 'there', 'take', 'back', 'drop'].filter((name) => {
    const made = find(`drawing-${name}`)
    return made && !made.hidden && !made.disabled
  })
}

beforeEach(() => {
  scope = new Scope()
  acts = { use: vi.fn(), undo: vi.fn(), redo: vi.fn(), snap: vi.fn(), remove: vi.fn(), take: vi.fn(), back: vi.fn(), drop: vi.fn(), goThere: vi.fn(), select: vi.fn() }
})
afterEach(() => {
  scope.dispose()
  document.body.replaceChildren()
})

it('offers nothing before anything is drawn, and what can be done with what is', () => {
  open()
  expect(usable()).toEqual([])
  sketch.add('a', REGION.shape)
  expect([usable(), usable({ here: 'b' }), usable({ waiting: true }), usable({ preview: true })]).toEqual([
    ['undo', 'remove', 'snap'],
    ['undo', 'remove'],
    ['undo', 'remove', 'drop'],
    ['undo', 'remove', 'snap', 'take', 'drop'],
  ])
  sketch.undo()
  expect(usable()).toEqual(['redo'])
})

it('counts the extreme points that are still to come, and leads back to where they were begun', () => {
  open()
  const hints = CORNERS.map((corner) => {
    sketch.place('a', corner)
    expect(usable()).toEqual(['undo', 'back', 'drop'])
    return hint()
  })
  expect(hints).toEqual(['Mark 3 more outermost points.', 'Mark 2 more outermost points.', 'Mark one more outermost point.'])
  expect(usable({ here: 'b' })).toEqual(['undo', 'there', 'drop'])
})

it('takes a polygon from its third corner', () => {
  open()
  sketch.use('polygon')
  for (const corner of CORNERS.slice(0, 2)) sketch.place('a', corner)
  expect(usable()).not.toContain('take')
  sketch.place('a', CORNERS[2] ?? [0, 0])
  expect(usable()).toEqual(['undo', 'take', 'back', 'drop'])
})

it('has a button for each of several regions, and keeps the focus on it', () => {
  open(REGION)
  bar.show(HERE)
  expect(document.body.querySelectorAll('[data-testid="drawing-region"]').length).toBe(0)
  sketch.add('a', { ...REGION.shape, heading: 1 } as typeof REGION.shape)
  bar.show(HERE)
  const chips = () => [...document.body.querySelectorAll<HTMLElement>('[data-testid="drawing-region"]')]
  expect(chips().map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  chips()[0]?.focus()
  chips()[0]?.click()
  expect(acts.select).toHaveBeenCalledExactlyOnceWith(0)
  bar.show(HERE)
  expect(document.activeElement).toBe(chips()[0])
})

it.each([[{}, 'polite'], [{ refused: true }, 'assertive'], [{ refused: true, silent: true }, 'off']])('says what is told with %o as %s', (options, live) => {
  open()
  bar.say('Too small.', options)
  const said = find('drawing-said')
  expect([said?.textContent, said?.getAttribute('aria-live'), said?.hasAttribute('data-refused')]).toEqual(['Too small.', live, 'refused' in options])
})
