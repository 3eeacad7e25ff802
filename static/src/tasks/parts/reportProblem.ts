import type { ProblemReportRequest } from '../../api/types'
import { choices, commentField } from '../../kit/dom/fields'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { problemMessage } from '../../kit/notices/message'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'

export type ProblemKind = ProblemReportRequest['kind']

const PROBLEM_KINDS: readonly ProblemKind[] = ['voice', 'picture', 'offensive', 'page', 'other']

interface Reporter {
  report: (reportId: string, kind: ProblemKind, comment: string) => Promise<unknown>
}

/** Asks what is wrong and sends the report; `place` shows the result. */
export async function reportProblem(scope: Scope, session: Reporter, place: HTMLElement): Promise<void> {
  const { title, detail, send, cancel, thanks, failed } = t('report', { returnObjects: true })
  let kind: ProblemKind = 'other'
  const comment = commentField(t('report.comment'))
  const options = PROBLEM_KINDS.map((name) => [name, t(`report.kind.${name}`)] as const)
  const kinds = choices(scope, { name: 'problem-kind', legend: detail, options, chosen: kind, choose: (chosen) => (kind = chosen) })
  const form = html('div', { class: 'dialog-form' }, kinds, comment.element)
  if (!(await confirm(scope, { title, detail: form, yes: send, no: cancel, harmful: false }))) return
  const reportId = crypto.randomUUID()
  await attempt()

  async function attempt(): Promise<void> {
    place.replaceChildren()
    try {
      await session.report(reportId, kind, comment.area.value.trim())
      place.replaceChildren(html('p', { class: 'hint', role: 'status', 'data-testid': 'report-sent' }, thanks))
    } catch (error) {
      place.replaceChildren(problemMessage(scope, error, { title: failed, retry: () => void attempt() }))
    }
  }
}
