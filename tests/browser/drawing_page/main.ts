/**
 * A drawing on a viewer of the scan at /scan.json, kept in this tab's storage; the options come from the address:
 * ?viewpoint=a&heading=0&most=3&regions=50&snap=0.2 (seconds; `never` and `none` for what fails), `plain` for a viewer alone.
 */

import { ApiClient } from '../../../static/src/api/ApiClient'
import type { ScanView } from '../../../static/src/api/types'
import { Drawing, type Snap } from '../../../static/src/drawing/Drawing'
import { degrees, radians } from '../../../static/src/graph/angles'
import { keysButton } from '../../../static/src/kit/keys/askForKeys'
import { DRAWING_PLACES } from '../../../static/src/kit/keys/actions'
import { Scope } from '../../../static/src/kit/lifecycle/Scope'
import { openMessages } from '../../../static/src/kit/messages/messages'
import { contains } from '../../../static/src/regions/contains'
import { iou } from '../../../static/src/regions/overlap'
import type { Region } from '../../../static/src/regions/shapes'
import { RegionLayer } from '../../../static/src/viewer/regions/RegionLayer'
import { Viewer } from '../../../static/src/viewer/Viewer'

declare global {
  interface Window {
    viewer: Viewer
    drawing: Drawing | null
    /** Lays so many regions over every view, or none. */
    showRegions: (inView: number) => void
    /** What the geometry of the pages says, for tests. */
    geometry: { contains: typeof contains; iou: typeof iou; degrees: typeof degrees }
  }
}

await openMessages()
const options = new URLSearchParams(location.search)
const scan = (await (await fetch('/scan.json')).json()) as ScanView
const container = document.querySelector<HTMLElement>('#viewer')
if (!container) throw new Error('The page has no viewer element.')
const viewer = new Viewer(container, scan, {
  viewpointId: options.get('viewpoint') ?? scan.viewpoints[0]?.viewpoint_id ?? '',
  heading: Number(options.get('heading') ?? 0),
  elevation: Number(options.get('elevation') ?? 0),
  loadImage: new ApiClient(null, '').image,
})
const layer = viewer.layer((over) => new RegionLayer(over))
window.showRegions = (inView) => layer.show(boxesAround(inView).map((shape, n) => ({ viewpointId: viewer.viewpointId, shape, label: `thing ${n}`, language: 'en-US', look: n, lit: false })))
window.showRegions(Number(options.get('regions') ?? 0))
window.viewer = viewer
window.geometry = { contains, iou, degrees }
window.drawing = options.has('plain') ? null : draw()

/** So many boxes in every view to the horizon: the camera sees more than 72 degrees across. */
function boxesAround(inView: number): Region[] {
  const step = 72 / Math.max(1, inView)
  return Array.from({ length: 5 * inView }, (_, n) => ({ kind: 'view', heading: radians(step * n - 180), elevation: radians(26 * Math.sin(2.4 * n)), width: radians(4 + ((n * 7) % 15)), height: radians(3 + ((n * 5) % 11)) }))
}

function draw(): Drawing {
  const how = options.get('snap')
  const snap: Snap = async ({ shape }, signal) => {
    await new Promise((resolve, reject) => {
      setTimeout(resolve, how === 'never' ? 1e6 : Number(how) * 1000 || 0)
      signal.addEventListener('abort', () => reject(new Error('No longer asked for.')))
    })
    if (how === 'none' || shape.kind !== 'view') throw new Error('There is no better one.')
    return { ...shape, width: shape.width * 0.8, height: shape.height * 0.8 }
  }
  const scope = new Scope()
  const drawing = new Drawing(scope, viewer, {
    kept: sessionStorage.getItem('drawing'),
    most: Number(options.get('most') ?? 1),
    ...(how === null ? {} : { snap, snapWithin: 1 }),
  })
  drawing.on('change', () => sessionStorage.setItem('drawing', drawing.kept))
  document.body.append(drawing.bar)
  drawing.bar.querySelector('.drawing-tools')?.append(keysButton(scope, DRAWING_PLACES))
  return drawing
}
