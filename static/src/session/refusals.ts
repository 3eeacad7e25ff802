import { ApiProblem } from '../api/ApiProblem'
import { message } from '../kit/notices/message'
import { t } from '../kit/messages/messages'

const STATES = {
  invite_claimed: 'claimed',
  invite_expired: 'expired',
  invite_not_known: 'unknown',
  invalid_request: 'unknown',
  not_signed_in: 'ended',
  not_invited: 'notInvited',
  access: 'notForYou',
  record_withdrawn: 'withdrawn',
} as const

type State = (typeof STATES)[keyof typeof STATES] | 'noLink'

/** What a page says to whom it does not let in; null when the error is another. */
export function refusal(error: unknown): HTMLElement | null {
  if (!(error instanceof ApiProblem) || !(error.code in STATES)) return null
  return signInMessage(STATES[error.code as keyof typeof STATES])
}

export function signInMessage(state: State): HTMLElement {
  const { title, detail, remedy } = t(`signIn.${state}`, { returnObjects: true })
  return message({ name: `sign-in-${state}`, title, detail, remedy })
}
