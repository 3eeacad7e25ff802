import { CubeGeometry, ImageUrlSource, RectilinearView, Viewer } from 'marzipano'

import { HEADING, offer, VERTICAL_FIELD_OF_VIEW } from './bench'

const LEVELS = [
  { tileSize: 240, size: 240, fallbackOnly: true },
  { tileSize: 720, size: 720 },
  { tileSize: 720, size: 1440 },
]

const element = document.createElement('div')
element.style.cssText = 'position: absolute; inset: 0'
document.body.append(element)
const viewer = new Viewer(element)

function createScene(name: string) {
  const root = `/panoramas/${name}/marzipano`
  const limiter = RectilinearView.limit.traditional(1440, (100 * Math.PI) / 180, (120 * Math.PI) / 180)
  return viewer.createScene({
    source: ImageUrlSource.fromString(`${root}/{z}/{f}/{y}/{x}.jpg`, { cubeMapPreviewUrl: `${root}/preview.jpg` }),
    geometry: new CubeGeometry(LEVELS),
    view: new RectilinearView({ yaw: HEADING, pitch: 0, fov: VERTICAL_FIELD_OF_VIEW }, limiter),
    pinFirstLevel: true,
  })
}

const first = createScene('first')
first.switchTo({ transitionDuration: 0 })
let second: ReturnType<typeof createScene> | null = null
let shown = first

offer({
  turnTo: (heading) => shown.view().setYaw(heading),
  prefetch() {
    second ??= createScene('second')
    second.layer().pinLevel(1)
    second.layer().pinLevel(2)
    return Promise.resolve()
  },
  step() {
    shown = second ??= createScene('second')
    return new Promise((resolve) => shown.switchTo({ transitionDuration: 0 }, resolve))
  },
})
