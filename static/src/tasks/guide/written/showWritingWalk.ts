import { button } from '../../../kit/dom/button'
import { html } from '../../../kit/dom/html'
import { isVisible } from '../../../kit/formatting/visible'
import { t } from '../../../kit/messages/messages'
import { problemMessage } from '../../../kit/notices/message'
import { MapPanel } from '../../../map/MapPanel'
import { TranscriptField } from '../../../typing/TranscriptField'
import { reportProblem } from '../../parts/reportProblem'
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
  new MapPanel(scope, session.viewer, session.path, { show: t('map.show'), hide: t('map.hide') })
  const { storageProblem } = session
  if (storageProblem) panel.append(problemMessage(scope, storageProblem, { title: t('saved.notHere') }))
  const field = new TranscriptField(scope, session.language, session.typing, { label: own('written.label'), placeholder: own('written.placeholder') })
  field.area.value = session.transcript
  scope.listen(field.area, 'input', () => (session.transcript = field.area.value))
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
  if (!scope.disposed) walk.start()
}

function actions({ scope, session, send }: Context): HTMLElement {
  const lacking = html('p', { class: 'hint', role: 'status', 'data-testid': 'lacking' })
  const said = html('div', {})
  const done = button(scope, { name: 'done', label: own('written.done'), icon: 'check', look: 'primary', press: () => send('finish') })
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
