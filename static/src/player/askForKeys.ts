import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { actionName, type Chord, chordOf, keepMediaKeys, keyCaps, keyNames, leavesTyping, MEDIA_ACTIONS, type MediaAction, mediaKeys, USUAL_KEYS } from './mediaKeys'

/** Shows a dialog in which each action's keys can be changed; resolves when it is closed. */
export function askForKeys(parent: Scope): Promise<void> {
  return new Promise((resolve) => {
    const scope = new Scope(parent)
    const dialog = new KeysDialog(scope).element
    document.body.append(dialog)
    scope.add(() => dialog.remove())
    scope.listen(dialog, 'close', () => {
      resolve()
      scope.dispose()
    })
    dialog.showModal()
  })
}

class KeysDialog {
  readonly element = html('dialog', { class: 'dialog', 'data-testid': 'keys-dialog', 'aria-label': t('keys.title') })
  private readonly rows = html('ul', { class: 'key-rows' })
  private readonly complaint = html('p', { class: 'key-complaint', role: 'alert' })
  /** The action whose new keys are awaited. */
  private waiting: MediaAction | null = null

  constructor(private readonly scope: Scope) {
    const reset = button(scope, { name: 'reset-keys', label: t('keys.reset'), press: () => this.keep(USUAL_KEYS) })
    const close = button(scope, { name: 'close-keys', label: t('keys.close'), look: 'primary', press: () => this.element.close() })
    this.element.append(
      html('h2', {}, t('keys.title')),
      html('p', {}, t('keys.detail')),
      this.rows,
      this.complaint,
      html('div', { class: 'dialog-buttons' }, reset, close),
    )
    scope.listen(this.element, 'keydown', (event) => this.press(event))
    this.show()
  }

  private press(event: KeyboardEvent): void {
    const [action, chord] = [this.waiting, chordOf(event)]
    if (action === null || chord === null) return
    event.preventDefault()
    event.stopPropagation()
    const refusal = this.refusal(action, chord)
    if (refusal === null) this.keep({ ...mediaKeys(), [action]: chord })
    else this.complaint.textContent = refusal
  }

  private refusal(action: MediaAction, chord: Chord): string | null {
    if (!leavesTyping(chord)) return t('keys.plain')
    const keys = mediaKeys()
    const other = MEDIA_ACTIONS.find((name) => name !== action && keys[name] === chord)
    return other ? t('keys.taken', { keys: keyNames(chord).join(' '), action: actionName(other) }) : null
  }

  private keep(keys: ReturnType<typeof mediaKeys>): void {
    keepMediaKeys(keys)
    this.wait(null)
  }

  private wait(action: MediaAction | null): void {
    this.waiting = action
    this.complaint.textContent = ''
    this.show()
    this.rows.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
  }

  private show(): void {
    const keys = mediaKeys()
    this.rows.replaceChildren(...MEDIA_ACTIONS.map((action) => this.row(action, keys[action])))
  }

  private row(action: MediaAction, chord: Chord): HTMLElement {
    const awaited = this.waiting === action
    const change = button(this.scope, {
      name: `key-${action}`,
      label: awaited ? t('keys.press') : '',
      press: () => this.wait(awaited ? null : action),
    })
    if (!awaited) change.replaceChildren(keyCaps(chord))
    change.setAttribute('aria-pressed', String(awaited))
    change.setAttribute('aria-label', `${actionName(action)}: ${awaited ? t('keys.press') : keyNames(chord).join(' ')}`)
    return html('li', {}, html('span', {}, actionName(action)), change)
  }
}
