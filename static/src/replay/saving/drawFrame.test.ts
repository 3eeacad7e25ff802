import { describe, expect, it } from 'vitest'

import type { DrawnFrame } from '../../viewer/Viewer'
import { drawFrame, type Shot } from './drawFrame'

const DRAWN = { canvas: {} as HTMLCanvasElement, top: 0, width: 4, height: 3 }

/** What is written on a canvas, in order. */
function sheet(): { texts: string[]; context: CanvasRenderingContext2D } {
  const texts: string[] = []
  const context = {
    drawImage: () => undefined,
    fillRect: () => undefined,
    measureText: (text: string) => ({ width: text.length }),
    fillText: (text: string) => void texts.push(text),
  } as unknown as CanvasRenderingContext2D
  return { texts, context }
}

describe('a frame of a film', () => {
  it('is labelled with the moment at which each camera was drawn, not with that at which it was asked for', () => {
    const { texts, context } = sheet()
    const waiting: ((drawn: DrawnFrame) => void)[] = []
    let now = 1
    const shot = (name: string): Shot => ({ caption: () => `${name} at ${now}`, capture: (use) => void waiting.push(use) })
    let complete = 0
    drawFrame(context, [shot('Follower'), shot('Guide')], () => ({ words: [`word${now}`], current: 0, title: `all at ${now}` }), () => (complete += 1))
    expect(texts).toEqual([])
    for (const use of waiting) {
      now += 1
      use(DRAWN)
    }
    expect(texts).toEqual(['Follower at 2', 'Guide at 3', 'word3', 'all at 3'])
    expect(complete).toBe(1)
  })

  it('has a label for a camera that nobody knows, and none for one alone', () => {
    const { texts, context } = sheet()
    const seen: Shot = { caption: () => 'Follower', capture: (use) => use(DRAWN) }
    const unknown: Shot = { caption: () => 'Guide, unheard', capture: null }
    const spoken = () => ({ words: [], current: -1, title: 'title' })
    drawFrame(context, [seen, unknown], spoken, () => undefined)
    drawFrame(context, [seen], spoken, () => undefined)
    expect(texts).toEqual(['Follower', 'Guide, unheard', 'title', 'title'])
  })
})
