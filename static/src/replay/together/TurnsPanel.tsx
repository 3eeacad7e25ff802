import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'

import { replayUrl } from '../../annotations/replayAddress'
import { clockTenths } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'
import { useEvent } from '../../kit/view/drawing'
import { SpokenWords } from '../spokenWords'
import { bringIntoView, Words } from '../Words'
import { WhyPlain, WordsLegend } from '../WordsPanel'
import { roleName, type Side } from './sides'
import type { Together } from './Together'
import type { SpokenTurn } from './turns'

/** What both said and typed, turn by turn; the words that are said are lit. */
export function TurnsPanel({ together }: { readonly together: Together }) {
  const { sides, turns, replay } = together
  const list = useRef<HTMLOListElement>(null)
  const current = useEvent(replay, 'time', () => turns.findLastIndex(({ start }) => start <= replay.time + 0.005))
  useLayoutEffect(() => bringIntoView(list.current, list.current?.querySelector<HTMLElement>('[data-current]') ?? null), [current])
  const words = turns.flatMap(({ timed }) => timed)
  return (
    <section class="card words-card" aria-label={say('Words')}>
      <header class="words-head">
        <h2>{say('Words')}</h2>
        {words.length > 0 && <WordsLegend words={words} />}
      </header>
      <ol class="turns" data-testid="turns" ref={list}>
        {turns.map((turn, index) => (
          <Turn key={index} turn={turn} together={together} isCurrent={index === current} />
        ))}
      </ol>
      {sides.map((side) => (
        <BesideTurns key={side.view.role} side={side} language={together.view.language} />
      ))}
    </section>
  )
}

interface TurnProps {
  readonly turn: SpokenTurn
  readonly together: Together
  readonly isCurrent: boolean
}

function Turn({ turn, together, isCurrent }: TurnProps) {
  const { replay, view: { language } } = together
  const { role, start, typed } = turn
  return (
    <li class="turn" data-testid="turn" data-role={role} data-side={together.sides.findIndex(({ view }) => view.role === role)} data-current={isCurrent ? '' : undefined}>
      <p class="turn-head">
        <strong>{roleName(role)}</strong>
        <button type="button" class="turn-time" onClick={() => replay.seek(start)}>
          {clockTenths(start)}
        </button>
        {typed && <span class="turn-typed">{say('typed')}</span>}
      </p>
      {typed ? (
        <p class="turn-text" lang={language} dir="auto">
          {turn.words}
        </p>
      ) : (
        <TurnWords turn={turn} together={together} />
      )}
    </li>
  )
}

function TurnWords({ turn: { role, timed }, together }: Omit<TurnProps, 'isCurrent'>) {
  const { replay, view: { language } } = together
  const time = together.sideOf(role)?.time ?? null
  const spoken = useMemo(() => new SpokenWords(timed), [timed])
  const lit = useEvent(replay, 'time', () => {
    const moment = time?.at(replay.time)
    return moment?.state === 'recording' ? spoken.indexAt(moment.time) : -1
  })
  return <Words words={timed} language={language} lit={lit} choose={(own) => time && replay.seek(time.timeOf(own))} />
}

/** What of a side has no place among the turns, and why. */
function BesideTurns({ side, language }: { readonly side: Side; readonly language: string }) {
  const { view, name, time, words } = side
  const { transcript, texts, kind, annotation_id: id, alignment } = view
  const untimed = time ? texts.filter((text) => text.time === null) : texts
  const isPlain = transcript !== '' && (!time || !words)
  if (time && !isPlain && untimed.length === 0) return null
  return (
    <div class="turns-beside" data-testid={`beside-${view.role}`}>
      <h3>{name}</h3>
      {!time && (
        <p class="words-why" role="note">
          {say('Nobody knows when this side was: its page had no line to the server. It is not played here.')} <a href={replayUrl(kind, id)}>{say('Replay it alone')}</a>
        </p>
      )}
      {time && isPlain && <WhyPlain alignment={alignment} />}
      {isPlain && (
        <p class="turn-text" lang={language} dir="auto">
          {transcript}
        </p>
      )}
      {untimed.map(({ words: text }, index) => (
        <p key={index} class="turn-text" lang={language} dir="auto">
          {text} <span class="turn-typed">{time ? say('typed while nothing was recorded') : say('typed')}</span>
        </p>
      ))}
    </div>
  )
}
