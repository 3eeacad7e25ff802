import type { ReviewQuery } from '../api/ApiClient'
import { html } from '../dom/html'
import type { Scope } from '../lifecycle/Scope'
import { parseFilters } from '../monitor/filters'

const KINDS = [
  ['', 'All'],
  ['guide', 'Guides'],
  ['follower', 'Followers'],
] as const

/** Which annotations are reviewed, kept in the page's address: `/review?kind=guide&language=hi-IN`. */
export class QueueFilter {
  readonly element = html('div', { class: 'review-filter' })
  private readonly language = html('input', { class: 'select', placeholder: 'all languages', 'aria-label': 'Language', size: 12, 'data-testid': 'filter-language' })
  private kind: string

  constructor(
    scope: Scope,
    private readonly change: () => void,
  ) {
    const asked = parseFilters(location.search)
    this.kind = KINDS.find(([kind]) => kind === asked.kind)?.[0] ?? ''
    this.language.value = asked.language ?? ''
    const radios = KINDS.map(([value, label]) => {
      const input = html('input', { type: 'radio', name: 'review-kind', value, checked: value === this.kind, 'data-testid': `filter-kind-${value || 'all'}` })
      scope.listen(input, 'change', () => this.turn(value))
      return html('label', {}, input, label)
    })
    this.element.append(html('fieldset', { class: 'segments' }, html('legend', { class: 'visually-hidden' }, 'Kind'), ...radios), this.language)
    scope.listen(this.language, 'change', () => this.turn(this.kind))
  }

  get query(): ReviewQuery {
    const language = this.language.value.trim()
    return { ...(this.kind && { kind: this.kind }), ...(language && { language }) }
  }

  private turn(kind: string): void {
    this.kind = kind
    const query = new URLSearchParams({ ...this.query }).toString()
    history.replaceState(history.state, '', location.pathname + (query && `?${query}`))
    this.change()
  }
}
