import type { MonitorView } from '../../api/types'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { FILTER_NAMES, type FilterName, type Filters, FILTERS, without } from '../../annotations/filters'

/** What one mostly narrows by; all others come with a click on a group. */
const OFFERED = ['campaign', 'language', 'pool', 'scan', 'review'] as const satisfies readonly FilterName[]

/** The filters in force, each with a way out, and the ones that are mostly wanted as choices. */
export class FilterBar {
  readonly element = html('nav', { class: 'filters', 'aria-label': 'Filters' })
  private readonly choices = new Map<FilterName, HTMLSelectElement>()

  constructor(
    scope: Scope,
    private readonly filters: Filters,
    address: (filters: Filters) => string,
  ) {
    for (const name of OFFERED) {
      const select = html('select', { class: 'select', 'aria-label': FILTERS[name], 'data-testid': `filter-${name}` }, html('option', { value: '*' }, `${FILTERS[name]}: all`))
      scope.listen(select, 'change', () => location.assign(address(select.value === '*' ? without(filters, name) : { ...filters, [name]: select.value })))
      this.choices.set(name, select)
    }
    const chips = FILTER_NAMES.filter((name) => filters[name] !== undefined).map((name) => {
      const label = `${FILTERS[name]}: ${named(filters[name] ?? '')}`
      return html('a', { class: 'chip', href: address(without(filters, name)), 'aria-label': `${label}, remove`, 'data-testid': `chip-${name}` }, label, html('span', { 'aria-hidden': 'true' }, ' ×'))
    })
    this.element.append(...this.choices.values(), ...chips)
  }

  /** Offers the groups that there are. */
  update(choices: MonitorView['choices']): void {
    for (const [name, select] of this.choices) this.offer(name, select, choices[name] ?? [])
  }

  private offer(name: FilterName, select: HTMLSelectElement, names: readonly string[]): void {
    const chosen = this.filters[name]
    const offered = chosen === undefined || names.includes(chosen) ? names : [...names, chosen]
    const before = [...select.options].slice(1).map((option) => option.value)
    if (before.join('\n') !== offered.join('\n')) {
      const options = offered.map((value) => html('option', { value }, `${FILTERS[name]}: ${named(value)}`))
      select.replaceChildren(html('option', { value: '*' }, `${FILTERS[name]}: all`), ...options)
    }
    select.value = chosen ?? '*'
    select.hidden = offered.length < 2 && chosen === undefined
  }
}

function named(group: string): string {
  return group === '' ? 'not known' : group.replace('_', ' ')
}
