import type { FlagView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { icon } from '../../kit/dom/icons'
import type { Scope } from '../../kit/lifecycle/Scope'
import { clock } from '../../kit/formatting/format'

/** What a reviewer should look at. A stretch of the recording is a button that goes there. */
export function flagList(scope: Scope, flags: readonly FlagView[], goTo: (seconds: number) => void): HTMLElement {
  const list =
    flags.length === 0
      ? html('p', { class: 'hint' }, 'No flag was raised.')
      : html('ul', { class: 'flag-list' }, ...flags.map((flag) => flagItem(scope, flag, goTo)))
  return html('section', { class: 'card flags', 'aria-label': 'Flags', 'data-testid': 'flags' }, html('h2', {}, 'Flags'), list)
}

function flagItem(scope: Scope, { flag, why, stretches }: FlagView, goTo: (seconds: number) => void): HTMLElement {
  const jumps = stretches.map(({ start_time: start, end_time: end }) => {
    const jump = html('button', { type: 'button', class: 'flag-jump' }, `${clock(start)}–${clock(end)}`)
    scope.listen(jump, 'click', () => goTo(start))
    return jump
  })
  const name = html('strong', {}, flag.replaceAll('_', ' '))
  return html('li', { 'data-testid': 'flag' }, icon('flag'), html('div', {}, name, html('p', {}, why), ...(jumps.length > 0 ? [html('p', {}, ...jumps)] : [])))
}
