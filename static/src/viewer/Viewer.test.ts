// @vitest-environment happy-dom
import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { house } from '../../testing/house'
import { TestGpu } from '../../testing/TestGpu'
import { TestPictures } from '../../testing/TestPictures'
import { TestScreen } from '../../testing/TestScreen'
import { radians } from '../graph/angles'
import { fromRowMajor, rowMajor } from './geometry/frames'
import type { Camera, ViewerOptions } from './types'
import { Viewer } from './Viewer'

let screen: TestScreen
let viewer: Viewer | null

beforeEach(() => {
  screen = new TestScreen(600, 600)
  viewer = null
})
afterEach(() => {
  viewer?.dispose()
  screen.close()
})

function open({ pictures = new TestPictures(), gpu = new TestGpu(), ...options }: Partial<ViewerOptions> & { pictures?: TestPictures; gpu?: TestGpu } = {}) {
  const opened = new Viewer(screen.element, house(), { viewpointId: 'a', heading: 0, loadImage: pictures.load, createContext: gpu.create, ...options })
  viewer = opened
  const events: string[] = []
  opened.on('viewpointchange', ({ viewpointId }) => events.push(`at ${viewpointId}`))
  opened.on('moveend', ({ viewpointId }) => events.push(`end ${viewpointId}`))
  opened.on('imageerror', ({ viewpointId, message }) => events.push(`no ${viewpointId}: ${message}`))
  return { viewer: opened, pictures, gpu, events }
}

/** The same in a place whose pictures have all come. */
async function opened(options: Parameters<typeof open>[0] = {}) {
  const parts = open(options)
  parts.pictures.let(() => 'come')
  await screen.pass(2)
  parts.events.length = 0
  return parts
}

const notice = () => {
  const element = screen.element.querySelector<HTMLElement>('[data-testid=viewer-notice]')
  return element && !element.hidden ? element.textContent : null
}
const notFound = Object.assign(new Error('There is no such image.'), { status: 404 })
const places = (gpu: TestGpu) => [...new Set(gpu.pictures.map((url) => url.split('/')[0]))]
const faces = (gpu: TestGpu) => [...new Set(gpu.pictures.map((url) => url.split('/')[2]))]

/** A recorded camera that stood so far north on the corridor and looked there. */
function recorded(viewpointId: string, metresNorth: number, fieldOfView = 50): Camera {
  const position = new Vector3(0, 1.5, -metresNorth)
  const extrinsic = new Matrix4().compose(position, new Quaternion(), new Vector3(1, 1, 1))
  return { viewpointId, extrinsicMatrix: rowMajor(extrinsic), intrinsicMatrix: rowMajor(new PerspectiveCamera(fieldOfView, 1, 0.1, 100).projectionMatrix) }
}
const metresNorth = () => -(new Vector3().setFromMatrixPosition(fromRowMajor(viewer!.snapshot().extrinsic_matrix)).z)

it('opens where it is told, as soon as there is something to be seen, and becomes sharp', async () => {
  const { viewer, pictures, gpu, events } = open({ heading: radians(90), elevation: radians(10) })
  let ready = false
  void viewer.ready.then(() => (ready = true))
  await screen.pass(0.2)
  expect([ready, viewer.steps, screen.element.dataset.viewpointId]).toEqual([false, [], undefined])
  pictures.let((url) => (url.endsWith('preview') ? 'come' : 'wait'))
  await screen.pass(0.2)
  expect([ready, events, gpu.pictures]).toEqual([true, ['at a', 'end a'], ['a/preview']])
  expect(screen.element.hasAttribute('data-sharp')).toBe(false)
  pictures.let(() => 'come')
  await screen.pass(1)
  expect([places(gpu), screen.element.hasAttribute('data-sharp')]).toEqual([['a'], true])
  expect(faces(gpu)).toContain('right')
  expect(screen.element.dataset).toMatchObject({ viewpointId: 'a', heading: radians(90).toFixed(4), elevation: radians(10).toFixed(4) })
  expect([gpu.complaints, notice()]).toEqual([[], null])
})

it('says when a first picture takes long, and offers to ask again', async () => {
  const { pictures } = open()
  await screen.pass(1)
  expect([screen.element.hasAttribute('data-loading'), notice()]).toEqual([true, null])
  await screen.pass(10)
  expect(notice()).toContain('long')
  pictures.let(() => 'come')
  screen.element.querySelector<HTMLElement>('[data-testid=viewer-retry]')?.click()
  await screen.pass(1)
  expect([screen.element.hasAttribute('data-loading'), notice()]).toEqual([false, null])
})

