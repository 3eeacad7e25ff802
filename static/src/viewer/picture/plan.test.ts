import { PerspectiveCamera } from 'three'
import { describe, expect, it } from 'vitest'

import type { ViewpointView } from '../../api/types'
import { radians } from '../../graph/angles'
import { Panorama } from './Panorama'
import { plan, type Seen } from './plan'
import { sightOf } from './Scenery'
import type { Urgency } from './TileLoader'

const MEGABYTE = 1e6

function seen(viewpointId: string, heading = 0, relief: string | null = null): Seen {
  const viewpoint: ViewpointView = {
    viewpoint_id: viewpointId,
    position: [0, 0, 0],
    orientation: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    height: null,
    neighbors: [],
    images: {},
    tiles: {
      tile_size: 512,
      face_sizes: [512, 1024],
      preview: `${viewpointId}/preview`,
      url_template: `${viewpointId}/{level}/{face}/{row}/{column}`,
    },
    relief,
  }
  const camera = new PerspectiveCamera(60, 1, 0.1, 100)
  camera.rotation.set(0, -heading, 0, 'YXZ')
  camera.updateMatrixWorld()
  const panorama = new Panorama(viewpoint, 'cubemap')
  return { panorama, sight: sightOf(panorama.placement(1), camera, 500) }
}
const nothing = { has: () => false, bytesOf: () => null, largest: 0 }
const requested = (...args: Parameters<typeof plan>) => plan(...args).requests.map(({ url }) => url)

describe('a plan', () => {
  it('begins with the preview and what is in view', () => {
    const [first, ...rest] = requested(seen('a'), [], nothing, 100 * MEGABYTE)
    expect(first).toBe('a/preview')
    expect(rest.slice(0, 4).every((url) => url.startsWith('a/1/front/'))).toBe(true)
    expect(rest).toHaveLength(24)
  })

  it('loads what is nearest to where the camera looks first', () => {
    const [, first] = requested(seen('a', Math.PI / 4 + 0.1), [], nothing, 100 * MEGABYTE)
    expect(first).toMatch('a/1/right/')
  })

  it('asks for the previews of the next steps before the rest of the picture, and for their tiles after it', () => {
    const urls = requested(seen('a'), [seen('b'), seen('c')], nothing, 100 * MEGABYTE)
    expect(urls.slice(5, 7)).toEqual(['b/preview', 'c/preview'])
    expect(urls.findIndex((url) => url.startsWith('b/1/'))).toBeGreaterThan(urls.findLastIndex((url) => url.startsWith('a/')))
  })

  it('says what a person sees first, and what somebody waits for', () => {
    const { requests } = plan(seen('a'), [seen('b')], nothing, 100 * MEGABYTE)
    const asked = (wanted: Urgency) => requests.filter(({ urgency }) => urgency === wanted).map(({ url }) => url)
    expect(asked('first')).toEqual(['a/preview'])
    expect(asked('now')).toHaveLength(4)
    expect(asked('later')).toContain('b/preview')
  })

  it('lets nobody wait for what only reaches the edge of the picture', () => {
    const urgencies = (heading: number) => {
      const { requests } = plan(seen('a', radians(heading)), [seen('b')], nothing, 2 * MEGABYTE)
      return requests.filter(({ url }) => url.startsWith('a/1/right/')).map(({ urgency }) => urgency)
    }
    expect(urgencies(15.3)).toEqual(['later', 'later'])
    expect(urgencies(20)).toEqual(['now', 'now'])
  })

  it('leaves out what would not fit, but never what is in view', () => {
    const urls = requested(seen('a'), [seen('b')], nothing, 2 * MEGABYTE)
    expect(urls).toHaveLength(5)
  })

  it('does not ask for what would be thrown away again', () => {
    const whole = (viewpointId: string): Seen => {
      const tiled = seen(viewpointId)
      const viewpoint = { ...tiled.panorama.viewpoint, tiles: null, images: { equirectangular: viewpointId } }
      return { ...tiled, panorama: new Panorama(viewpoint, 'equirectangular') }
    }
    const huge = { has: (url: string) => url === 'a', bytesOf: () => null, largest: 134 * MEGABYTE }
    expect(requested(whole('a'), [whole('b')], huge, 192 * MEGABYTE)).toEqual([])
    expect(requested(whole('a'), [whole('b')], { ...huge, largest: 33 * MEGABYTE }, 192 * MEGABYTE)).toEqual(['b'])
  })

  it('does not ask again for what is here, and keeps it', () => {
    const here = { ...nothing, has: (url: string) => url === 'a/preview' }
    const { requests, kept } = plan(seen('a'), [], here, 100 * MEGABYTE)
    expect(requests.map(({ url }) => url)).not.toContain('a/preview')
    expect(kept).toContain('a/preview')
  })
})

it('lets no preview go before tiles that replace a poster', () => {
  const [preview, tile] = plan({ ...seen('a'), covered: true }, null, nothing, Infinity).requests
  expect(preview).toEqual({ url: 'a/preview', urgency: 'now' })
  expect(tile?.urgency).toBe('now')
})
