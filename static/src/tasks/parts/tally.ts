import './tally.css'

import type { ApiClient } from '../../api/ApiClient'
import type { LeaseView, TallyView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { day, money } from '../../kit/formatting/money'
import type { Scope } from '../../kit/lifecycle/Scope'
import { chosenLanguage } from '../../kit/messages/interfaceLanguage'
import { t } from '../../kit/messages/messages'

type Fact = 'today' | 'done' | 'left' | 'task' | 'earned'

/** Shows in the thanks how far the person is; what is not known is left out. Null where nothing can be found out. */
export async function showTally(scope: Scope, thanks: HTMLElement, client: ApiClient, lease: LeaseView): Promise<TallyView | null> {
  const place = html('div', { class: 'tally', role: 'status', 'data-testid': 'tally' })
  thanks.querySelector('.message-actions')?.before(place)
  const midnight = new Date(new Date().setHours(0, 0, 0, 0))
  const tally = await client.tally(lease.kind, midnight, lease.lease_id).catch(() => null)
  if (tally === null || scope.disposed) return null
  place.append(html('dl', {}, ...factsOf(tally).map(([fact, figure]) => factElement(fact, figure))), ...notes(tally))
  return tally
}

function factsOf({ today, done, waiting, pay }: TallyView): [Fact, string][] {
  const left: [Fact, string][] = waiting?.ready && waiting.tasks > 0 ? [['left', leftOver(waiting)]] : []
  const paid = pay.flatMap(({ currency, task, recorded }): [Fact, string][] => [
    ...(task == null ? [] : [['task', money(task, currency)] as [Fact, string]]),
    ...(recorded == null ? [] : [['earned', money(recorded, currency)] as [Fact, string]]),
  ])
  return [['today', counted(today)], ['done', counted(done)], ...left, ...paid]
}

const leftOver = ({ tasks, more }: NonNullable<TallyView['waiting']>): string => (more ? t('done.tally.atLeast', { count: tasks }) : counted(tasks))

function factElement(fact: Fact, figure: string): HTMLElement {
  return html('div', {}, html('dt', {}, t(`done.tally.${fact}`)), html('dd', { 'data-testid': `tally-${fact}` }, figure))
}

/** What the figures leave open: that no task waits now, that pay depends on a decision, up to when the ledger goes. */
function notes({ waiting, pay }: TallyView): HTMLElement[] {
  const isNothing = waiting !== null && !waiting.ready && waiting.reason !== 'turn'
  const asOf = pay.find(({ as_of: at }) => at != null)?.as_of
  const texts = [
    ...(isNothing ? [t('done.tally.nothing')] : []),
    ...(pay.some(({ task }) => task != null) ? [t('done.tally.ifAccepted')] : []),
    ...(asOf == null ? [] : [t('done.tally.asOf', { date: day(asOf) })]),
  ]
  return texts.length === 0 ? [] : [html('p', { class: 'hint' }, texts.join(' '))]
}

const counted = (number: number): string => new Intl.NumberFormat(chosenLanguage()).format(number)
