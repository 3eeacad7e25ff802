import type { OidcView, SessionRequest } from '../../api/types'
import { newToken } from '../../kit/identity/kept'

const PENDING = 'pangea-oidc'

/** What proves who somebody is, and where they were going. `back` is always a page of ours. */
export type Proof = Pick<SessionRequest, 'id_token' | 'code'> & { link: string | null; back: string }

interface Pending {
  state: string
  verifier: string
  link: string | null
  back: string
}

const redirectUri = () => location.origin + location.pathname

/** Leaves for the provider: authorization code with PKCE (RFC 7636). */
export async function beginOidc(oidc: OidcView, { link, back }: { link: string | null; back: string }): Promise<void> {
  const pending: Pending = { state: newToken(), verifier: newToken(), link, back }
  sessionStorage.setItem(PENDING, JSON.stringify(pending))
  const address = new URL(oidc.authorization_endpoint)
  const asked = await challenge(pending.verifier)
  const query = {
    response_type: 'code',
    scope: 'openid',
    client_id: oidc.client_id,
    redirect_uri: redirectUri(),
    state: pending.state,
    nonce: asked,
    code_challenge: asked,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  location.assign(address)
}

/** What the provider sent back; null when this page was opened otherwise. */
export function returnFromOidc(): Proof | null {
  const answer = new URLSearchParams(location.search)
  const [code, state] = [answer.get('code'), answer.get('state')]
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null') as Pending | null
  if (code === null || pending?.state !== state) return null
  sessionStorage.removeItem(PENDING)
  history.replaceState(null, '', location.pathname)
  const { link, verifier } = pending
  return { link, back: ourPage(pending.back), code: { code, code_verifier: verifier, redirect_uri: redirectUri() } }
}

/** An address must not send anybody to another site. */
export function ourPage(back: string): string {
  const address = new URL(back, location.origin)
  return address.origin === location.origin ? address.pathname + address.search : location.pathname
}

async function challenge(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
