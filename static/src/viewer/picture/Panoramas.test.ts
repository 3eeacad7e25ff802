// @vitest-environment page
import { PerspectiveCamera } from 'three'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { house, viewpoint } from '../../../testing/house'
import { type TestImage, TestPictures } from '../../../testing/TestPictures'
import { TestGpu } from '../../../testing/TestGpu'
import { TestScreen } from '../../../testing/TestScreen'
import type { ScanView } from '../../api/types'
import { ScanGraph } from '../../graph/ScanGraph'
import { Scope } from '../../kit/lifecycle/Scope'
import { toThree } from '../geometry/camera'
import { Panoramas } from './Panoramas'
import type { Seen } from './plan'
import { sightOf } from './Scenery'
import type { LoadImage } from './TileLoader'

/** On the level of these pixels a face has four tiles. */
const PIXELS_PER_RADIAN = 400
const FRONT = ['0/0', '0/1', '1/0', '1/1'].map((tile) => `a/1/front/${tile}`)

let screen: TestScreen
let page: Scope

beforeEach(() => {
  screen = new TestScreen()
  page = new Scope()
})
afterEach(() => {
  page.dispose()
  screen.close()
})

interface Options {
  scan?: ScanView
  gpu?: TestGpu
  pictures?: TestPictures
  load?: LoadImage
}

function open({ scan = house(), gpu = new TestGpu(), pictures = new TestPictures(), load = pictures.load }: Options = {}) {
  const gl = gpu.create(document.createElement('canvas'))
  const resize = vi.fn((image: ImageBitmap, { resizeWidth = 0, resizeHeight = 0 }: ImageBitmapOptions) =>
    Promise.resolve(pictures.make((image as TestImage).url, [resizeWidth, resizeHeight])),
  )
  const panoramas = new Panoramas(page, { gl, moving: false }, new ScanGraph(scan), scan.projection, load, resize)
  const look = (id: string, heading = 0): Seen => {
    const camera = new PerspectiveCamera(60, 1, 0.1, 100)
    camera.rotation.set(0, -heading, 0, 'YXZ')
    const panorama = panoramas.at(id)
    camera.position.copy(toThree(panorama.viewpoint.position))
    camera.updateMatrixWorld()
    return { panorama, sight: sightOf(panorama.placement(1), camera, PIXELS_PER_RADIAN) }
  }
  const shows = (seen: Seen) => [...new Set(panoramas.view(seen).painted.map(({ source }) => source.url))].sort()
  return { panoramas, look, shows, gpu, pictures, resize }
}

const whole = (...ids: string[]): ScanView => ({
  scan_id: 'whole',
  projection: 'equirectangular',
  floor_plan: null,
  viewpoints: ids.map((id) => viewpoint(id, [0, 0, 1.5], [], { tiles: null, images: { equirectangular: id } })),
})
const notFound = Object.assign(new Error('There is no such image.'), { status: 404 })
const isPreview = (url: string) => url.endsWith('preview')

it('shows the preview first, and the sharp picture when all of it has come', async () => {
  const { panoramas, look, shows, pictures, gpu } = open()
  const seen = look('a')
  panoramas.want(seen, null)
  expect(panoramas.view(seen)).toMatchObject({ painted: [], whole: false, sharp: false, pending: true, failure: null })
  pictures.let((url) => (isPreview(url) ? 'come' : 'wait'))
  await screen.pass(0.1)
  expect(shows(seen)).toEqual(['a/preview'])
  expect(panoramas.view(seen)).toMatchObject({ whole: true, sharp: false, pending: true, blurred: false })
  pictures.let((url) => (isPreview(url) || url === FRONT[2] ? 'come' : 'wait'))
  await screen.pass(0.1)
  expect(shows(seen)).toEqual([FRONT[2], 'a/preview'])
  expect(panoramas.view(seen)).toMatchObject({ whole: true, sharp: false, pending: true })
  pictures.let(() => 'come')
  await screen.pass(0.2)
  expect(shows(seen)).toEqual(FRONT)
  expect(panoramas.view(seen)).toMatchObject({ whole: true, sharp: true, pending: false, blurred: false, missed: [] })
  expect([pictures.held, gpu.complaints]).toEqual([[], []])
})

it('names what a view still misses: everything that is sharper than what it shows', async () => {
  const { panoramas, look, pictures } = open()
  const seen = look('a')
  panoramas.want(seen, null)
  expect(new Set(panoramas.view(seen).missed)).toEqual(new Set([...FRONT, 'a/0/front/0/0', 'a/preview']))
  pictures.let((url) => (isPreview(url) ? 'come' : 'wait'))
  await screen.pass(0.1)
  expect(new Set(panoramas.view(seen).missed)).toEqual(new Set([...FRONT, 'a/0/front/0/0']))
})

