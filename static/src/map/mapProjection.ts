/** From metres in the world (x right, y up on the map) to the map's own units, where y grows downwards. */

export interface MapPoint {
  readonly x: number
  readonly y: number
}

export interface MapFrame {
  /** Pixels per metre. */
  readonly scale: number
  place(x: number, y: number): MapPoint
}

/** Shorter than this in metres, a map would magnify the way from one viewpoint to the next out of proportion. */
const SMALLEST_EXTENT = 8

/**
 * Fits positions (metres, world frame) into `width` by `height` with `margin` (pixels) around them, centred, at the
 * same scale in both directions.
 */
export function fitMap(
  positions: Iterable<readonly number[]>,
  { width, height, margin }: { width: number; height: number; margin: number },
): MapFrame {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x = 0, y = 0] of positions) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  if (left > right) [left, right, bottom, top] = [0, 0, 0, 0]
  const scale = Math.min(
    (width - 2 * margin) / Math.max(right - left, SMALLEST_EXTENT),
    (height - 2 * margin) / Math.max(top - bottom, SMALLEST_EXTENT),
  )
  const [centreX, centreY] = [(left + right) / 2, (bottom + top) / 2]
  return {
    scale,
    place: (x, y) => ({ x: width / 2 + (x - centreX) * scale, y: height / 2 - (y - centreY) * scale }),
  }
}

/** The longest of 1, 2, 5, 10, 20 ... metres that is at most `room` pixels long. */
export function scaleBarMetres(scale: number, room: number): number {
  const power = 10 ** Math.floor(Math.log10(room / scale))
  const step = [5, 2].find((each) => each * power * scale <= room) ?? 1
  return step * power
}

/**
 * Outline of the cone that a camera sees: apex at (0, 0), pointing up the map at heading 0, to be turned by the
 * heading (clockwise, like the map's rotation). `width` is the horizontal angle of view in radians.
 */
export function viewCone(radius: number, width: number): string {
  const x = radius * Math.sin(width / 2)
  const y = -radius * Math.cos(width / 2)
  return `M0 0L${(-x).toFixed(2)} ${y.toFixed(2)}A${radius} ${radius} 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`
}
