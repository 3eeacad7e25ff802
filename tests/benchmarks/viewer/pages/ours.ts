import '../../../../static/src/kit/styles/tokens.css'
import '../../../../static/src/kit/styles/elements.css'
import '../../../../static/src/viewer/viewer.css'

import { ApiClient } from '../../../../static/src/api/ApiClient'
import { openSession } from '../../../../static/src/session/openSession'
import { preferTurns } from '../../../../static/src/viewer/path/turnPreference'
import type { RegionLayer } from '../../../../static/src/viewer/regions/RegionLayer'
import { Viewer } from '../../../../static/src/viewer/Viewer'
import { HEADING, offer } from './bench'

/** PanGEA's viewer in a corridor where the two panoramas take turns, with a path on its floor. */
const START = 'v0'
const NEIGHBOR = 'v1'
/** Shows the second panorama too, and is too far away to be prefetched. */
const FAR = 'v5'

const container = document.querySelector<HTMLElement>('.viewer')
if (!container) throw new Error('The page has no place for the viewer.')
const client = new ApiClient(await openSession())
const scan = await client.scan('bench')
const viewer = new Viewer(container, scan, { viewpointId: START, heading: HEADING, loadImage: client.image })
preferTurns(false) // the other viewers do not turn by themselves
viewer.showPath([START, NEIGHBOR, 'v2', 'v3'])

let second = FAR
let regions: Promise<RegionLayer> | undefined
const jump = (viewpointId: string) => viewer.moveTo(viewpointId, { animate: false })
offer({
  turnTo: (heading) => viewer.lookAt(heading, 0),
  prefetch() {
    second = NEIGHBOR // which the viewer gets ready by itself
    return Promise.resolve()
  },
  step: () => jump(second),
  walk: (viewpointId) => viewer.moveTo(viewpointId),
  jump,
  async showRegions(inView) {
    const { regionsAround } = await import('./regions')
    regions ??= import('../../../../static/src/viewer/regions/RegionLayer').then(({ RegionLayer }) => viewer.layer((over) => new RegionLayer(over)))
    const layer = await regions
    layer.show(inView > 0 ? regionsAround(START, inView) : [])
    await new Promise(requestAnimationFrame)
  },
})
