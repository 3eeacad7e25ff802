// @vitest-environment page
import { Matrix4, PerspectiveCamera } from 'three'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestGpu } from '../../testing/TestGpu'
import { TestScreen } from '../../testing/TestScreen'
import { degrees, radians } from '../graph/angles'
import { Scope } from '../kit/lifecycle/Scope'
import { Stage } from './Stage'

const SOFTWARE = 'Google SwiftShader'

let screen: TestScreen
let page: Scope

beforeEach(() => {
  screen = new TestScreen(800, 600)
  page = new Scope()
})
afterEach(() => {
  page.dispose()
  screen.close()
})

function open({ gpu = new TestGpu(), unfinished = (): boolean => false, container = screen.element } = {}) {
  const stage = new Stage(page, container, radians(75), unfinished, gpu.create)
  stage.show()
  return { stage, gpu }
}

/** Turns the camera a little in each of so many frames. */
async function turn(stage: Stage, frames: number): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    stage.camera.rotateY(0.01)
    stage.invalidate()
    await screen.frame()
  }
}

it('draws a frame when something asks for one, and never otherwise', async () => {
  const { stage, gpu } = open()
  await screen.pass(1)
  expect(gpu.frames).toHaveLength(1)
  stage.invalidate()
  stage.invalidate()
  await screen.pass(1)
  expect(gpu.frames).toHaveLength(2)
  stage.invalidate()
  await screen.pass(1)
  expect(gpu.frames).toHaveLength(3)
})

it('moves what moves by itself, then paints, then says that a frame was drawn', async () => {
  const { stage } = open()
  const told: (string | number)[] = []
  stage.on('frame', (time) => told.push(time))
  stage.on('draw', () => told.push('draw'))
  stage.on('drawn', () => told.push('drawn'))
  await screen.frame()
  expect(told).toEqual([performance.now() / 1000 - 0.001, 'draw', 'drawn'])
})

it('makes no context before it is needed, and says so where the browser has none', () => {
  const gpu = new TestGpu()
  const { stage } = open({ gpu })
  expect(gpu.contexts).toBe(0)
  stage.prepare()
  stage.prepare()
  expect(gpu.contexts).toBe(1)
  expect(() => open({ gpu: new TestGpu({ none: true }) }).stage.prepare()).toThrow('no webgl2 context')
})

it('fills its container, below what lies over the picture, and again at once when that is resized', async () => {
  screen.element.append(document.createElement('button'))
  const { stage, gpu } = open()
  await screen.frame()
  expect(screen.element.firstChild).toBe(stage.canvas)
  expect([stage.canvas.width, stage.canvas.height, stage.camera.aspect]).toEqual([800, 600, 800 / 600])
  screen.resize(400, 500)
  expect([stage.canvas.width, stage.canvas.height, stage.camera.aspect]).toEqual([400, 500, 0.8])
  expect(gpu.screen.viewport).toEqual([400, 500])
  screen.resize(300, 200)
  window.dispatchEvent(new Event('resize'))
  expect(gpu.screen.viewport).toEqual([300, 200])
})

it('takes the size of the window while its container is not in the page, and never less than a pixel', () => {
  const { stage } = open({ container: document.createElement('div') })
  expect(stage.size).toEqual({ width: innerWidth, height: innerHeight })
  const { stage: hidden } = open()
  screen.resize(0, 0)
  expect(hidden.size).toEqual({ width: 1, height: 1 })
})

it('is as sharp as the screen, up to twice the pixels of the page', async () => {
  const { stage } = open()
  await screen.frame()
  const still = stage.pixelsPerRadian
  const widths = []
  for (const pixelRatio of [2, 3, 0.5, 1.5]) {
    screen.moveTo(pixelRatio)
    widths.push(stage.canvas.width / 800)
  }
  expect(widths).toEqual([2, 2, 0.5, 1.5])
  expect(stage.pixelsPerRadian).toBeCloseTo(1.5 * still)
})

it('draws no more pixels than those of the page where a processor draws them', async () => {
  screen.moveTo(2)
  const { stage } = open({ gpu: new TestGpu({ renderer: SOFTWARE }) })
  await screen.frame()
  expect(stage.canvas.width).toBe(800)
})

it('has so many pixels for a radian in the middle as the lens says', async () => {
  const { stage } = open()
  await screen.frame()
  expect(stage.pixelsPerRadian).toBeCloseTo(300 / Math.tan(radians(75) / 2))
})

it('zooms between 25 and 100 degrees across the shorter side', () => {
  const { stage } = open()
  expect(stage.camera.fov).toBeCloseTo(75)
  stage.zoom(1.2)
  expect(stage.camera.fov).toBeCloseTo(90)
  stage.zoom(10)
  expect(stage.camera.fov).toBeCloseTo(100)
  stage.zoom(0.01)
  expect(stage.camera.fov).toBeCloseTo(25)
  screen.resize(300, 600)
  const across = 2 * Math.atan(Math.tan(radians(stage.camera.fov) / 2) * stage.camera.aspect)
  expect(degrees(across)).toBeCloseTo(25)
})

it('looks through a recorded lens until somebody zooms', async () => {
  const { stage, gpu } = open()
  const recorded = new PerspectiveCamera(40, 800 / 600, 0.1, 100).projectionMatrix
  stage.setLens(recorded)
  const vertical = () => stage.camera.projectionMatrix.elements[5]
  expect(vertical()).toBeCloseTo(1 / Math.tan(radians(40) / 2))
  const through = stage.camera.projectionMatrix.clone().multiply(stage.camera.projectionMatrixInverse)
  expect(through.elements.every((value, index) => Math.abs(value - (new Matrix4().elements[index] ?? 0)) < 1e-6)).toBe(true)
  await screen.frame()
  expect(gpu.frames).toHaveLength(1)
  screen.resize(400, 300)
  expect(vertical()).toBeCloseTo(1 / Math.tan(radians(40) / 2))
  stage.zoom(1)
  expect(vertical()).toBeCloseTo(1 / Math.tan(radians(75) / 2))
})

