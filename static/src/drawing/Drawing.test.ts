// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { TestScreen } from '../../testing/TestScreen'
import { TestViewer } from '../../testing/TestViewer'
import { degrees, radians } from '../graph/angles'
import { Scope } from '../kit/lifecycle/Scope'
import { contains } from '../regions/contains'
import type { Region, ViewBox } from '../regions/shapes'
import { Drawing, type DrawingOptions } from './Drawing'

let screen: TestScreen
let test: TestViewer
let drawing: Drawing

const [WIDTH, HEIGHT] = [800, 600]

async function open(options: DrawingOptions = {}): Promise<void> {
  drawing = new Drawing(new Scope(), test.viewer, options)
  screen.element.append(drawing.bar)
  await screen.frame()
}

beforeEach(async () => {
  screen = new TestScreen(WIDTH, HEIGHT)
  localStorage.clear()
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  test = await TestViewer.opened(screen)
})
afterEach(() => {
  test.viewer.dispose()
  screen.close()
})

const find = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const said = () => find('drawing-said')?.textContent ?? ''
const shape = (): Region | undefined => drawing.regions[0]?.shape
const box = (): ViewBox => drawing.regions[0]?.shape as ViewBox

interface Finger {
  readonly id?: number
  readonly on?: Element | null
}

function point(type: 'down' | 'move' | 'up' | 'cancel', x: number, y: number, { id = 1, on = find('drawing-pane') }: Finger = {}): void {
  on?.dispatchEvent(new PointerEvent(`pointer${type}`, { pointerId: id, clientX: x, clientY: y, button: 0, bubbles: true }))
}

function click(x: number, y: number): void {
  point('down', x, y)
  point('up', x, y)
}