it('tells which images can be drawn from now on', async () => {
  const { panoramas, look, pictures } = open()
  const uploaded: string[] = []
  panoramas.on('uploaded', (urls) => uploaded.push(...urls))
  panoramas.want(look('a'), null)
  pictures.let(() => 'come')
  await screen.pass(0.2)
  expect(uploaded[0]).toBe('a/preview')
  expect([...uploaded].sort()).toEqual([...FRONT, 'a/preview'])
})

it('paints nothing of what lies behind the camera, though it is there', async () => {
  const { panoramas, look, shows, pictures, gpu } = open()
  const seen = look('a')
  panoramas.want(seen, [])
  pictures.let(() => 'come')
  await screen.pass(1)
  expect(gpu.held).toContain('a/1/back/0/0')
  expect(shows(seen)).toEqual(FRONT)
  expect(shows(look('a', Math.PI)).every((url) => url.startsWith('a/1/back/'))).toBe(true)
})

it('loads a step ahead, but not more than six places', async () => {
  const near = Array.from({ length: 8 }, (_, index) => `n${index}`)
  const scan = { ...house(), viewpoints: [viewpoint('a', [0, 0, 0], near), ...near.map((id) => viewpoint(id, [0, 3, 0], ['a']))] }
  const { panoramas, look, pictures } = open({ scan })
  pictures.let(() => 'come')
  panoramas.want(look('a'), near.map((id) => look(id)))
  await screen.pass(3)
  expect(pictures.asked.filter(isPreview)).toEqual(['a/preview', ...near.slice(0, 6).map((id) => `${id}/preview`)])
})

it('tells who waits for a picture when there is something to be seen everywhere', async () => {
  const { panoramas, look, pictures } = open()
  const seen = look('a')
  panoramas.want(seen, null)
  let drawable = false
  const told = panoramas.drawable(() => seen).then(() => (drawable = true))
  await screen.pass(0.1)
  expect(drawable).toBe(false)
  pictures.let((url) => (isPreview(url) ? 'come' : 'wait'))
  await screen.pass(0.1)
  expect(drawable).toBe(true)
  await told
  await expect(panoramas.drawable(() => seen)).resolves.toBeUndefined()
})

it('lets go of who waited for another picture before', async () => {
  const { panoramas, look, pictures } = open()
  const settled: string[] = []
  void panoramas.drawable(() => look('b')).then(() => settled.push('b'))
  void panoramas.drawable(() => look('a')).then(() => settled.push('a'))
  await screen.pass(0.1)
  expect(settled).toEqual(['b'])
  panoramas.want(look('a'), null)
  pictures.let(() => 'come')
  await screen.pass(0.2)
  expect(settled).toEqual(['b', 'a'])
})

it('gives up only when neither the sharp image nor the preview can be had, and says why', async () => {
  const { panoramas, look, pictures } = open()
  const seen = look('a')
  const failed = vi.fn()
  panoramas.on('failed', failed)
  panoramas.want(seen, null)
  const told = vi.fn()
  panoramas.drawable(() => seen).catch(told)
  pictures.let((url) => (isPreview(url) ? notFound : 'wait'))
  await screen.pass(0.1)
  expect(failed).toHaveBeenCalled()
  expect([told.mock.calls, panoramas.view(seen).failure]).toEqual([[], null])
  pictures.let(() => notFound)
  await screen.pass(0.1)
  expect(told).toHaveBeenCalledWith(notFound)
  expect(panoramas.view(seen)).toMatchObject({ failure: notFound, whole: false, pending: false, blurred: true })
})

it('hopes for the preview where sharp images cannot be had, and says that it stays blurred', async () => {
  const { panoramas, look, pictures } = open()
  const seen = look('a')
  panoramas.want(seen, null)
  pictures.let((url) => (isPreview(url) ? 'come' : notFound))
  await screen.pass(0.2)
  expect(panoramas.view(seen)).toMatchObject({ whole: true, sharp: false, blurred: true, pending: false, failure: null })
  pictures.let(() => 'come')
  panoramas.retry()
  await screen.pass(0.2)
  expect(panoramas.view(seen)).toMatchObject({ sharp: true, blurred: false })
})

it('is not without hope while a sharp image failed and the preview is on its way', async () => {
  const scan = house()
  const pictures = new TestPictures()
  const { panoramas, look } = open({ scan, pictures })
  const seen = { ...look('a'), covered: true } // then the preview does not have the line for itself
  panoramas.want(seen, null)
  pictures.let((url) => (isPreview(url) ? 'wait' : notFound))
  await screen.pass(0.1)
  expect(panoramas.view(seen)).toMatchObject({ failure: null, whole: false })
})

