import '@photo-sphere-viewer/core/index.css'
import '@photo-sphere-viewer/virtual-tour-plugin/index.css'

import { type AdapterConstructor, Viewer } from '@photo-sphere-viewer/core'
import { VirtualTourPlugin } from '@photo-sphere-viewer/virtual-tour-plugin'

import { fetchAll, HEADING, offer, VERTICAL_FIELD_OF_VIEW } from './bench'

const AT_ONCE = { showLoader: false, effect: 'none', rotation: false, speed: 0 } as const
/** Either side of the field of view that all viewers share, which the middle zoom level is. */
const MARGIN = 25
const MIDDLE = (VERTICAL_FIELD_OF_VIEW * 180) / Math.PI

interface Panoramas {
  adapter?: AdapterConstructor
  panorama: (name: string) => unknown
  /** What the plugin's own preloading leaves out. */
  files: (name: string) => string[]
}

/** Photo Sphere Viewer with its virtual tour of two panoramas. */
export function offerTour({ adapter, panorama, files }: Panoramas): void {
  const node = (name: string, other: string) => ({
    id: name,
    panorama: panorama(name),
    links: [{ nodeId: other, position: { yaw: 0, pitch: -0.4 } }],
  })
  const container = document.createElement('div')
  container.style.cssText = 'position: absolute; inset: 0'
  document.body.append(container)
  const viewer = new Viewer({
    container,
    ...(adapter && { adapter }),
    navbar: false,
    defaultYaw: HEADING,
    minFov: MIDDLE - MARGIN,
    maxFov: MIDDLE + MARGIN,
    defaultZoomLvl: 50,
    plugins: [VirtualTourPlugin.withConfig({ transitionOptions: AT_ONCE })],
  })
  const tour = viewer.getPlugin<VirtualTourPlugin>(VirtualTourPlugin)
  tour.setNodes([node('first', 'second'), node('second', 'first')], 'first')
  offer({
    turnTo: (heading) => viewer.rotate({ yaw: heading, pitch: 0 }),
    prefetch: () => fetchAll(files('second')),
    async step() {
      await tour.setCurrentNode('second', AT_ONCE)
    },
  })
}
