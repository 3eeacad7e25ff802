import './drafting.css'

import { html } from '../../../kit/dom/html'
import type { Scope } from '../../../kit/lifecycle/Scope'
import type { TextWord } from './DraftWords'

/** A text area whose words are marked: behind its letters lies the same text, in which only the marks can be seen. */
export class MarkedArea {
  private readonly marks = html('div', { class: 'draft-marks', 'aria-hidden': 'true', 'data-testid': 'draft-marks' })

  constructor(
    scope: Scope,
    private readonly area: HTMLTextAreaElement,
  ) {
    const frame = html('div', { class: 'draft-field' })
    area.replaceWith(frame)
    frame.append(this.marks, area)
    this.marks.lang = area.lang
    this.marks.dir = area.dir
    scope.listen(area, 'scroll', () => this.follow())
  }

  /** Marks these words of the area's text. */
  mark(words: readonly TextWord[]): void {
    const text = this.area.value
    let after = 0
    const parts = words.flatMap(({ start, end, state, place }) => {
      const between = text.slice(after, start)
      after = end
      return [between, html('mark', { 'data-state': state, ...(place === null ? {} : { 'data-place': place }) }, text.slice(start, end))]
    })
    this.marks.textContent = ''
    this.marks.append(...parts, `${text.slice(after)}\n`)
    this.follow()
  }

  private follow(): void {
    this.marks.scrollTop = this.area.scrollTop
  }
}
