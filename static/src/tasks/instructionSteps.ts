import { html } from '../dom/html'

/** What a person will do, step by step. */
export function instructionSteps(steps: readonly (readonly [title: string, text: string])[]): HTMLElement {
  const items = steps.map(([title, text]) => html('li', {}, html('h2', {}, title), html('p', {}, text)))
  return html('ol', { class: 'instructions' }, ...items)
}
