/** A place between two viewpoints: `share` is 0 at `fromId`, 1 at `toId`. */
export interface Between {
  fromId: string
  toId: string | null
  share: number
}

type Position = readonly [number, number, number]

/** A camera further than this (metres) from a viewpoint has left it. */
const AT_VIEWPOINT = 0.01
/** A camera further than this (metres) from every edge is on no edge. */
const OFF_EDGE = 0.75

/** On which edge from `viewpointId` a camera stands, when it may be caught in the middle of a step. */
export function locate(
  position: Position,
  viewpointId: string,
  place: (viewpointId: string) => Position,
  neighbors: readonly string[],
): Between {
  const here = place(viewpointId)
  const stay = { fromId: viewpointId, toId: null, share: 0 }
  if (distance(position, here) < AT_VIEWPOINT) return stay
  const candidates = neighbors.map((toId) => ({ toId, ...project(position, here, place(toId)) }))
  const best = candidates.sort((a, b) => a.away - b.away)[0]
  if (!best || best.away > OFF_EDGE) return stay
  return { fromId: viewpointId, toId: best.toId, share: best.share }
}

function project(point: Position, from: Position, to: Position): { share: number; away: number } {
  const edge = minus(to, from)
  const share = Math.min(1, Math.max(0, dot(minus(point, from), edge) / (dot(edge, edge) || 1)))
  const nearest = from.map((value, axis) => value + share * (edge[axis] ?? 0)) as unknown as Position
  return { share, away: distance(point, nearest) }
}

const minus = (a: Position, b: Position): Position => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Position, b: Position): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const distance = (a: Position, b: Position): number => Math.sqrt(dot(minus(a, b), minus(a, b)))
