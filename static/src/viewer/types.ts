import type { Snapshot } from '../api/types'
import type { Direction } from '../graph/angles'
import type { ScanGraph } from '../graph/ScanGraph'
import type { Scope } from '../kit/lifecycle/Scope'
import type { CreateContext } from './gl/context'
import type { Overlay } from './overlay/Overlay'
import type { LoadImage } from './picture/TileLoader'
import type { Stage } from './Stage'

export interface ViewerOptions {
  viewpointId: string
  /** Radians, 0 along +y, growing to the right. */
  heading: number
  /** Radians, 0 at the horizon, growing upwards. */
  elevation?: number
  /** Radians, across the shorter side of the picture. */
  fieldOfView?: number
  loadImage: LoadImage
  /** The first viewpoint's preview, such as a data URL: it is shown before anything is loaded. */
  poster?: string | null
  /** Whether a person may step: everywhere (the default), nowhere, or only to the viewpoints that this names for where they stand. */
  navigable?: boolean | ((here: string) => readonly string[])
  /** What a person is told who tries to step elsewhere. */
  whyNotElsewhere?: string
  /** What is drawn with; the browser's WebGL if nothing is given. */
  createContext?: CreateContext
}

export type CameraState = Pick<Snapshot, 'viewpoint_id' | 'extrinsic_matrix' | 'intrinsic_matrix'>

export interface Camera {
  viewpointId: string
  /** 16 numbers, row-major, camera-to-world in three.js' frame. */
  extrinsicMatrix: readonly number[]
  /** 16 numbers, row-major, OpenGL projection. */
  intrinsicMatrix: readonly number[]
}

/** A picture, and the part of its canvas that it fills: pixels from the canvas' upper left corner. */
export interface DrawnFrame {
  canvas: HTMLCanvasElement
  top: number
  width: number
  height: number
}

export interface View {
  viewpointId: string
  heading: number
  elevation: number
}

export interface ViewerEvents {
  viewpointchange: View
  /** A frame was drawn whose camera differs from that of the frame before. */
  camerachange: View
  moveend: { viewpointId: string }
  /** A person clicked into the picture, where there is nothing to step to. */
  pick: View
  /** Another path is shown, or none. */
  pathchange: null
  /** A person may step elsewhere than before, although they have not moved. */
  stepschange: null
  imageerror: { viewpointId: string; message: string }
}

/** What a layer over the picture is made with that only some pages load. It ends with `scope`. */
export interface OverPicture {
  readonly scope: Scope
  readonly container: HTMLElement
  readonly graph: ScanGraph
  readonly stage: Stage
  readonly overlay: Overlay
  readonly view: () => View
  readonly aim: (direction: Direction) => void
}
