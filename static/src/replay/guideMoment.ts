/** The moment of the Guide's recording that a Follower was hearing, which puts the Guide's camera beside the Follower's. */

import { clockTenths } from '../kit/formatting/format'
import type { VoiceTrack } from './playback/voiceTrack'
import { say } from '../kit/messages/staffMessages'

export type GuideMoment =
  /** `time` is in seconds of the Guide's recording; it stands still in a pause. */
  | { readonly state: 'hearing' | 'paused'; readonly time: number }
  | { readonly state: 'unheard' | 'unknown' }

/** `track` is null when what the Follower heard was not recorded; `time` is in seconds of the Follower's recording. */
export function guideMoment(track: VoiceTrack | null, time: number): GuideMoment {
  if (!track) return { state: 'unknown' }
  if (track.begins === null || time < track.begins) return { state: 'unheard' }
  return { state: track.playingAt(time) ? 'hearing' : 'paused', time: track.positionAt(time) }
}

/** The caption of the Guide's camera. */
export function guideCaption(moment: GuideMoment): string {
  switch (moment.state) {
    case 'hearing':
      return clockTenths(moment.time)
    case 'paused':
      return `${clockTenths(moment.time)}, ${say('voice paused')}`
    case 'unheard':
      return say('The Follower has not heard anything yet.')
    case 'unknown':
      return say('What the Follower heard was not recorded, so the Guide’s moment is unknown.')
  }
}
