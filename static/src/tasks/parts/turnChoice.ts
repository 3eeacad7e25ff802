import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { preferTurns, wantsTurns } from '../../viewer/path/turnPreference'

/** Asks whether the camera turns to the path after each step; the answer is remembered on this device. */
export function turnChoice(scope: Scope): HTMLElement {
  const box = html('input', { type: 'checkbox', checked: wantsTurns(), 'data-testid': 'turns-wanted' })
  scope.listen(box, 'change', () => preferTurns(box.checked))
  return html('label', { class: 'check-line' }, box, t('path.turns'))
}
