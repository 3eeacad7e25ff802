import { radians } from '../../../../static/src/graph/angles'
import { contains } from '../../../../static/src/regions/contains'
import type { Mask, Region } from '../../../../static/src/regions/shapes'
import type { ShownRegion } from '../../../../static/src/viewer/regions/RegionLayer'

/** The camera sees 91 degrees across: so far apart, that many or more are always in the picture. */
const SECTOR = 72
const HIGHEST = 26
const MASK = { columns: 1024, rows: 512 }

/** So many regions of all shapes in every view to the horizon, and one over the seam and one around a pole; two are being talked of. */
export function regionsAround(viewpointId: string, inView: number): ShownRegion[] {
  const shapes: Region[] = Array.from({ length: (360 / SECTOR) * inView }, (_, n) => shapeOf(n, inView))
  shapes.push({ kind: 'latlon', west: radians(170), width: radians(20), low: radians(-12), high: radians(12) })
  shapes.push({ kind: 'view', heading: 0, elevation: radians(85), width: radians(60), height: radians(60) })
  return shapes.map((shape, n) => ({ viewpointId, shape, label: `thing ${n}`, language: 'en-US', look: n, lit: n < 2 }))
}

/** Even steps around the sphere and uneven ones up and down, from as large as a picture on the wall to as a sofa nearby. */
function shapeOf(n: number, inView: number): Region {
  const heading = radians(-180 + (SECTOR / inView) * n)
  const elevation = radians(HIGHEST * Math.sin(2.4 * n))
  const size = radians(4 + ((n * 7) % 15))
  if (n % 4 === 1) return polygon(heading, elevation, size, 5 + (n % 3))
  if (n % 4 === 2) return { kind: 'latlon', west: heading - size / 2, width: size, low: elevation - size / 3, high: elevation + size / 3 }
  if (n % 4 === 3) return maskOf(polygon(heading, elevation, size, 7))
  return { kind: 'view', heading, elevation, width: size, height: 0.7 * size }
}

function polygon(heading: number, elevation: number, size: number, corners: number): Region {
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = (-2 * Math.PI * corner) / corners
    const reach = (size / 2) * (corner % 2 ? 1 : 0.7)
    return [heading + reach * Math.cos(angle), elevation + reach * Math.sin(angle)] as const
  })
  return { kind: 'polygon', points }
}

/** The cells of a grid whose middles are inside. */
function maskOf(shape: Region): Mask {
  const runs = [0]
  let inside = false
  for (let cell = 0; cell < MASK.columns * MASK.rows; cell++) {
    const heading = (((cell % MASK.columns) + 0.5) / MASK.columns) * 2 * Math.PI - Math.PI
    const elevation = Math.PI / 2 - ((Math.floor(cell / MASK.columns) + 0.5) / MASK.rows) * Math.PI
    if (contains(shape, { heading, elevation }) !== inside) {
      inside = !inside
      runs.push(0)
    }
    runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
  }
  return { kind: 'mask', ...MASK, runs }
}
