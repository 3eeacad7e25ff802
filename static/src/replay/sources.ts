/** Fetches the parts of a replay. Each may be missing without the others. */

import type { Kind } from '../api/ApiClient'
import type { TeamClient } from '../api/TeamClient'
import { ApiProblem } from '../api/ApiProblem'
import type { ActionsView, AnnotationView, LandmarksView, PoseTraceView, ScanView } from '../api/types'
import { follows, isMeasured } from '../annotations/kinds'
import type { Scope } from '../kit/lifecycle/Scope'
import { say } from '../kit/messages/staffMessages'

const IMPORTED = say('The annotation was imported without it.')

/** The part, or the reason why it is missing. */
export type Part<Value> = { readonly value: Value } | { readonly problem: string }

export interface Sources {
  readonly scan: Part<ScanView>
  readonly trace: Part<PoseTraceView>
  readonly voice: Part<Blob>
  /** The Guide whom a Follower heard; null when nobody was heard. */
  readonly guide: Part<GuideWalk> | null
  /** Null where no actions were recorded. */
  readonly actions: Part<ActionsView> | null
  /** What was asked about words and regions; null where nothing was. */
  readonly page: Part<Record<string, unknown>> | null
  /** Asks for what a Guide's words mean; null where the words are nobody's who guides. */
  readonly landmarks: (() => Promise<LandmarksView>) | null
}

export interface GuideWalk {
  readonly view: AnnotationView
  readonly trace: PoseTraceView
}

export async function fetchSources(client: TeamClient, view: AnnotationView, scope: Scope): Promise<Sources> {
  const { scan_id: scanId, instruction_id: heard } = view.summary
  const { about_words: words } = view.declares
  const [scan, trace, voice, guide, actions, page] = await Promise.all([
    part(client.scan(scanId)),
    part(poseTrace(client, view)),
    view.voice_url === null ? { problem: isMeasured(view.declares) ? IMPORTED : say('Nobody spoke in this task.') } : part(client.blob(view.voice_url, scope.signal)),
    follows(view.declares) && words !== null && heard !== null ? part(guideWalk(client, words, heard)) : null,
    view.actions_url === null ? null : part(client.actions(view.actions_url)),
    hasItems(view) ? part(client.taskPage(view.summary.kind, view.summary.annotation_id)) : null,
  ])
  const isGuided = view.declares.gives_words || follows(view.declares)
  const landmarks = isGuided && heard !== null ? () => client.landmarks(heard) : null
  return { scan, trace, voice, guide, actions, page, landmarks }
}

export function valueOf<Value>(part: Part<Value>): Value | null {
  return 'value' in part ? part.value : null
}

/** A browser without WebGL, or a trace of another scan, removes only the picture. */
export function drawn<Picture>(scan: Part<ScanView>, draw: (scan: ScanView) => Picture): Part<Picture> {
  if ('problem' in scan) return scan
  try {
    return { value: draw(scan.value) }
  } catch (reason) {
    return { problem: reason instanceof Error ? reason.message : String(reason) }
  }
}

/** What a request brings, or why it does not. */
export async function part<Value>(request: Promise<Value>): Promise<Part<Value>> {
  try {
    return { value: await request }
  } catch (reason) {
    if (!(reason instanceof ApiProblem)) throw reason
    return { problem: `${reason.message} ${reason.remedy}`.trimEnd() }
  }
}

/** Whether its task was a page of several questions, as those about landmarks are. */
export const hasItems = ({ args }: AnnotationView): boolean => Array.isArray(args?.items)

async function guideWalk(client: TeamClient, kind: Kind, instructionId: number): Promise<GuideWalk> {
  const view = await client.annotation(kind, instructionId)
  return { view, trace: await poseTrace(client, view) }
}

async function poseTrace(client: TeamClient, { pose_trace_url: url, declares }: AnnotationView): Promise<PoseTraceView> {
  if (url === null) throw new ApiProblem(200, 'empty', isMeasured(declares) ? IMPORTED : say('Nobody walked in this task.'), '')
  return traceAt(client, url)
}

/** A pose trace in which there is something to see. */
export async function traceAt(client: Pick<TeamClient, 'poseTrace'>, url: string): Promise<PoseTraceView> {
  const trace = await client.poseTrace(url)
  if (trace.time.length > 0) return trace
  throw new ApiProblem(200, 'empty', say('The pose trace holds no snapshot.'), '')
}
