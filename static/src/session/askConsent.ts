import type { ApiClient } from '../api/ApiClient'
import type { ConsentView } from '../api/types'
import { button } from '../kit/dom/button'
import { formattedText } from '../kit/notices/formattedText'
import { html } from '../kit/dom/html'
import { problemMessage } from '../kit/notices/message'
import type { Scope } from '../kit/lifecycle/Scope'
import { chosenLanguage } from '../kit/messages/interfaceLanguage'
import { t } from '../kit/messages/messages'

/** Shows the campaign's text, and resolves when the person has agreed to it. */
export async function askConsent(scope: Scope, root: HTMLElement, client: ApiClient): Promise<void> {
  const text = await client.consent(chosenLanguage())
  if (text?.agreed_at !== null) return
  await new Promise<void>((resolve) => {
    const box = html('input', { type: 'checkbox', id: 'agree-box', 'data-testid': 'agree-box' })
    const go = button(scope, { name: 'agree', label: t('consent.go'), look: 'primary', press: () => void agree() })
    go.disabled = true
    scope.listen(box, 'change', () => (go.disabled = !box.checked))
    const agree = async () => {
      go.disabled = true
      try {
        await client.agree({ version: text.version, language: text.language })
        resolve()
      } catch (error) {
        show(problemMessage(scope, error, { title: t('problem.title'), retry: () => location.reload() }))
      }
    }
    const show = (...parts: Node[]) => root.replaceChildren(html('section', { class: 'consent', 'data-testid': 'consent' }, ...parts))
    const label = html('label', { class: 'agree', for: 'agree-box' }, box, html('span', {}, t('consent.agree')))
    show(html('h1', {}, t('consent.title')), consentText(text), label, html('div', { class: 'message-actions' }, go))
  })
}

/** The text with its version and how long data is stored. */
export function consentText({ body, language, version, retention_days }: ConsentView): HTMLElement {
  const about = [t('consent.version', { version })]
  if (retention_days !== null) about.push(t('consent.kept', { days: retention_days }))
  const text = html('div', { class: 'consent-text', lang: language, tabindex: 0, role: 'region', 'aria-label': t('consent.title') })
  text.append(...formattedText(body))
  return html('div', {}, text, html('p', { class: 'hint' }, about.join(' · ')))
}
