import type { FloorPlan, ScanView } from '../api/types'
import { isInside } from '../graph/exits'

type Room = FloorPlan['floors'][number]['rooms'][number]
type Point = readonly [x: number, y: number]

/** A room that may have names in several languages, by BCP 47 language. */
type NamedRoom = Room & { readonly names?: Readonly<Record<string, string>> | null }

/** Where a room's name is written, in metres, and how much width it has there. */
export interface RoomLabel {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
}

type ViewpointRoom = NonNullable<ScanView['rooms']>[number]
type PlacedViewpoint = Pick<ScanView['viewpoints'][number], 'viewpoint_id' | 'position'>

/** Metres around a camera that a room has, where only its viewpoints are known. */
const ROOM_WIDTH = 4

/** The names of rooms that are known by their viewpoints: at the one of them that is nearest to their middle. */
export function viewpointLabels(rooms: readonly ViewpointRoom[], viewpoints: readonly PlacedViewpoint[], language: string): RoomLabel[] {
  return rooms.flatMap(({ name, names, viewpoint_ids: ids }) => {
    const places = viewpoints.filter(({ viewpoint_id: id }) => ids.includes(id)).map(({ position }) => position)
    const [x, y] = [mean(places.map(([each]) => each)), mean(places.map(([, each]) => each))]
    const [middle] = [...places].sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))
    return middle ? [{ name: names?.[language] ?? name, x: middle[0], y: middle[1], width: ROOM_WIDTH }] : []
  })
}

/** The rooms of a plan in which none of these viewpoints lies, so that no room is named twice. */
export const roomsWithout = (rooms: readonly Room[], viewpoints: readonly PlacedViewpoint[]): readonly Room[] =>
  rooms.filter(({ outline }) => !viewpoints.some(({ position }) => isInside(position, outline)))

/** The name of the room that a viewpoint is in: as it was said of viewpoints, or as the plan of its storey has it; "" where nobody knows. */
export function roomOf({ viewpoint_id: id, position }: PlacedViewpoint, said: readonly ViewpointRoom[], planned: readonly NamedRoom[], language: string): string {
  const room = said.find(({ viewpoint_ids: ids }) => ids.includes(id)) ?? planned.find(({ outline }) => isInside(position, outline))
  return room?.names?.[language] ?? room?.name ?? ''
}

/** The names of rooms, in this language where they have one in it. */
export function roomLabels(rooms: readonly NamedRoom[], language: string): RoomLabel[] {
  return rooms.flatMap(({ name, names, outline }) => {
    const text = names?.[language] ?? name
    if (text === '' || outline.length < 3) return []
    const [x, y] = centroid(outline)
    return [{ name: text, x, y, width: widthAt(outline, y) }]
  })
}

/** The centre of an area; of one without an extent, the mean of its corners. */
function centroid(outline: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0]
  for (const [[x0, y0], [x1, y1]] of edges(outline)) {
    const cross = x0 * y1 - x1 * y0
    area += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  if (Math.abs(area) > 1e-9) return [x / (3 * area), y / (3 * area)]
  return [mean(outline.map(([each]) => each)), mean(outline.map(([, each]) => each))]
}

/** How wide an area is at this height: the widest stretch between two of its edges. */
function widthAt(outline: readonly Point[], y: number): number {
  const crossings = edges(outline)
    .filter(([[, y0], [, y1]]) => y0 > y !== y1 > y)
    .map(([[x0, y0], [x1, y1]]) => x0 + ((y - y0) / (y1 - y0)) * (x1 - x0))
    .sort((a, b) => a - b)
  const stretches = crossings.flatMap((start, index) => (index % 2 === 0 ? [(crossings[index + 1] ?? start) - start] : []))
  return Math.max(0, ...stretches)
}

const edges = (outline: readonly Point[]): [Point, Point][] =>
  outline.flatMap((corner, index) => {
    const next = outline[(index + 1) % outline.length]
    return next ? [[corner, next] as [Point, Point]] : []
  })

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
