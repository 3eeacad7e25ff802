/** Fetches what both sides of a dialogue recorded. Each part may be missing without the others. */

import type { TeamClient } from '../../api/TeamClient'
import type { DialogueSide, DialogueView, PoseTraceView, ScanView, TimedWord } from '../../api/types'
import type { Scope } from '../../kit/lifecycle/Scope'
import { pageLocale } from '../../kit/messages/messages'
import { say } from '../../kit/messages/staffMessages'
import { type Part, part, traceAt } from '../sources'
import { timedWords } from '../spokenWords'
import { type Loudness, loudnessOf } from './loudness'
import { SideTime } from './SideTime'
import { speech, type Span } from './turns'

export interface SideVoice {
  readonly audio: HTMLAudioElement
  /** Null where the browser cannot decode the file for drawing. */
  readonly loudness: Loudness | null
}

/** One person's part. */
export interface Side {
  readonly view: DialogueSide
  readonly name: string
  /** Null where nobody knows when it was. */
  readonly time: SideTime | null
  /** Null while the voice is not aligned. */
  readonly words: readonly TimedWord[] | null
  /** When they spoke, on the dialogue's line. */
  readonly speech: readonly Span[]
  readonly trace: Part<PoseTraceView>
  readonly voice: Part<SideVoice>
}

export interface TogetherSources {
  readonly scan: Part<ScanView>
  readonly sides: readonly Side[]
}

export async function fetchTogether(client: Pick<TeamClient, 'scan' | 'poseTrace' | 'blob'>, view: DialogueView, scope: Scope): Promise<TogetherSources> {
  const [scan, ...sides] = await Promise.all([part(client.scan(view.scan_id)), ...view.sides.map((side) => fetchSide(client, side, scope))])
  return { scan, sides }
}

/** A role as a name: those of packages are called as they call them. */
export function roleName(role: string): string {
  const name = say(role)
  return name.charAt(0).toLocaleUpperCase(pageLocale()) + name.slice(1)
}

const nothing = () => ({ problem: say('Nothing was recorded.') })

async function fetchSide(client: Pick<TeamClient, 'poseTrace' | 'blob'>, view: DialogueSide, scope: Scope): Promise<Side> {
  const { role, clock, duration, pose_trace_url: traceUrl, voice_url: voiceUrl } = view
  const timed = { view, time: clock && new SideTime(clock, duration ?? 0), words: timedWords(view) }
  const [trace, voice] = await Promise.all([
    traceUrl === null ? nothing() : part(traceAt(client, traceUrl)),
    voiceUrl === null ? nothing() : part(client.blob(voiceUrl, scope.signal).then((recording) => opened(recording, scope))),
  ])
  return { ...timed, name: roleName(role), speech: speech(timed), trace, voice }
}

async function opened(recording: Blob, scope: Scope): Promise<SideVoice> {
  const url = URL.createObjectURL(recording)
  const audio = new Audio(url)
  scope.add(() => {
    audio.pause()
    URL.revokeObjectURL(url)
  })
  return { audio, loudness: await loudnessOf(recording).catch(() => null) }
}
