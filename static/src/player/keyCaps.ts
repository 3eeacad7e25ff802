import { html } from '../kit/dom/html'
import { t } from '../kit/messages/messages'
import { type Chord, keyNames, type MediaAction, SKIP } from './mediaKeys'

/** Keys as they look on a keyboard. */
export function keyCaps(chord: Chord): HTMLElement {
  return html('span', { class: 'keys' }, ...keyNames(chord).map((name) => html('kbd', {}, name)))
}

/** What an action is called. */
export function actionName(action: MediaAction): string {
  return t(`player.${action}`, { seconds: SKIP })
}
