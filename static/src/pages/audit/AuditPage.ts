import type { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { AuditLog } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { icon } from '../../kit/dom/icons'
import type { Scope } from '../../kit/lifecycle/Scope'
import { noticeElement, problemNotice } from '../../kit/notices/notice'
import { saveCsv } from '../../api/saveCsv'
import { auditAddress, parseAudit } from './address'
import { auditTable } from './auditTable'
import { filterForm } from './filterForm'

/** Who did what, and when, as the address says; the newest first. */
export class AuditPage {
  private readonly query = parseAudit(location.search)
  private readonly notice = html('div', { class: 'page-notice', role: 'alert' })
  private readonly content = html('div', { class: 'audit' }, html('p', { class: 'loading', 'data-testid': 'loading' }, 'Loading the log …'))

  constructor(
    root: HTMLElement,
    private readonly client: ApiClient,
    private readonly scope: Scope,
  ) {
    const back = html('a', { class: 'back', href: '/monitor', 'data-testid': 'back' }, icon('back'), 'Monitor')
    const csv = button(scope, { name: 'save-csv', label: 'Save as CSV', press: () => void this.attempt(() => this.save()) })
    const head = html('header', { class: 'page-head' }, html('nav', { 'aria-label': 'Back' }, back), html('h1', {}, 'Audit log'), csv)
    root.replaceChildren(head, this.notice, this.content)
  }

  async load(): Promise<void> {
    await this.attempt(async () => this.show(await this.client.audit(this.query)))
  }

  private show({ items, next_cursor: older, actions }: AuditLog): void {
    const found =
      items.length > 0
        ? html('div', { class: 'card audit-entries' }, auditTable(items))
        : noticeElement({ name: 'nothing-found', title: 'No entry fits', detail: older ? 'None of the newest does; there are older ones.' : 'Ask for other people, another action, or other days.' })
    this.content.replaceChildren(filterForm(this.scope, this.query, actions), found, this.pages(older))
  }

  private pages(older: string | null): HTMLElement {
    const page = (name: string, label: string, cursor: string) => html('a', { class: 'button', href: auditAddress({ ...this.query, cursor }), 'data-testid': name }, label)
    const ways = [...(this.query.cursor ? [page('newest', 'Newest', '')] : []), ...(older ? [page('older', 'Older', older)] : [])]
    return html('nav', { class: 'audit-pages', 'aria-label': 'Pages' }, ...ways)
  }

  private async save(): Promise<void> {
    await saveCsv(this.scope, this.client, auditAddress({ ...this.query, cursor: '' }), 'audit')
  }

  private async attempt(act: () => Promise<void>): Promise<void> {
    this.notice.replaceChildren()
    try {
      await act()
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.content.querySelector('.loading')?.remove()
      this.notice.replaceChildren(noticeElement(problemNotice(reason, 'The log cannot be shown')))
    }
  }
}
