// @vitest-environment page
import { describe, expect, it, vi } from 'vitest'

import { degrees, radians } from '../graph/angles'
import type { ViewBox } from '../regions/shapes'
import type { DrawingOptions } from './Drawing'
import { box, click, drawing, find, open, point, press, said, screen, shape, test } from './testing'

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
