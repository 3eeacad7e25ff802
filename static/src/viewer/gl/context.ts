import { t } from '../../kit/messages/messages'

const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i

/** The canvas to draw on. Its context is created on first use, because that takes time in which pictures can load. */
export interface Screen {
  readonly gl: WebGL2RenderingContext
  /** Whether the camera moves; then no frame may be late. */
  readonly moving: boolean
}

/** Makes the context of a canvas. */
export type CreateContext = (canvas: HTMLCanvasElement) => WebGL2RenderingContext

/** The context of a canvas. Throws a `WebGLError` where the browser cannot draw. */
export const createContext: CreateContext = (canvas) => {
  const context = contextOf(canvas)
  if (!context) throw new WebGLError('no webgl2 context')
  return context
}

/** No multisampling: it costs time in every pixel, and a panorama needs none. The depth buffer is for steps through space. */
const contextOf = (canvas: HTMLCanvasElement): WebGL2RenderingContext | null =>
  canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: true,
    stencil: false,
    powerPreference: 'high-performance',
  })

/** Whether the picture is drawn by the processor. */
export function isSoftware(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  return info !== null && SOFTWARE.test(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)))
}

/** The browser cannot draw panoramas; `remedy` is what to do about it. */
class WebGLError extends Error {
  override readonly name = 'WebGLError'
  readonly remedy = t('equipment.fault.webgl.remedy')

  constructor(cause: unknown) {
    super(t('equipment.fault.webgl.what'), { cause })
  }
}
