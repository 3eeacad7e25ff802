const KEY = 'pangea-token'

/** Where the browser blocks storage, as it may inside another site's frame, the token lasts as long as the page. */
let unkept: string | null = null

/** The person's token. It arrives in the address' fragment, and is moved from there to this tab's own storage. */
export function takeToken(): string | null {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const token = fragment.get('token')
  if (token === null) return keptToken()
  keep(token)
  fragment.delete('token')
  const rest = fragment.size > 0 ? `#${fragment.toString()}` : ''
  history.replaceState(history.state, '', location.pathname + location.search + rest)
  return token
}

/** The address that opens this page in another tab as the same person. */
export function personalLink(): string {
  const token = keptToken()
  return location.pathname + location.search + (token === null ? '' : `#token=${token}`)
}

function keep(token: string): void {
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    unkept = token
  }
}

function keptToken(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? unkept
  } catch {
    return unkept
  }
}
