import { BufferGeometry, Float32BufferAttribute } from 'three'

import { type Direction, unitVector } from '../../graph/ScanGraph'

const COLUMNS = 96
const ROWS = 48

/** Where an equirectangular image shows a direction of the panorama's frame: (0, 0) is its top left corner. */
export function equirectangularPixel({ heading, elevation }: Direction): [u: number, v: number] {
  return [0.5 + heading / (2 * Math.PI), 0.5 - elevation / Math.PI]
}

/** The unit sphere seen from inside, in the panorama's frame; the image's centre column looks along +y. */
export function equirectangularGeometry(): BufferGeometry {
  const positions: number[] = []
  const uvs: number[] = []
  for (let row = 0; row <= ROWS; row++) {
    for (let column = 0; column <= COLUMNS; column++) {
      const direction = { heading: (column / COLUMNS - 0.5) * 2 * Math.PI, elevation: (0.5 - row / ROWS) * Math.PI }
      positions.push(...unitVector(direction))
      uvs.push(...equirectangularPixel(direction))
    }
  }
  return geometry(positions, uvs, gridTriangles())
}

function gridTriangles(): number[] {
  const triangles: number[] = []
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const above = row * (COLUMNS + 1) + column
      const below = above + COLUMNS + 1
      triangles.push(above, below, above + 1, above + 1, below, below + 1)
    }
  }
  return triangles
}

function geometry(positions: number[], uvs: number[], triangles: number[]): BufferGeometry {
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('uv', new Float32BufferAttribute(uvs, 2))
    .setIndex(triangles)
}
