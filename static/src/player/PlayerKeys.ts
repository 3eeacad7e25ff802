import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { askForKeys } from './askForKeys'
import { actionName, keyCaps, MEDIA_ACTIONS, type MediaAction, mediaKeys } from './mediaKeys'

/** The keys of a `VoicePlayer`, with a button that changes them. */
export class PlayerKeys {
  readonly element = html('div', { class: 'player-keys' })
  private readonly list = html('ul', { 'aria-label': t('player.keys') })

  constructor(private readonly scope: Scope) {
    const change = button(scope, { name: 'change-keys', label: t('keys.change'), look: 'link', press: () => void this.change() })
    this.element.append(this.list, change)
    this.show()
  }

  private async change(): Promise<void> {
    await askForKeys(this.scope)
    this.show()
  }

  private show(): void {
    const keys = mediaKeys()
    const entry = (action: MediaAction) => html('li', {}, keyCaps(keys[action]), actionName(action))
    this.list.replaceChildren(...MEDIA_ACTIONS.map(entry))
  }
}
