import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { type Action, TASK_PLACES } from '../kit/keys/actions'
import { askForKeys } from '../kit/keys/askForKeys'
import { keyChanges, keysOf } from '../kit/keys/bindings'
import { actionName, keyCaps } from '../kit/keys/showKeys'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'

export const PLAYER_ACTIONS = ['playOrPause', 'back', 'ahead', 'faster', 'slower', 'skipSilence'] as const satisfies readonly Action[]

export type PlayerAction = (typeof PLAYER_ACTIONS)[number]

/** The keys of a `VoicePlayer`, with a button that changes them. */
export class PlayerKeys {
  readonly element = html('div', { class: 'player-keys' })
  private readonly list = html('ul', { 'aria-label': t('player.keys') })

  constructor(scope: Scope) {
    const change = button(scope, { name: 'change-keys', label: t('keys.change'), look: 'link', press: () => void askForKeys(scope, TASK_PLACES) })
    this.element.append(this.list, change)
    scope.add(keyChanges.on('change', () => this.show()))
    this.show()
  }

  private show(): void {
    const entry = (action: PlayerAction) => html('li', {}, keyCaps(keysOf(action)[0]), actionName(action))
    this.list.replaceChildren(...PLAYER_ACTIONS.map(entry))
  }
}
