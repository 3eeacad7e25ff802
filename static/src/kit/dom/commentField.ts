import { html } from './html'

/** A few words in a person's own language. */
export function commentField(label: string): { element: HTMLElement; area: HTMLTextAreaElement } {
  const area = html('textarea', { rows: 2, maxlength: 2000, dir: 'auto', 'data-testid': 'comment' })
  return { element: html('label', { class: 'field' }, html('span', {}, label), area), area }
}
