const KEY = 'pangea-token'

/** The person's token. It arrives in the address' fragment, and is moved from there to this tab's own storage. */
export function takeToken(): string | null {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const token = fragment.get('token')
  if (token === null) return sessionStorage.getItem(KEY)
  sessionStorage.setItem(KEY, token)
  fragment.delete('token')
  const rest = fragment.size > 0 ? `#${fragment.toString()}` : ''
  history.replaceState(history.state, '', location.pathname + location.search + rest)
  return token
}
