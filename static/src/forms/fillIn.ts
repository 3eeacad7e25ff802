import './forms.css'

import type { ApiClient } from '../api/ApiClient'
import type { AskedForm } from '../api/types'
import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { problemMessage } from '../kit/notices/message'
import { FormFields } from './FormFields'

/** Shows the forms that a person is asked to fill in, one after the other; resolves when all are answered. */
export async function fillIn(parent: Scope, root: HTMLElement, client: ApiClient, forms: readonly AskedForm[]): Promise<void> {
  for (const asked of forms) {
    root.replaceChildren()
    await fillInOne(parent, root, client, asked)
  }
}

/** What a person is asked after their task; `next`, the way to the next one, waits for it. Nothing where nothing is asked. */
export async function fillInDue(scope: Scope, root: HTMLElement, client: ApiClient, next: HTMLElement): Promise<void> {
  const forms = await client.forms(null).catch(() => [])
  if (forms.length === 0 || scope.disposed) return
  next.hidden = true
  await fillIn(scope, root, client, forms)
  root.replaceChildren(html('p', { class: 'hint', role: 'status', 'data-testid': 'form-thanks' }, t('forms.thanks')))
  next.hidden = false
  next.focus()
}

function fillInOne(parent: Scope, root: HTMLElement, client: ApiClient, asked: AskedForm): Promise<void> {
  const scope = new Scope(parent)
  const { form } = asked
  const fields = new FormFields(form)
  const problem = html('div', {})
  const heading = html('h2', { tabindex: -1 }, form.title)
  return new Promise((resolve) => {
    const send = button(scope, { name: 'form-send', label: t('forms.send'), icon: 'check', look: 'primary', press: () => void hand() })
    const introduction = form.introduction === '' ? [] : [html('p', {}, form.introduction)]
    const sheet = html('form', { class: 'form-sheet', novalidate: true, 'data-testid': `form-${form.name}`, lang: form.language }, heading, ...introduction)
    sheet.append(fields.element, problem, html('div', { class: 'form-actions' }, send))
    scope.listen(sheet, 'submit', (event) => {
      event.preventDefault()
      void hand()
    })
    root.append(sheet)
    heading.focus()

    async function hand(): Promise<void> {
      if (send.disabled || !fields.check()) return
      send.disabled = true
      try {
        await client.answerForm(asked, fields.answers)
        scope.dispose()
        resolve()
      } catch (error) {
        send.disabled = false
        problem.replaceChildren(problemMessage(scope, error, { title: t('forms.notSent') }))
      }
    }
  })
}
