/** A viewer of the scan at /scan.json; the options come from the address: ?viewpoint=a&heading=0&path=a,b&poster=… */

import { ApiClient } from '../../../static/src/api/ApiClient'
import type { ScanView } from '../../../static/src/api/types'
import { Viewer } from '../../../static/src/viewer/Viewer'

declare global {
  interface Window {
    viewer: Viewer
    clicked: number
  }
}

const options = new URLSearchParams(location.search)
const scan = (await (await fetch('/scan.json')).json()) as ScanView
const container = document.querySelector<HTMLElement>('#viewer')
if (!container) throw new Error('The page has no viewer element.')
const viewer = new Viewer(container, scan, {
  viewpointId: options.get('viewpoint') ?? scan.viewpoints[0]?.viewpoint_id ?? '',
  heading: Number(options.get('heading') ?? 0),
  elevation: Number(options.get('elevation') ?? 0),
  poster: options.get('poster'),
  loadImage: new ApiClient(null, '').image,
})
viewer.showPath(options.get('path')?.split(',') ?? null)
window.viewer = viewer
