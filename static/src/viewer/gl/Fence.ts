import type { Scope } from '../../kit/lifecycle/Scope'

/** Frames between the GPU drawing a canvas and the compositor showing it on the screen. */
const FRAMES_TO_SCREEN = 2

/** Knows whether the GPU has drawn the last frame, and tells when it is on the screen. */
export class Fence {
  private sync: WebGLSync | null = null
  private told = true
  private framesLeft = 0
  private cancelLook: (() => void) | null = null

  constructor(
    private readonly scope: Scope,
    private readonly gl: WebGL2RenderingContext,
    private readonly tell: () => void,
  ) {}

  /** Whether the last frame is still being drawn. */
  get pending(): boolean {
    return this.sync !== null && this.gl.getSyncParameter(this.sync, this.gl.SYNC_STATUS) === this.gl.UNSIGNALED
  }

  /** Reports the last frame, if it is drawn and was not reported yet. */
  look(): void {
    if (this.told || this.pending) return
    this.told = true
    this.tell()
  }

  /** All of a frame's commands were given. */
  set(): void {
    this.gl.deleteSync(this.sync)
    this.sync = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    this.gl.flush()
    this.told = false
    this.framesLeft = FRAMES_TO_SCREEN
    this.lookAgain()
  }

  /** The fence was lost with the old context. */
  forget(): void {
    this.sync = null
  }

  private lookAgain(): void {
    this.cancelLook ??= this.scope.frame(() => {
      this.cancelLook = null
      if (!this.pending) this.framesLeft -= 1
      if (this.framesLeft < 0) this.look()
      if (!this.told) this.lookAgain()
    })
  }
}
