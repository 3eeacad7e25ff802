import { Fragment } from 'preact'

import type { PayRow } from '../../api/types'
import { t } from '../../kit/messages/messages'
import { day, money } from '../../kit/formatting/money'
import { hours, Tiles } from './figures'

/** A person's pay, one part for each currency. */
export function Pay({ balances }: { readonly balances: readonly PayRow[] }) {
  return (
    <section class="own-part" aria-labelledby="own-pay" data-testid="own-pay">
      <h2 id="own-pay">{t('work.pay.title')}</h2>
      {balances.length === 0 && <p class="hint">{t('work.pay.none')}</p>}
      {balances.map((balance) => (
        <Fragment key={balance.currency}>
          <Tiles tiles={figures(balance)} />
          <p class="hint">{t('work.pay.asOf', { date: day(balance.as_of) })}</p>
        </Fragment>
      ))}
    </section>
  )
}

function figures({ currency, active_seconds: active, earned, paid, due, hourly }: PayRow) {
  const known = [
    ['active', hours(active)],
    ['earned', money(earned, currency)],
    ['paid', money(paid, currency)],
    ['due', money(due, currency)],
    ...(hourly === null ? [] : [['hourly', money(hourly, currency)] as const]),
  ] as const
  return known.map(([name, figure]) => ({ label: t(`work.pay.${name}`), figure }))
}
