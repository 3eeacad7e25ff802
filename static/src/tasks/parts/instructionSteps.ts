import { html } from '../../kit/dom/html'

export interface InstructionStep {
  title: string
  text: string
}

/** What a person will do, step by step. */
export function instructionSteps(steps: readonly InstructionStep[]): HTMLElement {
  const items = steps.map(({ title, text }) => html('li', {}, html('h2', {}, title), html('p', {}, text)))
  return html('ol', { class: 'instructions' }, ...items)
}
