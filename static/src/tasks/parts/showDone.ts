import { ApiClient } from '../../api/ApiClient'
import { button } from '../../kit/dom/button'
import { message } from '../../kit/notices/message'
import { t } from '../../kit/messages/messages'
import { keptSession } from '../../kit/identity/kept'
import { ownWorkLink } from '../../session/ownWorkLink'
import { showOwnVisit } from '../../visit/showVisit'
import type { PhaseContext } from '../phases/defineTask'

/** The last phase of every task. */
export function showDone({ scope, root, next }: PhaseContext<unknown, never>): void {
  void showOwnVisit(scope, root, new ApiClient(keptSession()))
  const again = button(scope, { name: 'next-task', label: t('done.next'), look: 'primary', press: next })
  root.append(message({ name: 'thank-you', title: t('done.title'), detail: t('done.detail'), tone: 'good' }, again, ownWorkLink()))
  again.focus()
}
