import type { FloorPlan, ScanView } from '../api/types'
import { listed, pageLanguage, t } from '../kit/messages/messages'
import { degrees, signedAngle } from './angles'
import type { ScanGraph } from './ScanGraph'

/** A viewpoint that a person may step to, relative to where they stand and look. */
export interface Exit {
  readonly viewpointId: string
  /** The room it lies in; null where the scan does not name rooms. */
  readonly room: string | null
  /** Radians in [-π, π) from the viewing direction, positive to the right. */
  readonly bearing: number
  /** Metres. */
  readonly distance: number
  /** Height difference in metres, positive when the exit is higher. */
  readonly rise: number
}

/** What is known of a place's rooms: by their viewpoints, and by their outlines. */
type NamedRooms = Pick<ScanView, 'floor_plan' | 'rooms'>

/** Height differences below this (metres) are not mentioned. */
const LEVEL = 0.4
const ROUNDED_TO = 5
const AHEAD_DEGREES = 10
const BEHIND = 170

/** The exits from a viewpoint for a person who looks along `heading`, ordered from left to right. */
export function exitsFrom(
  graph: ScanGraph,
  scan: NamedRooms,
  from: { viewpointId: string; heading: number },
  steps: readonly string[],
): Exit[] {
  const exits = steps.map((viewpointId) => ({
    viewpointId,
    room: roomOf(scan, viewpointId) ?? (scan.floor_plan && roomAt(scan.floor_plan, graph.floor(viewpointId))),
    bearing: signedAngle(graph.direction(from.viewpointId, viewpointId).heading - from.heading),
    distance: graph.distance(from.viewpointId, viewpointId),
    rise: graph.floor(viewpointId)[2] - graph.floor(from.viewpointId)[2],
  }))
  return exits.sort((a, b) => a.bearing - b.bearing)
}

/** "The kitchen: 40 degrees to the right, 2.1 metres". The name stands alone, so that no grammar of any language changes it. */
export function describeExit({ room, bearing, distance, rise }: Exit): string {
  const climb = Math.abs(rise) < LEVEL ? [] : [rise > 0 ? t('exits.up') : t('exits.down')]
  const metres = t('exits.metres', { metres: tenths().format(distance) })
  return `${capitalised(room ?? t('exits.exit'))}: ${listed([describeBearing(bearing), metres, ...climb])}`
}

/** An angle to the right (positive) or to the left, in words. */
export function describeBearing(bearing: number): string {
  const rounded = Math.round(Math.abs(degrees(signedAngle(bearing))) / ROUNDED_TO) * ROUNDED_TO
  if (rounded < AHEAD_DEGREES) return t('exits.ahead')
  if (rounded > BEHIND) return t('exits.behind')
  return t(signedAngle(bearing) > 0 ? 'exits.right' : 'exits.left', { degrees: rounded })
}

const tenths = () => new Intl.NumberFormat(pageLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type Floor = FloorPlan['floors'][number]
type FloorPoint = readonly number[]

/** Tolerance (metres) by which a floor may lie above a point and still count as below it: steps and sills are not exact. */
const TOLERANCE_METRES = 0.5

/** The floor that a point (metres, z up) is on: the highest one that is not above it. */
export function floorAt({ floors }: FloorPlan, z: number): Floor | null {
  return floors.findLast((floor) => floor.z <= z + TOLERANCE_METRES) ?? floors[0] ?? null
}

/** The name of the room that a viewpoint lies in, where that was said: in the language of the page, if it has one. */
export function roomOf({ rooms = [] }: NamedRooms, viewpointId: string): string | null {
  const room = rooms.find(({ viewpoint_ids: ids }) => ids.includes(viewpointId))
  return room ? (room.names?.[pageLanguage()] ?? room.name) : null
}

/** The name of the room that a point on the floor lies in: in the language of the page, where the place has one. */
export function roomAt(plan: FloorPlan, [x, y, z]: readonly [number, number, number]): string | null {
  const room = floorAt(plan, z)?.rooms.find(({ outline }) => isInside([x, y], outline))
  return room ? (room.names?.[pageLanguage()] ?? room.name) : null
}

/** Whether a point lies in a polygon: a ray from it crosses the outline an odd number of times. */
export function isInside([x = 0, y = 0]: FloorPoint, outline: readonly FloorPoint[]): boolean {
  return outline.reduce((inside, [ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = outline[(index + 1) % outline.length] ?? []
    const crosses = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
    return crosses ? !inside : inside
  }, false)
}