function drag(from: readonly [number, number], to: readonly [number, number], on?: Element | null): void {
  point('down', ...from, on ? { on } : {})
  point('move', (from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
  point('move', ...to)
  point('up', ...to)
}

function press(key: string, held: Partial<KeyboardEventInit> = {}, on: Element | null = screen.element): KeyboardEvent {
  const codes: Record<string, string> = { '[': 'BracketLeft', ']': 'BracketRight', ' ': 'Space' }
  const event = new KeyboardEvent('keydown', { key, code: codes[key] ?? (key.length === 1 ? `Key${key.toUpperCase()}` : key), bubbles: true, cancelable: true, ...held })
  on?.dispatchEvent(event)
  return event
}

describe('by pointer', () => {
  it('makes a box of four clicks, says so, and undoes the last', async () => {
    await open()
    for (const [x, y] of [[400, 200], [300, 300], [400, 400]] as const) click(x, y)
    expect(said()).toBe('Point 3 of 4.')
    click(500, 300)
    expect(contains(box(), { heading: 0, elevation: 0 })).toBe(true)
    expect(said()).toMatch(/^Box 2\d(\.\d)? degrees by 2\d(\.\d)? degrees, heading 0 degrees right, 0 degrees (up|down)$/)
    press('u')
    expect([drawing.regions.length, drawing.open]).toEqual([0, true])
    press('U', { shiftKey: true })
    expect(drawing.regions.length).toBe(1)
  })

  it('drags a box, whose corners lie where the pointer went down and up', async () => {
    await open()
    press('b')
    drag([200, 150], [500, 420])
    await screen.frame()
    const handles = ['topLeft', 'bottomRight'].map((grip) => [...(find(`handle-${grip}`)?.style.transform ?? '').matchAll(/-?[\d.]+/g)].map(([number]) => Number(number) + 12))
    expect(handles).toEqual([[expect.closeTo(200, 0), expect.closeTo(150, 0)], [expect.closeTo(500, 0), expect.closeTo(420, 0)]])
  })

  it('draws one region where nobody asks for more, and none while the camera moves', async () => {
    await open()
    press('b')
    for (const x of [100, 400]) drag([x, 150], [x + 100, 250])
    expect(drawing.regions.length).toBe(1)
    press('u')
    press('u')
    test.viewer.moveTo('b').catch(() => undefined)
    await screen.pass(0.1)
    drag([200, 150], [300, 250])
    expect(drawing.regions.length).toBe(0)
    await screen.pass(2)
    drag([200, 150], [300, 250])
    expect(drawing.regions.map(({ viewpointId }) => viewpointId)).toEqual(['b'])
  })

  it('does not turn the camera while it draws, and turns it while Space is held', async () => {
    await open()
    press('b')
    drag([200, 150], [500, 420])
    expect(test.viewer.heading).toBeCloseTo(0)
    press(' ')
    expect(find('drawing-pane')?.hasAttribute('data-turning')).toBe(true)
    document.dispatchEvent(new KeyboardEvent('keyup', { key: ' ', code: 'Space' }))
    expect(find('drawing-pane')?.hasAttribute('data-turning')).toBe(false)
  })

  it('turns at the edge of the picture: over the seam in one stroke', async () => {
    await open()
    test.viewer.lookAt(radians(170), 0)
    await screen.frame()
    press('b')
    point('down', 300, 200)
    for (const x of [400, 600, 799]) point('move', x, 400)
    await screen.pass(0.5)
    point('up', 799, 400)
    expect(test.viewer.heading).toBeLessThan(0)
    expect(contains(box(), { heading: Math.PI, elevation: radians(-5) })).toBe(true)
    expect(degrees(box().width)).toBeGreaterThan(70)
    const rest = test.viewer.heading
    await screen.pass(0.5)
    expect(test.viewer.heading).toBe(rest)
  })

  it('goes over the pole in one stroke', async () => {
    await open()
    test.viewer.lookAt(0, radians(40))
    await screen.frame()
    press('b')
    point('down', 360, 300)
    for (const y of [200, 100, 1]) point('move', 430, y)
    await screen.pass(1.5)
    point('up', 430, 1)
    expect(contains(box(), { heading: 2, elevation: Math.PI / 2 })).toBe(true)
  })

  it('does not turn for a stroke that begins at the edge and goes inwards', async () => {
    await open()
    press('b')
    point('down', 790, 300)
    point('move', 780, 320)
    await screen.pass(0.3)
    expect(test.viewer.heading).toBeCloseTo(0)
  })

  it('pulls a side by its handle, and leaves it when Escape is pressed', async () => {
    await open()
    press('b')
    drag([300, 200], [500, 400])
    await screen.frame()
    const before = box()
    drag([500, 300], [600, 300], find('handle-right'))
    expect(box().width).toBeGreaterThan(before.width * 1.3)
    expect(degrees(Math.abs(box().height - before.height))).toBeLessThan(1)
    const pulled = box()
    point('down', 600, 300, { on: find('handle-right') })
    point('move', 700, 300)
    point('cancel', 700, 300)
    point('up', 700, 300)
    expect(box()).toEqual(pulled)
  })

  it('draws a polygon, which a click on its first corner closes, and which survives turning and steps', async () => {
    await open()
    press('p')
    for (const [x, y] of [[300, 200], [500, 200]] as const) click(x, y)
    test.viewer.lookAt(radians(10), 0)
    test.viewer.moveTo('b').catch(() => undefined)
    await screen.pass(2)
    click(400, 400)
    expect(said()).toContain('another place')
    expect(find('drawing-there')?.hidden).toBe(false)
    find('drawing-there')?.click()
    await screen.pass(2)
    expect(test.viewer.viewpointId).toBe('a')
    test.viewer.lookAt(0, 0)
    await screen.frame()
    click(500, 400)
    click(303, 203)
    expect(shape()).toMatchObject({ kind: 'polygon', points: { length: 3 } })
  })
})

describe('a stroke', () => {
  it('is left off by Escape, and then the shape to which it belongs', async () => {
    await open()
    press('p')
    click(300, 200)
    click(500, 200)
    point('down', 400, 300)
    press('Escape')
    point('up', 400, 300)
    expect([drawing.open, said()]).toEqual([true, 'Corner 2.'])
    click(306, 206) // beside the first corner, but two corners cannot be closed
    expect(said()).toBe('Corner 3.')
    press('Escape')
    expect(drawing.open).toBe(false)
  })

  it('that is refused is shown for three seconds', async () => {
    await open()
    press('p')
    for (const [x, y] of [[300, 200], [500, 400], [500, 200], [300, 400]] as const) click(x, y)
    const refused = () => find('drawing-pane')?.querySelector('[data-look=refused] path')?.getAttribute('d')
    await screen.pass(2.8)
    expect([refused() !== '', find('drawing-said')?.getAttribute('aria-live')]).toEqual([true, 'assertive'])
    await screen.pass(0.4)
    expect(refused()).toBe('')
  })
})

it('hides what is drawn while the camera moves', async () => {
  await open()
  const isAway = () => find('drawing-pane')?.hasAttribute('data-away')
  test.viewer.moveTo('b').catch(() => undefined)
  await screen.pass(0.3)
  expect(isAway()).toBe(true)
  await screen.pass(2)
  expect(isAway()).toBe(false)
})

it('keeps no more of its changes than a draft may have', async () => {
  await open({ keptWithin: 600 })
  press('b')
  press('b')
  for (let change = 0; change < 30; change++) press(']')
  expect(drawing.kept.length).toBeLessThanOrEqual(600)
})

describe('by fingers', () => {
  it('turns with two, and draws nothing then', async () => {
    await open()
    point('down', 300, 300)
    point('down', 400, 300, { id: 2 })
    point('move', 340, 300)
    point('move', 440, 300, { id: 2 })
    point('up', 340, 300)
    point('up', 440, 300, { id: 2 })
    expect(test.viewer.heading).toBeLessThan(-0.03)
    expect([drawing.open, drawing.regions.length]).toEqual([false, 0])
    click(300, 300)
    expect(drawing.open).toBe(true)
  })
})

describe('by keys alone', () => {
  it('makes a box in the middle, fits it, and leads around it', async () => {
    await open()
    test.viewer.lookAt(radians(90), 0)
    await screen.frame()
    press('b')
    press('b')
    expect(said()).toBe('Box 10 degrees by 10 degrees, heading 90 degrees right, 0 degrees up')
    press(']')
    press('{', { code: 'BracketLeft', shiftKey: true })
    press('ArrowUp', { altKey: true })
    press('ArrowLeft', { altKey: true, shiftKey: true })
    expect(said()).toBe('Box 10.5 degrees by 9.5 degrees, heading 89.9 degrees right, 0.5 degrees up')
    expect(degrees(test.viewer.heading)).toBeCloseTo(90)
    expect(find('drawing-pane')?.previousElementSibling?.localName).toBe('canvas') // Tab leads from the picture to the handles
    const right = find('handle-right')
    right?.focus()
    const event = press('ArrowRight', {}, right)
    expect(event.defaultPrevented).toBe(true)
    expect(degrees(box().width)).toBeCloseTo(11, 1)
    expect(right?.getAttribute('aria-valuetext')).toContain('Box 11 degrees by 9.5 degrees')
    expect(find('drawing-said')?.getAttribute('aria-live')).toBe('off')
    press('Delete')
    expect(drawing.regions).toEqual([])
  })

  it('makes its box at the first key on the picture, but not where a mouse lies over it', async () => {
    await open()
    vi.spyOn(test.viewer.container, 'matches').mockReturnValue(true)
    point('move', 400, 300)
    press('b')
    expect(drawing.regions.length).toBe(0)
    press('e')
    find('drawing-pane')?.dispatchEvent(new PointerEvent('pointerleave', { pointerId: 1 }))
    press('b')
    expect(drawing.regions.length).toBe(1)
  })

  it('brings a handle that has the focus into the picture, and turns for no other', async () => {
    await open()
    press('b')
    press('b')
    await screen.frame()
    find('handle-right')?.focus()
    expect(test.viewer.heading).toBeCloseTo(0)
    test.viewer.lookAt(radians(90), 0)
    await screen.frame()
    find('handle-left')?.focus()
    expect(degrees(test.viewer.heading)).toBeCloseTo(-5, 0)
  })

  it('leaves Enter, Backspace and Escape to the page where nothing is open', async () => {
    await open()
    const pressed = () => ['Enter', 'Backspace', 'Escape'].map((key) => press(key, {}, document.body).defaultPrevented)
    expect(pressed()).toEqual([false, false, false])
    click(400, 300)
    expect(pressed()).toEqual([true, true, false])
  })

  it('takes a corner out of a polygon, but not of a triangle', async () => {
    await open()
    press('p')
    for (const [x, y] of [[300, 200], [500, 200], [500, 400], [300, 400]] as const) click(x, y)
    press('Enter')
    press('Delete', {}, find('handle-1'))
    expect(shape()).toMatchObject({ points: { length: 3 } })
    press('Delete', {}, find('handle-1'))
    expect(shape()).toMatchObject({ points: { length: 3 } })
  })
})

describe('snap', () => {
  const first: ViewBox = { kind: 'view', heading: 0, elevation: 0, width: 0.2, height: 0.2 }
  const drawn = async (options: DrawingOptions) => {
    await open(options)
    press('b')
    press('b')
  }

  it('is asked for only, shown, and taken by Enter or left by Escape', async () => {
    const asked: number[] = []
    await drawn({ snap: ({ shape: at }) => Promise.resolve((asked.push(1), { ...(at as ViewBox), width: 0.1 })) })
    expect(asked).toEqual([])
    const before = box()
    press('s')
    await screen.pass(0.1)
    expect(said()).toMatch(/^Found: Box 5\.7 degrees/)
    expect([box(), drawing.open]).toEqual([before, true])
    press('Escape')
    expect([box(), drawing.open]).toEqual([before, false])
    press('s')
    await screen.pass(0.1)
    press('Enter')
    expect(box().width).toBe(0.1)
    press('u')
    expect(box()).toEqual(before)
    expect(asked.length).toBe(2)
  })

  it.each<[string, DrawingOptions['snap'], RegExp]>([
    ['finds nothing', () => Promise.reject(new Error('none')), /No better shape/],
    ['finds what is no region', () => Promise.resolve({ ...first, width: 0.001 }), /No better shape/],
    ['takes too long', () => new Promise(() => undefined), /longer than 2 seconds/],
  ])('says when it %s, and leaves the box', async (_, snap, words) => {
    await drawn({ snap: snap!, snapWithin: 2 })
    const before = box()
    press('s')
    await screen.pass(2.1)
    expect(said()).toMatch(words)
    expect([box(), drawing.open]).toEqual([before, false])
  })

  it('is not asked for while a shape is begun, nor twice', async () => {
    const snap = vi.fn<NonNullable<DrawingOptions['snap']>>(() => new Promise(() => undefined))
    await drawn({ snap })
    press('e')
    click(300, 300)
    press('s')
    expect(snap).not.toHaveBeenCalled()
    press('Escape')
    press('s')
    press('s')
    expect(snap).toHaveBeenCalledOnce()
  })

  it('is called off when the box is changed meanwhile', async () => {
    let signal: AbortSignal | null = null
    await drawn({ snap: (_, given) => ((signal = given), new Promise(() => undefined)) })
    press('s')
    press(']')
    expect((signal as AbortSignal | null)?.aborted).toBe(true)
    await screen.pass(10)
    expect(said()).toContain('Box 10.5 degrees')
  })
})

it('lies right after the picture, so that Tab leads from it to the handles', async () => {
  await open({ first: [{ viewpointId: 'a', shape: { kind: 'view', heading: 0, elevation: 0, width: 0.5, height: 0.5 }, clicked: null }] })
  const stops = [...test.viewer.container.querySelectorAll<HTMLElement>('canvas, [tabindex], button')].map(({ tagName, dataset }) => dataset.grip ?? tagName)
  expect(stops.slice(0, 9)).toEqual(['CANVAS', 'topLeft', 'top', 'topRight', 'right', 'bottomRight', 'bottom', 'bottomLeft', 'left'])
})

it('refuses in words', async () => {
  await open()
  press('b')
  drag([300, 300], [340, 301])
  expect(said()).toMatch(/^Smaller than 0.2 degrees/)
  expect(find('drawing-said')?.getAttribute('aria-live')).toBe('assertive')
  click(300, 300)
  expect(said()).toContain('one point makes no box')
  drag([300, 300], [301, 301])
  expect(said()).toContain('one point makes no box')
  point('down', 300, 300)
  point('move', 400, 400)
  point('up', 301, 301)
  expect(said()).toMatch(/^Smaller than 0.2 degrees/)
  expect(drawing.regions).toEqual([])
})

it('is kept over a reload, with an open shape and what was undone', async () => {
  await open({ most: 2 })
  press('b')
  drag([300, 200], [500, 400])
  press('e')
  click(200, 200)
  const { kept } = drawing
  drawing.dispose()
  expect(find('drawing-pane')).toBeNull()
  await open({ most: 2, kept })
  expect([drawing.regions.length, drawing.open]).toEqual([1, true])
  press('u')
  press('u')
  expect([drawing.regions.length, drawing.open]).toEqual([0, false])
})

it('shows several regions as numbers, and turns to the one that is chosen', async () => {
  await open({ most: 3 })
  press('b')
  drag([300, 200], [400, 300])
  test.viewer.lookAt(radians(120), 0)
  await screen.frame()
  drag([300, 200], [400, 300])
  expect([...screen.element.querySelectorAll('[data-testid=drawing-region]')].map(({ textContent }) => textContent)).toEqual(['1', '2'])
  screen.element.querySelector<HTMLElement>('[data-testid=drawing-region]')?.click()
  await screen.frame()
  expect(Math.abs(test.viewer.heading)).toBeLessThan(radians(20))
})
