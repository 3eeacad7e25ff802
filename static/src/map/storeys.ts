import type { FloorPlan, ScanView } from '../api/types'

type Floor = FloorPlan['floors'][number]

/** One storey of a scan. */
export interface Storey {
  /** Height of its floor; metres. */
  readonly z: number
  /** Its walls and rooms, where the scan has a plan of them. */
  readonly floor: Floor | null
  readonly viewpointIds: ReadonlySet<string>
}

/** Without a plan, viewpoints with so much empty height (metres) between them are on different storeys. */
const EMPTY_HEIGHT = 1.2
/** What begins less high above the floor of a storey is a landing of its stairs; metres. */
const LEAST_STOREY = 2
/** Typical height of a camera above the floor (metres), for scans that do not give it. */
const TYPICAL_HEIGHT = 1.6
/** A camera on the lowest steps of a flight is still on the storey below; metres. */
const STOREY_TOLERANCE_METRES = 0.5

type PlacedViewpoint = Pick<ScanView['viewpoints'][number], 'viewpoint_id' | 'position' | 'height'>

/** The storeys of a scan, the lowest first. */
export function storeysOf(viewpoints: readonly PlacedViewpoint[], plan: FloorPlan | null): Storey[] {
  const heights = viewpoints.map(floorHeight).sort((a, b) => a - b)
  const starts = plan ? plan.floors.map(({ z }) => z) : startsAmong(heights)
  const members = starts.map(() => new Set<string>())
  for (const viewpoint of viewpoints) members[storeyAt(starts, floorHeight(viewpoint))]?.add(viewpoint.viewpoint_id)
  return starts.map((z, index) => ({ z, floor: plan?.floors[index] ?? null, viewpointIds: members[index] ?? new Set() }))
}

/** Where storeys begin, by the heights of floors, the lowest first. */
function startsAmong(heights: readonly number[]): number[] {
  const starts: number[] = []
  for (const [index, z] of heights.entries()) {
    const isApart = z - (heights[index - 1] ?? -Infinity) > EMPTY_HEIGHT
    if (isApart && z - (starts.at(-1) ?? -Infinity) >= LEAST_STOREY) starts.push(z)
  }
  return starts
}

/** The highest of the storeys that does not begin above a floor at height `z`; otherwise the lowest. */
export function storeyAt(starts: readonly number[], z: number): number {
  return Math.max(0, starts.findLastIndex((start) => start <= z + STOREY_TOLERANCE_METRES))
}

const floorHeight = ({ position, height }: PlacedViewpoint): number => position[2] - (height ?? TYPICAL_HEIGHT)
