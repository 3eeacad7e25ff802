import type { ApiClient } from '../api/ApiClient'
import type { BatchNotice } from '../api/types'
import { button } from '../kit/dom/button'
import { commentField } from '../kit/dom/fields'
import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { problemMessage } from '../kit/notices/message'

/** Says that a group of tasks was refused whole, and lets the person ask staff to look again. */
export function batchNotice(scope: Scope, client: ApiClient, batch: BatchNotice): HTMLElement {
  const words = commentField(t('standing.words'))
  const problem = html('div', {})
  const ask = button(scope, { name: 'batch-appeal', label: t('batch.ask'), press: () => void send() })
  const form = html('div', { class: 'dialog-form' }, words.element, html('div', { class: 'message-actions' }, ask), problem)
  const detail = html('p', {}, t('batch.detail', { tasks: batch.task_ids.length }))
  return html('li', { class: 'notice', 'data-testid': 'notice-batch' }, html('h2', {}, t('batch.title')), detail, form)

  async function send(): Promise<void> {
    ask.disabled = true
    try {
      await client.appealBatch(batch.batch_id, words.area.value.trim())
      form.replaceChildren(html('p', { role: 'status', 'data-testid': 'batch-appealed' }, t('batch.appealed')))
    } catch (error) {
      ask.disabled = false
      problem.replaceChildren(problemMessage(scope, error, { title: t('standing.notSent') }))
    }
  }
}
