import { button } from '../../../kit/dom/button'
import { html } from '../../../kit/dom/html'
import { submitByKey } from '../../../kit/keys/submitKey'
import { isVisible } from '../../../kit/formatting/visible'
import { t } from '../../../kit/messages/messages'
import { problemMessage } from '../../../kit/notices/message'
import { FlightBar } from '../../../flight/FlightBar'
import { TranscriptField } from '../../../typing/TranscriptField'
import { reportProblem } from '../../parts/reportProblem'
import { offerMap } from '../../parts/taskMap'
import { followersStart } from '../../voiceWalk/followersStart'
import type { PhaseContext } from '../../phases/defineTask'
import { own } from '../messages/own'
import type { WrittenGuideEvent, WrittenGuideSession } from './WrittenGuideSession'

const CHECK_SECONDS = 0.3

type Context = PhaseContext<WrittenGuideSession, WrittenGuideEvent>

/** The walk along the path, with the field for the directions beside it. */
export function showWritingWalk(context: Context): void {
  const { scope, root, session } = context
  const panel = html('section', { class: 'panel' })
  root.append(session.viewer.container, panel)
  session.viewer.showPath(session.path)
  offerMap(context, session.viewer, session.path)
  offerFlight(context)
  const { storageProblem } = session
  if (storageProblem) panel.append(problemMessage(scope, storageProblem, { title: t('saved.notHere') }))
  const field = new TranscriptField(scope, session.language, session.typing, { label: own('written.label'), placeholder: own('written.placeholder') })
  field.area.value = session.transcript
  scope.listen(field.area, 'input', () => (session.transcript = field.area.value))
  const start = followersStart(session)
  if (start !== '') panel.append(html('p', { class: 'hint', 'data-testid': 'followers-start' }, start))
  panel.append(field.element, actions(context))
  session.viewer.container.focus()
  void goOn(context)
  scope.add(() => {
    session.walk.stop()
    session.viewer.showPath(null)
  })
}

/** The walk is recorded from the first picture on. */
async function goOn({ scope, session: { viewer, walk } }: Context): Promise<void> {
  await viewer.ready
  await walk.goBack()
  if (scope.disposed) return
  const begins = !walk.begun
  walk.start()
  // The trace begins with what Followers see first.
  if (begins) viewer.facePath()
}

/** A person may look at the whole path as long as they stand at its start; the walk rests meanwhile. */
function offerFlight({ scope, session: { viewer, walk, path }, aids }: Context): void {
  const begun = () => {
    walk.stop()
    aids.countFlight()
  }
  const bar = new FlightBar(scope, viewer, path, { begun, over: () => scope.disposed || walk.start() })
  const offer = () => (bar.allowed = walk.walked.length <= 1)
  scope.every(CHECK_SECONDS, offer)
  offer()
}

function actions({ scope, session, send }: Context): HTMLElement {
  const lacking = html('p', { class: 'hint', role: 'status', 'data-testid': 'lacking' })
  const said = html('div', {})
  const done = button(scope, { name: 'done', label: own('written.done'), icon: 'check', look: 'primary', press: () => send('finish') })
  submitByKey(scope, done)
  const report = button(scope, { name: 'report', label: t('walk.report'), look: 'link', press: () => void reportProblem(scope, session, said) })
  const check = () => {
    const missing = whatIsMissing(session)
    done.disabled = missing !== null
    const told = missing === null ? '' : own(`written.lacking.${missing}`)
    if (lacking.textContent !== told) lacking.textContent = told // Said again, it would be read aloud again.
  }
  scope.listen(document, 'input', check)
  scope.every(CHECK_SECONDS, check) // The walk is written down a little after a step, and the typing help sends no input event.
  check()
  return html('div', { class: 'panel-end' }, lacking, report, said, html('div', { class: 'panel-actions' }, done))
}

/** What the person still has to do before the answer can be sent. */
function whatIsMissing({ fault, transcript }: WrittenGuideSession): 'walk' | 'words' | null {
  if (fault !== null) return 'walk'
  return isVisible(transcript) ? null : 'words'
}
