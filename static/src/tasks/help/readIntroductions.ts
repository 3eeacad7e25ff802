import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

import type { LeaseView } from '../../api/types'
import { keptSession } from '../../kit/identity/kept'
import { Scope } from '../../kit/lifecycle/Scope'
import { prefer, preference } from '../../kit/preferences/preferences'
import type { Introduction } from '../phases/defineTask'

/** Of a person: as many as there are kinds, languages and conditions, several times over. */
const KEPT_INTRODUCTIONS = 60
const DIGITS = 12

/** Whether this person has begun a task after reading this introduction, word for word, in this browser. */
export function hasRead(introduction: string): boolean {
  return readSoFar().includes(introduction)
}

/** From now on `hasRead` knows it. */
export function rememberRead(introduction: string): void {
  const others = readSoFar().filter((each) => each !== introduction)
  prefer(preferenceOfPerson(), [...others, introduction].slice(-KEPT_INTRODUCTIONS).join(' '))
}

/** A short name for what an introduction says: a campaign that changes its own part of it has another one. */
export function nameOf<Session>({ show }: Pick<Introduction<Session, string>, 'show'>, lease: LeaseView, session: Session): string {
  const scope = new Scope()
  const texts = show({ scope, lease, session }).map(({ textContent }) => textContent)
  scope.dispose()
  return digest(JSON.stringify([lease.kind, texts, lease.instructions, lease.film?.address]))
}

const readSoFar = (): readonly string[] => preference(preferenceOfPerson())?.split(' ') ?? []

/** Several people may work at one computer, each with a session of their own. */
const preferenceOfPerson = (): string => `introductions-read-${digest(keptSession() ?? '')}`

const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, DIGITS)