it('says in words that a picture failed for a reason without words', async () => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a third party's reason
  const { panoramas, look } = open({ load: () => Promise.reject('no') })
  const seen = look('a')
  panoramas.want(seen, null)
  const told = panoramas.drawable(() => seen).catch((error: unknown) => error)
  await screen.pass(10)
  const failure = await told
  expect(failure).toBeInstanceOf(Error)
  expect(failure).toMatchObject({ cause: 'no' })
  expect((failure as Error).message).not.toBe('')
})

it('knows where the patches of the last sixty places lie, and not of those before', () => {
  const ids = Array.from({ length: 70 }, (_, index) => `p${index}`)
  const { panoramas } = open({ scan: { ...house(), viewpoints: ids.map((id) => viewpoint(id, [0, 0, 0], [])) } })
  const [first, second] = [panoramas.at('p0'), panoramas.at('p1')]
  for (const id of ids.slice(2, 60)) panoramas.at(id)
  expect(panoramas.at('p0')).toBe(first)
  panoramas.at('p60')
  expect(panoramas.at('p0')).toBe(first)
  expect(panoramas.at('p1')).not.toBe(second)
})

it('drops decoded pictures of a place that was left before they were copied', async () => {
  const faces = (id: string) => Object.fromEntries(['front', 'right', 'back', 'left', 'up', 'down'].map((face) => [face, `${id}/${face}`]))
  const scan = { ...house(), viewpoints: ['a', 'b'].map((id) => viewpoint(id, [0, 0, 0], [], { tiles: null, images: faces(id) })) }
  const pictures = new TestPictures(() => [4096, 4096])
  const { panoramas, look } = open({ scan, pictures })
  panoramas.want(look('a'), [])
  pictures.let((url) => (url.startsWith('a') ? 'come' : 'wait'))
  await screen.pass(0.001)
  const decoded = pictures.held.length
  expect(decoded).toBeGreaterThan(1)
  panoramas.want(look('b'), [])
  expect(pictures.held.length).toBeLessThan(2) // at most the one that is being copied
})

it('copies pictures on a page that is hidden and has no frames', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const pictures = new TestPictures(() => [4096, 2048])
  const { panoramas, look } = open({ scan: whole('a'), pictures })
  const seen = look('a')
  panoramas.want(seen, null)
  pictures.let(() => 'come')
  await screen.pass(0.01)
  expect(panoramas.view(seen).whole).toBe(false)
  await screen.pass(1)
  expect(panoramas.view(seen)).toMatchObject({ whole: true, sharp: true })
})

it('makes an image smaller that is larger than the GPU takes, whichever side it is', async () => {
  for (const [size, fitted] of [[[8192, 4096], [4096, 2048]], [[2048, 8192], [1024, 4096]]] as const) {
    const pictures = new TestPictures(() => [...size])
    const { panoramas, look, resize, gpu } = open({ scan: whole('a'), pictures, gpu: new TestGpu({ largestTexture: 4096 }) })
    const seen = look('a')
    panoramas.want(seen, null)
    pictures.let(() => 'come')
    await screen.pass(1)
    expect(resize.mock.calls[0]?.[1]).toMatchObject({ resizeWidth: fitted[0], resizeHeight: fitted[1] })
    expect(panoramas.view(seen).sharp).toBe(true)
    expect([pictures.held, gpu.complaints]).toEqual([[], []])
  }
})

it('loads everything again after a context was lost', async () => {
  const { panoramas, look, shows, pictures } = open()
  const seen = look('a')
  pictures.let(() => 'come')
  panoramas.want(seen, null)
  await screen.pass(0.2)
  panoramas.forget()
  expect(panoramas.view(seen)).toMatchObject({ painted: [], whole: false, pending: true })
  panoramas.want(seen, null)
  await screen.pass(0.2)
  expect(shows(seen)).toEqual(FRONT)
})

it('leaves nothing in memory, on the GPU or on the line when it ends', async () => {
  const { panoramas, look, pictures, gpu } = open()
  panoramas.want(look('a'), null)
  pictures.let((url) => (isPreview(url) ? 'come' : 'wait'))
  await screen.pass(0.1)
  expect(pictures.waiting).toEqual(FRONT)
  page.dispose()
  expect([gpu.held, pictures.waiting]).toEqual([[], []])
  pictures.let(() => 'come')
  await screen.pass(0.1)
  expect([pictures.held, gpu.held]).toEqual([[], []])
})
