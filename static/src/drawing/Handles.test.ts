// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { radians } from '../graph/angles'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import type { Region } from '../regions/shapes'
import { GRIPS } from './geometry/boxes'
import type { Place, Sight } from './geometry/Sight'
import { Handles } from './Handles'

const BOX: Region = { kind: 'view', heading: 0, elevation: 0, width: radians(20), height: radians(10) }
const TRIANGLE: Region = { kind: 'polygon', points: [[0, 0], [0.1, 0], [0, 0.1]] }
const CORNERS = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft']

let scope: Scope
let handles: Handles
const elements = () => [...document.body.querySelectorAll<HTMLElement>('.drawing-handle')]
const shown = () => elements().filter((element) => !element.hasAttribute('data-away')).map(({ dataset }) => dataset.grip)

beforeEach(() => {
  document.body.replaceChildren()
  scope = new Scope()
  handles = new Handles(scope, document.body)
})
afterEach(() => {
  scope.dispose()
  document.body.replaceChildren()
})

/** Sees a box as a square from (100, 100), or none of it but what `places` has. */
function seeSquare(side: number, hidden: string | null = null): void {
  const across = (name: string): number => (/left/i.test(name) ? 0 : /right/i.test(name) ? side : side / 2)
  const down = (name: string): number => (/top/i.test(name) ? 0 : /bottom/i.test(name) ? side : side / 2)
  const inPicture = (look: unknown): Place | null => {
    const name = GRIPS.find((grip) => handles.point(grip) === look) ?? ''
    return name === hidden ? null : { x: 100 + across(name), y: 100 + down(name) }
  }
  handles.arrange({ inPicture } as unknown as Sight)
}

it('says how high a box is at its upper and lower edges, and how wide at the others', () => {
  handles.show(BOX)
  const sizes = elements().map((element) => [element.dataset.grip, element.getAttribute('aria-valuenow')])
  expect(sizes).toEqual(GRIPS.map((grip) => [grip, grip === 'top' || grip === 'bottom' ? '10' : '20']))
})

it('numbers the corners of a polygon from one', () => {
  handles.show(TRIANGLE)
  expect(elements().map((element) => element.getAttribute('aria-valuenow'))).toEqual(['1', '2', '3'])
  handles.show(null)
  expect(elements()).toEqual([])
})

it('says what each holds, and within which limits', () => {
  const told = () => elements().map((element) => ['aria-label', 'aria-valuemax', 'aria-orientation'].map((name) => element.getAttribute(name)))
  handles.show(TRIANGLE)
  expect(told()).toEqual([1, 2, 3].map((number) => [t('drawing.grips.corner', { number }), '1000', 'horizontal']))
  handles.show(BOX)
  expect(told()).toEqual(GRIPS.map((grip) => [t(`drawing.grips.${grip}`), '180', grip === 'top' || grip === 'bottom' ? 'vertical' : 'horizontal']))
})

it('is nudged by arrows, and a corner of a polygon goes by Delete; the picture does not hear of it', () => {
  const told: unknown[] = []
  for (const name of ['nudge', 'remove', 'focus'] as const) handles.on(name, (event) => told.push(event))
  const heard: string[] = []
  scope.listen(document, 'keydown', ({ key }) => heard.push(key))
  const press = (on: Element | undefined, key: string, parts: KeyboardEventInit = {}) => on?.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...parts })) === false
  handles.show(TRIANGLE)
  const taken = [press(elements()[1], 'ArrowUp'), press(elements()[1], 'ArrowLeft', { shiftKey: true, repeat: true }), press(elements()[1], 'Delete'), press(elements()[1], 'Enter'), press(document.body, 'ArrowUp')]
  elements()[1]?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect([taken, heard]).toEqual([[true, true, true, false, false], ['Enter', 'ArrowUp']])
  expect(told).toEqual([{ grip: '1', right: 0, up: 1, fine: false, goes: false }, { grip: '1', right: -1, up: 0, fine: true, goes: true }, '1', handles.point('1')])
  handles.show(BOX)
  expect(press(elements()[0], 'Delete')).toBe(false)
})

it('keeps the focus in its place when another shape is held, or on the last there is', () => {
  handles.show(BOX)
  elements()[7]?.focus()
  handles.show(TRIANGLE)
  expect([document.activeElement, handles.focused]).toEqual([elements()[2], true])
})

it('lies with its middle on what it holds', () => {
  handles.show(BOX)
  seeSquare(72)
  expect(shown()).toEqual([...GRIPS])
  expect(elements()[0]?.style.transform).toBe('translate(88.0px, 88.0px)')
})

it('leaves a small box free: only its corners can be held, thirteen pixels aside', () => {
  handles.show(BOX)
  seeSquare(71)
  expect(shown()).toEqual(CORNERS)
  expect(elements()[0]?.style.transform).toBe('translate(78.8px, 78.8px)') // 100 - 13 / √2 - 12
})

it('hides what is out of the picture, and nothing else', () => {
  handles.show(BOX)
  seeSquare(40, 'top')
  expect(shown()).toEqual(GRIPS.filter((grip) => grip !== 'top'))
})
