import type { Scope } from '../kit/lifecycle/Scope'
import type { Viewer } from '../viewer/Viewer'
import type { PairingLine } from './PairingLine'

const REST_SECONDS = 0.2

type WatchedViewer = Pick<Viewer, 'on' | 'viewpointId' | 'heading' | 'elevation'>

/** Tells the partner where the camera is: what has changed, five times a second at most, and all of it when they come. */
export function tellCamera(scope: Scope, viewer: WatchedViewer, line: Pick<PairingLine, 'on' | 'send'>): void {
  let told = ''
  let rests = false

  const tell = (): void => {
    if (rests) return
    const { viewpointId, heading, elevation } = viewer
    const camera = { type: 'camera' as const, viewpoint_id: viewpointId, heading: rounded(heading), elevation: rounded(elevation) }
    const words = JSON.stringify(camera)
    if (words === told || !line.send(camera)) return
    told = words
    rests = true
    scope.timeout(REST_SECONDS, () => {
      rests = false
      tell()
    })
  }
  const tellAll = (): void => {
    told = ''
    tell()
  }
  scope.add(viewer.on('camerachange', tell))
  scope.add(viewer.on('viewpointchange', tell))
  scope.add(line.on('now', tellAll))
  tell()
}

const rounded = (angle: number): number => Math.round(angle * 1000) / 1000
