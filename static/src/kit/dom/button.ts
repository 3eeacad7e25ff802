import type { Scope } from '../lifecycle/Scope'
import { html } from './html'
import { type Icon, icon } from './icons'

interface ButtonOptions {
  /** Its `data-testid`. */
  name: string
  label: string
  icon?: Icon
  /** Shows the icon alone; the label is its accessible name. */
  bare?: boolean
  look?: 'primary' | 'danger' | 'record' | 'link' | 'plain'
  press: () => void
}

export function button(scope: Scope, { name, label, look = 'plain', press, ...options }: ButtonOptions): HTMLButtonElement {
  const attributes = { type: 'button', class: `button button-${look}`, 'data-testid': name }
  const element = html('button', options.bare ? { ...attributes, 'aria-label': label, title: label } : attributes)
  if (options.icon) element.append(icon(options.icon))
  if (!options.bare) element.append(html('span', {}, label))
  scope.listen(element, 'click', press)
  return element
}

/** Gives a button another icon and label, such as a play button that now pauses. */
export function relabel(element: HTMLButtonElement, label: string, name: Icon): void {
  element.querySelector('svg')?.replaceWith(icon(name))
  const text = element.querySelector('span')
  if (text) text.textContent = label
  else {
    element.setAttribute('aria-label', label)
    element.title = label
  }
}
