/** The words of a replay, with what is known about their times. */

import { follows } from '../annotations/kinds'
import type { AnnotationView, TimedWord } from '../api/types'
import { useEvent } from '../kit/view/drawing'
import type { Player } from './Player'
import { timedWords } from './spokenWords'
import { Words } from './Words'

interface WordsPanelProps {
  readonly view: AnnotationView
  readonly player: Player
}

export function WordsPanel({ view, player }: WordsPanelProps) {
  const { instruction_id: instructionId, language } = view.summary
  const isFollowed = follows(view.declares)
  const title = isFollowed ? `Words of Guide ${instructionId}` : 'Words'
  const words = timedWords(view)
  const couldBeTimed = words === null && (view.declares.gives_words || isFollowed)
  return (
    <section class="card words-card" aria-label={title}>
      <header class="words-head">
        <h2>{title}</h2>
        {words && <Legend words={words} />}
      </header>
      {couldBeTimed && <WhyPlain view={view} />}
      {words ? (
        <LitWords words={words} language={language} player={player} />
      ) : (
        <p class="spoken spoken-plain" lang={language} dir="auto" data-testid="words-plain">
          {view.transcript}
        </p>
      )}
    </section>
  )
}

interface LitWordsProps {
  readonly words: readonly TimedWord[]
  readonly language: string
  readonly player: Player
}

function LitWords({ words, language, player }: LitWordsProps) {
  const lit = useEvent(player.replay, 'time', () => player.spokenAt(player.replay.time))
  return <Words words={words} language={language} lit={lit} choose={(position) => player.jumpTo(position)} />
}

function Legend({ words }: { readonly words: readonly TimedWord[] }) {
  const interpolated = words.filter(({ source }) => source === 'interpolated').length
  if (interpolated === 0) return <p class="words-legend">Click a word to hear it.</p>
  return (
    <p class="words-legend" data-testid="words-legend">
      <span class="word-interpolated">dotted</span> time interpolated between its neighbours ({interpolated})
    </p>
  )
}

function WhyPlain({ view: { alignment } }: { readonly view: AnnotationView }) {
  const why =
    alignment?.state === 'failed'
      ? `The aligner (${alignment.engine}) could not time these words: ${alignment.reason}. Correct the transcript or choose another engine, then run`
      : 'These words have no times yet. To see them light up as they are spoken, run'
  return (
    <p class="words-why" data-testid="words-why">
      {why} <code>pangea align</code> and reload this page.
    </p>
  )
}
