// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { house } from '../../testing/house'
import { TestGpu } from '../../testing/TestGpu'
import { TestScreen } from '../../testing/TestScreen'
import { notFound, TestViewer } from '../../testing/TestViewer'
import { radians } from '../graph/angles'

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

it('opens where it is told, as soon as there is something to be seen, and becomes sharp', async () => {
  const { viewer, pictures, gpu, events } = (test = new TestViewer(screen, { heading: radians(90), elevation: radians(10) }))
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
  expect([test.places, screen.element.hasAttribute('data-sharp')]).toEqual([['a'], true])
  expect(test.faces).toContain('right')
  expect(screen.element.dataset).toMatchObject({ viewpointId: 'a', heading: radians(90).toFixed(4), elevation: radians(10).toFixed(4) })
  expect([gpu.complaints, test.notice]).toEqual([[], null])
})

it('says when a first picture takes long, and offers to ask again', async () => {
  const { pictures } = (test = new TestViewer(screen))
  await screen.pass(1)
  expect([screen.element.hasAttribute('data-loading'), test.notice]).toEqual([true, null])
  await screen.pass(10)
  expect(test.notice).toContain('long')
  pictures.let(() => 'come')
  screen.element.querySelector<HTMLElement>('[data-testid=viewer-retry]')?.click()
  await screen.pass(1)
  expect([screen.element.hasAttribute('data-loading'), test.notice]).toEqual([false, null])
})

it('loads nothing for a picture that was taken from the page, and goes on when it is put back', async () => {
  const { pictures, gpu } = (test = new TestViewer(screen))
  pictures.let((url) => (url.endsWith('preview') ? 'come' : 'wait'))
  await screen.pass(1)
  expect(pictures.waiting).not.toEqual([])
  screen.show(false)
  const asked = pictures.asked.length
  await screen.pass(5)
  expect([pictures.waiting, pictures.asked.length]).toEqual([[], asked])
  pictures.let(() => 'come')
  screen.show(true)
  await screen.pass(1)
  expect([screen.element.hasAttribute('data-sharp'), gpu.complaints]).toEqual([true, []])
})

it('still goes where it is told while it is not on the page', async () => {
  const { viewer } = (test = await TestViewer.opened(screen))
  screen.show(false)
  await screen.pass(1)
  void viewer.moveTo('b', { animate: false })
  await screen.pass(1)
  expect(viewer.viewpointId).toBe('b')
})

it('walks to a neighbour in a little more than half a second, and is nowhere else meanwhile', async () => {
  const { viewer, gpu, events } = (test = await TestViewer.opened(screen))
  let arrived = false
  void viewer.moveTo('b').then(() => (arrived = true))
  await screen.pass(0.2)
  expect([viewer.moving, screen.element.hasAttribute('data-moving'), viewer.viewpointId, arrived]).toEqual([true, true, 'a', false])
  expect(test.metresNorth).toBeGreaterThan(0.5)
  expect(test.places).toEqual(['a', 'b'])
  await screen.pass(1)
  expect([viewer.moving, screen.element.hasAttribute('data-moving'), viewer.viewpointId, arrived]).toEqual([false, false, 'b', true])
  expect([test.metresNorth, test.places, events]).toEqual([3, ['b'], ['at b', 'end b']])
  expect(gpu.complaints).toEqual([])
})

describe('a step between places whose distances are known', () => {
  const deepHouse = (known: readonly string[]) => {
    const scan = house()
    return { ...scan, viewpoints: scan.viewpoints.map((each) => ({ ...each, relief: known.includes(each.viewpoint_id) ? `${each.viewpoint_id}/relief` : null })) }
  }
  const reliefs = () => [...new Set(test?.gpu.screen.drawn.flatMap(({ url, relief }) => (url === null ? [] : [`${url.charAt(0)} ${relief ?? 'flat'}`])))]

  it('leads through the space of both, and ends on a flat picture', async () => {
    const { viewer, gpu } = (test = await TestViewer.opened(screen, { scan: deepHouse(['a', 'b']) }))
    await screen.pass(1)
    expect(reliefs()).toEqual(['a flat'])
    void viewer.moveTo('b')
    const drawn: string[][] = []
    for (const seconds of [0.02, 0.1, 0.15]) {
      await screen.pass(seconds)
      drawn.push(reliefs())
    }
    expect(drawn).toEqual([['a a/relief'], ['a a/relief', 'b b/relief'], ['b b/relief']])
    await screen.pass(1)
    expect([reliefs(), gpu.complaints]).toEqual([['b flat'], []])
  })

  it('is flat where one of them is not known, or has not come', async () => {
    const { viewer, pictures } = (test = await TestViewer.opened(screen, { scan: deepHouse(['a', 'b', 'd']) }))
    pictures.let((url) => (url === 'd/relief' ? 'wait' : 'come'))
    for (const to of ['b', 'c', 'b', 'd']) {
      const arrived = viewer.moveTo(to)
      await screen.pass(0.2)
      expect([to, reliefs().some((each) => !each.endsWith('flat'))]).toEqual([to, to === 'b' && viewer.viewpointId === 'a'])
      await screen.pass(1)
      await arrived
    }
  })
})

