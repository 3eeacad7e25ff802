/** One frame of a replay as it is saved: what the cameras saw, side by side, and the words below them. */

import type { DrawnFrame } from '../../viewer/Viewer'
import { caption } from './caption'

export const FILM_PIXELS = { width: 1280, height: 720 }
const BAND = { height: 132, margin: 40, line: 44, font: '30px system-ui, sans-serif', small: '18px system-ui, sans-serif' }
const GAP = 4
const INK = { band: '#10141b', word: '#eef1f6', lit: '#8ab8ff', small: '#aab4c3' }

/** A camera that goes into the picture. */
export interface Shot {
  /** The person and the moment that the camera shows when this is called. */
  readonly caption: () => string
  /** Draws what the camera sees and passes it on in one of the next frames; null when its view is unknown. */
  readonly capture: ((use: (drawn: DrawnFrame) => void) => void) | null
}

export interface Spoken {
  readonly words: readonly string[]
  /** Index of the word that is being said, or -1. */
  readonly current: number
  /** What the picture is of, and of which second. */
  readonly title: string
}

interface Room {
  readonly x: number
  readonly width: number
  readonly height: number
}

/**
 * Draws these cameras and the words; `then` is called when all have arrived. Cameras are drawn later than they are
 * requested, so the text beside them is read only when they are drawn.
 */
export function drawFrame(context: CanvasRenderingContext2D, shots: readonly Shot[], spokenNow: () => Spoken, then: () => void): void {
  let awaited = shots.length
  for (const [index, { caption, capture }] of shots.entries()) {
    const room = roomOf(index, shots.length)
    const complete = () => {
      if (shots.length > 1) drawLabel(context, caption(), room)
      awaited -= 1
      if (awaited > 0) return
      drawBand(context, spokenNow())
      then()
    }
    if (capture) {
      capture((drawn) => {
        drawCamera(context, drawn, room)
        complete()
      })
    } else {
      context.fillStyle = INK.band
      context.fillRect(room.x, 0, room.width, room.height)
      complete()
    }
  }
}

/** The cameras share the space above the band equally. */
function roomOf(index: number, count: number): Room {
  const width = (FILM_PIXELS.width - GAP * (count - 1)) / count
  return { x: index * (width + GAP), width, height: FILM_PIXELS.height - BAND.height }
}

/** Fills the space; a picture that is too high or too wide is cropped equally on both sides. */
function drawCamera(context: CanvasRenderingContext2D, { canvas, top, width, height }: DrawnFrame, room: Room): void {
  const scale = Math.max(room.width / width, room.height / height)
  const [cutWidth, cutHeight] = [room.width / scale, room.height / scale]
  context.drawImage(canvas, (width - cutWidth) / 2, top + (height - cutHeight) / 2, cutWidth, cutHeight, room.x, 0, room.width, room.height)
}

function drawLabel(context: CanvasRenderingContext2D, text: string, { x, width }: Room): void {
  context.font = BAND.small
  context.fillStyle = INK.band
  context.fillRect(x, 0, Math.min(width, context.measureText(text).width + 24), 34)
  context.fillStyle = INK.word
  context.fillText(text, x + 12, 23, width - 24)
}

function drawBand(context: CanvasRenderingContext2D, spoken: Spoken): void {
  context.fillStyle = INK.band
  context.fillRect(0, FILM_PIXELS.height - BAND.height, FILM_PIXELS.width, BAND.height)
  drawWords(context, spoken)
  context.font = BAND.small
  context.fillStyle = INK.small
  context.fillText(spoken.title, BAND.margin, FILM_PIXELS.height - 14)
}

function drawWords(context: CanvasRenderingContext2D, { words, current }: Spoken): void {
  context.font = BAND.font
  const lines = caption(words, current, (text) => context.measureText(text).width, FILM_PIXELS.width - 2 * BAND.margin)
  for (const [row, line] of lines.entries()) {
    for (const { text, lit, x } of line) {
      context.fillStyle = lit ? INK.lit : INK.word
      context.fillText(text, BAND.margin + x, FILM_PIXELS.height - BAND.height + BAND.line * (row + 0.85))
    }
  }
}
