/** The stays of a pose trace: at which viewpoint the person was from when to when. */

export interface Visit {
  readonly viewpointId: string
  readonly start: number
  end: number
}

/** Runs of equal viewpoint ids; `times` (seconds, ascending) and `viewpointIds` are equally long. */
export function visits(times: readonly number[], viewpointIds: readonly string[]): Visit[] {
  const found: Visit[] = []
  for (const [index, time] of times.entries()) {
    const viewpointId = viewpointIds[index] ?? ''
    const current = found.at(-1)
    if (current) current.end = time
    if (current?.viewpointId !== viewpointId) found.push({ viewpointId, start: time, end: time })
  }
  return found
}