it('walks to a neighbour in a little more than half a second, and is nowhere else meanwhile', async () => {
  const { viewer, gpu, events } = await opened()
  let arrived = false
  void viewer.moveTo('b').then(() => (arrived = true))
  await screen.pass(0.2)
  expect([viewer.moving, screen.element.hasAttribute('data-moving'), viewer.viewpointId, arrived]).toEqual([true, true, 'a', false])
  expect(metresNorth()).toBeGreaterThan(0.5)
  expect(places(gpu).sort()).toEqual(['a', 'b'])
  await screen.pass(1)
  expect([viewer.moving, screen.element.hasAttribute('data-moving'), viewer.viewpointId, arrived]).toEqual([false, false, 'b', true])
  expect([metresNorth(), places(gpu), events]).toEqual([3, ['b'], ['at b', 'end b']])
  expect(gpu.complaints).toEqual([])
})

it('is there at once for people who want less motion, and for whoever asks', async () => {
  const { viewer, events } = await opened()
  void viewer.moveTo('b', { animate: false })
  await screen.pass(0.01)
  expect([viewer.viewpointId, viewer.moving]).toEqual(['b', false])
  screen.choose('(prefers-reduced-motion: reduce)')
  void viewer.moveTo('c')
  await screen.pass(0.01)
  expect([viewer.viewpointId, viewer.moving]).toEqual(['c', false])
  expect(events).toEqual(['at b', 'end b', 'at c', 'end c'])
})

it('goes where it was told last, though what was told before loads later', async () => {
  const { viewer, pictures, events } = await opened()
  pictures.let((url) => (url.startsWith('d') ? 'wait' : 'come'))
  const first = viewer.moveTo('d')
  await screen.pass(0.05)
  const second = viewer.moveTo('b')
  await screen.pass(2)
  await Promise.all([first, second])
  pictures.let(() => 'come')
  await screen.pass(2)
  expect([viewer.viewpointId, events]).toEqual(['b', ['at b', 'end b']])
})

it('ends a step at once when the next is asked for', async () => {
  const { viewer, events } = await opened()
  const first = viewer.moveTo('b')
  await screen.pass(0.2)
  void viewer.moveTo('c')
  await first
  await screen.pass(2)
  expect([viewer.viewpointId, events]).toEqual(['c', ['at b', 'end b', 'at c', 'end c']])
})

it('says that a picture cannot be had, stays, and goes there once it can', async () => {
  const { viewer, pictures, events } = await opened()
  pictures.let((url) => (url.startsWith('d') ? notFound : 'come'))
  await viewer.moveTo('b', { animate: false })
  const failure = viewer.moveTo('d').catch((error: unknown) => error)
  await screen.pass(1)
  expect(await failure).toBe(notFound)
  expect([viewer.viewpointId, events]).toEqual(['b', ['at b', 'end b', `no d: ${notFound.message}`]])
  expect(notice()).toContain(notFound.message)

  pictures.let((url) => (url.startsWith('d') ? 'wait' : 'come'))
  viewer.retry()
  await screen.pass(0.1)
  expect([viewer.viewpointId, notice()]).toEqual(['b', null])
  pictures.let(() => 'come')
  await screen.pass(2)
  expect([viewer.viewpointId, notice()]).toEqual(['d', null])
})

it('stays where it is when it is asked to try again without a reason', async () => {
  const { viewer, events } = await opened()
  viewer.retry()
  await screen.pass(1)
  expect([viewer.viewpointId, events]).toEqual(['a', []])
})

it('opens after all when the first picture could not be had at first', async () => {
  const { viewer, pictures, events } = open()
  pictures.let(() => notFound)
  await screen.pass(1)
  expect(events).toEqual([`no a: ${notFound.message}`])
  pictures.let(() => 'come')
  viewer.retry()
  await screen.pass(1)
  await viewer.ready
  expect([events.slice(1), notice()]).toEqual([['at a', 'end a'], null])
})

it('says above the picture that it stays blurred, until it does not', async () => {
  const { viewer, pictures } = open()
  pictures.let((url) => (url.endsWith('preview') ? 'come' : notFound))
  await screen.pass(1)
  expect(notice()).toContain('blurred')
  pictures.let(() => 'come')
  viewer.retry()
  await screen.pass(1)
  expect([notice(), screen.element.hasAttribute('data-sharp')]).toEqual([null, true])
})

it('turns to the right when the heading grows, and shows what lies there', async () => {
  const { viewer, gpu } = await opened({ heading: 0 })
  const seen = []
  for (const heading of [0, 90, 180, -90]) {
    viewer.lookAt(radians(heading), 0)
    await screen.pass(1)
    expect(Math.cos(viewer.heading - radians(heading))).toBeCloseTo(1)
    seen.push(faces(gpu))
  }
  expect(seen).toEqual([['front'], ['right'], ['back'], ['left']])
})

