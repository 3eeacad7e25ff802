import type { ScanView } from '../src/api/types'
import { Viewer } from '../src/viewer/Viewer'
import type { ViewerOptions } from '../src/viewer/types'
import { house } from './house'
import { TestGpu } from './TestGpu'
import { TestPictures } from './TestPictures'
import type { TestScreen } from './TestScreen'

export interface TestViewerOptions extends Partial<ViewerOptions> {
  pictures?: TestPictures
  gpu?: TestGpu
  scan?: ScanView
}

/** A real viewer of the test's house, at a, on a test's screen: over a line and a GPU that the test holds. */
export class TestViewer {
  readonly viewer: Viewer
  readonly pictures: TestPictures
  readonly gpu: TestGpu
  /** What the viewer told, such as `at b`. */
  readonly events: string[] = []

  constructor(
    private readonly screen: TestScreen,
    { pictures = new TestPictures(), gpu = new TestGpu(), scan = house(), ...options }: TestViewerOptions = {},
  ) {
    this.pictures = pictures
    this.gpu = gpu
    const from = { viewpointId: 'a', heading: 0, loadImage: pictures.load, createContext: gpu.create }
    this.viewer = new Viewer(screen.element, scan, { ...from, ...options })
    this.viewer.on('viewpointchange', ({ viewpointId }) => this.events.push(`at ${viewpointId}`))
    this.viewer.on('moveend', ({ viewpointId }) => this.events.push(`end ${viewpointId}`))
    this.viewer.on('imageerror', ({ viewpointId, message }) => this.events.push(`no ${viewpointId}: ${message}`))
  }

  /** One whose pictures have all come. */
  static async opened(screen: TestScreen, options: TestViewerOptions = {}): Promise<TestViewer> {
    const opened = new TestViewer(screen, options)
    opened.pictures.let(() => 'come')
    await screen.pass(2)
    opened.events.length = 0
    return opened
  }

  /** The message over the picture. */
  get notice(): string | null {
    const element = this.screen.element.querySelector<HTMLElement>('[data-testid=viewer-notice]')
    return element && !element.hidden ? element.textContent : null
  }

  /** The viewpoints whose pictures the last frame shows. */
  get places(): string[] {
    return this.partsOfPictures(0)
  }

  /** The sides of the cube that the last frame shows. */
  get faces(): string[] {
    return this.partsOfPictures(2)
  }

  /** What the last frame shows over the picture: rings and the path. */
  get layers(): number {
    return this.gpu.screen.drawn.filter(({ url }) => url === null).length
  }

  /** Where the camera stands on the corridor. */
  get metresNorth(): number {
    return -(this.viewer.snapshot().extrinsic_matrix[11] ?? 0)
  }

  private partsOfPictures(part: number): string[] {
    return [...new Set(this.gpu.pictures.map((url) => url.split('/')[part] ?? ''))].sort()
  }
}

/** An image that a server does not have. */
export const notFound = Object.assign(new Error('There is no such image.'), { status: 404 })
