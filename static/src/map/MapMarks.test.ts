// @vitest-environment page
import { expect, it } from 'vitest'

import { MapMarks } from './MapMarks'

const POSE = { x: 1, y: 2, heading: 0, fieldOfView: 1 }
let shown = 0
const marksOn = () => new MapMarks({ place: (x, y) => ({ x: x * 10, y: y * 10 }), shows: (z) => z === shown })
const drawn = ({ element }: MapMarks) => [...element.children].map((each) => [each.getAttribute('class'), each.hasAttribute('data-elsewhere')])

it('draws each mark once, and moves it', () => {
  const marks = marksOn()
  marks.showRing('goal', { x: 1, y: 2, z: 0 })
  marks.showRing('goal', { x: 3, y: 2, z: 0 })
  marks.showWalker('partner', { ...POSE, z: 0 })
  marks.showWalker('partner', { ...POSE, x: 4, z: 0 })
  expect(drawn(marks)).toEqual([['map-goal', false], ['map-walker map-walker-partner', false]])
  const places = ['.map-goal', '.map-camera'].map((name) => marks.element.querySelector(name)?.getAttribute('transform'))
  expect(places).toEqual(['translate(30.0 20.0)', 'translate(40.00 20.00) rotate(0.00)'])
})

it('draws faintly what is on another storey than the one that is shown', () => {
  const marks = marksOn()
  marks.showRing('goal', { x: 1, y: 2, z: 0 })
  marks.showWalker('partner', { ...POSE, z: 3 })
  expect(drawn(marks).map(([, elsewhere]) => elsewhere)).toEqual([false, true])
  shown = 3
  marks.fade()
  expect(drawn(marks).map(([, elsewhere]) => elsewhere)).toEqual([true, false])
})
