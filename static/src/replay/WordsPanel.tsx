/** The words of a replay, with what is known about their times. */

import type { ComponentProps } from 'preact'

import { follows } from '../annotations/kinds'
import type { AnnotationView, TimedWord } from '../api/types'
import { useEvent } from '../kit/view/drawing'
import { LandmarksPanel, useChanges } from './landmarks/LandmarksPanel'
import { MarkedText } from './landmarks/MarkedText'
import type { ShownLandmarks } from './landmarks/ShownLandmarks'
import type { Player } from './Player'
import { timedWords } from './spokenWords'
import { Words } from './Words'
import { say } from '../kit/messages/staffMessages'

interface WordsPanelProps {
  readonly view: AnnotationView
  readonly player: Player
}

export function WordsPanel({ view, player }: WordsPanelProps) {
  const { instruction_id: instructionId, language } = view.summary
  const isFollowed = follows(view.declares)
  const title = isFollowed ? say('Words of Guide {{number}}', { number: instructionId }) : say('Words')
  const words = timedWords(view)
  const couldBeTimed = words === null && (view.declares.gives_words || isFollowed)
  return (
    <section class="card words-card" aria-label={title}>
      <header class="words-head">
        <h2>{title}</h2>
        {words && <WordsLegend words={words} />}
      </header>
      {couldBeTimed && <WhyPlain alignment={view.alignment} />}
      {words ? (
        <LitWords words={words} language={language} player={player} />
      ) : (
        <p class="spoken spoken-plain" lang={language} dir="auto" data-testid="words-plain">
          {player.landmarks ? <PlainText transcript={view.transcript} shown={player.landmarks} /> : view.transcript}
        </p>
      )}
      {player.landmarks && <LandmarksPanel shown={player.landmarks} />}
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
  const shown = { words, language, lit, choose: (position: number) => player.jumpTo(position) }
  return player.landmarks ? <MarkedWords {...shown} shown={player.landmarks} /> : <Words {...shown} />
}

function MarkedWords({ shown, ...words }: ComponentProps<typeof Words> & { readonly shown: ShownLandmarks }) {
  useChanges(shown)
  const landmarks = shown.visible
  return <Words {...words} marks={landmarks && { landmarks, look: (mention) => shown.lookAtMention(mention) }} />
}

function PlainText({ transcript, shown }: { readonly transcript: string; readonly shown: ShownLandmarks }) {
  useChanges(shown)
  return shown.visible ? <MarkedText transcript={transcript} landmarks={shown.visible} look={(mention) => shown.lookAtMention(mention)} /> : <>{transcript}</>
}

export function WordsLegend({ words }: { readonly words: readonly TimedWord[] }) {
  const interpolated = words.filter(({ source }) => source === 'interpolated').length
  if (interpolated === 0) return <p class="words-legend">{say('Click a word to hear it.')}</p>
  return (
    <p class="words-legend" data-testid="words-legend">
      <span class="word-interpolated">{say('dotted')}</span> {say('time interpolated between its neighbours ({{number}})', { number: interpolated })}
    </p>
  )
}

export function WhyPlain({ alignment }: Pick<AnnotationView, 'alignment'>) {
  const why =
    alignment?.state === 'failed'
      ? say('The aligner ({{engine}}) could not time these words: {{reason}}. Correct the transcript or choose another engine, then run this command and reload the page:', { engine: alignment.engine, reason: alignment.reason })
      : say('These words have no times yet. To see them light up as they are spoken, run this command and reload the page:')
  return (
    <p class="words-why" data-testid="words-why">
      {why} <code>pangea align</code>
    </p>
  )
}
