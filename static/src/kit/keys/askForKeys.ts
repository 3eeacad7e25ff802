import { button } from '../dom/button'
import { html } from '../dom/html'
import { Scope } from '../lifecycle/Scope'
import { t } from '../messages/messages'
import { type Action, actionsIn, type Place, placeOf } from './actions'
import { changeKeys, keysOf, type Refusal, resetKeys } from './bindings'
import { type Chord, chordOf, keyNames } from './chords'
import { actionName, keyCaps } from './showKeys'

/** Shows the keys that act in these places in a dialog in which each can be changed; resolves when it is closed. */
export function askForKeys(parent: Scope, places: readonly Place[]): Promise<void> {
  return new Promise((resolve) => {
    const scope = new Scope(parent)
    const dialog = new KeysDialog(scope, places).element
    document.body.append(dialog)
    scope.add(() => dialog.remove())
    scope.listen(dialog, 'close', () => {
      resolve()
      scope.dispose()
    })
    dialog.showModal()
  })
}

/** A button that shows the keys of these places. Where there is only a touch screen, the style sheet hides it. */
export function keysButton(scope: Scope, places: readonly Place[]): HTMLButtonElement {
  const show = button(scope, { name: 'show-keys', label: t('keys.show'), icon: 'keyboard', bare: true, press: () => void askForKeys(scope, places) })
  show.classList.add('keys-button')
  return show
}

class KeysDialog {
  readonly element = html('dialog', { class: 'dialog keys-dialog', 'data-testid': 'keys-dialog', 'aria-label': t('keys.title') })
  private readonly lists = html('div', { class: 'key-places' })
  private readonly complaint = html('p', { class: 'key-complaint', role: 'alert' })
  private readonly actions: readonly Action[]
  /** The action whose new keys are awaited. */
  private waiting: Action | null = null

  constructor(
    private readonly scope: Scope,
    private readonly places: readonly Place[],
  ) {
    this.actions = actionsIn(places)
    const reset = button(scope, { name: 'reset-keys', label: t('keys.reset'), press: () => this.reset() })
    const close = button(scope, { name: 'close-keys', label: t('keys.close'), look: 'primary', press: () => this.element.close() })
    this.element.append(
      html('h2', {}, t('keys.title')),
      html('p', {}, t('keys.detail')),
      this.lists,
      this.complaint,
      html('div', { class: 'dialog-buttons' }, reset, close),
    )
    scope.listen(this.element, 'keydown', (event) => this.press(event))
    // Where Escape is awaited, it is an answer and does not close.
    scope.listen(this.element, 'cancel', (event) => this.waiting !== null && event.preventDefault())
    this.show()
  }

  private press(event: KeyboardEvent): void {
    event.stopPropagation()
    const [action, chord] = [this.waiting, chordOf(event)]
    if (action === null || chord === null) return
    // Tab is refused, and leads on all the same: nobody is caught in here.
    if (event.key === 'Tab') { this.refuse(action, chord, { why: 'reserved' }); return; }
    event.preventDefault()
    const refusal = changeKeys(action, chord)
    if (refusal === null) this.wait(null)
    else this.refuse(action, chord, refusal)
  }

  private refuse(action: Action, chord: Chord, refusal: Refusal): void {
    const keys = keyNames(chord).join(' ')
    const other = refusal.why === 'taken' ? actionName(refusal.by) : actionName(action)
    this.complaint.textContent = t(`keys.${refusal.why}`, { keys, action: other })
  }

  private reset(): void {
    resetKeys(this.actions)
    this.waiting = null
    this.complaint.textContent = ''
    this.show()
  }

  /** Waits for the keys of an action, or for none; the focus stays on its button. */
  private wait(action: Action | null): void {
    const focused = action ?? this.waiting
    this.waiting = action
    this.complaint.textContent = ''
    this.show()
    this.lists.querySelector<HTMLElement>(`[data-testid="key-${focused}"]`)?.focus()
  }

  private show(): void {
    const used = this.places.filter((place) => this.actions.some((action) => placeOf(action) === place))
    this.lists.replaceChildren(...used.map((place) => this.list(place)))
  }

  private list(place: Place): HTMLElement {
    const rows = actionsIn([place]).map((action) => this.row(action))
    const name = t(`keys.places.${place}`)
    return html('section', { 'aria-label': name }, html('h3', {}, name), html('ul', { class: 'key-rows' }, ...rows))
  }

  private row(action: Action): HTMLElement {
    const awaited = this.waiting === action
    const [chord] = keysOf(action)
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
