import type { Scope } from '../lifecycle/Scope'
import { html } from './html'

interface Choices<Value extends string> {
  /** Its `data-testid`, and what the radio buttons are called together. */
  name: string
  legend: string
  options: readonly (readonly [value: Value, label: string])[]
  chosen?: Value | null
  choose: (value: Value) => void
}

/** A question with one answer out of several. */
export function choices<Value extends string>(scope: Scope, { name, legend, options, chosen, choose }: Choices<Value>) {
  const option = ([value, label]: readonly [Value, string]) => {
    const radio = html('input', { type: 'radio', name, value, checked: value === chosen, 'data-testid': `${name}-${value}` })
    scope.listen(radio, 'change', () => choose(value))
    return html('label', { class: 'check-line' }, radio, html('span', {}, label))
  }
  return html('fieldset', { class: 'choices', 'data-testid': name }, html('legend', {}, legend), ...options.map(option))
}

/** A few words in a person's own language. */
export function commentField(label: string): { element: HTMLElement; area: HTMLTextAreaElement } {
  const area = html('textarea', { rows: 2, maxlength: 2000, dir: 'auto', 'data-testid': 'comment' })
  return { element: html('label', { class: 'field' }, html('span', {}, label), area), area }
}
