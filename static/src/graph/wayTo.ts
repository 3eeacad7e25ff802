import type { ScanGraph } from './ScanGraph'

/** The first step of the shortest way (metres) from one viewpoint to another; null where there is none, or none is needed. */
export function firstStepTo(graph: ScanGraph, fromId: string, toId: string): string | null {
  const metres = new Map([[toId, 0]])
  const onwards = new Map<string, string>()
  const open = new Set([toId])
  for (let here = nearest(open, metres); here !== null && here !== fromId; here = nearest(open, metres)) {
    open.delete(here)
    for (const { viewpoint_id: neighbor } of graph.neighbors(here)) {
      const length = (metres.get(here) ?? 0) + graph.distance(here, neighbor)
      if (length >= (metres.get(neighbor) ?? Infinity)) continue
      metres.set(neighbor, length)
      onwards.set(neighbor, here)
      open.add(neighbor)
    }
  }
  return onwards.get(fromId) ?? null
}

const nearest = (open: ReadonlySet<string>, metres: ReadonlyMap<string, number>): string | null =>
  [...open].sort((a, b) => (metres.get(a) ?? 0) - (metres.get(b) ?? 0))[0] ?? null
