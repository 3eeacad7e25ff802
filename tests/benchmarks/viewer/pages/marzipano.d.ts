/** The part of Marzipano that its page uses; the package has no types of its own. */
declare module 'marzipano' {
  interface Scene {
    switchTo(options: { transitionDuration: number }, done?: () => void): void
    view(): { setYaw(radians: number): void }
    layer(): { pinLevel(index: number): void }
  }
  class CubeGeometry {
    constructor(levels: readonly object[])
  }
  class RectilinearView {
    static limit: { traditional(size: number, vertical: number, horizontal: number): object }
    constructor(parameters: { yaw: number; pitch: number; fov: number }, limiter: object)
  }
  class Viewer {
    constructor(element: HTMLElement)
    createScene(options: object): Scene
  }
  const ImageUrlSource: { fromString(template: string, options: { cubeMapPreviewUrl: string }): object }
}
