import { describe, expect, it } from 'vitest'

import { TilePyramid } from './TilePyramid'

const pyramid = (face_sizes: number[]) =>
  new TilePyramid({ tile_size: 512, face_sizes, preview: '/preview', url_template: '/{level}/{face}/{row}/{column}' })
const urls = (pyramidOf: TilePyramid, level: number, index: number) =>
  pyramidOf.patches(level)[index]!.sources.map(({ url }) => url)

describe('a tile pyramid', () => {
  it('takes the coarsest level that is sharp on the screen, and the finest when none is', () => {
    const tiles = pyramid([512, 1024, 2048])
    expect([200, 270, 500, 1000, 5000].map((pixels) => tiles.levelFor(pixels))).toEqual([0, 0, 1, 2, 2])
  })

  it('covers six faces with tiles', () => {
    expect([0, 1, 2].map((level) => pyramid([512, 1024, 1536]).patches(level).length)).toEqual([6, 24, 54])
  })

  it('shows coarser tiles, and at last the preview, where a tile is not there yet', () => {
    // The second tile of the second row of the right face.
    expect(urls(pyramid([512, 1024]), 1, 4 + 3)).toEqual(['/1/right/1/1', '/0/right/0/0', '/preview'])
  })

  it('leaves out a coarser tile that covers only a part', () => {
    // Of three tiles across, the middle one lies on two of the two tiles below it.
    expect(urls(pyramid([512, 1024, 1536]), 2, 1)).toEqual(['/2/front/0/1', '/0/front/0/0', '/preview'])
    expect(urls(pyramid([512, 1024, 1536]), 2, 0)).toEqual(['/2/front/0/0', '/1/front/0/0', '/0/front/0/0', '/preview'])
  })

  it('finds the part of a coarser tile', () => {
    const [, coarser] = pyramid([512, 1024]).patches(1)[3]!.sources
    expect(coarser!.part).toEqual({ left: 0.5, top: 0.5, width: 0.5, height: 0.5 })
  })

  it('stays within a face of the preview', () => {
    for (const [index, { sources }] of pyramid([512]).patches(0).entries()) {
      const { left, width } = sources.at(-1)!.part
      expect(left).toBeGreaterThan(index / 6)
      expect(left + width).toBeLessThan((index + 1) / 6)
    }
  })
})
