/** The stays of a pose trace: at which viewpoint the person was from when to when. */

export interface Visit {
  readonly viewpointId: string
  readonly start: number
  readonly end: number
}

/** Runs of equal viewpoint ids; `times` (seconds, ascending) and `viewpointIds` are equally long. */
export function visits(times: readonly number[], viewpointIds: readonly string[]): Visit[] {
  const found: Visit[] = []
  for (let from = 0; from < times.length; ) {
    let to = from + 1
    while (to < times.length && viewpointIds[to] === viewpointIds[from]) to++
    found.push({ viewpointId: viewpointIds[from]!, start: times[from]!, end: times[Math.min(to, times.length - 1)]! })
    from = to
  }
  return found
}
