import type { MonitorView, Population } from '../../api/types'
import { groupText } from './groupText'
import { FILTER_NAMES, type FilterName, type Filters, FILTERS, without } from '../../annotations/filters'
import { say } from '../../kit/messages/staffMessages'

/** The most common filters; a click on a group sets any other. */
const OFFERED = ['campaign', 'language', 'pool', 'scan', 'review'] as const satisfies readonly FilterName[]
const NO_FILTER = '*'

interface FilterBarProps {
  readonly filters: Filters
  /** The groups that there are. */
  readonly choices: MonitorView['choices']
  readonly address: (filters: Filters) => string
  readonly goTo: (address: string) => void
}

/** The active filters, each with a button that removes it, and menus for the most common ones. */
export function FilterBar({ filters, choices, address, goTo }: FilterBarProps) {
  const choose = (name: FilterName, value: string) => goTo(address(value === NO_FILTER ? without(filters, name) : { ...filters, [name]: value }))
  return (
    <nav class="filters" aria-label={say('Filters')}>
      <PopulationChoice chosen={filters.population} choose={(value) => choose('population', value)} />
      {OFFERED.map((name) => (
        <FilterChoice key={name} name={name} offered={choices[name] ?? []} chosen={filters[name]} choose={(value) => choose(name, value)} />
      ))}
      {FILTER_NAMES.map((name) => {
        const group = filters[name]
        return group !== undefined && <Chip key={name} name={name} group={group} href={address(without(filters, name))} />
      })}
    </nav>
  )
}

/** Which annotations are counted at all, as on the command line; the first is usual. */
export const POPULATIONS: Record<Population, string> = {
  data: say('data'),
  accepted: say('accepted only'),
  learning: say('with learning'),
  all: say('all'),
}

function PopulationChoice({ chosen = 'data', choose }: { readonly chosen?: string | undefined; readonly choose: (value: string) => void }) {
  return (
    <select class="select" aria-label={FILTERS.population} data-testid="filter-population" title={say('Learning: with learning periods and check items; all: also what was rejected or sent back')} value={chosen} onChange={({ currentTarget: { value } }) => choose(value === 'data' ? NO_FILTER : value)}>
      {Object.entries(POPULATIONS).map(([name, label]) => (
        <option key={name} value={name}>
          {FILTERS.population}: {label}
        </option>
      ))}
    </select>
  )
}

interface FilterChoiceProps {
  readonly name: FilterName
  readonly offered: readonly string[]
  readonly chosen: string | undefined
  readonly choose: (value: string) => void
}

function FilterChoice({ name, offered, chosen, choose }: FilterChoiceProps) {
  const groups = chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen]
  return (
    <select
      class="select"
      aria-label={FILTERS[name]}
      data-testid={`filter-${name}`}
      hidden={groups.length < 2 && chosen === undefined}
      value={chosen ?? NO_FILTER}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value={NO_FILTER}>{FILTERS[name]}: {say('all')}</option>
      {groups.map((group) => (
        <option key={group} value={group}>
          {FILTERS[name]}: {groupName(group)}
        </option>
      ))}
    </select>
  )
}

function Chip({ name, group, href }: { readonly name: FilterName; readonly group: string; readonly href: string }) {
  const label = `${FILTERS[name]}: ${groupName(groupText(name, group))}`
  return (
    <a class="chip" href={href} aria-label={say('Remove the filter {{label}}', { label })} data-testid={`chip-${name}`}>
      {label}
      <span aria-hidden="true"> ×</span>
    </a>
  )
}

function groupName(group: string): string {
  return group === '' ? say('not known') : group.replace('_', ' ')
}
