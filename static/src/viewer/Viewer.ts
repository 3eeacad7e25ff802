import type { ScanView, Snapshot } from '../api/types'
import { Emitter } from '../lifecycle/Emitter'

/** Loads and decodes one image; `url` is as the scan gives it. */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<ImageBitmap>

export interface ViewerOptions {
  viewpointId: string
  /** Radians, 0 along +y, growing to the right. */
  heading: number
  /** Radians, 0 at the horizon, growing upwards. */
  elevation?: number
  /** Radians, across the shorter side of the picture. */
  fieldOfView?: number
  loadImage: LoadImage
  /** Whether a person may step: everywhere (the default), nowhere, or only to these viewpoints. */
  navigable?: boolean | ReadonlySet<string>
}

export type CameraState = Pick<Snapshot, 'viewpoint_id' | 'extrinsic_matrix' | 'intrinsic_matrix'>

export interface Camera {
  viewpointId: string
  /** 16 numbers, row-major, camera-to-world in three.js' frame. */
  extrinsicMatrix: readonly number[]
  /** 16 numbers, row-major, OpenGL projection. */
  intrinsicMatrix: readonly number[]
}

export interface ViewerEvents {
  viewpointchange: { viewpointId: string; heading: number; elevation: number }
  /** A frame was shown whose camera differs from that of the frame before. */
  camerachange: { viewpointId: string; heading: number; elevation: number }
  moveend: { viewpointId: string }
  imageerror: { viewpointId: string; message: string }
}

/** A scan as a person sees it: panoramas to look around in and to step between. Angles in radians. */
export class Viewer extends Emitter<ViewerEvents> {
  /** Settles when the first panorama is shown; rejects when it cannot be. */
  readonly ready: Promise<void>

  constructor(
    readonly container: HTMLElement,
    readonly scan: ScanView,
    options: ViewerOptions,
  ) {
    super()
    this.ready = Promise.reject(new Error(`Not built yet: ${options.viewpointId}`))
  }

  get viewpointId(): string {
    throw new Error('Not built yet')
  }

  get heading(): number {
    throw new Error('Not built yet')
  }

  get elevation(): number {
    throw new Error('Not built yet')
  }

  /** Steps to any viewpoint of the scan. Rejects when its image cannot be loaded; the viewer then stays. */
  moveTo(viewpointId: string, options: { animate?: boolean } = {}): Promise<void> {
    return Promise.reject(new Error(`Not built yet: ${viewpointId} ${String(options.animate)}`))
  }

  lookAt(heading: number, elevation: number): void {
    throw new Error(`Not built yet: ${heading} ${elevation}`)
  }

  /** Shows exactly this camera, through any lens, also between two viewpoints. For replays. */
  setCamera(camera: Camera): void {
    throw new Error(`Not built yet: ${camera.viewpointId}`)
  }

  /** Draws a path on the floor, or takes it away. */
  showPath(path: readonly string[] | null): void {
    throw new Error(`Not built yet: ${String(path)}`)
  }

  snapshot(): CameraState {
    throw new Error('Not built yet')
  }

  /** Loads again what failed to load. */
  retry(): void {
    throw new Error('Not built yet')
  }

  /** Ends everything and frees the GPU's memory. */
  dispose(): void {
    throw new Error('Not built yet')
  }
}
