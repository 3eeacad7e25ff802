import { afterEach, beforeEach, vi } from 'vitest'

import { TestScreen } from '../../testing/TestScreen'
import { TestViewer } from '../../testing/TestViewer'
import { Scope } from '../kit/lifecycle/Scope'
import type { Region, ViewBox } from '../regions/shapes'
import { Drawing, type DrawingOptions } from './Drawing'

/** A drawing on a viewer's picture of 800 by 600 pixels, for each test anew. */
export let screen: TestScreen
export let test: TestViewer
export let drawing: Drawing

const [WIDTH, HEIGHT] = [800, 600]

export async function open(options: DrawingOptions = {}): Promise<void> {
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

export const find = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid="${name}"]`)
export const said = () => find('drawing-said')?.textContent ?? ''
export const shape = (): Region | undefined => drawing.regions[0]?.shape
export const box = (): ViewBox => drawing.regions[0]?.shape as ViewBox

interface Finger {
  readonly id?: number
  readonly on?: Element | null
}

export function point(type: 'down' | 'move' | 'up' | 'cancel', x: number, y: number, { id = 1, on = find('drawing-pane') }: Finger = {}): void {
  on?.dispatchEvent(new PointerEvent(`pointer${type}`, { pointerId: id, clientX: x, clientY: y, button: 0, bubbles: true }))
}

export function click(x: number, y: number): void {
  point('down', x, y)
  point('up', x, y)
}

export function drag(from: readonly [number, number], to: readonly [number, number], on?: Element | null): void {
  point('down', ...from, on ? { on } : {})
  point('move', (from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
  point('move', ...to)
  point('up', ...to)
}

export function press(key: string, held: Partial<KeyboardEventInit> = {}, on: Element | null = screen.element): KeyboardEvent {
  const codes: Record<string, string> = { '[': 'BracketLeft', ']': 'BracketRight', ' ': 'Space' }
  const event = new KeyboardEvent('keydown', { key, code: codes[key] ?? (key.length === 1 ? `Key${key.toUpperCase()}` : key), bubbles: true, cancelable: true, ...held })
  on?.dispatchEvent(event)
  return event
}