it('draws coarsely while the camera moves where a processor draws, as large as before, and finely when it rests', async () => {
  const { stage, gpu } = open({ gpu: new TestGpu({ renderer: SOFTWARE }) })
  await turn(stage, 3)
  expect(stage.moving).toBe(true)
  expect(gpu.screen.viewport).toEqual([480, 360])
  expect([stage.canvas.width, stage.canvas.style.transform]).toEqual([800, `scale(${800 / 480}, ${600 / 360})`])
  expect(stage.frame).toMatchObject({ top: 240, width: 480, height: 360 })
  await screen.pass(0.2)
  expect(stage.moving).toBe(false)
  expect(gpu.screen.viewport).toEqual([800, 600])
  expect(stage.canvas.style.transform).toBe('')
  expect(stage.frame).toEqual({ canvas: stage.canvas, top: 0, width: 800, height: 600 })
})

it('draws a camera that jumps finely at once', async () => {
  const { stage, gpu } = open({ gpu: new TestGpu({ renderer: SOFTWARE }) })
  await screen.pass(1)
  await turn(stage, 1)
  expect(gpu.screen.viewport).toEqual([800, 600])
  expect(stage.moving).toBe(false)
})

it('draws every frame finely where a GPU draws in time', async () => {
  for (const renderer of ['ANGLE (NVIDIA GeForce)', null]) {
    const { stage, gpu } = open({ gpu: new TestGpu({ renderer }) })
    await turn(stage, 5)
    expect(new Set(gpu.frames.map(({ viewport }) => viewport.join()))).toEqual(new Set(['800,600']))
  }
})

it('draws coarsely what is not sharp yet anyhow', async () => {
  let unfinished = true
  const { stage, gpu } = open({ gpu: new TestGpu({ renderer: SOFTWARE }), unfinished: () => unfinished })
  await screen.frame()
  expect(gpu.screen.viewport).toEqual([480, 360])
  unfinished = false
  stage.invalidate()
  await screen.frame()
  expect(gpu.screen.viewport).toEqual([800, 600])
})

it('draws a step most coarsely, its end and the arrival finely', async () => {
  const { stage, gpu } = open({ gpu: new TestGpu({ renderer: SOFTWARE }) })
  stage.depart()
  expect([stage.travelling, stage.moving]).toEqual([true, true])
  await turn(stage, 2)
  expect(gpu.screen.viewport).toEqual([400, 300])
  stage.slowDown()
  await turn(stage, 1)
  expect(gpu.screen.viewport).toEqual([800, 600])
  const drawn = gpu.frames.length
  stage.arrive()
  expect([stage.travelling, stage.moving]).toEqual([false, false])
  await screen.frame()
  expect(gpu.frames).toHaveLength(drawn + 1)
  expect(gpu.screen.viewport).toEqual([800, 600])
})

it('is at rest on arrival, though somebody turned before', async () => {
  const { stage } = open()
  await turn(stage, 3)
  expect(stage.moving).toBe(true)
  stage.depart()
  stage.arrive()
  expect(stage.moving).toBe(false)
})

it('lets no frames queue up behind a GPU that is late while the camera moves', async () => {
  const { stage, gpu } = open()
  await turn(stage, 3)
  gpu.busy = true
  const before = gpu.frames.length
  await turn(stage, 4)
  expect(gpu.frames).toHaveLength(before)
  gpu.busy = false
  await screen.frame()
  expect(gpu.frames).toHaveLength(before + 1)
})

it('tells when a frame is on the screen, and whether it was one of a step', async () => {
  const { stage, gpu } = open()
  const shown: boolean[] = []
  stage.on('shown', ({ travelling }) => shown.push(travelling))
  gpu.busy = true
  await screen.pass(0.1)
  expect(shown).toEqual([])
  gpu.busy = false
  await screen.pass(0.1)
  expect(shown).toEqual([false])
  stage.depart()
  await turn(stage, 1)
  await screen.pass(0.1)
  expect(shown).toEqual([false, true])
})

it('asks a lost context back, draws nothing meanwhile, and goes on with the new one', async () => {
  const { stage, gpu } = open()
  const told: string[] = []
  stage.on('lost', () => told.push('lost'))
  stage.on('restored', () => {
    told.push('restored')
    stage.invalidate()
  })
  await screen.frame()
  expect(gpu.lose()).toBe(true)
  const before = gpu.frames.length
  stage.invalidate()
  screen.resize(500, 500)
  await screen.pass(0.1)
  expect(gpu.frames).toHaveLength(before)
  gpu.giveBack()
  await screen.pass(0.1)
  expect(told).toEqual(['lost', 'restored'])
  expect(gpu.screen.viewport).toEqual([500, 500])
})

it('gives the context back when it ends, and draws nothing more', async () => {
  const { stage, gpu } = open()
  const drawn = vi.fn()
  stage.on('drawn', drawn)
  await screen.frame()
  stage.invalidate()
  page.dispose()
  expect(gpu.lost).toBe(true)
  await screen.pass(1)
  expect([drawn.mock.calls.length, screen.watched, stage.canvas.isConnected]).toEqual([1, 0, false])
})
