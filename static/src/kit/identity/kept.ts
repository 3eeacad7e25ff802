import { recall, remember } from './durable'

/** Where the browser keeps sessions: each tab has its own, and all are kept for links that are opened again. No cookies. */

const TAB = 'pangea-session'
const LAST = 'pangea-session'
const ofLink = (link: string) => `pangea-session-of-${link.slice(0, 8)}`
const own = (session: string) => `pangea-session-own-${session.slice(0, 8)}`

/** Where the browser blocks storage, as it may inside another site's frame, a session lasts as long as the page. */
let unkept: string | null = null

/** 256 random bits in base64url. The browser makes a session's token, so that opening the session can be repeated. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** This tab's session; in a new tab, the one that was opened last in this browser. */
export function keptSession(): string | null {
  return unkept ?? read(() => sessionStorage.getItem(TAB) ?? localStorage.getItem(LAST))
}

/** The session token with which this browser opened this link. */
export const sessionOfLink = (link: string): string | null => read(() => localStorage.getItem(ofLink(link)))

/** Remembers the session that a link is about to be exchanged for: the answer may be lost, and the link opens only once. */
export async function keepForLink(link: string, session: string): Promise<void> {
  write(() => localStorage.setItem(ofLink(link), session))
  await rememberAll()
}

/** Whether this browser has opened this session itself. A browser that keeps nothing cannot say, and changes nothing for long. */
export function isOwn(session: string): boolean {
  const kept = read(() => [keptSession(), ...Object.keys(localStorage).map((name) => localStorage.getItem(name))])
  return kept === null || kept.includes(session)
}

/** Makes the session this tab's own. Returns whether the browser stores it. */
export async function keepSession(session: string): Promise<boolean> {
  const kept = write(() => {
    sessionStorage.setItem(TAB, session)
    localStorage.setItem(LAST, session)
    localStorage.setItem(own(session), session)
  })
  unkept = kept ? null : session
  await rememberAll()
  return kept
}

/** Forgets a session that is over. */
export async function forgetSession(session: string): Promise<void> {
  if (unkept === session) unkept = null
  write(() => {
    sessionStorage.removeItem(TAB)
    for (const name of Object.keys(localStorage)) if (localStorage.getItem(name) === session) localStorage.removeItem(name)
  })
  await rememberAll()
}

/** Restores sessions that a power cut removed, when the browser has none left. */
export async function recallSessions(): Promise<void> {
  if (keptSession() !== null) return
  const sessions = Object.entries(await recall())
  write(() => sessions.forEach(([name, session]) => localStorage.setItem(name, session)))
}

/** The address that opens a page in another tab as the same person. */
export function personalLink(page = location.pathname + location.search): string {
  const session = keptSession()
  return page + (session === null ? '' : `#session=${session}`)
}

async function rememberAll(): Promise<void> {
  const sessions: Record<string, string> = {}
  write(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith(LAST)) sessions[name] = localStorage.getItem(name) ?? ''
  })
  await remember(sessions)
}

function read<Value>(from: () => Value | null): Value | null {
  try {
    return from()
  } catch {
    return null
  }
}

function write(to: () => void): boolean {
  try {
    to()
    return true
  } catch {
    return false
  }
}
