import 'pannellum/build/pannellum.css'
import 'pannellum'

import { degrees, fetchAll, HEADING, HORIZONTAL_FIELD_OF_VIEW, offer } from './bench'

interface PannellumViewer {
  setYaw(degrees: number, animated: boolean): void
  loadScene(sceneId: string): void
  on(event: string, listener: () => void): void
}
declare const pannellum: { viewer(element: HTMLElement, options: object): PannellumViewer }

const FACES = [...'frblud']
const scene = (name: string) => ({
  type: 'multires',
  multiRes: {
    basePath: `/panoramas/${name}/pannellum`,
    path: '/%l/%s%y_%x',
    fallbackPath: '/fallback/%s',
    extension: 'jpg',
    tileResolution: 720,
    maxLevel: 2,
    cubeResolution: 1440,
  },
})

const viewer = pannellum.viewer(document.body, {
  default: {
    firstScene: 'first',
    hfov: degrees(HORIZONTAL_FIELD_OF_VIEW),
    yaw: degrees(HEADING),
    autoLoad: true,
    showControls: false,
    sceneFadeDuration: 0,
  },
  scenes: { first: scene('first'), second: scene('second') },
})

function tiles(name: string): string[] {
  const root = `/panoramas/${name}/pannellum`
  const sharp = ['0_0', '0_1', '1_0', '1_1']
  return FACES.flatMap((face) => [`${root}/1/${face}0_0.jpg`, ...sharp.map((tile) => `${root}/2/${face}${tile}.jpg`)])
}

offer({
  turnTo: (heading) => viewer.setYaw(((degrees(heading) + 180) % 360) - 180, false),
  prefetch: () => fetchAll(tiles('second')),
  step: () =>
    new Promise((resolve) => {
      viewer.on('load', resolve)
      viewer.loadScene('second')
    }),
})
