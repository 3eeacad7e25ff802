import type { OwnBalance } from '../../api/types'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { day, hours, money } from './numbers'

/** What the book of payments says of a person, currency by currency. */
export function pay(balances: readonly OwnBalance[]): HTMLElement {
  const content = balances.length > 0 ? balances.flatMap(balance) : [html('p', { class: 'hint' }, t('work.pay.none'))]
  return html('section', { class: 'own-part', 'aria-labelledby': 'own-pay', 'data-testid': 'own-pay' }, html('h2', { id: 'own-pay' }, t('work.pay.title')), ...content)
}

function balance({ currency, active_seconds: active, earned, paid, due, hourly, as_of: asOf }: OwnBalance): HTMLElement[] {
  const figures = [
    ['active', hours(active)],
    ['earned', money(earned, currency)],
    ['paid', money(paid, currency)],
    ['due', money(due, currency)],
    ...(hourly === null ? [] : [['hourly', money(hourly, currency)] as const]),
  ] as const
  const tiles = figures.map(([name, text]) => html('div', { class: 'own-tile' }, html('dt', {}, t(`work.pay.${name}`)), html('dd', {}, text)))
  return [html('dl', { class: 'own-tiles' }, ...tiles), html('p', { class: 'hint' }, t('work.pay.asOf', { date: day(asOf) }))]
}
