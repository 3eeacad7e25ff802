import { kindName, pageToGoOn } from '../../annotations/kinds'
import { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { RecordingUpload } from '../../api/RecordingUpload'
import { fillInDue } from '../../forms/fillIn'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { keptSession, personalLink } from '../../kit/identity/kept'
import type { Scope } from '../../kit/lifecycle/Scope'
import { kindMessage } from '../../kit/messages/kindMessages'
import { t } from '../../kit/messages/messages'
import { message, problemMessage } from '../../kit/notices/message'
import { ownWorkLink } from '../../session/enter'
import { showOwnVisit } from '../../visit/showVisit'
import type { PhaseContext } from '../phases/defineTask'
import { showTally } from './tally'

interface Sending {
  /** Null where nothing was recorded. */
  upload: RecordingUpload | null
  submit: () => Promise<void>
  stored: () => void
  back: () => void
  /** What the button that goes back says. */
  backLabel: string
}

/** Waits for the uploads with a progress bar, submits, and says in place what hinders. */
export function sendAnswer(scope: Scope, root: HTMLElement, sending: Sending): void {
  const { upload, submit, stored, back, backLabel } = sending
  const bar = html('progress', { max: 1, 'aria-label': t('send.sent'), 'data-testid': 'upload-progress' })
  const rest = html('p', { class: 'hint', 'data-testid': 'upload-rest' })
  const problem = html('div', {})
  const progress = html('section', { class: 'message', role: 'status' }, html('h2', {}, t('send.title')), bar, rest)
  root.append(progress, problem)
  if (upload) scope.every(0.1, () => show(upload))
  if (upload) show(upload)
  void attempt()

  function show({ savedBytes, pendingBytes }: RecordingUpload): void {
    bar.value = savedBytes / Math.max(1, savedBytes + pendingBytes)
    rest.textContent = pendingBytes > 0 ? t('send.rest', { kilobytes: Math.ceil(pendingBytes / 1000) }) : t('send.nearly')
  }

  async function attempt(): Promise<void> {
    progress.hidden = false
    problem.replaceChildren()
    try {
      await submit()
      if (!scope.disposed) stored()
    } catch (error) {
      if (!scope.disposed) refuse(error)
    }
  }

  function refuse(error: unknown): void {
    progress.hidden = true
    const goBack = button(scope, { name: 'back', label: backLabel, icon: 'back', press: back })
    const title = t('send.refused')
    const options = mayPassLater(error) ? { title, retry } : { title }
    problem.replaceChildren(problemMessage(scope, error, options, goBack))
  }

  function retry(): void {
    upload?.retry()
    void attempt()
  }
}

const mayPassLater = (error: unknown): boolean => !(error instanceof ApiProblem) || error.transient

/** The last phase of every task: thanks, how far the person is, and the way to the next task. */
export function showDone({ scope, root, lease, next }: PhaseContext<unknown, never>): void {
  const client = new ApiClient(keptSession())
  const questions = html('div', {})
  void showOwnVisit(scope, root, client)
  let goOn = next
  const again = button(scope, { name: 'next-task', label: t('done.next'), look: 'primary', press: () => goOn() })
  const thanks = message({ name: 'thank-you', title: t('done.title'), detail: t('done.detail'), tone: 'good' }, again, ownWorkLink())
  root.append(thanks, questions)
  again.focus()
  void showTally(scope, thanks, client, lease).then((tally) => {
    const { reason = null, kind = null } = tally?.waiting ?? {}
    if (kind === null || (reason !== 'turn' && reason !== 'step' && reason !== 'other')) return
    again.textContent = t('done.other', { what: kindMessage(kind, 'open') ?? kindName(kind) })
    goOn = () => location.assign(personalLink(pageToGoOn(reason, kind)))
  })
  void fillInDue(scope, questions, client, again)
}
