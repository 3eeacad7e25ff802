// @vitest-environment page
import { describe, expect, it } from 'vitest'

import { degrees, radians } from '../graph/angles'
import { contains } from '../regions/contains'
import { box, click, drag, drawing, find, open, point, press, said, screen, shape, test } from './testing'

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

it('refuses in words', async () => {
  await open()
  press('b')
  drag([300, 300], [340, 301])
  expect(said()).toMatch(/^Smaller than 0.2 degrees/)
  expect(find('drawing-said')?.getAttribute('aria-live')).toBe('assertive')
  click(300, 300)
  expect(said()).toContain('one point makes no box')
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
