import type { ComponentChildren } from 'preact'

import { clockTenths } from '../kit/formatting/format'
import { STAFF_PLACES } from '../kit/keys/actions'
import { KeyHint, KeysButton } from '../kit/keys/KeyHint'
import { SKIP_SECONDS } from '../kit/keys/showKeys'
import { Button } from '../kit/view/controls'
import { useEvent } from '../kit/view/drawing'
import { RATES, type Replay } from './playback/Replay'
import { say } from '../kit/messages/staffMessages'

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
    <div class="transport" role="group" aria-label={say('Playing')}>
      <Button name="play" label={playing ? say('Pause') : say('Play')} icon={playing ? 'pause' : 'play'} look="primary" press={() => replay.toggle()} />
      <PlayingTime replay={replay} />
      <label class="transport-rate">
        {say('Speed')}{' '}
        <select class="select" data-testid="rate" onChange={({ currentTarget }) => replay.setRate(Number(currentTarget.value))}>
          {RATES.map((rate) => (
            <option key={rate} value={rate} selected={rate === 1}>
              {rate}×
            </option>
          ))}
        </select>
      </label>
      <Keys byWord={byWord} />
      <KeysButton places={STAFF_PLACES} />
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

function Keys({ byWord }: { readonly byWord: boolean }) {
  return (
    <span class="transport-keys">
      <KeyHint action="replayPlay" />
      {say('play')} <KeyHint action="replayBack" />
      <KeyHint action="replayAhead" />
      <bdi>{SKIP_SECONDS} s</bdi>
      {byWord && (
        <>
          {' '}
          <KeyHint action="wordBack" />
          <KeyHint action="wordAhead" />
          {say('word')}
        </>
      )}
    </span>
  )
}
