import type { Scope } from '../lifecycle/Scope'
import { ofServer, t } from '../messages/messages'
import { button } from '../dom/button'
import { html } from '../dom/html'

interface Message {
  /** Its `data-testid`. */
  name: string
  title: string
  detail: string
  remedy?: string
  tone?: 'plain' | 'good' | 'bad'
}

/** The message of a page that has no other content. */
export function message({ name, title, detail, remedy, tone = 'plain' }: Message, ...actions: Node[]): HTMLElement {
  const element = html('section', { class: `message message-${tone}`, 'data-testid': name })
  element.append(html('h2', {}, title), html('p', {}, detail))
  if (remedy) element.append(html('p', { class: 'message-remedy' }, remedy))
  if (actions.length > 0) element.append(html('div', { class: 'message-actions' }, ...actions))
  return element
}

/** Tells what failed, why, and what to do about it, with a button that tries again. */
export function problemMessage(
  scope: Scope,
  error: unknown,
  { title, retry }: { title: string; retry?: () => void },
  ...actions: Node[]
): HTMLElement {
  const { detail, remedy, original } = told(error)
  const again = retry ? [button(scope, { name: 'retry', label: t('retry'), look: 'primary', press: retry })] : []
  const element = message({ name: 'problem', title, detail, remedy, tone: 'bad' }, ...again, ...actions)
  if (original) element.insertBefore(html('p', { class: 'hint', lang: 'en', dir: 'ltr' }, original), element.querySelector('.message-actions'))
  element.setAttribute('role', 'alert')
  return element
}

/** What an error says; what a server said in English (`original`) is first told in the page's language. */
function told(error: unknown): { detail: string; remedy: string; original?: string } {
  if (!(error instanceof Error)) return { detail: String(error), remedy: t('reload') }
  const own = 'status' in error && 'code' in error && ofServer(Number(error.status), String(error.code))
  if (own) return { ...own, original: error.message }
  return { detail: error.message, remedy: 'remedy' in error ? String(error.remedy) : t('reload') }
}
