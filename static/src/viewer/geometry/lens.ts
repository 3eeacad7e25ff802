import type { Matrix4 } from 'three'

/** The vertical field of view that makes the one across the shorter side `fieldOfView`. Radians. */
export function verticalFieldOfView(fieldOfView: number, aspect: number): number {
  return 2 * Math.atan(Math.tan(fieldOfView / 2) / Math.min(1, aspect))
}

/** A recorded projection for a picture of another shape: all of what was seen, undistorted, and more on two sides. */
export function fitLens(projection: Matrix4, aspect: number): Matrix4 {
  const [horizontal, vertical] = [projection.elements[0], projection.elements[5]]
  const fitted = projection.clone()
  if (vertical < horizontal * aspect) fitted.elements[0] = vertical / aspect
  else fitted.elements[5] = horizontal * aspect
  return fitted
}

/** Radians that one pixel at the picture's centre stands for. */
export function anglePerPixel(projection: Matrix4, height: number): number {
  return 2 / (projection.elements[5] * height)
}
