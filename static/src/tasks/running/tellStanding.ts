import type { ApiClient } from '../../api/ApiClient'
import type { StandingNotice } from '../../api/types'
import { button } from '../../kit/dom/button'
import { commentField } from '../../kit/dom/fields'
import { html } from '../../kit/dom/html'
import { message, problemMessage } from '../../kit/notices/message'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'

type StandingState = Exclude<StandingNotice['state'], 'working'>

/** Tells people who get no more tasks of this kind so, and lets them ask a manager; null for everybody else. */
export async function tellStanding(scope: Scope, client: ApiClient, kind: string): Promise<HTMLElement | null> {
  const notices = await client.standings().catch(() => [])
  for (const notice of notices) {
    if (notice.kind !== kind || notice.state === 'working') continue
    const told = standingMessage(notice.state)
    if (notice.state === 'stopped') told.append(appealForm(scope, client, notice, told))
    return told
  }
  return null
}

function standingMessage(state: StandingState): HTMLElement {
  return message({ name: `standing-${state}`, ...t(`standing.${state}`, { returnObjects: true }) })
}

function appealForm(scope: Scope, client: ApiClient, { campaign_id, kind }: StandingNotice, shown: HTMLElement): HTMLElement {
  const words = commentField(t('standing.words'))
  const problem = html('div', {})
  const ask = button(scope, { name: 'appeal', label: t('standing.ask'), look: 'primary', press: () => void send() })
  return html('div', { class: 'dialog-form' }, words.element, html('div', { class: 'message-actions' }, ask), problem)

  async function send(): Promise<void> {
    ask.disabled = true
    try {
      await client.appeal({ campaign_id, kind, words: words.area.value.trim() })
      const told = standingMessage('appealed')
      told.setAttribute('role', 'status')
      shown.replaceWith(told)
    } catch (error) {
      ask.disabled = false
      problem.replaceChildren(problemMessage(scope, error, { title: t('standing.notSent') }))
    }
  }
}
