import { useMemo, useState } from 'preact/hooks'

import { Button } from '../../kit/view/controls'
import { useEvent } from '../../kit/view/drawing'
import { say } from '../../kit/messages/staffMessages'
import { Missing } from '../PlayerView'
import { scrubbing } from '../Timeline'
import { between, type Loudness } from './loudness'
import type { Side, SideVoice } from './sides'
import type { SideTime } from './SideTime'
import type { Together } from './Together'

const LANE = { width: 1000, height: 44, bars: 250 }

/** One voice on the dialogue's line: where it was recorded, how loud it is, when its person spoke, and when both did. */
export function VoiceLane({ together, side }: { readonly together: Together; readonly side: Side }) {
  const { replay, overlaps } = together
  const { name, voice, time, speech, view } = side
  const heard = 'value' in voice ? voice.value : null
  const bars = useMemo(() => (heard?.loudness && time ? waveform(heard.loudness, time, replay.duration) : ''), [heard, time, replay])
  if (!time) return null
  const x = (seconds: number) => ((seconds / replay.duration) * LANE.width).toFixed(1)
  return (
    <div class="voice-lane" data-side={together.sides.indexOf(side)} data-testid={`lane-${view.role}`}>
      <div class="voice-lane-head">
        <p class="track-label">{name}</p>
        {heard && <Mute voice={heard} name={`mute-${view.role}`} whose={name} />}
      </div>
      {'problem' in voice && <Missing name={`voice-missing-${view.role}`} text={`${say('The voice is missing.')} ${voice.problem}`} />}
      <div class="voice-lane-track" {...scrubbing(replay)}>
        <svg viewBox={`0 0 ${LANE.width} ${LANE.height}`} preserveAspectRatio="none" aria-hidden="true">
          {time.stretches.map(({ start, end }) => (
            <rect key={start} class="lane-recorded" x={x(start)} width={x(end - start)} y={0} height={LANE.height} />
          ))}
          {overlaps.map(([start, end]) => (
            <rect key={start} class="lane-overlap" x={x(start)} width={x(end - start)} y={0} height={LANE.height} />
          ))}
          {speech.map(([start, end]) => (
            <rect key={start} class="lane-speech" x={x(start)} width={x(end - start)} y={LANE.height - 5} height={5} />
          ))}
          <path class="lane-waveform" d={bars} />
        </svg>
        {view.texts.map(({ time: own, words }, index) => own !== null && <span key={index} class="lane-text" style={{ left: percentOf(time.timeOf(own), replay) }} title={words} />)}
        <Head together={together} />
      </div>
    </div>
  )
}

const percentOf = (seconds: number, { duration }: { readonly duration: number }): string => `${((seconds / duration) * 100).toFixed(2)}%`

function Head({ together: { replay } }: { readonly together: Together }) {
  const left = useEvent(replay, 'time', () => percentOf(replay.time, replay))
  return <div class="timeline-head" style={{ left }} />
}

function Mute({ voice: { audio }, name, whose }: { readonly voice: SideVoice; readonly name: string; readonly whose: string }) {
  const [muted, setMuted] = useState(audio.muted)
  const press = () => {
    audio.muted = !muted
    setMuted(!muted)
  }
  return <Button name={name} label={say('Mute {{name}}', { name: whose })} pressed={muted} press={press} />
}

/** A bar for each part of the line in which something was recorded. */
function waveform(loudness: Loudness, time: SideTime, duration: number): string {
  const seconds = duration / LANE.bars
  const middle = LANE.height / 2
  return Array.from({ length: LANE.bars }, (_, index) => {
    const moment = time.at((index + 0.5) * seconds)
    if (moment.state !== 'recording') return ''
    const half = Math.max(0.5, between(loudness, moment.time - seconds / 2, moment.time + seconds / 2) * (middle - 7))
    return `M${(((index + 0.5) * LANE.width) / LANE.bars).toFixed(1)} ${(middle - half).toFixed(1)}v${(2 * half).toFixed(1)}`
  }).join('')
}
