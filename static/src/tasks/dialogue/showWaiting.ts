import { lineTrouble } from '../../dialogue/lineTrouble'
import { PartnerStatus } from '../../dialogue/PartnerStatus'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { clock, timeInZone } from '../../kit/formatting/format'
import { personalLink } from '../../kit/identity/kept'
import { t } from '../../kit/messages/messages'
import { message } from '../../kit/notices/message'
import type { PhaseContext } from '../phases/defineTask'
import { callAttention } from './callAttention'
import type { DialogueEvent, DialogueSession } from './DialogueSession'
import { leaveTask } from './leaveTask'
import { wanted } from './showInstructions'
import { whenOver } from './whenOver'

/** After which people need not go on waiting. */
const LONG_SECONDS = 300

/** Until the partner is there. A person who does something else meanwhile is called. */
export function showWaiting(context: PhaseContext<DialogueSession, DialogueEvent>): void {
  const { scope, root, session, send } = context
  const { line } = session
  const since = performance.now()
  const waited = html('span', { 'data-testid': 'waited' }, clock(0))
  const others = html('a', { class: 'button', href: personalLink('/me'), target: '_blank', rel: 'noopener', 'data-testid': 'do-others' }, t('dialogue.waiting.others'))
  const { title, detail, paid } = t('dialogue.waiting', { returnObjects: true })
  const told = message({ name: 'waiting', title, detail: paid, remedy: detail }, others)
  told.append(new PartnerStatus(scope, line).element, html('p', { class: 'hint' }, t('dialogue.waiting.since'), ' ', waited), ...until(session))
  root.append(told, lineTrouble(scope, line), ...wanted(session))
  scope.every(1, () => (waited.textContent = clock((performance.now() - since) / 1000)))
  scope.timeout(LONG_SECONDS, () => root.append(offerToLeave(context)))
  whenOver(scope, line, () => send('missed'))
  scope.add(line.on('now', () => look(true)))
  scope.timeout(0, () => look(false))

  function look(called: boolean): void {
    if (!line.partnerIsHere || line.now?.state === 'ended') return
    if (called) callAttention(session.walk.scope, t('dialogue.waiting.come'))
    send('come')
  }
}

/** When the agreed time ends, after which nobody else comes. */
function until({ seat }: DialogueSession): HTMLElement[] {
  return seat.until ? [html('p', { class: 'hint', 'data-testid': 'until' }, t('agreed.until', { time: timeInZone(seat.until) }))] : []
}

function offerToLeave(context: PhaseContext<DialogueSession, DialogueEvent>): HTMLElement {
  const said = html('div', {})
  const leave = button(context.scope, { name: 'give-back', label: t('dialogue.waiting.giveBack'), icon: 'ahead', press: () => void leaveTask(context, said) })
  const { title, detail } = t('dialogue.waiting.long', { returnObjects: true })
  const offer = message({ name: 'waited-long', title, detail }, leave)
  offer.setAttribute('role', 'status')
  offer.append(said)
  return offer
}
