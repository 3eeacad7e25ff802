import { Vector3 } from 'three'

import type { ScanGraph } from '../../graph/ScanGraph'

/** Places of a path this near (metres) to a straight line leave it open: walking an edge, nothing stands between its ends. */
const OPEN_LINE = 0.5

/** What is seen of a path from one place. Of walls nothing is known, so only what the graph shows to be open counts. */
export interface PathSight {
  /** The first and the last place (indices) of the stretch in sight; null where the path itself is out of sight. */
  readonly stretch: readonly [first: number, last: number] | null
  readonly goal: boolean
}

/** What a person at `here` sees of `path`, who is at its place `at`, or left it there. */
export function sightOf(graph: ScanGraph, path: readonly string[], at: number, here: string): PathSight {
  const { neighbors } = graph.viewpoint(here)
  const leadsStraight = (to: number) => path[at] === here && isStraight(path.slice(Math.min(at, to), Math.max(at, to) + 1).map((id) => graph.floor(id)))
  const seen = path.map((there, place) => there === here || neighbors.includes(there) || leadsStraight(place))
  if (!seen[at]) return { stretch: null, goal: seen.at(-1) ?? false }
  let [first, last] = [at, at]
  while (seen[first - 1]) first -= 1
  while (seen[last + 1]) last += 1
  return { stretch: [first, last], goal: seen.at(-1) ?? false }
}

function isStraight(places: readonly [number, number, number][]): boolean {
  const [start = new Vector3(), ...others] = places.map((place) => new Vector3(...place))
  const line = (others.at(-1) ?? start).clone().sub(start)
  return others.every((point) => {
    const walked = point.sub(start)
    return walked.distanceTo(walked.clone().projectOnVector(line).clampLength(0, line.length())) < OPEN_LINE
  })
}
