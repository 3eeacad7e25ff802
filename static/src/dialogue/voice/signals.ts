/** What two voices tell each other. It comes from another person's browser: nothing of it is used that was not read here. */

import { unpack } from './packets'

/** What carries it: the line between two pages. */
export interface Signalling {
  /** Returns whether it was sent. */
  send: (data: object) => boolean
  on: (name: 'signal', listener: (data: object) => void) => () => void
}

export interface Packets {
  /** Opus, 20 ms each. */
  packets: Uint8Array<ArrayBuffer>[]
  /** When the first began to be spoken, by the sender's device in milliseconds since 1970. */
  captured: number
}

/** `here`: I have come, or my line has come back. `again`: make another offer. */
export type Said = { here: true } | { again: true } | { description: RTCSessionDescriptionInit } | { candidate: RTCIceCandidateInit } | Packets

/** `from` and `to` name the voices of two pages, anew when a page is: `to` is null until the other was heard. */
export interface Letter {
  from: string
  to: string | null
  said: Said
}

const NAME = /^[0-9a-f]{8}$/
const TYPES: readonly unknown[] = ['offer', 'answer', 'pranswer', 'rollback'] satisfies RTCSdpType[]
const LONGEST_SDP = 60_000
const LONGEST_TEXT = 2000
const LONGEST_VOICE = 12_000

export function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Null for what is no letter. */
export function readLetter(data: unknown): Letter | null {
  if (!isObject(data)) return null
  const { from, to = null } = data
  if (!isName(from) || !(to === null || isName(to))) return null
  const said = readCall(data) ?? readDescription(data.description) ?? readCandidate(data.candidate) ?? readVoice(data)
  return said && { from, to, said }
}

function readCall({ here, again }: Record<string, unknown>): Said | null {
  if (here === true) return { here }
  return again === true ? { again } : null
}

function readDescription(given: unknown): Said | null {
  if (!isObject(given)) return null
  const { type, sdp = '' } = given
  return isType(type) && isText(sdp, LONGEST_SDP) ? { description: { type, sdp } } : null
}

function readCandidate(given: unknown): Said | null {
  if (!isObject(given)) return null
  const { candidate, sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = given
  if (!isText(candidate, LONGEST_TEXT) || !isTextOrNull(sdpMid) || !isTextOrNull(usernameFragment) || !isIndexOrNull(sdpMLineIndex)) return null
  return { candidate: { candidate, sdpMid, sdpMLineIndex, usernameFragment } }
}

function readVoice({ opus, captured }: Record<string, unknown>): Said | null {
  if (!isText(opus, LONGEST_VOICE) || !isCount(captured)) return null
  const packets = unpack(opus)
  return packets && { packets, captured }
}

const isObject = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null
const isText = (given: unknown, longest: number): given is string => typeof given === 'string' && given.length < longest
const isTextOrNull = (given: unknown): given is string | null => given === null || isText(given, LONGEST_TEXT)
const isCount = (given: unknown): given is number => Number.isSafeInteger(given) && Number(given) >= 0
const isIndexOrNull = (given: unknown): given is number | null => given === null || (isCount(given) && given < 100)
const isName = (given: unknown): given is string => typeof given === 'string' && NAME.test(given)
const isType = (given: unknown): given is RTCSdpType => TYPES.includes(given)
