import { t } from '../../kit/messages/messages'
import { problemMessage } from '../../kit/notices/message'
import type { PhaseContext } from '../phases/defineTask'
import type { DialogueSession } from './DialogueSession'

/** Gives the task back and goes on to the next one; `said` is where it says what hinders. */
export async function leaveTask(context: Pick<PhaseContext<DialogueSession, never>, 'scope' | 'session' | 'next'>, said: HTMLElement): Promise<void> {
  const { scope, session, next } = context
  said.replaceChildren()
  try {
    await session.giveBack()
    next()
  } catch (error) {
    said.replaceChildren(problemMessage(scope, error, { title: t('help.skip.failed'), retry: () => void leaveTask(context, said) }))
  }
}
