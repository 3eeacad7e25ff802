/** The browser cannot draw panoramas; `remedy` is what to do about it. */
export class WebGLError extends Error {
  override readonly name = 'WebGLError'
  readonly remedy = 'Switch on hardware acceleration in the browser’s settings, or use another browser.'

  constructor(cause: unknown) {
    super('This browser cannot draw the panoramas: WebGL is not available.', { cause })
  }
}
