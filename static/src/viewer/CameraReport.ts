import { rowMajor } from './geometry/camera'
import type { Stage } from './Stage'
import type { CameraState, View } from './types'

/** Reports where the camera is: as numbers for a recording, as attributes of the viewer's element, and as a view when it has changed. */
export class CameraReport {
  private drawn = ''

  constructor(
    private readonly container: HTMLElement,
    private readonly stage: Stage,
    private readonly view: () => View,
  ) {}

  get state(): CameraState {
    this.stage.camera.updateMatrixWorld()
    const { matrixWorld, projectionMatrix } = this.stage.camera
    return {
      viewpoint_id: this.view().viewpointId,
      extrinsic_matrix: rowMajor(matrixWorld),
      intrinsic_matrix: rowMajor(projectionMatrix),
    }
  }

  /** A frame was drawn; returns what it shows when that differs from the frame before, else null. */
  change(): View | null {
    const { viewpoint_id, extrinsic_matrix, intrinsic_matrix } = this.state
    const drawn = [viewpoint_id, ...extrinsic_matrix, ...intrinsic_matrix].join()
    if (drawn === this.drawn) return null
    this.drawn = drawn
    const view = this.view()
    this.container.dataset.viewpointId = view.viewpointId
    this.container.dataset.heading = view.heading.toFixed(4)
    this.container.dataset.elevation = view.elevation.toFixed(4)
    return view
  }
}
