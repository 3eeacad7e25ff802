import type { ScanView, ViewpointView } from '../src/api/types'

/** What the tiles of a viewpoint `a` are called: `a/preview`, `a/1/front/0/1`. */
export const tilesOf = (id: string): ViewpointView['tiles'] => ({
  tile_size: 512,
  face_sizes: [512, 1024],
  preview: `${id}/preview`,
  url_template: `${id}/{level}/{face}/{row}/{column}`,
})

/** Looks along +y where its picture's front is. */
export function viewpoint(id: string, position: [number, number, number], neighbors: string[], parts: Partial<ViewpointView> = {}): ViewpointView {
  return {
    viewpoint_id: id,
    position,
    orientation: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    height: 1.5,
    neighbors,
    images: {},
    tiles: tilesOf(id),
    relief: null,
    ...parts,
  }
}

/** A corridor to the north, 3 m from place to place (a, b, c), and a room to the east of its middle (d). */
export const house = (): ScanView => ({
  scan_id: 'house',
  projection: 'cubemap',
  floor_plan: null,
  viewpoints: [
    viewpoint('a', [0, 0, 1.5], ['b']),
    viewpoint('b', [0, 3, 1.5], ['a', 'c', 'd']),
    viewpoint('c', [0, 6, 1.5], ['b']),
    viewpoint('d', [3, 3, 1.5], ['b']),
  ],
})
