import type { ReviewQuery } from '../../api/ApiClient'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { parseFilters } from '../../annotations/filters'
import { kindName, parseKind } from '../../annotations/kinds'

/** Which annotations are reviewed, kept in the page's address: `/review?kind=guide&language=hi-IN`. */
export class QueueFilter {
  readonly element: HTMLElement
  private readonly kind = html('select', { class: 'select', 'aria-label': 'Kind', 'data-testid': 'filter-kind' })
  private readonly language = html('input', { class: 'select', placeholder: 'all languages', 'aria-label': 'Language', size: 12, 'data-testid': 'filter-language' })

  constructor(scope: Scope, change: () => void) {
    const asked = parseFilters(location.search)
    this.offer([], parseKind(new URLSearchParams(location.search).get('kind')) ?? '')
    this.language.value = asked.language ?? ''
    this.element = html('div', { class: 'review-filter' }, this.kind, this.language)
    for (const field of [this.kind, this.language]) {
      scope.listen(field, 'change', () => {
        this.keepAddress()
        change()
      })
    }
  }

  get query(): ReviewQuery {
    const [kind, language] = [this.kind.value, this.language.value.trim()]
    return { ...(kind && { kind }), ...(language && { language }) }
  }

  /** Offers these kinds of task; the one that is `chosen` stays, known or not. */
  offer(kinds: readonly string[], chosen = this.kind.value): void {
    const offered = chosen === '' || kinds.includes(chosen) ? kinds : [...kinds, chosen]
    const options = offered.map((kind) => html('option', { value: kind, selected: kind === chosen }, kindName(kind)))
    this.kind.replaceChildren(html('option', { value: '', selected: chosen === '' }, 'All kinds'), ...options)
  }

  private keepAddress(): void {
    const query = new URLSearchParams({ ...this.query }).toString()
    history.replaceState(history.state, '', location.pathname + (query && `?${query}`))
  }
}