it('is there at once for people who want less motion, and for whoever asks', async () => {
  const { viewer, events } = (test = await TestViewer.opened(screen))
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
  const { viewer, pictures, events } = (test = await TestViewer.opened(screen))
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
  const { viewer, events } = (test = await TestViewer.opened(screen))
  const first = viewer.moveTo('b')
  await screen.pass(0.2)
  void viewer.moveTo('c')
  await first
  await screen.pass(2)
  expect([viewer.viewpointId, events]).toEqual(['c', ['at b', 'end b', 'at c', 'end c']])
})

it('says that a picture cannot be had, stays, and goes there once it can', async () => {
  const { viewer, pictures, events } = (test = await TestViewer.opened(screen))
  pictures.let((url) => (url.startsWith('d') ? notFound : 'come'))
  await viewer.moveTo('b', { animate: false })
  const failure = viewer.moveTo('d').catch((error: unknown) => error)
  await screen.pass(1)
  expect(await failure).toBe(notFound)
  expect([viewer.viewpointId, events]).toEqual(['b', ['at b', 'end b', `no d: ${notFound.message}`]])
  expect(test.notice).toContain(notFound.message)

  pictures.let((url) => (url.startsWith('d') ? 'wait' : 'come'))
  viewer.retry()
  await screen.pass(0.1)
  expect([viewer.viewpointId, test.notice]).toEqual(['b', null])
  pictures.let(() => 'come')
  await screen.pass(2)
  expect([viewer.viewpointId, test.notice]).toEqual(['d', null])
})

it('stays where it is when it is asked to try again without a reason', async () => {
  const { viewer, events } = (test = await TestViewer.opened(screen))
  viewer.retry()
  await screen.pass(1)
  expect([viewer.viewpointId, events]).toEqual(['a', []])
})

it('opens after all when the first picture could not be had at first', async () => {
  const { viewer, pictures, events } = (test = new TestViewer(screen))
  pictures.let(() => notFound)
  await screen.pass(1)
  expect(events).toEqual([`no a: ${notFound.message}`])
  pictures.let(() => 'come')
  viewer.retry()
  await screen.pass(1)
  await viewer.ready
  expect([events.slice(1), test.notice]).toEqual([['at a', 'end a'], null])
})

it('says above the picture that it stays blurred, until it does not', async () => {
  const { viewer, pictures } = (test = new TestViewer(screen))
  pictures.let((url) => (url.endsWith('preview') ? 'come' : notFound))
  await screen.pass(1)
  expect(test.notice).toContain('blurred')
  pictures.let(() => 'come')
  viewer.retry()
  await screen.pass(1)
  expect([test.notice, screen.element.hasAttribute('data-sharp')]).toEqual([null, true])
})

it('turns to the right when the heading grows, and shows what lies there', async () => {
  const { viewer } = (test = await TestViewer.opened(screen, { heading: 0 }))
  const seen = []
  for (const heading of [0, 90, 180, -90]) {
    viewer.lookAt(radians(heading), 0)
    await screen.pass(1)
    expect(Math.cos(viewer.heading - radians(heading))).toBeCloseTo(1)
    seen.push(test.faces)
  }
  expect(seen).toEqual([['front'], ['right'], ['back'], ['left']])
})

it('looks up and down, but never through a pole', async () => {
  const { viewer } = (test = await TestViewer.opened(screen))
  for (const [asked, level] of [[30, 30], [-30, -30], [200, 88], [-200, -88]] as const) {
    viewer.lookAt(1, radians(asked))
    expect(viewer.elevation).toBeCloseTo(radians(level))
    expect(viewer.heading).toBeCloseTo(1)
  }
})

it('tells of every camera that differs, once', async () => {
  const { viewer } = (test = await TestViewer.opened(screen))
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
  for (const [navigable, steps] of [[true, ['a', 'c', 'd']], [() => ['d', 'a'], ['a', 'd']], [false, []]] as const) {
    test = await TestViewer.opened(screen, { viewpointId: 'b', navigable })
    expect(test.viewer.steps).toEqual(steps)
    test.viewer.dispose()
  }
})

