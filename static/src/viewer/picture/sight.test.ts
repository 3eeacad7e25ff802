import { PerspectiveCamera, Vector3 } from 'three'
import { expect, it } from 'vitest'

import type { ViewpointView } from '../../api/types'
import { panoramaPlacement } from '../geometry/camera'
import { CUBE_FACES } from '../projections/projections'
import { sightOf } from './Scenery'
import { inView } from './sight'
import { pictureOf } from './wholeImages'

const viewpoint: ViewpointView = {
  viewpoint_id: 'a',
  position: [3, 4, 1.5],
  orientation: [
    [0, 1, 0],
    [-1, 0, 0],
    [0, 0, 1],
  ],
  height: null,
  neighbors: [],
  images: Object.fromEntries([...CUBE_FACES, 'equirectangular'].map((face) => [face, face])),
  tiles: null,
  relief: null,
}

it.each(['cubemap', 'equirectangular'] as const)('never misses a patch of a %s that is on the screen', (projection) => {
  const patches = pictureOf(viewpoint, projection).patches(0)
  const camera = new PerspectiveCamera(60, 1.5, 0.1, 100)
  camera.position.setFromMatrixPosition(panoramaPlacement(viewpoint))
  for (let i = 0; i < 200; i++) {
    camera.rotation.set((Math.random() - 0.5) * 3, Math.random() * 7, 0, 'YXZ')
    camera.updateMatrixWorld()
    const sight = sightOf(panoramaPlacement(viewpoint), camera, 500)
    for (const patch of patches) {
      const { x, y, z } = new Vector3(...patch.centre).applyMatrix4(sight.toClip)
      const onScreen = Math.abs(x) <= 1 && Math.abs(y) <= 1 && Math.abs(z) <= 1
      if (onScreen) expect(inView(patch, sight)).toBe(true)
    }
  }
})

it('leaves out what lies behind', () => {
  const patches = pictureOf(viewpoint, 'cubemap').patches(0)
  const camera = new PerspectiveCamera(60, 1, 0.1, 100)
  camera.position.setFromMatrixPosition(panoramaPlacement(viewpoint))
  camera.updateMatrixWorld()
  const seen = patches.filter((patch) => inView(patch, sightOf(panoramaPlacement(viewpoint), camera, 500)))
  // The panorama is turned: its left face looks along the world's +y.
  expect(seen.map(({ surface }) => surface)).toEqual(['left'])
})
