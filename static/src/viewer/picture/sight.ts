import type { Matrix4 } from 'three'

import type { Vec3 } from '../projections/projections'
import type { Patch } from './TiledPicture'

/** How a panorama is looked at. */
export interface Sight {
  /** From the panorama's own frame to clip space. */
  readonly toClip: Matrix4
  /** Pixels of the screen, in its centre. */
  readonly pixelsPerRadian: number
  /** Between how many times its outline's distance, at least and at most, a patch lies; on its outline without it. */
  readonly depths?: readonly [least: number, most: number]
}

/** A patch within the outermost twentieth of the picture is hardly seen. */
const MIDDLE = 0.95

/** Whether any of a patch may be on the screen. */
export const inView = (patch: Patch, sight: Sight): boolean => reaches(patch, sight, 1)

/** Whether any of it may be seen elsewhere than at the very edge of the screen. */
export const inMiddle = (patch: Patch, sight: Sight): boolean => reaches(patch, sight, MIDDLE)

/** Whether no side of the view, narrowed to this share of it, has all of a patch's outline beyond it. */
function reaches({ outline }: Patch, { toClip, depths = [1, 1] }: Sight, share: number): boolean {
  const clipped = outline.flatMap((point) => depths.map((depth) => toClipSpace(scaled(point, depth), toClip)))
  const beyond = (test: (point: ClipPoint) => boolean) => clipped.every(test)
  return !(
    beyond(({ w }) => w <= 0) ||
    beyond(({ x, w }) => x > w * share) ||
    beyond(({ x, w }) => x < -w * share) ||
    beyond(({ y, w }) => y > w * share) ||
    beyond(({ y, w }) => y < -w * share)
  )
}

/** These patches, the nearest to where the camera looks first. */
export function nearestFirst(patches: readonly Patch[], { toClip }: Sight): Patch[] {
  const ahead = new Map(patches.map((patch) => [patch, cosine(patch.centre, toClip)]))
  return [...patches].sort((a, b) => (ahead.get(b) ?? 0) - (ahead.get(a) ?? 0))
}

interface ClipPoint {
  readonly x: number
  readonly y: number
  readonly w: number
}

function toClipSpace([x, y, z]: Vec3, { elements: m }: Matrix4): ClipPoint {
  return {
    x: m[0] * x + m[4] * y + m[8] * z + m[12],
    y: m[1] * x + m[5] * y + m[9] * z + m[13],
    w: m[3] * x + m[7] * y + m[11] * z + m[15],
  }
}

const scaled = ([x, y, z]: Vec3, factor: number): Vec3 => [x * factor, y * factor, z * factor]

/** Grows with how far ahead a direction lies: clip space's w is the depth along the camera's axis. */
function cosine([x, y, z]: Vec3, { elements: m }: Matrix4): number {
  return (m[3] * x + m[7] * y + m[11] * z) / Math.hypot(x, y, z)
}
