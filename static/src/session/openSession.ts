import { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import type { Me } from '../api/types'
import { forgetSession, isOwn, keepForLink, keepSession, keptSession, newToken, recallSessions, sessionOfLink } from '../kit/identity/kept'
import { setWhose } from '../kit/identity/whose'
import { mayBecome } from './mayBecome'

/**
 * The session of this tab; null when nobody is signed in.
 *
 * A link (`#token=`) is exchanged for one, once; opened again in the same browser, it leads to the same session.
 * `#session=` is how our own pages hand theirs to another tab. Whoever is signed in is asked before an address makes
 * this browser somebody else's: what they record would be stored under another's consent and pay.
 */
export async function openSession(): Promise<string | null> {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const [link, handed] = [fragment.get('token'), fragment.get('session')]
  await recallSessions()
  const session = await choose(link, handed)
  // The address holds the session until it is stored, so nobody has to wait for that.
  if (session === null) tidyAddress(null)
  else if (handed !== null || link !== null) void keepSession(session).then((kept) => tidyAddress(kept ? null : session))
  if (session !== null) void showWhose(session)
  return session
}

async function choose(link: string | null, handed: string | null): Promise<string | null> {
  const kept = keptSession()
  if (handed !== null) return isOwn(handed) || (await mayBecome(await whose(kept), await whose(handed))) ? handed : kept
  if (link === null) return kept
  const known = sessionOfLink(link)
  if (known === kept) return exchange(link)
  const me = await whose(kept)
  const isFree = me === null || (await mayBecome(me, (await whose(known)) ?? (await new ApiClient(null).previewSession({ invite: link }))))
  return isFree ? exchange(link) : kept
}

/** Tells the page whose session this is. */
export async function showWhose(session: string): Promise<void> {
  const me = await whose(session).catch(() => null) // the page itself says what is wrong
  if (me !== null) setWhose(me.annotator_id)
}

/** The person of a session; null when there is none, or it is over. */
export async function whose(session: string | null): Promise<Me | null> {
  if (session === null) return null
  try {
    return await new ApiClient(session).me()
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null
    throw error
  }
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
function tidyAddress(unkept: string | null): void {
  const fragment = new URLSearchParams(location.hash.slice(1)) // The page may have changed it meanwhile.
  if (unkept === null && !fragment.has('token') && !fragment.has('session')) return
  fragment.delete('token')
  fragment.delete('session')
  if (unkept !== null) fragment.set('session', unkept)
  const rest = fragment.size > 0 ? `#${fragment.toString()}` : ''
  history.replaceState(history.state, '', location.pathname + location.search + rest)
}
