import { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import { forgetSession, keepForLink, keepSession, keptSession, newToken, recallSessions, sessionOfLink } from '../kit/identity/kept'

/**
 * The session of this tab; null when nobody is signed in.
 *
 * A link (`#token=`) is exchanged for one, once; opened again in the same browser, it leads to the same session.
 * `#session=` is how our own pages hand theirs to another tab.
 */
export async function openSession(): Promise<string | null> {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const [link, handed] = [fragment.get('token'), fragment.get('session')]
  if (handed === null) await recallSessions()
  const session = handed ?? (link === null ? keptSession() : await exchange(link))
  // The address holds the session until it is stored, so nobody has to wait for that.
  if (session !== null && (handed !== null || link !== null)) void keepSession(session).then((kept) => tidyAddress(session, kept))
  return session
}

async function exchange(link: string): Promise<string> {
  const known = sessionOfLink(link)
  const session = known ?? newToken()
  await keepForLink(link, session)
  try {
    await new ApiClient(null).openSession({ invite: link, session })
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.transient || error.code === 'id_token') throw error
    await forgetSession(session)
    const over = error.code === 'invite_claimed' && known !== null
    throw over ? new ApiProblem(401, 'not_signed_in', error.message, error.remedy) : error
  }
  return session
}

/** Takes the secret out of the address; where nothing is kept, only the address can bring a reloaded page back. */
function tidyAddress(session: string, kept: boolean): void {
  const fragment = new URLSearchParams(location.hash.slice(1)) // The page may have changed it meanwhile.
  fragment.delete('token')
  fragment.delete('session')
  if (!kept) fragment.set('session', session)
  const rest = fragment.size > 0 ? `#${fragment.toString()}` : ''
  history.replaceState(history.state, '', location.pathname + location.search + rest)
}
