import { Matrix4, type PerspectiveCamera, Vector3 } from 'three'

import { html } from '../kit/dom/html'
import { CUBE_FACES, facePoint } from './projections/projections'

/** Pixels of a side of the cube in the document, before it is turned; its size on the screen does not depend on it. */
const SIDE = 512

/** A preview (six faces side by side) as a cube of six elements: seen before WebGL is there, and without it. */
export class Poster {
  private readonly element = html('div', { class: 'viewer-poster', 'aria-hidden': true })
  private readonly faces: readonly HTMLElement[]

  constructor(container: HTMLElement, url: string) {
    this.faces = CUBE_FACES.map((_, index) => {
      const face = html('div', {})
      face.style.backgroundImage = `url(${JSON.stringify(url)})`
      face.style.backgroundPosition = `${(index * 100) / (CUBE_FACES.length - 1)}% 0`
      return face
    })
    this.element.append(...this.faces)
    container.append(this.element)
  }

  /** Turns the cube as this camera sees it; `toWorld` is from the panorama's frame to three.js'. */
  show(camera: PerspectiveCamera, toWorld: Matrix4, height: number): void {
    const focal = (camera.projectionMatrix.elements[5] * height) / 2
    const toScreen = new Matrix4()
      .makeTranslation(0, 0, focal)
      .scale(new Vector3(SIDE, -SIDE, SIDE))
      .multiply(camera.matrixWorldInverse)
      .multiply(toWorld)
    this.element.style.perspective = `${focal}px`
    this.faces.forEach((face, index) => {
      const placed = toScreen.clone().multiply(faceMatrix(index))
      face.style.transform = `matrix3d(${placed.elements.map((value) => value.toFixed(6)).join()})`
    })
  }
}

/** From an element's pixels (x to the right, y downwards, from its centre) to the cube of half width 1. */
function faceMatrix(index: number): Matrix4 {
  const face = CUBE_FACES[index] ?? 'front'
  const [centre, right, bottom] = [facePoint(face, 0.5, 0.5), facePoint(face, 1, 0.5), facePoint(face, 0.5, 1)]
  const [x, y] = [right, bottom].map((edge) => edge.map((value, axis) => (2 * (value - (centre[axis] ?? 0))) / SIDE))
  const column = (vector: readonly number[] = []) => [vector[0] ?? 0, vector[1] ?? 0, vector[2] ?? 0, 0]
  const towardsViewer = centre.map((value) => -value)
  return new Matrix4().fromArray([...column(x), ...column(y), ...column(towardsViewer), ...centre, 1])
}
