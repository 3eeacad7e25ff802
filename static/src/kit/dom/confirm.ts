import { Scope } from '../lifecycle/Scope'
import { button } from './button'
import { html } from './html'

interface ConfirmQuestion {
  title: string
  /** A text, several points, or something to fill in. */
  detail: string | readonly string[] | HTMLElement
  /** Labels of the two buttons: the one that proceeds and the one that stays. */
  yes: string
  no: string
  /** Whether to proceed loses, ends or risks something: then to stay is the button that stands out. */
  harmful: boolean
}

/** Asks in a modal dialog. Escape means no. */
export function confirm(parent: Scope, { title, detail, yes, no, harmful }: ConfirmQuestion): Promise<boolean> {
  const scope = new Scope(parent)
  const dialog = html('dialog', { class: 'dialog', 'data-testid': 'confirm-dialog', 'aria-label': title })
  const answer = (name: string, label: string, look: 'primary' | 'plain') => button(scope, { name, label, look, press: () => dialog.close(name) })
  const stay = answer('confirm-no', no, harmful ? 'primary' : 'plain')
  const proceed = answer('confirm-yes', yes, harmful ? 'plain' : 'primary')
  // What is to be filled in comes first; otherwise a careless Enter stays.
  stay.toggleAttribute('autofocus', !(detail instanceof HTMLElement))
  const buttons = harmful ? [proceed, stay] : [stay, proceed]
  dialog.append(html('h2', {}, title), explanation(detail), html('div', { class: 'dialog-buttons' }, ...buttons))
  document.body.append(dialog)
  scope.add(() => dialog.remove())
  dialog.showModal()
  return new Promise((resolve) =>
    scope.listen(dialog, 'close', () => {
      resolve(dialog.returnValue === 'confirm-yes')
      scope.dispose()
    }),
  )
}

function explanation(detail: string | readonly string[] | HTMLElement): HTMLElement {
  if (detail instanceof HTMLElement) return detail
  if (typeof detail === 'string') return html('p', {}, detail)
  return html('ul', {}, ...detail.map((point) => html('li', {}, point)))
}
