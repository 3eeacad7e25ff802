import type { ApiClient, Kind } from '../../api/ApiClient'
import type { OwnWork } from '../../api/types'
import { html } from '../../kit/dom/html'
import { message, problemMessage } from '../../kit/notices/message'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { kindName } from '../../annotations/kinds'
import { refusal } from '../../session/refusals'
import { TaskFrame } from '../../kit/frame/TaskFrame'
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
  if (work.guides + work.followers + Object.keys(work.others).length === 0) {
    const nothing = message({ name: 'no-work', ...t('work.nothing', { returnObjects: true }) })
    return work.balances.length === 0 ? [nothing] : [nothing, pay(work.balances)]
  }
  return [done(work), ...comparisons(work), ...learning(scope, work), decisions(work.reviews), pay(work.balances)]
}

function done({ guides, followers, others }: OwnWork): HTMLElement {
  const tile = (name: string, label: string, count: number) =>
    html('div', { class: 'own-tile' }, html('dt', {}, label), html('dd', { 'data-testid': name }, counted(count)))
  const walks = [tile('own-guides', t('work.done.guide'), guides), tile('own-followers', t('work.done.follower'), followers)]
  const rest = Object.entries(others).map(([kind, count]) => tile(`own-${kind}`, title(kind), count))
  return html('section', { 'aria-label': t('work.done.title') }, html('dl', { class: 'own-tiles' }, ...walks, ...rest))
}

/** In the person's language, where the kind is one that comes with PanGEA. */
function title(kind: Kind): string {
  return kind === 'tour' || kind === 'find' || kind === 'transcribe' ? t(`${kind}.title`) : kindName(kind)
}
