/** The words of a replay, with what is known about their times. */

import type { AnnotationView } from '../api/types'
import { html } from '../kit/dom/html'
import { timedWords } from './timedWords'
import type { Words } from './Words'

/** `words` is null where no word has its time. */
export function wordsPanel(view: AnnotationView, words: Words | null): HTMLElement {
  const { kind, instruction_id: instructionId, language } = view.summary
  const title = kind === 'follower' ? `Words of Guide ${instructionId}` : 'Words'
  const head = html('header', { class: 'words-head' }, html('h2', {}, title))
  if (words) head.append(legend(view))
  const text = words?.element ?? html('p', { class: 'spoken spoken-plain', lang: language, dir: 'auto', 'data-testid': 'words-plain' }, view.instruction)
  return html('section', { class: 'card words-card', 'aria-label': title }, head, ...(words || kind !== 'guide' && kind !== 'follower' ? [] : [whyPlain(view)]), text)
}

function legend(view: AnnotationView): HTMLElement {
  const interpolated = timedWords(view)?.filter(({ source }) => source === 'interpolated').length ?? 0
  if (interpolated === 0) return html('p', { class: 'words-legend' }, 'Click a word to hear it.')
  const sample = html('span', { class: 'word-interpolated' }, 'dotted')
  return html('p', { class: 'words-legend', 'data-testid': 'words-legend' }, sample, ` time interpolated between its neighbours (${interpolated})`)
}

function whyPlain({ alignment }: AnnotationView): HTMLElement {
  const why =
    alignment?.state === 'failed'
      ? `The aligner (${alignment.engine}) could not time these words: ${alignment.reason}. Correct the transcript or choose another engine, then run `
      : 'These words have no times yet. To see them light up as they are spoken, run '
  return html('p', { class: 'words-why', 'data-testid': 'words-why' }, why, html('code', {}, 'pangea align'), ' and reload this page.')
}
