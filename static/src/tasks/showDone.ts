import { button } from '../dom/button'
import { message } from '../dom/message'
import type { PhaseContext } from './defineTask'

/** The last phase of every task. */
export function showDone({ scope, root, next }: PhaseContext<unknown, never>): void {
  const again = button(scope, { name: 'next-task', label: 'Next task', look: 'primary', press: next })
  const detail = 'Your work has arrived and is stored safely. You can go on with the next task, or close this page.'
  root.append(message({ name: 'thank-you', title: 'Thank you!', detail, tone: 'good' }, again))
  again.focus()
}
