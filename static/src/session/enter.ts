import { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import { html } from '../kit/dom/html'
import { TaskFrame } from '../kit/frame/TaskFrame'
import { personalLink } from '../kit/identity/kept'
import { onWhose } from '../kit/identity/whose'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { message, problemMessage } from '../kit/notices/message'
import { openSession } from './openSession'

const ACCOUNT_PAGE = '/account'

/** Shows a page to people who are signed in, and tells everybody else how to sign in. */
export async function enter(page: HTMLElement, title: string, show: (client: ApiClient) => unknown): Promise<void> {
  try {
    const session = await openSession()
    if (session === null) await showWayIn(page, title)
    else {
      showWhoseInFooter()
      show(new ApiClient(session))
    }
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'id_token') goToSignIn()
    else showRefusal(page, title, error, () => void enter(page, title, show))
  }
}

/** The page for a person who may not enter, or who no longer may. */
export function showRefusal(page: HTMLElement, title: string, error: unknown, retry: () => void): void {
  const scope = new Scope()
  const root = new TaskFrame(scope, page, title, []).turnTo('sign-in', undefined, false)
  const again = () => {
    scope.dispose()
    retry()
  }
  root.append(refusal(error) ?? problemMessage(scope, error, { title: t('problem.title'), retry: again }))
}

async function showWayIn(page: HTMLElement, title: string): Promise<void> {
  const { mode } = await new ApiClient(null).signIn()
  if (mode === 'links') new TaskFrame(new Scope(), page, title, []).turnTo('sign-in', undefined, false).append(signInMessage('noLink'))
  else goToSignIn()
}

/** People sign in to accounts on a separate page, which leads back here. */
function goToSignIn(): void {
  const back = location.pathname + location.search
  location.replace(`${ACCOUNT_PAGE}?back=${encodeURIComponent(back)}${location.hash}`)
}

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

/** A link to the page with a person's own statistics. */
export function ownWorkLink(): HTMLElement {
  return html('a', { href: personalLink('/me'), class: 'button', 'data-testid': 'own-work' }, t('work.link'))
}

/** Pages of the data team have a footer; the others show it in their head. */
function showWhoseInFooter(): void {
  const footer = document.querySelector('.page-foot')
  onWhose(new Scope(), (number) => footer?.prepend(html('span', { class: 'whose', 'data-testid': 'whose' }, t('account.person', { number }))))
}