it('draws a path, says where it goes on, and points there while that is out of sight', async () => {
  const { viewer, gpu } = (test = await TestViewer.opened(screen, { heading: Math.PI }))
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

it('puts a ring where one may step to, and none while it walks', async () => {
  const { viewer, gpu } = (test = await TestViewer.opened(screen, { viewpointId: 'b', heading: 0 }))
  const rings = () => gpu.screen.drawn.filter(({ url }) => url === null).length
  expect(rings()).toBe(3)
  void viewer.moveTo('a')
  await screen.pass(0.2)
  expect(rings()).toBe(0)
  await screen.pass(1)
  expect(rings()).toBe(1)
})

it('hands over one frame to whoever captures it', async () => {
  const { viewer, gpu } = (test = await TestViewer.opened(screen))
  const use = vi.fn()
  viewer.capture(use)
  await screen.pass(0.1)
  viewer.lookAt(1, 0)
  await screen.pass(1)
  expect(use.mock.calls).toEqual([[{ canvas: gpu.canvas, top: 0, width: 600, height: 600 }]])
})

it('says where a person pointed', async () => {
  const { viewer } = (test = await TestViewer.opened(screen))
  const pick = vi.fn()
  viewer.on('pick', pick)
  viewer.pick({ heading: 1, elevation: -0.2 })
  expect(pick).toHaveBeenCalledWith({ viewpointId: 'a', heading: 1, elevation: -0.2 })
})

it('comes back with the same view when the driver took the graphics away', async () => {
  const { viewer, gpu, pictures } = (test = await TestViewer.opened(screen))
  await viewer.moveTo('b', { animate: false })
  await screen.pass(2)
  gpu.lose()
  expect(test.notice).not.toBeNull()
  pictures.asked.length = 0
  gpu.giveBack()
  await screen.pass(2)
  expect([test.notice, viewer.viewpointId, test.places]).toEqual([null, 'b', ['b']])
  expect(pictures.asked).toContain('b/1/front/0/0')
  expect(gpu.complaints).toEqual([])
})

it('shows a poster until the picture is sharp, then the picture alone', async () => {
  const { pictures, gpu } = (test = new TestViewer(screen, { poster: 'data:image/webp;base64,' }))
  const poster = () => screen.element.querySelector('.viewer-poster')
  pictures.let((url) => (url.endsWith('preview') ? 'come' : 'wait'))
  await screen.pass(0.3)
  expect([poster() !== null, gpu.canvas?.isConnected]).toEqual([true, false])
  pictures.let(() => 'come')
  await screen.pass(0.3)
  expect([poster(), gpu.canvas?.isConnected]).toEqual([null, true])
})

it('has the field of view that was asked for', async () => {
  const { viewer } = (test = await TestViewer.opened(screen, { fieldOfView: radians(60) }))
  expect(viewer.snapshot()).toMatchObject({ viewpoint_id: 'a' })
  expect(viewer.snapshot().intrinsic_matrix[0]).toBeCloseTo(1 / Math.tan(radians(30)))
})

it('says that the browser cannot draw, and leaves nothing behind', () => {
  expect(() => new TestViewer(screen, { gpu: new TestGpu({ none: true }) })).toThrow('no webgl2 context')
  expect([screen.element.querySelector('canvas, [data-testid=viewer-notice]'), screen.watched]).toEqual([null, 0])
})

it('ends in the middle of a step without a trace', async () => {
  const { viewer, gpu, pictures, events } = (test = await TestViewer.opened(screen))
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
  const { viewer, pictures, events } = (test = await TestViewer.opened(screen))
  pictures.let(() => 'wait')
  viewer.moveTo('d').catch(() => undefined)
  await screen.pass(0.1)
  viewer.dispose()
  pictures.let(() => 'come')
  await screen.pass(1)
  expect(events).toEqual([])
})

it('walks where no pictures are given, and waits for none', async () => {
  const blank = house()
  blank.viewpoints = blank.viewpoints.map((each) => ({ ...each, tiles: null, images: {} }))
  const { viewer, gpu, pictures, notice } = (test = new TestViewer(screen, { scan: blank }))
  let ready = false
  void viewer.ready.then(() => (ready = true))
  await screen.pass(0.2)
  expect([ready, viewer.steps, notice]).toEqual([true, ['b'], null])
  void viewer.moveTo('b')
  await screen.pass(1)
  expect([viewer.viewpointId, viewer.moving, gpu.pictures, pictures.asked]).toEqual(['b', false, [], []])
  expect(gpu.complaints).toEqual([])
})
