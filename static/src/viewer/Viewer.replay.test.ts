// @vitest-environment page
import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../testing/TestScreen'
import { notFound, TestViewer } from '../../testing/TestViewer'
import { radians } from '../graph/angles'
import { rowMajor } from './geometry/camera'
import type { Camera } from './types'

let screen: TestScreen
let test: TestViewer | null

beforeEach(() => {
  screen = new TestScreen(600, 600)
  test = null
})
afterEach(() => {
  test?.viewer.dispose()
  screen.close()
})

/** A recorded camera that stood so far north on the corridor and looked there. */
function recorded(viewpointId: string, metresNorth: number): Camera {
  const extrinsic = new Matrix4().compose(new Vector3(0, 1.5, -metresNorth), new Quaternion(), new Vector3(1, 1, 1))
  const { projectionMatrix } = new PerspectiveCamera(50, 1, 0.1, 100)
  return { viewpointId, extrinsicMatrix: rowMajor(extrinsic), intrinsicMatrix: rowMajor(projectionMatrix) }
}

it('shows exactly the camera that was recorded, through its lens, also between two places', async () => {
  const { viewer, events } = (test = await TestViewer.opened(screen))
  for (const metres of [1, 2]) viewer.setCamera(recorded(metres < 2 ? 'a' : 'b', metres))
  await screen.pass(1)
  expect([test.metresNorth, viewer.viewpointId]).toEqual([2, 'b'])
  expect(viewer.snapshot().intrinsic_matrix[0]).toBeCloseTo(1 / Math.tan(radians(25)))
  expect(test.places).toEqual(['a', 'b'])
  expect(events).toContain('at b')
})

it('shows a recorded camera when its picture has come, unless another is wanted by then', async () => {
  const { viewer, pictures } = (test = await TestViewer.opened(screen))
  pictures.let((url) => (url.startsWith('c') ? 'wait' : 'come'))
  viewer.setCamera(recorded('c', 6))
  await screen.pass(0.1)
  expect(test.metresNorth).toBe(0)
  pictures.let(() => 'come')
  await screen.pass(0.5)
  expect([test.metresNorth, viewer.viewpointId]).toEqual([6, 'c'])

  pictures.let((url) => (url.startsWith('d') ? 'wait' : 'come'))
  viewer.setCamera(recorded('d', 3))
  viewer.setCamera(recorded('b', 3))
  pictures.let(() => 'come')
  await screen.pass(1)
  expect(viewer.viewpointId).toBe('b')
})

it('drops a step that is still loading when a replay takes over', async () => {
  const { viewer, pictures } = (test = await TestViewer.opened(screen))
  pictures.let((url) => (url.startsWith('d') ? 'wait' : 'come'))
  void viewer.moveTo('d')
  await screen.pass(0.05)
  viewer.setCamera(recorded('a', 1))
  pictures.let(() => 'come')
  await screen.pass(2)
  expect([test.metresNorth, viewer.viewpointId]).toEqual([1, 'a'])
})

it('leaves the replay with a step: its own lens, and nothing of the recorded camera comes back', async () => {
  const { viewer } = (test = await TestViewer.opened(screen))
  viewer.setCamera(recorded('a', 1))
  await screen.pass(0.5)
  void viewer.moveTo('b')
  await screen.pass(2)
  viewer.retry()
  await screen.pass(1)
  expect([test.metresNorth, viewer.viewpointId]).toEqual([3, 'b'])
  expect(viewer.snapshot().intrinsic_matrix[0]).toBeCloseTo(1 / Math.tan(radians(75) / 2))
})

it('asks once for the picture of a recorded camera that cannot be had, and again when told to', async () => {
  const { viewer, pictures, events } = (test = await TestViewer.opened(screen))
  pictures.let((url) => (url.startsWith('d') ? notFound : 'come'))
  viewer.setCamera(recorded('d', 3))
  await screen.pass(1)
  viewer.setCamera(recorded('d', 3.1))
  await screen.pass(1)
  expect(events.filter((event) => event.startsWith('no'))).toHaveLength(1)
  pictures.let(() => 'come')
  viewer.retry()
  await screen.pass(1)
  expect(test.metresNorth).toBeCloseTo(3.1)
})

it('loads what is seen where somebody turns to, beside where the recorded camera looked', async () => {
  const { viewer, pictures } = (test = new TestViewer(screen))
  pictures.let((url) => (url.endsWith('preview') ? 'come' : 'wait'))
  viewer.setCamera(recorded('a', 0))
  await screen.pass(1)
  viewer.lookAt(radians(90), 0)
  await screen.pass(1)
  expect(pictures.waiting.some((url) => url.includes('/right/'))).toBe(true)
  expect(pictures.waiting.some((url) => url.includes('/left/'))).toBe(false)
})

it('points nowhere in a replay', async () => {
  const { viewer } = (test = await TestViewer.opened(screen, { heading: Math.PI }))
  viewer.showPath(['a', 'b', 'c'])
  viewer.setCamera({ ...recorded('a', 0), extrinsicMatrix: viewer.snapshot().extrinsic_matrix })
  await screen.pass(1)
  expect(screen.element.querySelector<HTMLElement>('[data-testid=path-hint]')?.hidden).toBe(true)
})