it('looks up and down, but never through a pole', async () => {
  const { viewer } = await opened()
  for (const [asked, level] of [[30, 30], [-30, -30], [200, 88], [-200, -88]] as const) {
    viewer.lookAt(1, radians(asked))
    expect(viewer.elevation).toBeCloseTo(radians(level))
    expect(viewer.heading).toBeCloseTo(1)
  }
})

it('tells of every camera that differs, once', async () => {
  const { viewer } = await opened()
  const headings: number[] = []
  viewer.on('camerachange', ({ heading }) => headings.push(heading))
  viewer.lookAt(1, 0)
  viewer.lookAt(0.5, 0)
  await screen.pass(1)
  viewer.lookAt(0.5, 0)
  await screen.pass(1)
  expect(headings).toEqual([expect.closeTo(0.5)])
})

it('offers the steps that a person may take', async () => {
  const here = { viewpointId: 'b' }
  expect((await opened(here)).viewer.steps).toEqual(['a', 'c', 'd'])
  viewer?.dispose()
  expect((await opened({ ...here, navigable: new Set(['d', 'a']) })).viewer.steps).toEqual(['a', 'd'])
  viewer?.dispose()
  expect((await opened({ ...here, navigable: false })).viewer.steps).toEqual([])
})

it('shows exactly the camera that was recorded, through its lens, also between two places', async () => {
  const { viewer, gpu, events } = await opened()
  for (const metres of [1, 2]) viewer.setCamera(recorded(metres < 2 ? 'a' : 'b', metres))
  await screen.pass(1)
  expect([metresNorth(), viewer.viewpointId]).toEqual([2, 'b'])
  expect(viewer.snapshot().intrinsic_matrix[0]).toBeCloseTo(1 / Math.tan(radians(25)))
  expect(places(gpu).sort()).toEqual(['a', 'b'])
  expect(events).toContain('at b')
})

it('shows a recorded camera when its picture has come, unless another is wanted by then', async () => {
  const { viewer, pictures } = await opened()
  pictures.let((url) => (url.startsWith('c') ? 'wait' : 'come'))
  viewer.setCamera(recorded('c', 6))
  await screen.pass(0.1)
  expect(metresNorth()).toBe(0)
  pictures.let(() => 'come')
  await screen.pass(0.5)
  expect([metresNorth(), viewer.viewpointId]).toEqual([6, 'c'])

  pictures.let((url) => (url.startsWith('d') ? 'wait' : 'come'))
  viewer.setCamera(recorded('d', 3))
  viewer.setCamera(recorded('b', 3))
  pictures.let(() => 'come')
  await screen.pass(1)
  expect(viewer.viewpointId).toBe('b')
})

it('drops a step that is still loading when a replay takes over', async () => {
  const { viewer, pictures } = await opened()
  pictures.let((url) => (url.startsWith('d') ? 'wait' : 'come'))
  void viewer.moveTo('d')
  await screen.pass(0.05)
  viewer.setCamera(recorded('a', 1))
  pictures.let(() => 'come')
  await screen.pass(2)
  expect([metresNorth(), viewer.viewpointId]).toEqual([1, 'a'])
})

it('leaves the replay with a step: its own lens, and nothing of the recorded camera comes back', async () => {
  const { viewer } = await opened()
  viewer.setCamera(recorded('a', 1))
  await screen.pass(0.5)
  void viewer.moveTo('b')
  await screen.pass(2)
  viewer.retry()
  await screen.pass(1)
  expect([metresNorth(), viewer.viewpointId]).toEqual([3, 'b'])
  expect(viewer.snapshot().intrinsic_matrix[0]).toBeCloseTo(1 / Math.tan(radians(75) / 2))
})

it('asks once for the picture of a recorded camera that cannot be had, and again when told to', async () => {
  const { viewer, pictures, events } = await opened()
  pictures.let((url) => (url.startsWith('d') ? notFound : 'come'))
  viewer.setCamera(recorded('d', 3))
  await screen.pass(1)
  viewer.setCamera(recorded('d', 3.1))
  await screen.pass(1)
  expect(events.filter((event) => event.startsWith('no'))).toHaveLength(1)
  pictures.let(() => 'come')
  viewer.retry()
  await screen.pass(1)
  expect(metresNorth()).toBeCloseTo(3.1)
})

it('draws a path, says where it goes on, and points there while that is out of sight', async () => {
  const { viewer, gpu } = await opened({ heading: Math.PI })
  const changed = vi.fn()
  viewer.on('pathchange', changed)
  const layers = () => gpu.screen.drawn.filter(({ url }) => url === null).length
  const rings = layers()
  viewer.showPath(['a', 'b', 'c'])
  await screen.pass(1)
  const hint = screen.element.querySelector<HTMLElement>('[data-testid=path-hint]')
  expect([viewer.nextOnPath, hint?.hidden, layers() > rings]).toEqual(['b', false, true])
  viewer.lookAt(0, -0.4)
  await screen.pass(1)
  expect(hint?.hidden).toBe(true)
  for (const [place, next] of [['b', 'c'], ['c', null]] as const) {
    await viewer.moveTo(place, { animate: false })
    expect(viewer.nextOnPath).toBe(next)
  }
  viewer.showPath(null)
  await screen.pass(1)
  expect([viewer.nextOnPath, changed.mock.calls.length]).toEqual([null, 2])
})

