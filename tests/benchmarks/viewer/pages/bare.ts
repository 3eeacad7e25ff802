import {
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  SRGBColorSpace,
  type Texture,
  TextureLoader,
  WebGLRenderer,
} from 'three'

import { degrees, HEADING, offer, VERTICAL_FIELD_OF_VIEW } from './bench'

/** A textured sphere around the camera, drawn in every frame: what three.js' own example of a panorama does. */
const camera = new PerspectiveCamera(degrees(VERTICAL_FIELD_OF_VIEW), innerWidth / innerHeight, 1, 1100)
const scene = new Scene()
const geometry = new SphereGeometry(500, 60, 40)
geometry.scale(-1, 1, 1)
const sphere = new Mesh(geometry, new MeshBasicMaterial())
const renderer = new WebGLRenderer()
renderer.setPixelRatio(devicePixelRatio)
renderer.setSize(innerWidth, innerHeight)
document.body.append(renderer.domElement)

async function load(name: string): Promise<Texture> {
  const texture = await new TextureLoader().loadAsync(`/panoramas/${name}/equirectangular.jpg`)
  texture.colorSpace = SRGBColorSpace
  return texture
}

function show(texture: Texture): void {
  sphere.material.map = texture
  sphere.material.needsUpdate = true
  scene.add(sphere)
}

function turnTo(heading: number): void {
  camera.lookAt(Math.sin(heading), 0, -Math.cos(heading))
}

let second: Promise<Texture> | null = null
sphere.rotation.y = -Math.PI / 2 // the image's middle column is at -z
renderer.setAnimationLoop(() => renderer.render(scene, camera))
turnTo(HEADING)
offer({
  turnTo,
  async prefetch() {
    second ??= load('second')
    renderer.initTexture(await second)
  },
  async step() {
    second ??= load('second')
    show(await second)
  },
})
show(await load('first'))
