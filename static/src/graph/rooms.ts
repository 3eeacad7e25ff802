import type { FloorPlan } from '../api/types'

type Floor = FloorPlan['floors'][number]
type FloorPoint = readonly number[]

/** Tolerance (metres) by which a floor may lie above a point and still count as below it: steps and sills are not exact. */
const TOLERANCE_METRES = 0.5

/** The floor that a point (metres, z up) is on: the highest one that is not above it. */
function floorAt({ floors }: FloorPlan, z: number): Floor | null {
  return floors.findLast((floor) => floor.z <= z + TOLERANCE_METRES) ?? floors[0] ?? null
}

/** The name of the room that a point on the floor lies in. */
export function roomAt(plan: FloorPlan, [x, y, z]: readonly [number, number, number]): string | null {
  return floorAt(plan, z)?.rooms.find(({ outline }) => isInside([x, y], outline))?.name ?? null
}

/** Whether a point lies in a polygon: a ray from it crosses the outline an odd number of times. */
export function isInside([x = 0, y = 0]: FloorPoint, outline: readonly FloorPoint[]): boolean {
  return outline.reduce((inside, [ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = outline[(index + 1) % outline.length] ?? []
    const crosses = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
    return crosses ? !inside : inside
  }, false)
}
