import { Vector3 } from 'three'

import type { FloorPlan } from '../../api/types'
import { floorAt } from '../../graph/exits'
import type { ScanGraph } from '../../graph/ScanGraph'

/** Without a plan, places of a path this near (metres) to a straight line leave it open: nothing stands along an edge. */
const OPEN_LINE = 0.5

type Place = readonly [number, number, number]

/** What is seen of a path from one place: what walls of a plan do not hide, or else what the graph shows to be open. */
export interface PathSight {
  /** The first and the last place (indices) of the stretch in sight; null where the path itself is out of sight. */
  readonly stretch: readonly [first: number, last: number] | null
  readonly goal: boolean
}

/** What a person at `here` sees of `path`, who is at its place `at`, or left it there. */
export function pathSightOf(graph: ScanGraph, plan: FloorPlan | null, path: readonly string[], at: number, here: string): PathSight {
  const { neighbors } = graph.viewpoint(here)
  const floor = plan && floorAt(plan, graph.floor(here)[2])
  const onFloor = (id: string) => plan !== null && floorAt(plan, graph.floor(id)[2]) === floor
  const leadsStraight = (to: number) => path[at] === here && isStraight(path.slice(Math.min(at, to), Math.max(at, to) + 1).map((id) => graph.floor(id)))
  const isOpen = (there: string, place: number) =>
    floor && onFloor(there) ? !floor.walls.some((wall) => crosses([graph.floor(here), graph.floor(there)], wall)) : leadsStraight(place)
  const seen = path.map((there, place) => there === here || neighbors.includes(there) || isOpen(there, place))
  const goal = seen.at(-1) ?? false
  if (!seen[at]) return { stretch: null, goal }
  let [first, last] = [at, at]
  while (seen[first - 1]) first -= 1
  while (seen[last + 1]) last += 1
  return { stretch: [first, last], goal }
}

function isStraight(places: readonly Place[]): boolean {
  const [start = new Vector3(), ...others] = places.map((place) => new Vector3(...place))
  const line = (others.at(-1) ?? start).clone().sub(start)
  return others.every((point) => {
    const walked = point.sub(start)
    return walked.distanceTo(walked.clone().projectOnVector(line).clampLength(0, line.length())) < OPEN_LINE
  })
}

type Point = readonly number[]
type Line = readonly [Point, Point]

/** Whether two lines cross, seen from above: the ends of each lie on both sides of the other. */
const crosses = (one: Line, other: Line): boolean => parts(one, other) && parts(other, one)

const parts = ([from, to]: Line, [a, b]: Line): boolean => side(from, to, a) * side(from, to, b) < 0

const side = ([x = 0, y = 0]: Point, [toX = 0, toY = 0]: Point, [px = 0, py = 0]: Point): number => (toX - x) * (py - y) - (toY - y) * (px - x)
