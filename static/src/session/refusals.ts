import { ApiProblem } from '../api/ApiProblem'
import { message } from '../kit/notices/message'
import { t } from '../kit/messages/messages'

const REFUSAL_STATES = {
  invite_claimed: 'claimed',
  invite_expired: 'expired',
  invite_not_known: 'unknown',
  invalid_request: 'unknown',
  not_signed_in: 'ended',
  not_invited: 'notInvited',
  access: 'notForYou',
  record_withdrawn: 'withdrawn',
} as const

type RefusalState = (typeof REFUSAL_STATES)[keyof typeof REFUSAL_STATES] | 'noLink'

/** The notice for a person who may not open the page; null for any other error. */
export function refusal(error: unknown): HTMLElement | null {
  if (!(error instanceof ApiProblem) || !(error.code in REFUSAL_STATES)) return null
  return signInMessage(REFUSAL_STATES[error.code as keyof typeof REFUSAL_STATES])
}

export function signInMessage(state: RefusalState): HTMLElement {
  const { title, detail, remedy } = t(`signIn.${state}`, { returnObjects: true })
  return message({ name: `sign-in-${state}`, title, detail, remedy })
}
