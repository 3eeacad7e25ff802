/** One frame of a replay as it is saved: what the cameras saw, side by side, and the words below them. */

import type { DrawnFrame } from '../../viewer/Viewer'
import { caption } from './caption'

export const SIZE = { width: 1280, height: 720 }
const BAND = { height: 132, margin: 40, line: 44, font: '30px system-ui, sans-serif', small: '18px system-ui, sans-serif' }
const GAP = 4
const INK = { band: '#10141b', word: '#eef1f6', lit: '#8ab8ff', small: '#aab4c3' }

/** A camera that goes into the picture. */
export interface Shot {
  readonly caption: string
  /** Draws what it sees now, and hands it over; null where nobody knows what it sees. */
  readonly capture: ((use: (drawn: DrawnFrame) => void) => void) | null
}

export interface Spoken {
  readonly words: readonly string[]
  /** The one that is said now, or -1. */
  readonly current: number
  /** What the picture is of, and of which second. */
  readonly title: string
}

interface Room {
  readonly x: number
  readonly width: number
  readonly height: number
}

/** Draws these cameras and the words; `then` is called when all of them are there. */
export function drawFrame(context: CanvasRenderingContext2D, shots: readonly Shot[], spoken: Spoken, then: () => void): void {
  let awaited = shots.length
  const complete = () => {
    awaited -= 1
    if (awaited > 0) return
    drawBand(context, spoken)
    then()
  }
  for (const [index, { caption: text, capture }] of shots.entries()) {
    const room = roomOf(index, shots.length)
    const label = shots.length > 1 ? text : ''
    if (capture) {
      capture((drawn) => {
        drawCamera(context, drawn, room)
        drawLabel(context, label, room)
        complete()
      })
    } else {
      context.fillStyle = INK.band
      context.fillRect(room.x, 0, room.width, room.height)
      drawLabel(context, label, room)
      complete()
    }
  }
}

/** Cameras share the room above the band evenly. */
function roomOf(index: number, count: number): Room {
  const width = (SIZE.width - GAP * (count - 1)) / count
  return { x: index * (width + GAP), width, height: SIZE.height - BAND.height }
}

/** Fills the room; what is too high or too wide is cut off evenly. */
function drawCamera(context: CanvasRenderingContext2D, { canvas, top, width, height }: DrawnFrame, room: Room): void {
  const scale = Math.max(room.width / width, room.height / height)
  const [cutWidth, cutHeight] = [room.width / scale, room.height / scale]
  context.drawImage(canvas, (width - cutWidth) / 2, top + (height - cutHeight) / 2, cutWidth, cutHeight, room.x, 0, room.width, room.height)
}

function drawLabel(context: CanvasRenderingContext2D, text: string, { x, width }: Room): void {
  if (text === '') return
  context.font = BAND.small
  context.fillStyle = INK.band
  context.fillRect(x, 0, Math.min(width, context.measureText(text).width + 24), 34)
  context.fillStyle = INK.word
  context.fillText(text, x + 12, 23, width - 24)
}

function drawBand(context: CanvasRenderingContext2D, spoken: Spoken): void {
  context.fillStyle = INK.band
  context.fillRect(0, SIZE.height - BAND.height, SIZE.width, BAND.height)
  drawWords(context, spoken)
  context.font = BAND.small
  context.fillStyle = INK.small
  context.fillText(spoken.title, BAND.margin, SIZE.height - 14)
}

function drawWords(context: CanvasRenderingContext2D, { words, current }: Spoken): void {
  context.font = BAND.font
  const lines = caption(words, current, (text) => context.measureText(text).width, SIZE.width - 2 * BAND.margin)
  for (const [row, line] of lines.entries()) {
    for (const { text, lit, x } of line) {
      context.fillStyle = lit ? INK.lit : INK.word
      context.fillText(text, BAND.margin + x, SIZE.height - BAND.height + BAND.line * (row + 0.85))
    }
  }
}
