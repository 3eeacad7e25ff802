import { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import { problemMessage } from '../kit/notices/message'
import { html } from '../kit/dom/html'
import { onWhose } from '../kit/identity/whose'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { TaskFrame } from '../kit/frame/TaskFrame'
import { openSession } from './openSession'
import { refusal, signInMessage } from './refusals'

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

/** Accounts are signed in to on a page of its own, which comes back here. */
function goToSignIn(): void {
  const back = location.pathname + location.search
  location.replace(`${ACCOUNT_PAGE}?back=${encodeURIComponent(back)}${location.hash}`)
}

/** Pages of the data team have a footer; the others show it in their head. */
function showWhoseInFooter(): void {
  const footer = document.querySelector('.page-foot')
  onWhose(new Scope(), (number) => footer?.prepend(html('span', { class: 'whose', 'data-testid': 'whose' }, t('account.person', { number }))))
}
