import type { ApiClient } from '../api/ApiClient'
import type { OwnWork } from '../api/types'
import { html } from '../dom/html'
import { message, problemMessage } from '../dom/message'
import { Scope } from '../lifecycle/Scope'
import { t } from '../messages/messages'
import { refusal } from '../session/refusals'
import { TaskFrame } from '../tasks/TaskFrame'
import { comparisons } from './comparisons'
import { decisions } from './decisions'
import { learning } from './learning'
import { pay } from './pay'
import { counted } from './numbers'

/** How a person's own work goes, beside the others taken together. */
export async function showOwnWork(page: HTMLElement, client: ApiClient): Promise<void> {
  const scope = new Scope()
  const root = new TaskFrame(scope, page, t('work.title'), []).turnTo('own-work', undefined, false)
  try {
    const work = await client.ownWork()
    root.append(html('header', { class: 'own-head' }, html('h1', {}, t('work.title')), html('p', { class: 'hint' }, t('work.intro'))), ...parts(scope, work))
  } catch (error) {
    const retry = () => {
      scope.dispose()
      void showOwnWork(page, client)
    }
    root.append(refusal(error) ?? problemMessage(scope, error, { title: t('work.failed'), retry }))
  }
}

function parts(scope: Scope, work: OwnWork): Node[] {
  if (work.guides + work.followers === 0) {
    const nothing = message({ name: 'no-work', ...t('work.nothing', { returnObjects: true }) })
    return work.balances.length === 0 ? [nothing] : [nothing, pay(work.balances)]
  }
  return [done(work), ...comparisons(work), ...learning(scope, work), decisions(work.reviews), pay(work.balances)]
}

function done({ guides, followers }: OwnWork): HTMLElement {
  const tile = (name: 'guide' | 'follower', count: number) =>
    html('div', { class: 'own-tile' }, html('dt', {}, t(`work.done.${name}`)), html('dd', { 'data-testid': `own-${name}s` }, counted(count)))
  const tiles = html('dl', { class: 'own-tiles' }, tile('guide', guides), tile('follower', followers))
  return html('section', { 'aria-label': t('work.done.title') }, tiles)
}
