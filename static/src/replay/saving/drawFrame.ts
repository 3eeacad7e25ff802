/** One frame of a replay as it is saved: what the camera saw, and the words below it. */

import type { DrawnFrame } from '../../viewer/Viewer'
import { caption } from './caption'

export const SIZE = { width: 1280, height: 720 }
const BAND = { height: 132, margin: 40, line: 44, font: '30px system-ui, sans-serif', small: '18px system-ui, sans-serif' }
const INK = { band: '#10141b', word: '#eef1f6', lit: '#8ab8ff', small: '#aab4c3' }

export interface Spoken {
  readonly words: readonly string[]
  /** The one that is said now, or -1. */
  readonly current: number
  /** What the picture is of, and of which second. */
  readonly title: string
}

export function drawFrame(context: CanvasRenderingContext2D, camera: DrawnFrame, spoken: Spoken): void {
  drawCamera(context, camera)
  context.fillStyle = INK.band
  context.fillRect(0, SIZE.height - BAND.height, SIZE.width, BAND.height)
  drawWords(context, spoken)
  context.font = BAND.small
  context.fillStyle = INK.small
  context.fillText(spoken.title, BAND.margin, SIZE.height - 14)
}

/** Fills the room above the band; what is too high or too wide is cut off evenly. */
function drawCamera(context: CanvasRenderingContext2D, { canvas, top, width, height }: DrawnFrame): void {
  const room = { width: SIZE.width, height: SIZE.height - BAND.height }
  const scale = Math.max(room.width / width, room.height / height)
  const [cutWidth, cutHeight] = [room.width / scale, room.height / scale]
  context.drawImage(canvas, (width - cutWidth) / 2, top + (height - cutHeight) / 2, cutWidth, cutHeight, 0, 0, room.width, room.height)
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
