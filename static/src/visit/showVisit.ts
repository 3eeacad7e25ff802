import './visit.css'

import type { ApiClient } from '../api/ApiClient'
import type { VisitView } from '../api/types'
import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { problemMessage } from '../kit/notices/message'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { personalLink } from '../kit/identity/kept'

interface Options {
  /** Offers to go on with the next task. */
  open?: boolean
  /** There is no further task. */
  stuck?: boolean
}

/** Shows how far a person is with what a platform sent them for; once all is verified, their completion code. */
export async function showVisit(scope: Scope, root: HTMLElement, client: ApiClient, visit: VisitView, options: Options = {}): Promise<void> {
  if (visit.done < visit.required) {
    root.append(progress(visit, options))
    return
  }
  try {
    root.append(completion(scope, visit.code === null ? await client.completeVisit() : visit))
  } catch (error) {
    root.append(problemMessage(scope, error, { title: t('problem.title'), retry: () => location.reload() }))
  }
}

/** The same for whoever a platform sent; others see nothing of it. */
export async function showOwnVisit(scope: Scope, root: HTMLElement, client: ApiClient, options: Options = {}): Promise<void> {
  const visit = await client.visit().catch(() => null)
  if (visit && !scope.disposed) await showVisit(scope, root, client, visit, options)
}

function progress({ done, required, kind }: VisitView, { open, stuck }: Options): HTMLElement {
  const title = t('visit.progress', { done, required })
  const bar = html('progress', { max: required, value: done, 'aria-label': title })
  const detail = html('p', {}, t(stuck ? 'visit.stuck' : 'visit.stored'))
  const element = html('section', { class: 'message visit', 'data-testid': 'visit-progress' }, html('h2', {}, title), bar, detail)
  if (open) {
    const goOn = html('a', { class: 'button button-primary', href: personalLink(`/${kind}`), 'data-testid': 'go-on' }, t('visit.goOn'))
    element.append(html('div', { class: 'message-actions' }, goOn))
  }
  return element
}

function completion(scope: Scope, visit: VisitView): HTMLElement {
  const code = html('output', { class: 'completion-code', 'data-testid': 'completion-code', 'aria-label': t('visit.complete.code') }, visit.code ?? '')
  const copied = html('span', { role: 'status', class: 'hint' })
  const copy = button(scope, { name: 'copy-code', label: t('visit.complete.copy'), press: () => void copyText(code, copied) })
  const back = wayBack(visit)
  return html(
    'section',
    { class: 'message message-good visit', 'data-testid': 'visit-complete' },
    html('h2', {}, t('visit.complete.title')),
    html('p', {}, t('visit.complete.detail')),
    html('div', { class: 'completion' }, code, copy, copied),
    back ? html('div', { class: 'message-actions' }, back) : html('p', { class: 'message-remedy' }, t('visit.complete.paste')),
  )
}

/** A frame may not let the page write to the clipboard; then the code is selected, to be copied by hand. */
async function copyText(code: HTMLElement, status: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.textContent)
    status.textContent = t('visit.complete.copied')
  } catch {
    getSelection()?.selectAllChildren(code)
    status.textContent = t('visit.complete.selected')
  }
}

function wayBack({ way_back: way, platform }: VisitView): HTMLElement | null {
  if (way === null) return null
  const label = t(platform === 'prolific' ? 'visit.complete.prolific' : 'visit.complete.mturk')
  if (way.method === 'get') return html('a', { class: 'button button-primary', href: way.url, 'data-testid': 'way-back' }, label)
  const fields = Object.entries(way.fields).map(([name, value]) => html('input', { type: 'hidden', name, value }))
  const send = html('button', { type: 'submit', class: 'button button-primary', 'data-testid': 'way-back' }, label)
  return html('form', { method: 'post', action: way.url }, ...fields, send)
}
