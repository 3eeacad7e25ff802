import { clockTenths } from '../kit/formatting/format'
import { useEvent } from '../kit/view/drawing'
import type { Visit } from '../trace/snapshots'
import type { Replay } from './playback/Replay'
import { say } from '../kit/messages/staffMessages'

const TRACK = { width: 1000, height: 16 }

interface TimelineProps {
  readonly replay: Replay
  readonly visits: readonly Visit[]
  /** When the voice was running; seconds. */
  readonly heard: readonly (readonly [start: number, end: number])[]
}

/** The whole replay as a slider, divided into the stays at viewpoints. */
export function Timeline({ replay, visits, heard }: TimelineProps) {
  const { duration } = replay
  const time = useEvent(replay, 'time', () => replay.time)
  const share = (seconds: number) => (duration > 0 ? seconds / duration : 0)
  const x = (seconds: number) => (share(seconds) * TRACK.width).toFixed(1)
  return (
    <div
      class="timeline"
      role="slider"
      tabindex={0}
      aria-label={say('Time')}
      data-testid="timeline"
      aria-valuemin={0}
      aria-valuemax={Number(duration.toFixed(1))}
      aria-valuenow={Number(time.toFixed(1))}
      aria-valuetext={say('{{time}} of {{duration}}', { time: clockTenths(time), duration: clockTenths(duration) })}
      {...scrubbing(replay)}
    >
      <svg class="timeline-track" viewBox={`0 0 ${TRACK.width} ${TRACK.height}`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="timeline-elapsed" x={0} y={0} width={x(time)} height={TRACK.height} />
        <Steps visits={visits} x={x} />
        <Voice heard={heard} x={x} />
      </svg>
      <div class="timeline-head" style={{ left: `${(share(time) * 100).toFixed(2)}%` }} />
    </div>
  )
}

type Pressed = PointerEvent & { readonly currentTarget: HTMLElement }

/** Lets people press a place on an element as wide as the replay is long, and hold it. */
export function scrubbing(replay: Replay) {
  const jump = ({ currentTarget, clientX }: Pressed) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    replay.seek(((clientX - left) / width) * replay.duration)
  }
  return {
    onPointerDown: (event: Pressed) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      jump(event)
    },
    onPointerMove: (event: Pressed) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) jump(event)
    },
  }
}

type Place = (seconds: number) => string

/** A mark where the person moved to another viewpoint. */
function Steps({ visits, x }: { readonly visits: readonly Visit[]; readonly x: Place }) {
  return (
    <>
      {visits.slice(1).map(({ start }) => (
        <line key={start} class="timeline-step" x1={x(start)} x2={x(start)} y1={0} y2={TRACK.height} />
      ))}
    </>
  )
}

/** A line while the voice was running. */
function Voice({ heard, x }: { readonly heard: TimelineProps['heard']; readonly x: Place }) {
  return (
    <>
      {heard.map(([start, end]) => (
        <rect key={start} class="timeline-voice" x={x(start)} width={x(end - start)} y={TRACK.height - 4} height={4} />
      ))}
    </>
  )
}
