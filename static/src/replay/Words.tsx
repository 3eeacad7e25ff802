import { Fragment } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { TimedWord } from '../api/types'
import { clockTenths, percent } from '../kit/formatting/format'

interface WordsProps {
  readonly words: readonly TimedWord[]
  readonly language: string
  /** Index of the word that is being said, or -1. */
  readonly lit: number
  /** Goes to a second of the voice. */
  readonly choose: (startTime: number) => void
}

/** The timed words of an instruction. The word that is being said is highlighted; a click on a word jumps to it. */
export function Words({ words, language, lit, choose }: WordsProps) {
  const place = useRef<HTMLDivElement>(null)
  // All words are one tab stop: the arrow keys move between words, and the replay follows.
  const [tabStop, setTabStop] = useState(0)
  useLayoutEffect(() => bringIntoView(place.current, lit), [lit])
  const goTo = (index: number) => {
    setTabStop(index)
    choose(words[index]?.start_time ?? 0)
  }
  const step = (event: KeyboardEvent, index: number) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = Math.min(words.length - 1, Math.max(0, index + by))
    goTo(next)
    wordAt(place.current, next)?.focus()
  }
  return (
    <div class="spoken" lang={language} dir="auto" role="group" aria-label="Words" data-testid="words" ref={place}>
      {words.map((word, index) => (
        <Fragment key={index}>
          <button
            type="button"
            class={word.source === 'interpolated' ? 'word word-interpolated' : 'word'}
            title={origin(word)}
            tabindex={index === tabStop ? 0 : -1}
            aria-current={index === lit ? 'true' : undefined}
            data-testid="word"
            data-index={index}
            onClick={() => goTo(index)}
            onKeyDown={(event) => step(event, index)}
          >
            {word.word}
          </button>{' '}
        </Fragment>
      ))}
    </div>
  )
}

function origin({ start_time: start, source, confidence }: TimedWord): string {
  return `${clockTenths(start)}, ${source}${confidence == null ? '' : `, ${percent(confidence)} sure`}`
}

function wordAt(place: HTMLElement | null, index: number): HTMLElement | null {
  return place?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
}

/** Scrolls only the words. */
function bringIntoView(place: HTMLElement | null, index: number): void {
  const word = wordAt(place, index)
  if (!place || !word) return
  const [box, seen] = [place.getBoundingClientRect(), word.getBoundingClientRect()]
  if (seen.top < box.top) place.scrollTop -= box.top - seen.top + seen.height
  if (seen.bottom > box.bottom) place.scrollTop += seen.bottom - box.bottom + seen.height
}
