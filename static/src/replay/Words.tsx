import { type ComponentChildren, Fragment } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { TimedWord } from '../api/types'
import { clockTenths, percent } from '../kit/formatting/format'
import { say } from '../kit/messages/staffMessages'
import { Marked } from './landmarks/Marked'
import type { Landmark, Landmarks } from './landmarks/Landmarks'

interface WordsProps {
  readonly words: readonly TimedWord[]
  readonly language: string
  /** Index of the word that is being said, or -1. */
  readonly lit: number
  /** Goes to a second of the voice. */
  readonly choose: (startTime: number) => void
  /** What is marked among the words; a click on a marked word looks at what it means. */
  readonly marks?: { readonly landmarks: Landmarks; readonly look: (mention: Landmark) => void } | null
}

/** The timed words of an instruction. The word that is being said is highlighted; a click on a word jumps to it. */
export function Words({ words, language, lit, choose, marks = null }: WordsProps) {
  const place = useRef<HTMLDivElement>(null)
  // All words are one tab stop: the arrow keys move between words, and the replay follows.
  const [tabStop, setTabStop] = useState(0)
  useLayoutEffect(() => bringIntoView(place.current, wordAt(place.current, lit)), [lit])
  const goTo = (index: number) => {
    setTabStop(index)
    choose(words[index]?.start_time ?? 0)
  }
  const step = (event: KeyboardEvent, index: number) => {
    const arrow = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (arrow === undefined || place.current === null) return
    const by = getComputedStyle(place.current).direction === 'rtl' ? -arrow : arrow
    event.preventDefault()
    const next = Math.min(words.length - 1, Math.max(0, index + by))
    goTo(next)
    wordAt(place.current, next)?.focus()
  }
  const wordButton = (word: TimedWord, index: number, mention: Landmark | null, isFirst: boolean) => (
    <Fragment key={index}>
      {isFirst ? '' : ' '}
      <button
        type="button"
        class={word.source === 'interpolated' ? 'word word-interpolated' : 'word'}
        title={origin(word)}
        tabindex={index === tabStop ? 0 : -1}
        aria-current={index === lit ? 'true' : undefined}
        data-testid="word"
        data-index={index}
        onClick={() => {
          goTo(index)
          if (mention) marks?.look(mention)
        }}
        onKeyDown={(event) => step(event, index)}
      >
        {word.word}
      </button>
    </Fragment>
  )
  return (
    <div class="spoken" lang={language} dir="auto" role="group" aria-label={say('Words')} data-testid="words" ref={place}>
      {stretches(words, marks?.landmarks ?? null).map(({ mention, first, count }) => (
        <Stretch key={first} mention={mention}>
          {words.slice(first, first + count).map((word, offset) => wordButton(word, first + offset, mention, offset === 0))}
        </Stretch>
      ))}
    </div>
  )
}

interface Run {
  readonly mention: Landmark | null
  readonly first: number
  readonly count: number
}

/** Words in a row that lie within the same mention, or within none. */
function stretches(words: readonly TimedWord[], landmarks: Landmarks | null): Run[] {
  const runs: Run[] = []
  for (const [index, { start_char: start, end_char: end }] of words.entries()) {
    const mention = landmarks?.at(start, end) ?? null
    const last = runs.at(-1)
    if (last?.mention === mention) runs[runs.length - 1] = { ...last, count: last.count + 1 }
    else runs.push({ mention, first: index, count: 1 })
  }
  return runs
}

function Stretch({ mention, children }: { readonly mention: Landmark | null; readonly children: ComponentChildren }) {
  return <>{mention ? <Marked mention={mention}>{children}</Marked> : children} </>
}
function origin({ start_time: start, source, confidence, expected_error: error }: TimedWord): string {
  const sure = confidence == null ? '' : `, ${say('{{share}} sure', { share: percent(confidence) })}`
  return `${clockTenths(start)}, ${say(source)}${sure}${error == null ? '' : ` (±${Math.round(1000 * error)} ms)`}`
}

function wordAt(place: HTMLElement | null, index: number): HTMLElement | null {
  return place?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
}

/** Scrolls only `place`, as far as one of its elements needs. */
export function bringIntoView(place: HTMLElement | null, shown: HTMLElement | null): void {
  if (!place || !shown) return
  const [box, seen] = [place.getBoundingClientRect(), shown.getBoundingClientRect()]
  if (seen.top < box.top) place.scrollTop -= box.top - seen.top + seen.height
  if (seen.bottom > box.bottom) place.scrollTop += seen.bottom - box.bottom + seen.height
}
