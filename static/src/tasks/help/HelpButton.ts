import './help.css'

import type { ApiClient } from '../../api/ApiClient'
import type { LeaseView } from '../../api/types'
import { button } from '../../kit/dom/button'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { personalLink } from '../../kit/identity/kept'
import { actionOf } from '../../kit/keys/bindings'
import { chordOf, leavesTyping } from '../../kit/keys/chords'
import { showKeys } from '../../kit/keys/showKeys'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { problemMessage } from '../../kit/notices/message'
import { type ProblemKind, reportProblem } from '../parts/reportProblem'

/** What help needs of the task. */
interface HelpParts {
  client: ApiClient
  lease: LeaseView
  /** What people read before their first task. */
  introduction: (scope: Scope) => readonly Node[]
  /** Stops a recording; returns whether there was one to stop. */
  interrupt: () => boolean
  /** The viewpoint at which the person stands; null where they stand nowhere. */
  whereabouts: () => string | null
  /** Leaves the task, once it was given back; null while it may not be. */
  skip: () => (() => void) | null
}

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest('select, input, textarea') !== null

/** Help in every phase: the introduction, a report of a problem, questions to the team, and giving the task back. */
export class HelpButton {
  readonly element: HTMLButtonElement
  private dialog: HTMLDialogElement | null = null

  constructor(
    private readonly scope: Scope,
    private readonly parts: HelpParts,
  ) {
    this.element = button(scope, { name: 'help', label: t('help.title'), icon: 'help', press: () => this.open() })
    this.element.classList.add('help-button')
    this.element.setAttribute('aria-haspopup', 'dialog')
    showKeys(scope, this.element, 'help')
    scope.listen(document, 'keydown', (event) => {
      const chord = chordOf(event)
      if (actionOf(event, ['help']) === null || (isTyping(event) && !leavesTyping(chord ?? ''))) return
      event.preventDefault() // the browser's own help
      this.open()
    })
  }

  private open(): void {
    if (document.querySelector('dialog[open]')) return
    const paused = this.parts.interrupt()
    const scope = new Scope(this.scope)
    const dialog = (this.dialog = html('dialog', { class: 'dialog help', 'aria-label': t('help.title'), 'data-testid': 'help-dialog' }))
    const back = button(scope, { name: 'help-close', label: t('help.close'), look: 'primary', press: () => dialog.close() })
    const head = html('header', { class: 'help-head' }, html('h2', {}, t('help.title')), back)
    const told = html('p', { class: 'hint', role: 'status', hidden: !paused, 'data-testid': 'help-paused' }, t('help.paused'))
    const introduction = html('div', { class: 'help-introduction phase-instructions' }, ...this.parts.introduction(scope))
    introduction.hidden = introduction.childElementCount === 0
    dialog.append(head, told, this.waysOut(scope), introduction)
    document.body.append(dialog)
    scope.add(() => dialog.remove())
    scope.listen(dialog, 'close', () => scope.dispose())
    dialog.showModal()
    back.focus()
    dialog.scrollTop = 0
  }

  private waysOut(scope: Scope): HTMLElement {
    const said = html('div', {})
    const report = button(scope, { name: 'help-report', label: t('walk.report'), icon: 'flag', press: () => void reportProblem(scope, this, said) })
    const ask = html('a', { class: 'button', href: personalLink('/me'), target: '_blank', rel: 'noopener', 'data-testid': 'help-ask' }, t('help.ask'))
    const leave = this.parts.skip()
    const skip = leave && button(scope, { name: 'skip', label: t('help.skip.label'), icon: 'ahead', press: () => void this.skip(scope, said, leave) })
    return html('section', { class: 'help-ways' }, html('div', { class: 'help-actions' }, report, ask, ...(skip ? [skip] : [])), said)
  }

  /** Tells the data team that something is wrong. */
  report(reportId: string, kind: ProblemKind, comment: string): Promise<unknown> {
    const { client, lease, whereabouts } = this.parts
    return client.report(lease.lease_id, reportId, { kind, comment, viewpoint_id: whereabouts() })
  }

  private async skip(scope: Scope, said: HTMLElement, leave: () => void): Promise<void> {
    const { title, detail, yes, no } = t('help.skip', { returnObjects: true })
    if (!(await confirm(scope, { title, detail, yes, no, harmful: true }))) return
    try {
      await this.parts.client.giveBack(this.parts.lease.lease_id)
      this.dialog?.close()
      leave()
    } catch (error) {
      const retry = () => void this.skip(scope, said, leave)
      said.replaceChildren(problemMessage(scope, error, { title: t('help.skip.failed'), retry }))
    }
  }
}