it('points nowhere in a replay', async () => {
  const { viewer } = await opened({ heading: Math.PI })
  viewer.showPath(['a', 'b', 'c'])
  viewer.setCamera({ ...recorded('a', 0), extrinsicMatrix: viewer.snapshot().extrinsic_matrix })
  await screen.pass(1)
  expect(screen.element.querySelector<HTMLElement>('[data-testid=path-hint]')?.hidden).toBe(true)
})

it('puts a ring where one may step to, and none while it walks', async () => {
  const { viewer, gpu } = await opened({ viewpointId: 'b', heading: 0 })
  const rings = () => gpu.screen.drawn.filter(({ url }) => url === null).length
  expect(rings()).toBe(3)
  void viewer.moveTo('a')
  await screen.pass(0.2)
  expect(rings()).toBe(0)
  await screen.pass(1)
  expect(rings()).toBe(1)
})

it('hands over one frame to whoever captures it', async () => {
  const { viewer, gpu } = await opened()
  const use = vi.fn()
  viewer.capture(use)
  await screen.pass(0.1)
  viewer.lookAt(1, 0)
  await screen.pass(1)
  expect(use.mock.calls).toEqual([[{ canvas: gpu.canvas, top: 0, width: 600, height: 600 }]])
})

it('says where a person pointed', async () => {
  const { viewer } = await opened()
  const pick = vi.fn()
  viewer.on('pick', pick)
  viewer.pick({ heading: 1, elevation: -0.2 })
  expect(pick).toHaveBeenCalledWith({ viewpointId: 'a', heading: 1, elevation: -0.2 })
})

it('comes back with the same view when the driver took the graphics away', async () => {
  const { viewer, gpu, pictures } = await opened()
  await viewer.moveTo('b', { animate: false })
  await screen.pass(2)
  gpu.lose()
  expect(notice()).not.toBeNull()
  pictures.asked.length = 0
  gpu.giveBack()
  await screen.pass(2)
  expect([notice(), viewer.viewpointId, places(gpu)]).toEqual([null, 'b', ['b']])
  expect(pictures.asked).toContain('b/1/front/0/0')
  expect(gpu.complaints).toEqual([])
})

it('shows a poster until the picture is sharp, then the picture alone', async () => {
  const { pictures, gpu } = open({ poster: 'data:image/webp;base64,' })
  const poster = () => screen.element.querySelector('.viewer-poster')
  pictures.let((url) => (url.endsWith('preview') ? 'come' : 'wait'))
  await screen.pass(0.3)
  expect([poster() !== null, gpu.canvas?.isConnected]).toEqual([true, false])
  pictures.let(() => 'come')
  await screen.pass(0.3)
  expect([poster(), gpu.canvas?.isConnected]).toEqual([null, true])
})

it('has the field of view that was asked for', async () => {
  const { viewer } = await opened({ fieldOfView: radians(60) })
  expect(viewer.snapshot()).toMatchObject({ viewpoint_id: 'a' })
  expect(viewer.snapshot().intrinsic_matrix[0]).toBeCloseTo(1 / Math.tan(radians(30)))
})

it('says that the browser cannot draw, and leaves nothing behind', () => {
  expect(() => open({ gpu: new TestGpu({ none: true }) })).toThrow('no webgl2 context')
  expect([screen.element.querySelector('canvas, [data-testid=viewer-notice]'), screen.watched]).toEqual([null, 0])
})

it('ends in the middle of a step without a trace', async () => {
  const { viewer, gpu, pictures, events } = await opened()
  void viewer.moveTo('b')
  await screen.pass(0.2)
  pictures.let(() => 'wait')
  viewer.dispose()
  const frames = gpu.frames.length
  pictures.let(() => 'come')
  await screen.pass(2)
  expect([gpu.frames.length, events, gpu.held, pictures.held, pictures.waiting]).toEqual([frames, [], [], [], []])
  expect(screen.element.children).toHaveLength(0)
})

it('does not move any more when a picture comes after its end', async () => {
  const { viewer, pictures, events } = await opened()
  pictures.let(() => 'wait')
  viewer.moveTo('d').catch(() => undefined)
  await screen.pass(0.1)
  viewer.dispose()
  pictures.let(() => 'come')
  await screen.pass(1)
  expect(events).toEqual([])
})
