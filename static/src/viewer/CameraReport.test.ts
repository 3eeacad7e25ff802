// @vitest-environment page
import { PerspectiveCamera } from 'three'
import { expect, it } from 'vitest'

import { html } from '../kit/dom/html'
import { CameraReport } from './CameraReport'
import type { Stage } from './Stage'
import type { View } from './types'

it('tells of a frame that shows something else: another place, direction or zoom', () => {
  const camera = new PerspectiveCamera(60, 1)
  const container = html('div', {})
  let view: View = { viewpointId: 'a', heading: 1, elevation: -0.5 }
  const report = new CameraReport(container, { camera } as unknown as Stage, () => view)
  const told = () => [report.change() !== null, report.change()]
  expect(told()).toEqual([true, null])
  expect(Object.entries(container.dataset)).toEqual([['viewpointId', 'a'], ['heading', '1.0000'], ['elevation', '-0.5000']])
  camera.fov = 30
  camera.updateProjectionMatrix()
  expect(told()).toEqual([true, null])
  camera.rotateY(0.1)
  expect(told()).toEqual([true, null])
  view = { ...view, viewpointId: 'b' }
  expect(told()).toEqual([true, null])
  expect(container.dataset.viewpointId).toBe('b')
})
