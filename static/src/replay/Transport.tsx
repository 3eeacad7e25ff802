import type { ComponentChildren } from 'preact'

import { clockTenths } from '../kit/formatting/format'
import { Button } from '../kit/view/controls'
import { useEvent } from '../kit/view/drawing'
import { RATES, type Replay } from './playback/Replay'

interface TransportProps {
  readonly replay: Replay
  /** Whether there are words to step by. */
  readonly byWord: boolean
  /** Content shown beside the controls. */
  readonly children?: ComponentChildren
}

/** Play, pause, speed, and the playing time in figures. */
export function Transport({ replay, byWord, children }: TransportProps) {
  const playing = useEvent(replay, 'playing', () => replay.playing)
  return (
    <div class="transport" role="group" aria-label="Playing">
      <Button name="play" label={playing ? 'Pause' : 'Play'} icon={playing ? 'pause' : 'play'} look="primary" press={() => replay.toggle()} />
      <PlayingTime replay={replay} />
      <label class="transport-rate">
        Speed{' '}
        <select class="select" data-testid="rate" onChange={({ currentTarget }) => replay.setRate(Number(currentTarget.value))}>
          {RATES.map((rate) => (
            <option key={rate} value={rate} selected={rate === 1}>
              {rate}×
            </option>
          ))}
        </select>
      </label>
      <KeyHint byWord={byWord} />
      {children}
    </div>
  )
}

function PlayingTime({ replay }: { readonly replay: Replay }) {
  const time = useEvent(replay, 'time', () => clockTenths(replay.time))
  return (
    <output class="transport-time" data-testid="time">
      {`${time} / ${clockTenths(replay.duration)}`}
    </output>
  )
}

function KeyHint({ byWord }: { readonly byWord: boolean }) {
  return (
    <span class="transport-keys">
      <kbd>Space</kbd> play <kbd>←</kbd> <kbd>→</kbd> 2 s
      {byWord && (
        <>
          {' '}
          <kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd> word
        </>
      )}
    </span>
  )
}
