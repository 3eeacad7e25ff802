/** Fetches what a replay is made of. Each part may be missing without the others. */

import type { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import type { AnnotationView, PoseTraceView, ScanView } from '../api/types'
import type { Scope } from '../lifecycle/Scope'

/** The part, or why it is missing. */
export type Part<Value> = { readonly value: Value } | { readonly problem: string }

export interface Sources {
  readonly scan: Part<ScanView>
  readonly trace: Part<PoseTraceView>
  readonly voice: Part<Blob>
}

export async function fetchSources(client: ApiClient, view: AnnotationView, scope: Scope): Promise<Sources> {
  const [scan, trace, voice] = await Promise.all([
    part(client.scan(view.summary.scan_id)),
    view.pose_trace_url === null ? { problem: 'Nobody walked in this task.' } : part(client.poseTrace(view.pose_trace_url).then(filled)),
    view.voice_url === null ? { problem: 'Nobody spoke in this task.' } : part(client.blob(view.voice_url, scope.signal)),
  ])
  return { scan, trace, voice }
}

export function valueOf<Value>(part: Part<Value>): Value | null {
  return 'value' in part ? part.value : null
}

async function part<Value>(request: Promise<Value>): Promise<Part<Value>> {
  try {
    return { value: await request }
  } catch (reason) {
    if (!(reason instanceof ApiProblem)) throw reason
    return { problem: `${reason.message} ${reason.remedy}`.trimEnd() }
  }
}

function filled(trace: PoseTraceView): PoseTraceView {
  if (trace.time.length > 0) return trace
  throw new ApiProblem(200, 'empty', 'The pose trace holds no snapshot.', '')
}
